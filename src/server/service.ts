import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { KeyUse } from '../admin/key-use.ts'
import type { Keyring } from '../auth/api-keys.ts'
import type { Limiter } from '../auth/rate-limiter.ts'
import { createSigningKeys } from '../auth/signing-keys.ts'
import type { Config } from '../config.ts'
import { type Db, readRevision } from '../database/schema.ts'
import { createGauges, type MetricRegistry } from '../lib/metrics.ts'
import { withTimeout } from '../lib/timeout.ts'
import { createEnquiryMetrics } from '../listings/enquiries/metrics.ts'
import { createUsedMarket } from '../listings/listing-search.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import type { SearchEngine } from '../search/types.ts'
import type { Secrets } from '../webhooks/signing.ts'
import type { TargetGuard } from '../webhooks/ssrf-guard.ts'
import { createAccess } from './access.ts'
import { createApp, requestIds } from './app.ts'
import { addCatalogueRoutes } from './catalogue-routes.ts'
import { createAddressOf } from './client-address.ts'
import { addHealthRoutes, type ReadinessState } from './health-routes.ts'
import { createHttpServer, TIMEOUTS, type Timeouts } from './http-server.ts'
import { addKeyRoute } from './key-route.ts'
import { createLoadShedder } from './load-shedder.ts'
import { addMarketRoutes, machinesOf } from './market-routes.ts'
import { addMcpRoute } from './mcp-route.ts'
import { createHttpMetrics } from './metrics.ts'
import { createPages } from './pages.ts'
import { createProblemReader } from './problems.ts'
import { createOperations } from './register-route.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'
import { addSigningDirectory } from './signatures.ts'
import { addWebhookRoutes } from './webhook-routes.ts'

const DATABASE_TIMEOUT_MS = 2_000

export interface ServiceParts {
  config: Config
  log: FastifyBaseLogger
  db: Db
  /** For counts and lists that may take a while (`readApart`). */
  reads: Db
  catalogue: Catalogue
  keyring: Keyring
  limiter: Limiter
  secrets: Secrets
  targetGuard: TargetGuard
  metrics: MetricRegistry
  /** Aborted when this process is about to stop. */
  shutdownSignal?: AbortSignal
  engine?: SearchEngine
  writing?: { trouble(): string | undefined; databaseId: string }
  cache?: ResponseCache
  timeouts?: Partial<Timeouts>
  keyUse?: KeyUse
}

export function createService(parts: ServiceParts): FastifyInstance & { warmUp(): Promise<void> } {
  const { config, log, db, catalogue, engine, metrics: registry, secrets, targetGuard } = parts
  const { baseUrl, prefix, requireKey, rateLimits } = config
  const metrics = createHttpMetrics(registry, parts.keyUse)
  const used = createUsedMarket(catalogue.follower, machinesOf(catalogue))
  const access = createAccess({ ...parts, requireKey, rateLimits, onLimited: metrics.limited })
  const cache = parts.cache ?? createResponseCache(catalogue)
  const shedder = createLoadShedder(config.shedding)
  catalogue.follower.yieldWhile(shedder.hasWaiting)
  const nextRequestId = requestIds()
  const addressOf = createAddressOf(config.trustProxy)
  const signingKeys = createSigningKeys(config.signingKeys, config.database)
  const readProblem = createProblemReader(log)
  const countEnquiry = createEnquiryMetrics(registry)
  const pages = createPages({ ...parts, engine, used, cache, addressOf, readProblem, countEnquiry })
  let isWarmingUp = false
  watchCatalogue(registry, catalogue)

  const app = createApp({
    ...{ config, log, access, addressOf, cache, metrics, nextRequestId, readProblem, shedder, signingKeys },
    problemPage: pages.problemPage,
    bodyTimeoutMs: parts.timeouts?.requestMs ?? TIMEOUTS.requestMs,
    createServer: (handler) =>
      createHttpServer(handler, {
        ...{ baseUrl, nextRequestId, onArrival: shedder.arrived, onEarly: metrics.observeEarly },
        ...(parts.timeouts && { timeouts: parts.timeouts }),
      }),
  })
  app.addHook('onClose', async () => shedder.close())
  app.register(
    async (scope) => {
      const register = createOperations(scope)
      addCatalogueRoutes(register, { baseUrl, cache, catalogue, db, engine })
      addMarketRoutes(register, { baseUrl, cache, catalogue, db, used })
      addKeyRoute(register, db, rateLimits)
      addWebhookRoutes(register, { db, secrets, targetGuard, retentionDays: config.webhooks.retentionDays })
      addSigningDirectory(scope, signingKeys)
      addMcpRoute(scope, { access, addressOf, catalogue, config, db, engine, log, used })
      addHealthRoutes(scope, {
        ready: async () => (isWarmingUp ? { started: false } : readiness(db, catalogue, parts.shutdownSignal)),
        currency: () => ({
          revision: catalogue.revision,
          database_revision: catalogue.follower.newest,
          lag_seconds: catalogue.follower.lag / 1_000,
          database_id: parts.writing?.databaseId,
        }),
        unwritable: () => parts.writing?.trouble(),
        metrics: config.metricsPort === undefined ? registry : undefined,
      })
      pages.addRoutes(scope)
    },
    { prefix },
  )
  return Object.assign(app, {
    async warmUp() {
      isWarmingUp = true
      await used.load()
      isWarmingUp = false
    },
  })
}

async function readiness(db: Db, catalogue: Catalogue, shutdownSignal?: AbortSignal): Promise<ReadinessState> {
  if (shutdownSignal?.aborted) return { running: false }
  const answers = await withTimeout(readRevision(db), DATABASE_TIMEOUT_MS).then(
    () => true,
    () => false,
  )
  return { database: answers, catalogue: catalogue.follower.trouble === undefined }
}

function watchCatalogue(registry: MetricRegistry, catalogue: Catalogue): void {
  const gauge = createGauges(registry, async () => catalogue)
  gauge('yantra_catalogue_machines', 'Machines held in memory, published or not.', ({ model }) => model.size)
  const lag = 'For how long the catalogue in memory has known that it is behind the database, or cannot ask it.'
  gauge('yantra_catalogue_lag_seconds', lag, ({ follower }) => follower.lag / 1_000)
  const newest = 'The newest change that the database was seen to have.'
  gauge('yantra_database_revision', newest, ({ follower }) => follower.newest)
  gauge('yantra_catalogue_revision', 'The newest change that every answer shows.', ({ revision }) => revision)
}
