import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { readRevision } from '../database/revision.ts'
import type { Db } from '../database/schema.ts'
import { unavailable } from '../errors.ts'
import { inTime } from '../in-time.ts'
import { createSigningKeys } from '../keys/signing-keys.ts'
import { createEnquiryMetrics } from '../market/enquiries/outbox.ts'
import { createUsedMarket } from '../market/used.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import { createAccess } from './access.ts'
import { createApp, type Routes, requestIds } from './app.ts'
import { type Area, areaOf, isOfPages } from './area.ts'
import { addCatalogueRoutes } from './catalogue-routes.ts'
import { createAddressOf } from './client-address.ts'
import { addCors } from './cors.ts'
import { createFastPath } from './fast-path.ts'
import { createGate } from './gate.ts'
import { addHealthRoutes, type Readiness } from './health-routes.ts'
import { createHttpServer } from './http-server.ts'
import { laterPages } from './later-pages.ts'
import { addMarketRoutes, machinesOf } from './market-routes.ts'
import { addMcpRoute } from './mcp-route.ts'
import { mcpSources } from './mcp-sources.ts'
import { addObservation, createHttpMetrics } from './metrics.ts'
import { addPageLimit, createPageLimit } from './page-limit.ts'
import { problemReply, writeReply } from './reply.ts'
import type { ServiceParts } from './service-parts.ts'
import { createShedding } from './shedding.ts'
import { createShelf } from './shelf.ts'
import { addSigningDirectory } from './signatures.ts'
import { addWebhookRoutes } from './webhook-routes.ts'

const DATABASE_PATIENCE_MS = 2_000
/** These have their own limits, by key or address, or none. */
const COUNTED_APART: ReadonlySet<Area> = new Set(['api', 'mcp', 'health'])

/**
 * All of HTTP: the API on the server that protects it, and the pages behind it once they are loaded.
 *
 * Words used in this room:
 * - connection: a socket and what has happened on it (`connections.ts`).
 * - gate: where work waits for its turn or is refused (`gate.ts`). lane: one of its two queues.
 * - area: what an address belongs to (`area.ts`). admission: a request that was let in (`access.ts`).
 * - call: an admitted request to an operation, with valid input (`mount.ts`).
 * - answer: what an operation says, whoever asks (`answers.ts`). It may stand on the shelf (`shelf.ts`).
 * - reply: what one request gets of an answer: status, fields and body (`reply.ts`).
 * - fast path: how an answer from the shelf goes out without Fastify (`fast-path.ts`).
 * - shedding: refusing new work under overload (`shedding.ts`).
 */
