import { type DestinationStream, type Logger, pino } from 'pino'
import { startHeartbeat } from '../admin/heartbeat.ts'
import { createKeyUse } from '../admin/key-use.ts'
import { createKeyring } from '../auth/api-keys.ts'
import { createLocalLimiter, type Limiter } from '../auth/rate-limiter.ts'
import type { Config } from '../config.ts'
import { openDatabase, withDatabase } from '../database/open.ts'
import { countContents, isEmpty } from '../database/records.ts'
import { type Db, readDatabaseId } from '../database/schema.ts'
import { REQUEST_TIMEOUTS } from '../database/unavailable.ts'
import { createWorkerReader } from '../database/worker-reader.ts'
import { startScheduledVisibility } from '../history/scheduled-visibility.ts'
import { ensureBuiltinClasses } from '../import/ensure-classes.ts'
import type { Log } from '../lib/log.ts'
import type { MetricRegistry } from '../lib/metrics.ts'
import { traceIds } from '../lib/tracing.ts'
import { type Catalogue, createCatalogue } from '../read-model/catalogue.ts'
import { databaseEngine } from '../read-model/search-catalogue.ts'
import { serveMetrics } from '../server/health-routes.ts'
import { drain } from '../server/http-server.ts'
import { operationNames } from '../server/route-group.ts'
import { createService } from '../server/service.ts'
import { loadSecrets, type Secrets } from '../webhooks/signing.ts'
import { createTargetGuard, type TargetGuard } from '../webhooks/ssrf-guard.ts'
import { composeBanner } from './banner.ts'
import { createMetrics, startDelivering } from './deliver.ts'
import { logMigration, onceDatabaseAnswers } from './on-database.ts'
import { startBackups } from './scheduled-backups.ts'

export interface Running {
  /** Undefined if it answers no requests. */
  url: string | undefined
  describe(): Promise<string>
  /** Reports not ready, and lets clients move to another replica. */
  drain(): Promise<void>
  stop(): Promise<number>
}

interface ProcessRole {
  answers: boolean
  delivers: boolean
  logTo: DestinationStream | undefined
}

export function startService(config: Config, role: ProcessRole): Promise<Running> {
  const options = { level: config.logLevel, ...(config.tracing && { mixin: traceIds }) }
  const log = role.logTo ? pino(options, role.logTo) : pino(options)
  return onceDatabaseAnswers(log, () => startOnce(config, log, role))
}

