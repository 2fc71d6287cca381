import { createHash, randomBytes } from 'node:crypto'
import { audit } from '../audit/audit.ts'
import type { Db } from '../database/schema.ts'

const LINK_MS = 10 * 60_000
export const SESSION_MS = 12 * 3_600_000
const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** The next page's message about the last action. */
export interface Notice {
  text: string
  isBad?: boolean
}

export interface Session {
  /** Identifies it without opening it. */
  hash: string
  notice: Notice | undefined
}

interface NewLink {
  /** The link's token. It is shown once: only its hash is stored. */
  token: string
  expiresAt: number
}

/** Makes a link that opens the console once. */
export async function makeLink(db: Db, now: number): Promise<NewLink> {
  const token = newToken()
  const expiresAt = now + LINK_MS
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('console_links').where('expires_at', '<=', now).execute()
    await trx.deleteFrom('console_sessions').where('expires_at', '<=', now).execute()
    await trx
      .insertInto('console_links')
      .values({ hash: hashOf(token), expires_at: expiresAt })
      .execute()
    await audit(trx, 'cli', { action: 'console.link', target: '' }, now)
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
      .returning('hash')
      .execute()
    if (used.length === 0) return false
    const expires_at = now + SESSION_MS
    await trx
      .insertInto('console_sessions')
      .values({ hash: hashOf(token), expires_at, notice: null })
      .execute()
    await audit(trx, 'console', { action: 'console.enter', target: '' }, now)
    return true
  })
  return isOpen ? token : undefined
}

/** A guess costs a look, not a transaction. */
async function isLink(db: Db, link: string, now: number): Promise<boolean> {
  const found = db.selectFrom('console_links').select('hash').where('hash', '=', hashOf(link))
  return (await found.where('expires_at', '>', now).executeTakeFirst()) !== undefined
}

/** Asks the database every time, so an ended session ends everywhere. */
export async function readSession(db: Db, token: string, now: number): Promise<Session | undefined> {
  if (!TOKEN.test(token)) return undefined
  const row = await db
    .selectFrom('console_sessions')
    .select(['hash', 'notice'])
    .where('hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { hash: row.hash, notice: row.notice === null ? undefined : JSON.parse(row.notice) }
}

/** Sets the next page's notice; undefined clears it. */
export async function setNotice(db: Db, { hash }: Session, notice: Notice | undefined): Promise<void> {
  await db
    .updateTable('console_sessions')
    .set({ notice: notice ? JSON.stringify(notice) : null })
    .where('hash', '=', hash)
    .execute()
}

export async function endSession(db: Db, { hash }: Session): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('console_sessions').where('hash', '=', hash).execute()
    await audit(trx, 'console', { action: 'console.leave', target: '' })
  })
}

/** Ends all sessions and unused links. Returns how many sessions there were. */
export async function endAllSessions(db: Db, now: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await trx.deleteFrom('console_links').execute()
    const ended = await trx.deleteFrom('console_sessions').returning('expires_at').execute()
    const sessions = ended.filter(({ expires_at }) => expires_at > now).length
    await audit(trx, 'cli', { action: 'console.end', target: '', detail: { sessions } }, now)
    return sessions
  })
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
