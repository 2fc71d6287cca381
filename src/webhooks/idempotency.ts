import { createHash } from 'node:crypto'
import { type Db, writeTransaction } from '../database/schema.ts'
import { Problem } from '../errors.ts'
import { DAY_MS } from '../lib/calendar.ts'
import { type Secrets, WrongSecretKeyError } from './signing.ts'

const IDEMPOTENCY_MS = DAY_MS

export interface IdempotentRequest {
  keyId: string
  name: string | undefined
  input: readonly unknown[]
}

/** A repeated request gets the first response, which is stored encrypted in the transaction of the work. */
export async function runIdempotent<T extends object>(
  db: Db,
  secrets: Secrets,
  request: IdempotentRequest,
  now: number,
  work: (trx: Db) => Promise<T>,
): Promise<T> {
  const { keyId, name } = request
  if (name === undefined) return work(db)
  return writeTransaction(db, async (trx) => {
    if (!(await secrets.isDatabaseKey(trx))) throw new WrongSecretKeyError()
    await purgeIdempotencyKeys(trx, now)
    const before = await findResponse<T>(trx, secrets, request)
    if (before) return before
    const answer = await work(trx)
    const encrypted = secrets.encrypt(JSON.stringify(answer), `${keyId} ${name}`)
    const row = { key_id: keyId, name, body_hash: hashOf(request), sealed: encrypted, created_at: now }
    await trx.insertInto('idempotency_keys').values(row).execute()
    return answer
  })
}

export async function findResponse<T>(db: Db, secrets: Secrets, request: IdempotentRequest): Promise<T | undefined> {
  const { keyId, name } = request
  if (name === undefined) return undefined
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'sealed'])
    .where('key_id', '=', keyId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.body_hash === hashOf(request)) return JSON.parse(secrets.decrypt(row.sealed, `${keyId} ${name}`))
  throw new Problem('idempotency-conflict', 'Within the last 24 hours this key asked for something else.')
}

const hashOf = ({ input }: IdempotentRequest) => createHash('sha256').update(JSON.stringify(input)).digest('hex')

export async function purgeIdempotencyKeys(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', now - IDEMPOTENCY_MS)
    .execute()
}
