import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { type Config, type Environment, NOT_HERE, ownServer } from '../config.ts'
import { countRows, type Db, readClock } from '../database/schema.ts'
import type { Finding } from '../operator/findings.ts'
import { reasonOf } from './io.ts'

const OTHERS = 0o077

/** Whether anybody but the owner can read or write the files with contacts, keys or passwords. */
export function examineFiles({ database }: Pick<Config, 'database'>, env: Environment): Finding[] {
  // Windows has no such modes.
  if (process.platform === 'win32') return []
  const check = 'files'
  const own = database.kind === 'sqlite' ? ['', '-wal', '-shm', '.key'].map((end) => database.path + end) : []
  const owner = own[0] === undefined ? undefined : ownerOf(own[0])
  // A command that ran as another user leaves files that the service cannot open.
  const foreign = own.filter((path) => (ownerOf(path) ?? owner) !== owner)
  const open = [...own, resolve(env.YANTRA_ENV_FILE || '.env')].filter((path) => ((modeOf(path) ?? 0) & OTHERS) !== 0)
  const bad = [
    ...open.map((path) => `${path} is open to others; \`chmod 600\` closes it`),
    ...foreign.map((path) => `${path} belongs to another user than the database: whoever serves it cannot open it`),
  ]
  if (bad.length > 0) return bad.map((detail) => ({ check, ok: false, detail }))
  return database.kind === 'sqlite' ? [{ check, ok: true, detail: 'for their owner alone' }] : []
}

function ownerOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid
}

function modeOf(path: string): number | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isFile() ? stats.mode : undefined
}

/** Leases, expiries and retries tolerate this much. */
const MAX_DRIFT_MS = 2_000

/** Compares this machine's clock with the database's, if the database has one. */
export async function examineClock(db: Db): Promise<Finding[]> {
  const before = Date.now()
  const theirs = await readClock(db)
  return theirs === undefined ? [] : [judgeClock((before + Date.now()) / 2 - theirs)]
}

/** `ahead` is in milliseconds. */
export function judgeClock(ahead: number): Finding {
  const check = 'clock'
  const seconds = `${(Math.abs(ahead) / 1_000).toFixed(1)} s`
  if (Math.abs(ahead) <= MAX_DRIFT_MS) return { check, ok: true, detail: `${seconds} from the database's` }
  const detail = `${seconds} ${ahead > 0 ? 'ahead of' : 'behind'} the database's: keys, leases and retries go by both`
  return { check, ok: false, detail }
}

/** Sample records do not belong beside an operator's own. */
export async function examineSample(db: Db): Promise<Finding[]> {
  const check = 'sample'
  const marked = await countRows(db, 'sample_records')
  if (marked === 0) return []
  const sampled = db.selectFrom('sample_records').select('record_key').where('record_type', '=', 'machine')
  const own = await countRows(db, 'machines', sql`slug not in ${sampled}`)
  if (own === 0) return [{ check, ok: true, detail: `${marked} records, and no machine of your own beside them` }]
  const detail = `${marked} illustrative records are served beside ${own} machines of your own; \`yantra sample remove\` takes them out`
  return [{ check, ok: false, detail }]
}

const PATIENCE_MS = 3_000
/** Changes show within 2 s, so a longer lag is a fault. */
const MAX_LAG_SECONDS = 10

/** What the database says of those who serve it. */
export interface KnownDatabase {
  revision: number
  isServed: boolean
}

interface Readiness {
  status?: unknown
  checks?: Record<string, boolean>
  revision?: number
  lag_seconds?: number
}

/** The configured server, if it runs: whether it accepts requests, and how far it is behind the database. */
export async function examineServer(config: Config, known: KnownDatabase | undefined): Promise<Finding> {
  const check = 'server'
  const place = ownServer(config)
  let answer: Response
  try {
    answer = await fetch(`${place}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch (error) {
    if (reasonOf(error) === 'ECONNREFUSED') return { check, ok: true, detail: `none runs at ${place}` }
    const isLate = (error as Error).name === 'TimeoutError'
    const why = isLate ? `takes connections and does not answer within ${PATIENCE_MS / 1_000} s` : reasonOf(error)
    return { check, ok: false, detail: `${place}: ${why}` }
  }
  const { status, checks = {}, revision, lag_seconds = 0 } = (await answer.json().catch(() => ({}))) as Readiness
  if (status !== 'ready' && status !== 'not ready')
    return { check, ok: false, detail: `another program answers at ${place}` }
  const failing = Object.keys(checks).filter((name) => !checks[name])
  if (failing.length > 0) return { check, ok: false, detail: `${place} is not ready: ${failing.join(', ')}` }
  // Whoever serves this database says so in it every five seconds, and is never ahead of it.
  if (known && (!known.isServed || (revision ?? 0) > known.revision)) {
    const why = known.isServed
      ? `it is at revision ${revision}, this database at ${known.revision}`
      : 'nobody who serves has signed in to this one'
    return { check, ok: false, detail: `${place} serves another database than DATABASE_URL names: ${why}` }
  }
  const ok = lag_seconds <= MAX_LAG_SECONDS
  const told = lag_seconds > 0 ? `, ${Math.round(lag_seconds)} s behind the database` : ''
  // An older version does not tell.
  const at = revision === undefined ? '' : `, at revision ${revision}`
  return { check, ok, detail: `${place} is ready${at}${told}` }
}

/** The Meilisearch server, and whether its index of this database can answer. */
export async function askMeilisearch(target: NonNullable<Config['meilisearch']>, db: Db): Promise<string> {
  const { url, key } = target
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  const address = new URL('version', url.endsWith('/') ? url : `${url}/`)
  const answer = await fetch(address, { headers, signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: unknown) => {
    throw new Error(`${address.host} does not answer: ${reasonOf(error)}`)
  })
  if (!answer.ok) throw new Error(`answers ${answer.status}; is MEILISEARCH_KEY right?`)
  const { pkgVersion } = (await answer.json()) as { pkgVersion: string }
  const { examineIndex } = await import('../search/meilisearch/sync.ts')
  const { trouble, behind } = await examineIndex(db, target)
  const told = `Meilisearch ${pkgVersion}`
  if (trouble !== undefined)
    throw new Error(`${told}, the index: ${trouble}; \`yantra serve\` or \`yantra reindex\` builds it`)
  return behind === 0 ? `${told}, its index is current` : `${told}, its index lacks ${behind} changes yet`
}

export async function askRedis(url: string): Promise<string> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: PATIENCE_MS,
  })
  redis.on('error', () => {})
  try {
    await redis.connect()
    await redis.ping()
    return 'answers'
  } finally {
    redis.disconnect()
  }
}

export async function askSmtp(url: string): Promise<string> {
  const { createSmtp } = await import('../market/enquiries/mail.ts')
  const smtp = await createSmtp(url)
  try {
    await smtp.check()
    return `${new URL(url).host} takes mail`
  } finally {
    smtp.close()
  }
}

/** Whether the service could listen on HOST. */
export async function examineHost({ host }: Pick<Config, 'host'>): Promise<Finding[]> {
  const { lookup } = await import('node:dns/promises')
  const found = await lookup(host).catch(() => undefined)
  return found ? [] : [{ check: 'configuration', ok: false, detail: `HOST ${host} ${NOT_HERE}` }]
}
