import { hostname } from 'node:os'
import { sql } from 'kysely'
import { lasting } from '../calendar.ts'
import { type Config, type Environment, NOT_HERE, ONE_PORT, ownServer, toConfig } from '../config.ts'
import { newerDatabase, SCHEMA_VERSION, schemaVersion } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { countRows, type Db, readClock, readRevision } from '../database/schema.ts'
import { describeDatabase } from '../database/target.ts'
import { Refused } from '../errors.ts'
import { inTime } from '../in-time.ts'
import { examineDisk, examineFiles, examineStanding, type Finding } from '../operator/findings.ts'
import { listProcesses, type SeenProcess } from '../operator/presence.ts'
import { viewSubscriptions } from '../webhooks/subscription-view.ts'
import { command } from './command.ts'
import { reasonOf } from './io.ts'
import { misspeltSettings } from './settings.ts'

export const doctorCommand = command({
  about:
    "Examines the settings and everything they point to: file modes, database, schema, contents, whether the secret key opens the webhook secrets, deliveries, enquiries that wait, sample records beside your own, the clock against the database's, Meilisearch and its index, processes that are behind or stopped without signing off, whether the server answers and how far behind it is, Redis, the mail server. It changes nothing, and makes nothing that is not there. Exit code 0 when all is well, 1 when something needs attention.",
  async run({ values, io }) {
    const findings: Finding[] = []
    for await (const finding of examine(io.env)) {
      findings.push(finding)
      const { check, ok, detail } = finding
      if (!values.json) io.stdout.write(`${ok ? 'ok  ' : 'BAD '} ${check.padEnd(14)} ${detail}\n`)
    }
    if (values.json) io.stdout.write(`${JSON.stringify(findings)}\n`)
    return findings.every(({ ok }) => ok) ? 0 : 1
  },
})

async function* examine(env: Environment): AsyncGenerator<Finding> {
  let config: Config
  try {
    config = toConfig(env)
  } catch (error) {
    yield { check: 'configuration', ok: false, detail: (error as Error).message }
    return
  }
  yield { check: 'configuration', ok: true, detail: `serves on ${config.host}:${config.port}` }
  for (const detail of misspeltSettings(env)) yield { check: 'configuration', ok: false, detail }
  yield* await examineHost(config)
  yield* examineFiles(config, env)
  yield* examineDisk(config, Date.now())
  const known = yield* examineDatabase(config)
  yield await examineServer(config, known)
  const { redisUrl, enquiries } = config
  if (redisUrl) yield await found('redis', () => askRedis(redisUrl))
  const { mail } = enquiries
  if (mail) yield await found('mail', () => askSmtp(mail.url))
}

async function* examineDatabase(config: Config): AsyncGenerator<Finding, KnownDatabase | undefined> {
  const where = describeDatabase(config.database)
  let db: Db
  try {
    db = await openDatabase(config.database, { readOnly: true, applicationName: 'yantra doctor', poolSize: 1 })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    yield { check: 'database', ok: false, detail: error instanceof Refused ? message : `${where}: ${message || code}` }
    return undefined
  }
  try {
    const version = await schemaVersion(db)
    if (version !== SCHEMA_VERSION) {
      const what =
        version < SCHEMA_VERSION
          ? `schema ${version}, not ${SCHEMA_VERSION}: \`yantra migrate\` brings it up to date`
          : (await newerDatabase(db, version)).message
      const detail = `${where}, ${what}. The rest was not looked at.`
      yield { check: 'database', ok: false, detail }
      return undefined
    }
    const revision = await readRevision(db)
    yield { check: 'database', ok: true, detail: `${where}, schema ${version}, revision ${revision}` }
    yield await found('contents', () => countContents(db))
    const now = Date.now()
    const processes = await listProcesses(db, now)
    yield* examineStanding(db, config, { subscriptions: await viewSubscriptions(db, now), processes }, now)
    yield* await examineSample(db)
    yield* await examineClock(db)
    const { meilisearch } = config
    if (meilisearch) yield await found('meilisearch', () => askMeilisearch(meilisearch, db))
    const isThere = ({ kind, isGone, port = config.port }: SeenProcess) =>
      kind === 'serve' && !isGone && port === config.port
    return { revision, servers: processes.filter(isThere) }
  } catch (error) {
    yield { check: 'database', ok: false, detail: `${where}: ${(error as Error).message}` }
    return undefined
  } finally {
    await db.destroy()
  }
}

async function countContents(db: Db): Promise<string> {
  const counts: string[] = []
  for (const table of ['machines', 'implements', 'listings', 'api_keys', 'subscriptions'] as const)
    counts.push(`${await countRows(db, table)} ${table.replace('_', ' ')}`)
  return counts.join(', ')
}

