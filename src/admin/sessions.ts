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

/** Somebody at the console. A viewer changes nothing. */
export interface Person {
  who: string
  role: 'viewer' | 'editor'
}

export interface Session extends Person {
  hash: string
  notice: Notice | undefined
}

/** Makes a link that opens the console once, for a person. Its token is shown once: only its hash is stored. */
export async function makeLink(db: Db, actor: Actor, { who, role }: Person, now: number) {
  const token = newToken()
  const expiresAt = now + LINK_MS
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('console_links').where('expires_at', '<=', now).execute()
    await trx.deleteFrom('console_sessions').where('expires_at', '<=', now).execute()
    await trx
      .insertInto('console_links')
      .values({ hash: hashOf(token), expires_at: expiresAt, who, role })
      .execute()
    await recordAudit(trx, actor, { action: 'console.link', target: '', detail: { for: who, role } }, now)
  })
  return { token, expiresAt }
}

/**
 * Uses up a link and makes a session; undefined for a link that opens nothing. However many requests come at once, only
 * one deletes the row.
 */
export async function openSession(db: Db, link: string, now: number): Promise<string | undefined> {
  if (!TOKEN.test(link) || !(await isLink(db, link, now))) return undefined
  const token = newToken()
  const isOpen = await db.transaction().execute(async (trx) => {
    const used = await trx
      .deleteFrom('console_links')
      .where('hash', '=', hashOf(link))
      .where('expires_at', '>', now)
      .returning(['who', 'role'])
      .execute()
    const [person] = used
    if (!person) return false
    const expires_at = now + SESSION_MS
    await trx
      .insertInto('console_sessions')
      .values({ hash: hashOf(token), expires_at, notice: null, ...person })
      .execute()
    await recordAudit(trx, { by: 'console', who: person.who }, { action: 'console.enter', target: '' }, now)
    return true
  })
  return isOpen ? token : undefined
}

/** A guess costs a look, not a transaction. */
async function isLink(db: Db, link: string, now: number): Promise<boolean> {
  const links = db.selectFrom('console_links').select('hash').where('hash', '=', hashOf(link))
  return (await links.where('expires_at', '>', now).executeTakeFirst()) !== undefined
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
  await db
    .updateTable('console_sessions')
    .set({ notice: notice ? JSON.stringify(notice) : null })
    .where('hash', '=', hash)
    .execute()
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

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
