import { sql } from 'kysely'
import {
  backupAge,
  checkOf,
  examineDisk,
  examineFiles,
  examineStanding,
  type Finding,
  MAX_DRIFT_MS,
  needsAttention,
} from '../admin/health-checks.ts'
import { listProcesses, type SeenProcess } from '../admin/heartbeat.ts'
import { examineChanges, examineFile, examinePostgres } from '../admin/integrity.ts'
import { type Config, type Environment, NOT_HERE, ONE_PORT, toConfig } from '../config.ts'
import { newerDatabase, SCHEMA_VERSION, schemaVersion } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { countRows, type Db, readClock, readDatabaseId, readRevision } from '../database/schema.ts'
import { describeDatabase } from '../database/target.ts'
import { CommandError } from '../errors.ts'
import { withTimeout } from '../lib/timeout.ts'
import { viewSubscriptions } from '../webhooks/subscription-view.ts'
import { command } from './command.ts'
import { askServer, judgeServer, type KnownDatabase, PATIENCE_MS } from './doctor-server.ts'
import { reasonOf } from './io.ts'
import { unknownSettings } from './settings.ts'

export const doctorCommand = command({
  about:
    "Examines the settings and everything they point to: file modes, whether the database is whole and takes changes, its schema and contents, the last backup, imports that died, whether the secret key opens the webhook secrets, deliveries, enquiries that wait, sample records beside your own, the clock against the database's, Meilisearch and its index, processes that are behind or stopped without signing off, whether the server answers and how far behind it is, Redis, the mail server. It changes nothing, and makes nothing that is not there. Each line is ok, warn, fail, or unknown where it cannot be judged. Exit code 1 when something is warn or fail.",
  async run({ values, io }) {
    const findings: Finding[] = []
    for await (const finding of examine(io.env)) {
      findings.push(finding)
      const { check, state, detail } = finding
      if (!values.json) io.stdout.write(`${state.padEnd(8)}${check.padEnd(14)} ${detail}\n`)
    }
    const json = findings.map((finding) => ({ ...finding, ok: finding.state === 'ok' }))
    if (values.json) io.stdout.write(`${JSON.stringify(json)}\n`)
    return findings.some(needsAttention) ? 1 : 0
  },
})

const configuration = checkOf('configuration')

async function* examine(env: Environment): AsyncGenerator<Finding> {
  let config: Config
  try {
    config = toConfig(env)
  } catch (error) {
    yield configuration('fail', (error as Error).message)
    return
  }
  yield configuration('ok', `serves on ${config.host}:${config.port}`)
  for (const detail of unknownSettings(env, process.cwd())) yield configuration('warn', detail)
  yield* await examineHost(config)
  yield* examineFiles(config, env)
  yield* examineDisk(config)
  // Asked first: what a server shows is never newer than what the database holds afterwards.
  const server = await askServer(config)
  const known = yield* examineDatabase(config)
  yield judgeServer(server, known)
  const { redisUrl, enquiries } = config
  if (redisUrl) yield await found('redis', () => askRedis(redisUrl), 'warn')
  const { mail } = enquiries
  if (mail) yield await found('mail', () => askSmtp(mail.url))
}

