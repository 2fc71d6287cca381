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
import { drain } from '../server/http-server.ts'
import { operationNames } from '../server/route-group.ts'
import { createService } from '../server/service.ts'
import { loadSecrets } from '../webhooks/signing.ts'
import { createTargetGuard } from '../webhooks/ssrf-guard.ts'
import { composeBanner } from './banner.ts'
import { createMetrics, startDelivering } from './deliver.ts'
import { logMigration, onceDatabaseAnswers } from './on-database.ts'
import { startBackups } from './scheduled-backups.ts'

export interface Running {
  url: string
  /** What the person who started it sees. */
  describe(): Promise<string>
  /** Reports not ready, and lets clients move to another replica. */
  drain(): Promise<void>
  /** Returns the exit code. */
  stop(): Promise<number>
}

interface Manner {
  deliver: boolean
  logTo: DestinationStream | undefined
}

/** Starts everything, and anew when the database is lost meanwhile: on a busy host it may be late at any step. */
export function startService(config: Config, manner: Manner): Promise<Running> {
  const options = { level: config.logLevel, ...(config.tracing && { mixin: traceIds }) }
  const log = manner.logTo ? pino(options, manner.logTo) : pino(options)
  return onceDatabaseAnswers(log, () => startOnce(config, log, manner))
}

/** Starts everything in order of dependency, and stops it in reverse. */
async function startOnce(config: Config, log: Logger, { deliver }: Manner): Promise<Running> {
  const closing: (() => unknown)[] = []
  const stop = async () => {
    for (const close of closing.toReversed()) await close()
    return 0
  }
  try {
    if (config.tracing) closing.push((await import('./open-telemetry.ts')).startTracing(config.tracing))
    // A replica that starts beside another waits for it to fill the database.
    const { sampled, secrets } = await withDatabase(
      config.database,
      { onMigrated: logMigration(log) },
      async (patient) => ({
        sampled: await fill(patient, config.sample),
        secrets: await loadSecrets(patient, { ...config, warn: (message) => log.warn(message) }),
      }),
    )
    if (secrets.wrongKey) log.error(secrets.wrongKey.message)
    let onCommit = () => {}
    const db = await openDatabase(config.database, {
      onCommit: () => onCommit(),
      timeouts: REQUEST_TIMEOUTS,
      poolSize: config.poolSize,
      applicationName: 'yantra serve',
    })
    closing.push(() => db.destroy())
    const { reads, close } = createWorkerReader(config.database, db)
    closing.push(close)
    if (sampled) log.info('the database was empty: the sample catalogue is loaded')
    const catalogue = createCatalogue(db, { log })
    closing.push(() => catalogue.close())
    // Awaited below, after everything that can be done meanwhile.
    catalogue.ready.catch(() => {})
    const targetGuard = createTargetGuard(config.webhooks)
    const metrics = createMetrics(reads, config.database)
    const keyring = createKeyring(db)
    closing.push(() => keyring.close())
    const limiter = await limiterOf(config, log)
    closing.push(() => limiter.close())
    const search = config.meilisearch && (await searchWith(config.meilisearch, { db, catalogue, log, metrics }))
    if (search) closing.push(() => search.close())
    const keyUse = createKeyUse(operationNames(config.prefix))
    const shutdown = new AbortController()
    const parts = { config, log, db, reads, catalogue, keyring, limiter, secrets, targetGuard, metrics, keyUse }
    let presence: ReturnType<typeof startHeartbeat> | undefined
    const writing = { trouble: () => presence?.trouble(), databaseId: await readDatabaseId(db) }
    const shared = { ...parts, shutdownSignal: shutdown.signal, writing }
    const app = createService(search ? { ...shared, engine: search.engine } : shared)
    closing.push(() => app.close())
    await app.ready()
    await catalogue.ready
    closing.push(startScheduledVisibility(db, log))
    closing.push(startBackups(config, log))
    const state = () => ({ ...stateOf(catalogue, search?.engine), ...portOf(app.server.address()) })
    presence = startHeartbeat({ db, kind: 'serve', log, keyUse, state })
    closing.push(presence.stop)
    const delivering = deliver
      ? await startDelivering({ db, secrets, guard: targetGuard, config, log, metrics })
      : undefined
    if (delivering) onCommit = delivering.delivery.wake
    closing.push(() => delivering?.stop())
    if (config.metricsPort !== undefined) {
      const { serveMetrics } = await import('../server/health-routes.ts')
      const server = await serveMetrics(metrics, { host: config.host, port: config.metricsPort })
      closing.push(() => server.close())
      log.info({ metrics: `${server.url}/metrics` }, 'serving metrics')
    }
    // Node's default queue of connections is too short for a service that sheds load by answering.
    const { host, port, reusePort } = config
    await app.listen({ host, port, backlog: 4_096, ...(reusePort && { reusePort }) })
    await app.warmUp()
    const url = addressOf(app.server.address(), config)
    return {
      url,
      describe: async () => composeBanner(url, config, (await countContents(db)).isSample),
      async drain() {
        shutdown.abort()
        // Running deliveries finish in the same time.
        await Promise.all([drain(app.server, config), delivering?.delivery.stop()])
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function stateOf({ revision, follower }: Catalogue, engine: { name: string; state: string } | undefined) {
  return { revision, lagMs: follower.lag, engine: engine?.name ?? 'database', engineState: engine?.state ?? 'serving' }
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

/** Empty before it listens. */
function portOf(address: ReturnType<import('node:net').Server['address']>) {
  return typeof address === 'object' && address ? { port: address.port } : {}
}

function addressOf(address: ReturnType<import('node:net').Server['address']>, { prefix }: Config): string {
  if (typeof address !== 'object' || address === null) return String(address)
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}${prefix}`
}

/** Fills a new database with the built-in classes and, if wanted, the sample. Tells whether the sample was loaded. */
async function fill(db: Db, sample: boolean): Promise<boolean> {
  await ensureBuiltinClasses(db)
  if (!sample || !(await isEmpty(db))) return false
  return (await import('../import/sample.ts')).loadSampleWhenEmpty(db)
}