async function startOnce(config: Config, log: Logger, { answers, delivers }: ProcessRole): Promise<Running> {
  const closing: (() => unknown)[] = []
  const stop = async () => {
    for (const close of closing.toReversed()) await close()
    return 0
  }
  try {
    if (config.tracing) closing.push((await import('./open-telemetry.ts')).startTracing(config.tracing))
    // If several replicas start at once, one fills the database and the others wait.
    const first = { onMigrated: logMigration(log), create: answers }
    const { sampled, secrets } = await withDatabase(config.database, first, async (patient) => ({
      sampled: answers && (await fill(patient, config.sample)),
      secrets: await loadSecrets(patient, { ...config, warn: (message) => log.warn(message) }),
    }))
    if (secrets.wrongKey) log.error(secrets.wrongKey.message)
    if (sampled) log.info('the database was empty: the sample catalogue is loaded')
    let onCommit = () => {}
    const db = await openDatabase(config.database, {
      onCommit: () => onCommit(),
      timeouts: REQUEST_TIMEOUTS,
      poolSize: config.poolSize,
      create: answers,
      applicationName: answers ? 'yantra serve' : 'yantra deliver',
    })
    closing.push(() => db.destroy())
    const { reads, close } = createWorkerReader(config.database, db)
    closing.push(close)
    const guard = createTargetGuard(config.webhooks)
    const metrics = createMetrics(reads, config.database)
    const keyUse = createKeyUse(operationNames(config.prefix))
    let heartbeat: ReturnType<typeof startHeartbeat> | undefined
    const parts = { config, log, db, reads, secrets, guard, metrics, keyUse, trouble: () => heartbeat?.trouble() }
    const answering = answers ? await prepareAnswers(parts, closing) : undefined
    closing.push(startScheduledVisibility(db, log))
    if (answering) closing.push(startBackups(config, log))
    const state = answering?.state ?? (() => ({ revision: null }))
    heartbeat = startHeartbeat({ db, kind: answering ? 'serve' : 'deliver', log, state, ...(answering && { keyUse }) })
    closing.push(heartbeat.stop)
    const delivering = delivers ? await startDelivering({ db, secrets, guard, config, log, metrics }) : undefined
    if (delivering) onCommit = delivering.delivery.wake
    closing.push(() => delivering?.stop())
    if (config.metricsPort !== undefined) {
      const server = await serveMetrics(metrics, { host: config.host, port: config.metricsPort })
      closing.push(() => server.close())
      log.info({ metrics: `${server.url}/metrics` }, 'serving metrics')
    }
    const url = await answering?.listen()
    return {
      url,
      describe: async () => (url ? composeBanner(url, config, (await countContents(db)).isSample) : 'Delivering.\n'),
      async drain() {
        // Running deliveries finish in the same time.
        await Promise.all([answering?.drain(), delivering?.delivery.stop()])
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

interface AnswerParts {
  config: Config
  log: Logger
  db: Db
  reads: Db
  secrets: Secrets
  guard: TargetGuard
  metrics: MetricRegistry
  keyUse: ReturnType<typeof createKeyUse>
  trouble(): string | undefined
}

async function prepareAnswers({ guard, trouble, ...parts }: AnswerParts, closing: (() => unknown)[]) {
  const { config, log, db, metrics } = parts
  const catalogue = createCatalogue(db, { log })
  closing.push(() => catalogue.close())
  // Awaited below, after everything that can be done meanwhile.
  catalogue.ready.catch(() => {})
  const keyring = createKeyring(db)
  closing.push(() => keyring.close())
  const limiter = await limiterOf(config, log)
  closing.push(() => limiter.close())
  const search = config.meilisearch && (await searchWith(config.meilisearch, { db, catalogue, log, metrics }))
  if (search) closing.push(() => search.close())
  const shutdown = new AbortController()
  const writing = { trouble, databaseId: await readDatabaseId(db) }
  const shared = { ...parts, targetGuard: guard, catalogue, keyring, limiter, writing, shutdownSignal: shutdown.signal }
  const app = createService(search ? { ...shared, engine: search.engine } : shared)
  closing.push(() => app.close())
  await app.ready()
  await catalogue.ready
  const addressOf = () => app.server.address() as import('node:net').AddressInfo | null
  return {
    state() {
      const { revision, follower } = catalogue
      const { name, state } = search?.engine ?? { name: 'database', state: 'serving' }
      const address = addressOf()
      return { revision, lagMs: follower.lag, engine: name, engineState: state, ...(address && { port: address.port }) }
    },
    async listen(): Promise<string> {
      // Node's default queue of connections is too short for a service that sheds load by answering.
      const { host, port, reusePort, prefix } = config
      await app.listen({ host, port, backlog: 4_096, ...(reusePort && { reusePort }) })
      await app.warmUp()
      const { family, address, port: boundPort } = addressOf()!
      return `http://${family === 'IPv6' ? `[${address}]` : address}:${boundPort}${prefix}`
    },
    drain() {
      shutdown.abort()
      return drain(app.server, config)
    },
  }
}

// Parts that only some operators use are loaded only for them: the start is faster and smaller.

async function limiterOf({ redisUrl }: Config, log: Log): Promise<Limiter> {
  if (redisUrl) return (await import('../auth/redis-rate-limiter.ts')).createRedisLimiter(redisUrl, log)
  return createLocalLimiter()
}

async function searchWith(
  target: NonNullable<Config['meilisearch']>,
  parts: { db: Db; catalogue: Catalogue; log: Log; metrics: MetricRegistry },
) {
  await parts.catalogue.ready
  const { startMeilisearchSearch } = await import('../search/meilisearch/engine-choice.ts')
  return startMeilisearchSearch({ ...parts, target, database: databaseEngine(parts.catalogue) })
}

async function fill(db: Db, sample: boolean): Promise<boolean> {
  await ensureBuiltinClasses(db)
  if (!sample || !(await isEmpty(db))) return false
  return (await import('../import/sample.ts')).loadSampleWhenEmpty(db)
}
