import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../database/schema.ts'
import { type Actor, recordAudit } from '../history/audit.ts'
import { InvalidInput } from './inputs.ts'

const LINK_MS = 10 * 60_000
export const SESSION_MS = 12 * 3_600_000
const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/

export interface Notice {
  text: string
  hasFailed?: boolean
}

/** A signed-in user of the console. A viewer cannot change anything. */
export interface Person {
  who: string
  role: 'viewer' | 'editor'
}

export interface Session extends Person {
  hash: string
  notice: Notice | undefined
}

/** Makes a link that opens the console once, for a person. Its token is shown once: only its hash is stored. */
export async function makeLink(db: Db, actor: Actor, person: Person, now: number) {
  const token = newToken()
  const expiresAt = now + LINK_MS
  await db.transaction().execute(async (trx) => {
    for (const table of ['console_links', 'console_sessions'] as const)
      await trx.deleteFrom(table).where('expires_at', '<=', now).execute()
    const link = { hash: hashOf(token), expires_at: expiresAt, who: person.who, role: person.role }
    await trx.insertInto('console_links').values(link).execute()
    await recordAudit(
      trx,
      actor,
      { action: 'console.link', target: '', detail: { for: person.who, role: person.role } },
      now,
    )
  })
  return { token, expiresAt }
}

/** Uses up a link and makes a session. Of requests that come at once, only one deletes the row. */
export async function openSession(db: Db, link: string, now: number): Promise<string | undefined> {
  const hash = hashOf(link)
  const links = db.selectFrom('console_links').select('hash').where('hash', '=', hash).where('expires_at', '>', now)
  // A guess costs a look, not a transaction.
  if (!TOKEN.test(link) || !(await links.executeTakeFirst())) return undefined
  const token = newToken()
  const isOpen = await db.transaction().execute(async (trx) => {
    const used = trx.deleteFrom('console_links').where('hash', '=', hash).where('expires_at', '>', now)
    const [person] = await used.returning(['who', 'role']).execute()
    if (!person) return false
    const session = { hash: hashOf(token), expires_at: now + SESSION_MS, notice: null, ...person }
    await trx.insertInto('console_sessions').values(session).execute()
    await recordAudit(trx, { by: 'console', who: person.who }, { action: 'console.enter', target: '' }, now)
    return true
  })
  return isOpen ? token : undefined
}

/** Asks the database every time, so an ended session ends everywhere. */
export async function readSession(db: Db, token: string, now: number): Promise<Session | undefined> {
  if (!TOKEN.test(token)) return undefined
  const row = await db
    .selectFrom('console_sessions')
    .select(['hash', 'notice', 'who', 'role'])
    .where('hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { ...row, notice: row.notice === null ? undefined : JSON.parse(row.notice) }
}

export async function setNotice(db: Db, { hash }: Session, notice: Notice | undefined): Promise<void> {
  const text = notice ? JSON.stringify(notice) : null
  await db.updateTable('console_sessions').set({ notice: text }).where('hash', '=', hash).execute()
}

export async function endSession(db: Db, { hash, who }: Session): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('console_sessions').where('hash', '=', hash).execute()
    await recordAudit(trx, { by: 'console', who }, { action: 'console.leave', target: '' })
  })
}

/** Ends all sessions and unused links. Returns how many sessions there were. */
export async function endAllSessions(db: Db, actor: Actor, now: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await trx.deleteFrom('console_links').execute()
    const ended = await trx.deleteFrom('console_sessions').returning('expires_at').execute()
    const sessions = ended.filter(({ expires_at }) => expires_at > now).length
    await recordAudit(trx, actor, { action: 'console.end', target: '', detail: { sessions } }, now)
    return sessions
  })
}

export function readPerson(text: string, name: string): string {
  const who = text.trim()
  if (!/^[\p{L}\p{M}\p{N} ._@'-]{1,60}$/u.test(who)) {
    throw new InvalidInput(`${name} is a name of up to 60 letters, digits, blanks and . _ @ ' -`)
  }
  return who
}

const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url')
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