export function createService(parts: ServiceParts): FastifyInstance {
  const { config, log, db, catalogue, metrics } = parts
  const { baseUrl, prefix } = config
  const { keyring, limiter, secrets, targetGuard, engine } = parts
  const { requireKey, rateLimits } = config
  const http = createHttpMetrics(metrics, parts.traffic)
  const used = createUsedMarket(catalogue.follower, machinesOf(catalogue))
  const countEnquiry = createEnquiryMetrics(metrics)
  const access = createAccess({ keyring, limiter, requireKey, rateLimits, onLimited: http.limited })
  const shelf = parts.shelf ?? createShelf(catalogue)
  const shedding = createShedding(config.shedding)
  const gate = createGate(config.shedding.maxEventLoopDelayMs)
  catalogue.follower.giveWayWhile(gate.hasWaiting)
  const nextRequestId = requestIds()
  const addressOf = createAddressOf(config.trustProxy)
  const pageLimit = createPageLimit({ perMinute: rateLimits.anonymous / config.workers, addressOf, prefix })
  const isApart = (route: string) => COUNTED_APART.has(areaOf(route, prefix))
  const accessParts = { access, addressOf }
  const { observe } = http
  const signingKeys = createSigningKeys(config.signingKeys, config.database)
  const fastPath = createFastPath({ ...accessParts, shelf, pageLimit, baseUrl, nextRequestId, observe })
  watchCatalogue(metrics, catalogue)

  const hooks: Routes[] = [
    (scope) => addObservation(scope, http),
    (scope) => addCors(scope, prefix),
    (scope) => addPageLimit(scope, { limit: pageLimit, apart: isApart, onLimited: () => http.limited('pages') }),
  ]
  const around = { config, log, nextRequestId, hooks }
  const later = laterPages(async () => {
    const { createPages } = await import('./pages.ts')
    return (createServer) =>
      createPages({ ...parts, around: { ...around, createServer }, used, shelf, addressOf, countEnquiry })
  }, refusePage)
  const app = createApp({
    ...around,
    createServer: (api) => {
      const handler: RequestListener = (request, response) =>
        isOfPages(areaOf(request.url!, prefix)) ? later.answer(request, response) : api(request, response)
      return createHttpServer(handler, {
        baseUrl,
        prefix,
        nextRequestId,
        fastPath,
        shedding,
        gate,
        addressOf,
        onEarly: http.observeEarly,
        ...(parts.timeouts ? { timeouts: parts.timeouts } : {}),
        signingKeys,
      })
    },
    routes: [
      (scope) =>
        addCatalogueRoutes(scope, accessParts, { db, catalogue, shelf, baseUrl, ...(engine ? { engine } : {}) }),
      (scope) => addMarketRoutes(scope, accessParts, { db, used, shelf, baseUrl }),
      (scope) => addSigningDirectory(scope, signingKeys),
      (scope) => addWebhookRoutes(scope, accessParts, { db, secrets, targetGuard }),
      (scope) =>
        addMcpRoute(scope, accessParts, {
          sources: mcpSources({ config, db, catalogue, engine, used }),
          places: config,
          log,
        }),
      (scope) =>
        addHealthRoutes(scope, {
          ready: async () => ({
            ...(await readiness(db, catalogue, parts.leaving)),
            ...(parts.workers && { workers: parts.workers.isComplete }),
          }),
          currency: () => ({
            revision: catalogue.revision,
            database_revision: catalogue.follower.newest,
            lag_seconds: catalogue.follower.lag / 1_000,
          }),
          metrics: config.metricsPort === undefined ? metrics : undefined,
          allMetrics: parts.workers?.metrics,
        }),
    ],
  })
  app.addHook('onListen', async () => later.loadSoon())
  app.addHook('onClose', async () => later.close())
  app.addHook('onClose', async () => shedding.close())
  return app

  function refusePage(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    log.error({ err: error }, 'the pages could not be loaded')
    const problem = unavailable('The pages could not be loaded just now.', 1)
    writeReply(request, response, problemReply(problem, baseUrl, { requestId: nextRequestId(), limit: undefined }))
  }
}

async function readiness(db: Db, catalogue: Catalogue, leaving?: AbortSignal): Promise<Readiness> {
  if (leaving?.aborted) return { running: false }
  const answers = await inTime(readRevision(db), DATABASE_PATIENCE_MS).then(
    () => true,
    () => false,
  )
  return { database: answers, catalogue: catalogue.follower.trouble === undefined }
}

function watchCatalogue(metrics: Registry, catalogue: Catalogue): void {
  const gauge = (name: string, help: string, read: () => number, aggregator: 'max' | 'min' = 'max') =>
    new Gauge({
      ...{ name, help, aggregator, registers: [metrics] },
      collect() {
        this.set(read())
      },
    })
  gauge('yantra_catalogue_machines', 'Machines held in memory, published or not.', () => catalogue.model.size)
  gauge(
    'yantra_catalogue_lag_seconds',
    'For how long the catalogue in memory has known that it is behind the database, or cannot ask it.',
    () => catalogue.follower.lag / 1_000,
  )
  gauge(
    'yantra_database_revision',
    'The newest change that the database was seen to have.',
    () => catalogue.follower.newest,
  )
  gauge('yantra_catalogue_revision', 'The newest change that every answer shows.', () => catalogue.revision, 'min')
}
