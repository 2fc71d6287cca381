import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expireSecrets } from '../auth/api-key-store.ts'
import { createKeyFile } from '../auth/signing-keys.ts'
import { ConfigError } from '../config.ts'
import { countRows, type Db, transact, whereIn, writeTransaction } from '../database/schema.ts'
import type { DatabaseTarget } from '../database/target.ts'

const PREFIX = 'whsec_'

export function newSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

export function serviceSignature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

/** Standard Webhooks: keyed with the bytes that the secret encodes. */
function standardSignature(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

interface SignedMessage {
  id: string
  body: string
}

/** `secrets` are oldest first. `X-Service-Signature` has one value and uses the oldest. */
export function signedHeaders(
  secrets: readonly string[],
  { id, body }: SignedMessage,
  now: number,
): Record<string, string> {
  const [oldest] = secrets
  if (oldest === undefined) throw new Error('a message needs a secret to be signed with')
  const timestamp = Math.floor(now / 1_000)
  return {
    'content-type': 'application/json',
    'user-agent': 'Yantra-Webhooks/1',
    'X-Service-Signature': serviceSignature(oldest, body),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets
      .toReversed()
      .map((secret) => standardSignature(secret, id, timestamp, body))
      .join(' '),
  }
}

/** Secrets in force, oldest first. One that cannot be decrypted goes to `onProblem`. */
export async function readSecrets(
  db: Db,
  box: SecretCipher,
  subscriptionIds: readonly string[],
  now: number,
  onProblem: (subscriptionId: string, error: unknown) => void,
): Promise<Map<string, string[]>> {
  const byId = new Map<string, string[]>()
  if (subscriptionIds.length === 0) return byId
  const rows = await db
    .selectFrom('subscription_secrets')
    .select(['subscription_id', 'sealed'])
    .where(whereIn(db, 'subscription_id', subscriptionIds))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('expires_at', (order) => order.asc().nullsLast())
    .execute()
  for (const { subscription_id: id, sealed: encrypted } of rows) {
    try {
      byId.set(id, [...(byId.get(id) ?? []), box.decrypt(encrypted, id)])
    } catch (error) {
      onProblem(id, error)
    }
  }
  return byId
}

/** The current secret stays valid for the overlap. */
export async function rotateSecret(db: Db, box: SecretCipher, id: string, overlapMs: number, now: number) {
  const secret = newSecret()
  const encrypted = box.encrypt(secret, id)
  return transact(db, async (trx) => {
    const updated = await trx.updateTable('subscriptions').set({ id }).where('id', '=', id).returning('id').execute()
    if (updated.length === 0) return undefined
    await expireSecrets(trx, 'subscription_secrets', sql`subscription_id = ${id}`, now, overlapMs)
    await trx
      .insertInto('subscription_secrets')
      .values({ subscription_id: id, sealed: encrypted, created_at: now })
      .execute()
    return secret
  })
}

const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16

export type SecretCipher = Awaited<ReturnType<typeof createSecretCipher>>

const derive = promisify<string, string, number, object, Buffer>(scrypt)

/** AES-256-GCM, bound to the record it is stored for. Slow key derivation protects a guessable key. */
export async function createSecretCipher(secretKey: string) {
  const key = await derive(secretKey, 'yantra webhook secrets', 32, { N: 2 ** 14, r: 8, p: 1 })
  return {
    encrypt(text: string, place: string): string {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), encrypted]).toString('base64')
    },
    decrypt(text: string, place: string): string {
      const bytes = Buffer.from(text, 'base64')
      if (bytes[0] !== VERSION) throw new Error('encrypted in a format that this release does not know')
      const iv = bytes.subarray(1, 1 + IV_BYTES)
      const tag = bytes.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(place)).setAuthTag(tag)
      return decipher.update(bytes.subarray(1 + IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

const CHECK_ID = 1
const CHECK_TEXT = 'this key opens the webhook secrets'

export class WrongSecretKeyError extends ConfigError {
  constructor(what = 'SECRET_KEY is not') {
    super(
      `${what} the key that sealed the webhook secrets of this database. Nothing is sent and nothing is lost: start ` +
        'again with the right key.',
    )
  }
}

export interface Secrets extends SecretCipher {
  /** Set if nothing can be decrypted: the sender waits, and subscriptions cannot be created. */
  readonly wrongKey: WrongSecretKeyError | undefined
  /** Another process may have set another key. */
  isDatabaseKey(trx: Db): Promise<boolean>
}

interface SecretSettings {
  secretKey: string | undefined
  database: DatabaseTarget
  warn(message: string): void
}

/** Creates a key file only if no lost one would be needed. */
export async function loadSecrets(db: Db, { secretKey, database, warn }: SecretSettings): Promise<Secrets> {
  const path = secretKey === undefined ? keyFileOf(database) : undefined
  const key = secretKey ?? readKeyFile(path!)
  if (key === undefined && (await hasSecrets(db))) {
    // The key file is lost; a new key would decrypt nothing.
    return unusableSecrets(new WrongSecretKeyError(`the key file ${path} is not there: it holds`))
  }
  const box = await createSecretCipher(key ?? makeKeyFile(path!, warn))
  const isDatabaseKey = async (trx: Db) => canDecrypt(box, await readCheck(trx))
  if (await claimOrVerifyDatabaseKey(db, box)) return { ...box, wrongKey: undefined, isDatabaseKey }
  return unusableSecrets(new WrongSecretKeyError(path === undefined ? undefined : `the key file ${path} does not hold`))
}

function unusableSecrets(wrongKey: WrongSecretKeyError): Secrets {
  const refuse = () => {
    throw wrongKey
  }
  return { encrypt: refuse, decrypt: refuse, wrongKey, isDatabaseKey: async () => false }
}

/** The first key becomes the database's key; another one may, while there is nothing to decrypt. */
async function claimOrVerifyDatabaseKey(db: Db, box: SecretCipher): Promise<boolean> {
  if (canDecrypt(box, await readCheck(db))) return true
  return writeTransaction(db, async (trx) => {
    if (canDecrypt(box, await readCheck(trx))) return true
    if (await hasSecrets(trx)) return false
    await trx.deleteFrom('secret_key_check').execute()
    const encrypted = box.encrypt(CHECK_TEXT, 'check')
    await trx.insertInto('secret_key_check').values({ id: CHECK_ID, sealed: encrypted }).execute()
    return true
  })
}

async function hasSecrets(db: Db): Promise<boolean> {
  return (await db.selectFrom('subscription_secrets').select('sealed').limit(1).executeTakeFirst()) !== undefined
}

async function readCheck(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('secret_key_check').select('sealed').executeTakeFirst())?.sealed
}

function canDecrypt(box: SecretCipher, encrypted: string | undefined): boolean {
  try {
    return encrypted !== undefined && box.decrypt(encrypted, 'check') === CHECK_TEXT
  } catch {
    return false
  }
}

function keyFileOf(database: DatabaseTarget): string {
  if (database.kind !== 'sqlite') throw new ConfigError('SECRET_KEY is required with PostgreSQL: 32 or more characters')
  return `${database.path}.key`
}

/** Another process may have created it meanwhile. */
function makeKeyFile(path: string, warn: (message: string) => void): string {
  mkdirSync(dirname(path), { recursive: true })
  if (createKeyFile(path)) {
    warn(`SECRET_KEY is not set: made the key file ${path}. Webhook secrets cannot be read without it; keep a copy.`)
  }
  const key = readKeyFile(path)
  if (key === undefined) throw new ConfigError(`the key file ${path} cannot be read`)
  return key
}

function readKeyFile(path: string): string | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError(`the key file ${path} cannot be read: ${(error as Error).message}`)
  }
  if (text.length < 32) throw new ConfigError(`the key file ${path} must hold 32 or more characters`)
  return text
}

/** For `doctor`: changes nothing. */
export async function examineSecretKey(db: Db, { secretKey, database }: Omit<SecretSettings, 'warn'>) {
  const from = secretKey || database.kind !== 'sqlite' ? 'SECRET_KEY' : `${database.path}.key`
  const key = secretKey ?? (database.kind === 'sqlite' ? readKeyFile(from) : undefined)
  const secrets = await countRows(db, 'subscription_secrets')
  const isFit = key !== undefined && secrets > 0 && canDecrypt(await createSecretCipher(key), await readCheck(db))
  return { from, isThere: key !== undefined, secrets, opens: isFit }
}