/** The result of an examination, or why it failed. */
async function found(check: string, ask: () => Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, detail: await ask() }
  } catch (error) {
    return { check, ok: false, detail: (error as Error).message || String(error) }
  }
}

/** Leases, expiries and retries tolerate this much. */
const MAX_DRIFT_MS = 2_000

/** Compares this machine's clock with the database's, if the database has one. */
async function examineClock(db: Db): Promise<Finding[]> {
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
async function examineSample(db: Db): Promise<Finding[]> {
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
interface KnownDatabase {
  revision: number
  /** Those that say that they serve it at the port of the settings. */
  servers: readonly SeenProcess[]
}

interface Readiness {
  status?: unknown
  checks?: Record<string, boolean>
  revision?: number
  lag_seconds?: number
}

/** The configured server, if it runs: whether it accepts requests, and how far it is behind the database. */
async function examineServer(config: Config, known: KnownDatabase | undefined): Promise<Finding> {
  const check = 'server'
  const place = ownServer(config)
  let answer: Response
  try {
    answer = await fetch(`${place}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch (error) {
    if (reasonOf(error) === 'ECONNREFUSED') {
      const ended = known?.servers.find(({ host, port }) => port !== undefined && host === hostname())
      const since = ended && lasting(Date.now() - ended.seenAt)
      const silence = ended ? `, though one said ${since} ago that it does: it did not sign off` : ''
      return { check, ok: !ended, detail: `none runs at ${place}${silence}` }
    }
    const isLate = (error as Error).name === 'TimeoutError'
    const why = isLate ? `takes connections and does not answer within ${PATIENCE_MS / 1_000} s` : reasonOf(error)
    return { check, ok: false, detail: `${place}: ${why}` }
  }
  const { status, checks = {}, revision, lag_seconds = 0 } = (await answer.json().catch(() => ({}))) as Readiness
  if (status !== 'ready' && status !== 'not ready')
    return { check, ok: false, detail: `another program answers at ${place}` }
  const failing = Object.keys(checks).filter((name) => !checks[name])
  if (failing.length > 0) return { check, ok: false, detail: `${place} is not ready: ${failing.join(', ')}` }
  // Whoever serves this database says so in it every five seconds, and is never ahead of it. Its machine may have
  // another name than this one: a container's.
  if (known && (known.servers.length === 0 || (revision ?? 0) > known.revision)) {
    const why =
      known.servers.length > 0
        ? `it is at revision ${revision}, this database at ${known.revision}`
        : 'nobody who serves there has signed in to this one'
    return { check, ok: false, detail: `${place} serves another database than DATABASE_URL names: ${why}` }
  }
  const ok = lag_seconds <= MAX_LAG_SECONDS
  const behind = lag_seconds > 0 ? `, ${Math.round(lag_seconds)} s behind the database` : ''
  // An older version does not tell.
  const at = revision === undefined ? '' : `, at revision ${revision}`
  return { check, ok, detail: `${place} is ready${at}${behind}` }
}

/** The Meilisearch server, and whether its index of this database can answer. */
async function askMeilisearch(target: NonNullable<Config['meilisearch']>, db: Db): Promise<string> {
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
  const server = `Meilisearch ${pkgVersion}`
  if (trouble !== undefined)
    throw new Error(`${server}, the index: ${trouble}; \`yantra serve\` or \`yantra reindex\` builds it`)
  return behind === 0 ? `${server}, its index is current` : `${server}, its index lacks ${behind} changes yet`
}

async function askRedis(url: string): Promise<string> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null })
  let reason: string | undefined
  redis.on('error', (error: NodeJS.ErrnoException) => (reason = error.code ?? error.message))
  const { host, port, path } = redis.options
  try {
    await inTime(
      redis.connect().then(() => redis.ping()),
      PATIENCE_MS,
    )
    return 'answers'
  } catch (error) {
    throw new Error(`${path ?? `${host}:${port}`} does not answer: ${reason ?? (error as Error).message}`)
  } finally {
    redis.disconnect()
  }
}

async function askSmtp(url: string): Promise<string> {
  const { createSmtp } = await import('../market/enquiries/mail.ts')
  const smtp = await createSmtp(url)
  try {
    await smtp.check()
    return `${new URL(url).host} takes mail`
  } finally {
    smtp.close()
  }
}

/** Whether the service could listen on HOST, and on both of its ports. */
async function examineHost({ host, port, metricsPort }: Config): Promise<Finding[]> {
  const { createServer } = await import('node:net')
  const server = createServer()
  const isHere = await new Promise((resolve) => {
    server.once('error', () => resolve(false)).listen(0, host, () => server.close(() => resolve(true)))
  })
  const bad = [...(isHere ? [] : [`HOST ${host} ${NOT_HERE}`]), ...(port > 0 && port === metricsPort ? [ONE_PORT] : [])]
  return bad.map((detail) => ({ check: 'configuration', ok: false, detail }))
}
