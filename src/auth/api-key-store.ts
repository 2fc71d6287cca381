import { hash, randomInt, randomUUIDv7, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import { type Db, transact, valuesTable, whereIn } from '../database/schema.ts'
import type { ApiKeyTable } from '../database/tables/operator.ts'
import { CommandError } from '../errors.ts'
import type { Tier } from '../schema/api/values.ts'

const PREFIX = 'ytr_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6
export const KEY_LENGTH = PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)
const HINT_LENGTH = 4

/** `ytr_`, 32 random base62 characters, and their checksum. */
export function newKeyString(): string {
  let secret = ''
  for (let i = 0; i < SECRET_LENGTH; i++) secret += ALPHABET[randomInt(ALPHABET.length)]
  return PREFIX + secret + checksum(secret)
}

/** Checks form and checksum without a look-up. */
export function isKeyString(text: string): boolean {
  if (!SHAPE.test(text)) return false
  const end = PREFIX.length + SECRET_LENGTH
  return text.slice(end) === checksum(text.slice(PREFIX.length, end))
}

/** CRC-32 in base62, most significant digit first. */
export function checksum(secret: string): string {
  let rest = crc32(secret)
  let digits = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

export function hashKey(key: string): string {
  return hash('sha256', key, 'hex')
}

function hintOf(key: string): string {
  return key.slice(-HINT_LENGTH)
}

/** In constant time. */
export function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

export interface ApiKey extends ApiKeyTable {
  tier: Tier
  hint: string
}

export interface IssuedKey extends ApiKey {
  key: string
}

export type ActiveSecret = Awaited<ReturnType<typeof findSecrets>>[number]

interface NewKey {
  name: string
  tier: Tier
  limit?: number | null
  expiresAt: number | null
}

export async function createKey(
  db: Db,
  { name, tier, limit = null, expiresAt }: NewKey,
  now: number,
): Promise<IssuedKey> {
  const key = newKeyString()
  const id = `key_${randomUUIDv7()}`
  const times = { created_at: now, expires_at: expiresAt, revoked_at: null, last_used_at: null }
  const row = { id, name, tier, limit_per_minute: limit, ...times }
  await transact(db, async (trx) => {
    await trx.insertInto('api_keys').values(row).execute()
    await insertSecret(trx, row.id, key, now)
  })
  return { ...row, key, hint: hintOf(key) }
}

/** Oldest first, including expired and revoked ones. */
export async function listKeys(db: Db, id?: string): Promise<ApiKey[]> {
  let all = db.selectFrom('api_keys').selectAll()
  let strings = db.selectFrom('key_secrets').select(['key_id', 'hint'])
  if (id !== undefined) {
    all = all.where('id', '=', id)
    strings = strings.where('key_id', '=', id)
  }
  const keys = await all.orderBy('created_at').orderBy('id').execute()
  const newestLast = strings.orderBy('created_at').orderBy('expires_at', (order) => order.asc().nullsLast())
  const hints = new Map((await newestLast.execute()).map(({ key_id, hint }) => [key_id, hint]))
  return keys.map((key) => ({ ...key, tier: key.tier as Tier, hint: hints.get(key.id) ?? '' }))
}

/** Old strings stay valid for the overlap. Undefined for an unknown key. */
export async function rotateKey(db: Db, id: string, overlapMs: number, now: number): Promise<IssuedKey | undefined> {
  return transact(db, async (trx) => {
    const row = await lockKey(trx, id)
    if (!row) return undefined
    if (row.revoked_at !== null) throw new CommandError(`${id} is revoked`)
    if (row.expires_at !== null && row.expires_at <= now) throw new CommandError(`${id} has expired`)
    await expireSecrets(trx, 'key_secrets', sql`key_id = ${id}`, now, overlapMs)
    const key = newKeyString()
    await insertSecret(trx, id, key, now)
    return { ...row, tier: row.tier as Tier, key, hint: hintOf(key) }
  })
}

/** Ends old secrets after the overlap, and deletes expired ones. */
export async function expireSecrets(
  trx: Db,
  table: 'key_secrets' | 'subscription_secrets',
  owner: RawBuilder<unknown>,
  now: number,
  overlapMs: number,
): Promise<void> {
  const until = now + overlapMs
  const longer = sql`(expires_at is null or expires_at > ${until})`
  await sql`update ${sql.table(table)} set expires_at = ${until} where ${owner} and ${longer}`.execute(trx)
  await sql`delete from ${sql.table(table)} where ${owner} and expires_at <= ${now}`.execute(trx)
}

export async function revokeKey(db: Db, id: string, now: number): Promise<ApiKeyTable | undefined> {
  return transact(db, async (trx) => {
    const row = await lockKey(trx, id)
    if (!row || row.revoked_at !== null) return row
    await trx.updateTable('api_keys').set({ revoked_at: now }).where('id', '=', id).execute()
    return { ...row, revoked_at: now }
  })
}

/** Of keys that are not revoked. The caller checks the expiry. */
export async function findSecrets(db: Db, hashes: readonly string[]) {
  const rows = await db
    .selectFrom('key_secrets')
    .innerJoin('api_keys', 'api_keys.id', 'key_secrets.key_id')
    .select(['hash', 'key_id', 'tier', 'limit_per_minute', 'api_keys.expires_at'])
    .select('key_secrets.expires_at as secret_expires_at')
    .where('revoked_at', 'is', null)
    .where(whereIn(db, 'hash', hashes))
    .execute()
  return rows.map((row) => ({
    hash: row.hash,
    keyId: row.key_id,
    tier: row.tier as Tier,
    limit: row.limit_per_minute,
    expiresAt: Math.min(row.secret_expires_at ?? Infinity, row.expires_at ?? Infinity),
  }))
}

/** Never an earlier time. */
export async function recordUses(db: Db, uses: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...uses].map(([id, usedAt]) => ({ id, at: usedAt })).sort((a, b) => (a.id < b.id ? -1 : 1))
  await sql`update api_keys set last_used_at = given.at from ${valuesTable(db, { id: 'text', at: 'bigint' }, rows)}
    where api_keys.id = given.id and coalesce(last_used_at, 0) < given.at`.execute(db)
}

/** Neither revoked nor expired. */
export function isLiveKey({ revoked_at, expires_at }: Pick<ApiKeyTable, 'revoked_at' | 'expires_at'>, now: number) {
  return revoked_at === null && (expires_at === null || expires_at > now)
}

/** The same as SQL. */
export function isLive(now: number): RawBuilder<boolean> {
  return sql`(api_keys.revoked_at is null and (api_keys.expires_at is null or api_keys.expires_at > ${now}))`
}

function lockKey(trx: Db, id: string): Promise<ApiKeyTable | undefined> {
  const same = trx.updateTable('api_keys').set((eb) => ({ name: eb.ref('name') }))
  return same.where('id', '=', id).returningAll().executeTakeFirst()
}

async function insertSecret(trx: Db, keyId: string, key: string, now: number): Promise<void> {
  await trx
    .insertInto('key_secrets')
    .values({ hash: hashKey(key), key_id: keyId, hint: hintOf(key), created_at: now, expires_at: null })
    .execute()
}
