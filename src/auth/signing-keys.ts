import { createHash, createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { DatabaseTarget } from '../database/target.ts'

type SigningKey = ReturnType<typeof toKey>

/** The first one signs; the others verify old signatures. */
export type SigningKeys = () => readonly SigningKey[]

const SEED_BYTES = 32
/** PKCS #8 header of an Ed25519 key. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** From the setting, else from a file next to the SQLite file, created on first use. */
export function createSigningKeys(seeds: readonly Buffer[], database: DatabaseTarget): SigningKeys {
  if (seeds.length > 0) {
    const keys = seeds.map((seed) => toKey(seed))
    return () => keys
  }
  if (database.kind !== 'sqlite') return () => []
  const path = signingFileOf(database.path)
  let read: { changedAt: number; keys: SigningKey[] } | undefined
  return () => {
    if (!existsSync(path)) createKeyFile(path)
    const changedAt = statSync(path).mtimeMs
    if (read?.changedAt !== changedAt) read = { changedAt, keys: readKeys(path) }
    return read.keys
  }
}

/** Running processes notice the changed file. */
export function rotateSigningKey(path: string, now: number): SigningKey {
  const lines = statSync(path, { throwIfNoEntry: false }) ? readFileSync(path, 'utf8').trim().split('\n') : []
  const born = lines.length === 1 ? ` ${statSync(path).birthtime.toISOString()}` : ''
  const oldLines = lines.map((line) => (line.includes(' ') ? line : `${line} ${new Date(now).toISOString()}${born}`))
  const seed = randomBytes(SEED_BYTES)
  const draft = writeDraft(path, [seed.toString('base64'), ...oldLines])
  renameSync(draft, path)
  return toKey(seed, now)
}

export function signingFileOf(database: string): string {
  return `${database}.signing`
}

/** If two processes start together, both use the first file. */
export function createKeyFile(path: string): boolean {
  const draft = writeDraft(path, [randomBytes(SEED_BYTES).toString('base64')])
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(draft)
  }
}

function writeDraft(path: string, lines: readonly string[]): string {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
  return draft
}

/** Lines are key, end, and creation; a key begins where the one below ends. */
function readKeys(path: string): SigningKey[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  const ends = lines.map((line) => (line.includes(' ') ? Date.parse(line.split(' ')[1]!) : undefined))
  const born = lines.at(-1)!.split(' ')[2]
  const began = born ? Date.parse(born) : Math.min(statSync(path).birthtimeMs, ends.at(-1) ?? Number.POSITIVE_INFINITY)
  return lines.map((line, i) => toKey(Buffer.from(line.split(' ')[0]!, 'base64'), ends[i + 1] ?? began, ends[i]))
}

/** `beganAt` is unknown for keys of the setting. */
function toKey(seed: Buffer, beganAt?: number, endedAt?: number) {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const x = createPublicKey(key).export({ format: 'jwk' }).x!
  // Thumbprint (RFC 7638).
  const id = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
  return { id, private: key, x, beganAt, endedAt }
}
