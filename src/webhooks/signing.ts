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

/** The lower-case hex HMAC-SHA256 of the raw body, keyed with the secret as text. */
export function serviceSignature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

/** One entry of `webhook-signature` by Standard Webhooks: keyed with the bytes that the secret encodes. */
function standardSignature(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

interface SignedMessage {
  id: string
  body: string
}

/**
 * The headers of one attempt. `secrets` are those in force, oldest first. With several, the plain signature uses the
 * oldest, since a header with one value cannot serve both.
 */
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

/** The secrets in force by subscription, oldest first. One that does not open goes to `onProblem` and is left out. */
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
    // The newest has no end; the others end in order of creation.
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

/**
 * Gives a subscription a new secret and keeps the current one for the overlap; undefined for an unknown subscription.
 */
export async function rotateSecret(db: Db, box: SecretCipher, id: string, overlapMs: number, now: number) {
  const secret = newSecret()
  const encrypted = box.encrypt(secret, id)
  return transact(db, async (trx) => {
    // Two rotations of one subscription take turns.
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

/**
 * Seals short texts with AES-256-GCM. A text sealed for one place does not open in another. Accepts any text as a key;
 * slow derivation protects one that is easy to guess.
 */
export async function createSecretCipher(secretKey: string) {
  const key = await derive(secretKey, 'yantra webhook secrets', 32, { N: 2 ** 14, r: 8, p: 1 })
  return {
    encrypt(text: string, place: string): string {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), encrypted]).toString('base64')
    },
    /** Throws when the text was not sealed with this key for this place. */
    decrypt(text: string, place: string): string {
      const bytes = Buffer.from(text, 'base64')
      if (bytes[0] !== VERSION) throw new Error('sealed in a way this program does not know')
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

/** The key is not the one that sealed this database's secrets. */
export class WrongSecretKeyError extends ConfigError {
  constructor(what = 'SECRET_KEY is not') {
    super(
      `${what} the key that sealed the webhook secrets of this database. Nothing is sent and nothing is lost: start ` +
        'again with the right key.',
    )
  }
}

export interface Secrets extends SecretCipher {
  /** Set when nothing can be opened: the sender waits, and subscriptions cannot be created. */
  readonly wrongKey: WrongSecretKeyError | undefined
  /** Whether this is still the database's key; another process may have set another. */
  isDatabaseKey(trx: Db): Promise<boolean>
}

interface SecretSettings {
  secretKey: string | undefined
  database: DatabaseTarget
  warn(message: string): void
}

/**
 * Takes the key from the environment or the key file, and checks that it fits this database. Makes a key file only
 * where no lost one would be needed.
 */
export async function loadSecrets(db: Db, { secretKey, database, warn }: SecretSettings): Promise<Secrets> {
  const path = secretKey === undefined ? keyFileOf(database) : undefined
  const key = secretKey ?? readKeyFile(path!)
  if (key === undefined && (await hasSecrets(db))) {
    // The key is gone with its file; another one would open nothing.
    return unusableSecrets(new WrongSecretKeyError(`the key file ${path} is not there: it holds`))
  }
  const box = await createSecretCipher(key ?? makeKeyFile(path!, warn))
  const isDatabaseKey = async (trx: Db) => canDecrypt(box, await readCheck(trx))
  if (await claimOrVerifyDatabaseKey(db, box)) return { ...box, wrongKey: undefined, isDatabaseKey }
  return unusableSecrets(new WrongSecretKeyError(path === undefined ? undefined : `the key file ${path} does not hold`))
}

/** Opens and seals nothing. */
function unusableSecrets(wrongKey: WrongSecretKeyError): Secrets {
  const refuse = () => {
    throw wrongKey
  }
  return { encrypt: refuse, decrypt: refuse, wrongKey, isDatabaseKey: async () => false }
}

/** The first key becomes the database's key; so does another while there is nothing to open. */
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

/** The key file used without SECRET_KEY: beside the SQLite file. */
function keyFileOf(database: DatabaseTarget): string {
  if (database.kind !== 'sqlite') throw new ConfigError('SECRET_KEY is required with PostgreSQL: 32 or more characters')
  return `${database.path}.key`
}

/** Uses a file that another process made at the same moment. */
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

/**
 * What an outside look finds, without changing anything: where the key is from, `SECRET_KEY` or the path of its file,
 * whether it is there, how many secrets there are, and whether it is the key that sealed them.
 */
export async function examineSecretKey(db: Db, { secretKey, database }: Omit<SecretSettings, 'warn'>) {
  const from = secretKey || database.kind !== 'sqlite' ? 'SECRET_KEY' : `${database.path}.key`
  const key = secretKey ?? (database.kind === 'sqlite' ? readKeyFile(from) : undefined)
  const secrets = await countRows(db, 'subscription_secrets')
  const isFit = key !== undefined && secrets > 0 && canDecrypt(await createSecretCipher(key), await readCheck(db))
  return { from, isThere: key !== undefined, secrets, opens: isFit }
}