async function* examineDatabase(config: Config): AsyncGenerator<Finding, KnownDatabase | undefined> {
  const check = 'database'
  const where = describeDatabase(config.database)
  const isFile = config.database.kind === 'sqlite'
  let db: Db
  try {
    db = await openDatabase(config.database, { readOnly: true, applicationName: 'yantra doctor', poolSize: 1 })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    yield { check, state: 'fail', detail: error instanceof CommandError ? message : `${where}: ${message || code}` }
    return undefined
  }
  try {
    const damage = config.database.kind === 'sqlite' ? await examineFile(config.database.path, READING_MS) : []
    yield* damage
    if (damage.some(needsAttention)) return undefined
    const version = await schemaVersion(db)
    if (version !== SCHEMA_VERSION) {
      const what =
        version < SCHEMA_VERSION
          ? `schema ${version}, not ${SCHEMA_VERSION}: \`yantra migrate\` brings it up to date`
          : (await newerDatabase(db, version)).message
      yield { check, state: 'fail', detail: `${where}, ${what}. The rest was not looked at.` }
      return undefined
    }
    const revision = await readRevision(db)
    const now = Math.round((await readClock(db)) ?? Date.now())
    const processes = await listProcesses(db, now)
    const soundness = isFile ? [] : await examinePostgres(db)
    const changes = await examineChanges(db, config.database)
    yield* [...soundness, ...changes]
    if (![...soundness, ...changes].some(({ state }) => state === 'fail'))
      yield { check, state: 'ok', detail: `${where}, schema ${version}, revision ${revision}` }
    yield await found('contents', () => countContents(db))
    yield backupAge(config.database, now)
    yield* examineStanding(db, config, { subscriptions: await viewSubscriptions(db, now), processes }, now)
    yield* await examineSample(db)
    yield* await examineClock(db)
    const { meilisearch } = config
    if (meilisearch) yield await found('meilisearch', () => askMeilisearch(meilisearch, db), 'warn')
    const isThere = ({ kind, isGone, port = config.port }: SeenProcess) =>
      kind === 'serve' && !isGone && port === config.port
    return { revision, id: await readDatabaseId(db), servers: processes.filter(isThere) }
  } catch (error) {
    yield unseen(check, `${where}: ${(error as Error).message}`, error)
    return undefined
  } finally {
    await db.destroy()
  }
}

/** What a role of PostgreSQL may not see cannot be judged. */
function unseen(check: string, detail: string, error: unknown): Finding {
  const isDenied = (error as { code?: string }).code === '42501'
  return isDenied ? checkOf(check)('unknown', `${detail}: ask as the owner`) : checkOf(check)('fail', detail)
}

async function countContents(db: Db): Promise<string> {
  const counts: string[] = []
  for (const table of ['machines', 'implements', 'listings', 'api_keys', 'subscriptions'] as const)
    counts.push(`${await countRows(db, table)} ${table.replace('_', ' ')}`)
  return counts.join(', ')
}

/** The result of an examination, or why it failed. */
async function found(check: string, ask: () => Promise<string>, state: Finding['state'] = 'fail'): Promise<Finding> {
  try {
    return { check, state: 'ok', detail: await ask() }
  } catch (error) {
    return { ...unseen(check, (error as Error).message || String(error), error), ...(state === 'warn' && { state }) }
  }
}

/** Compares this machine's clock with the database's, if the database has one. */
async function examineClock(db: Db): Promise<Finding[]> {
  const before = Date.now()
  const theirs = await readClock(db)
  return theirs === undefined ? [] : [judgeClock((before + Date.now()) / 2 - theirs)]
}

/** `ahead` is in milliseconds. */
export function judgeClock(ahead: number): Finding {
  const found = checkOf('clock')
  const seconds = `${(Math.abs(ahead) / 1_000).toFixed(1)} s`
  if (Math.abs(ahead) <= MAX_DRIFT_MS) return found('ok', `${seconds} from the database's`)
  const where = ahead > 0 ? 'ahead of' : 'behind'
  return found('warn', `${seconds} ${where} the database's: keys, leases and retries go by both`)
}

/** Sample records do not belong beside an operator's own. */
async function examineSample(db: Db): Promise<Finding[]> {
  const found = checkOf('sample')
  const marked = await countRows(db, 'sample_records')
  if (marked === 0) return []
  const sampled = db.selectFrom('sample_records').select('record_key').where('record_type', '=', 'machine')
  const own = await countRows(db, 'machines', sql`slug not in ${sampled}`)
  if (own === 0) return [found('ok', `${marked} records, and no machine of your own beside them`)]
  const beside = `${marked} illustrative records are served beside ${own} machines of your own`
  return [found('warn', `${beside}; \`yantra sample remove\` takes them out`)]
}

/** How long pages of a database may be read. */
const READING_MS = 10_000

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
    await withTimeout(
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
  const { createSmtp } = await import('../listings/enquiries/mail.ts')
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
  return bad.map((detail) => configuration('fail', detail))
}
