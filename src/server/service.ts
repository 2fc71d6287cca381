import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { createSigningKeys } from '../auth/signing-keys.ts'
import { type Db, readRevision } from '../database/schema.ts'
import { createGauges } from '../lib/metrics.ts'
import { withTimeout } from '../lib/timeout.ts'
import { createEnquiryMetrics } from '../listings/enquiries/metrics.ts'
import { createUsedMarket } from '../listings/listing-search.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import { EMPTY_QUERY } from '../search/types.ts'
import { addPageLimit, createAccess, createPageLimit } from './access.ts'
import { createApp, requestIds } from './app.ts'
import { addCatalogueRoutes } from './catalogue-routes.ts'
import { createAddressOf } from './client-address.ts'
import { createFastPath } from './fast-path.ts'
import { addHealthRoutes, type Readiness } from './health-routes.ts'
import { addCors } from './http-response.ts'
import { createHttpServer } from './http-server.ts'
import { addKeyRoute } from './key-route.ts'
import { createGate, createShedding } from './load-shedder.ts'
import { addMarketRoutes, machinesOf } from './market-routes.ts'
import { addMcpRoute } from './mcp-route.ts'
import { addObservation, createHttpMetrics } from './metrics.ts'
import { createPages } from './pages.ts'
import type { RouteParts, ServiceParts } from './parts.ts'
import { createShelf } from './response-cache.ts'
import { type Area, areaOf } from './route-group.ts'
import { addSigningDirectory } from './signatures.ts'
import { addWebhookRoutes } from './webhook-routes.ts'

const DATABASE_PATIENCE_MS = 2_000
/** These have their own limits, by key or address, or none. */
const COUNTED_APART: ReadonlySet<Area> = new Set(['api', 'mcp', 'health'])

/**
 * All of HTTP: the API and the pages on the server that protects them.
 *
 * Words used in this room:
 * - connection: a socket and what has happened on it (`connections.ts`).
 * - gate: where work waits for its turn or is refused (`gate.ts`). lane: one of its two queues.
 * - area: what an address belongs to (`area.ts`). admission: a request that was let in (`access.ts`).
 * - call: an admitted request to an operation, with valid input (`mount.ts`).
 * - answer: what an operation says, whoever asks (`answers.ts`). It may stand on the shelf (`shelf.ts`).
 * - reply: what one request gets of an answer: status, fields and body (`reply.ts`).
 * - fast path: how an answer from the shelf goes out without Fastify (`fast-path.ts`).
 * - shedding: refusing new work under overload (`gate.ts`).
 */
export function createService(parts: ServiceParts): FastifyInstance & { prepare(): Promise<void> } {
  const { config, log, db, catalogue, metrics } = parts
  const { baseUrl, prefix } = config
  const { requireKey, rateLimits } = config
  const http = createHttpMetrics(metrics, parts.keyUse)
  const used = createUsedMarket(catalogue.follower, machinesOf(catalogue))
  const countEnquiry = createEnquiryMetrics(metrics)
  const access = createAccess({ ...parts, requireKey, rateLimits, onLimited: http.limited })
  const shelf = parts.shelf ?? createShelf(catalogue)
  const shedding = createShedding(config.shedding)
  const gate = createGate(config.shedding.maxEventLoopDelayMs)
  catalogue.follower.yieldWhile(gate.hasWaiting)
  const nextRequestId = requestIds()
  const addressOf = createAddressOf(config.trustProxy)
  const pageLimit = createPageLimit({ perMinute: rateLimits.anonymous, addressOf, prefix })
  const isApart = (route: string) => COUNTED_APART.has(areaOf(route, prefix))
  const rehearsals: NonNullable<RouteParts['rehearsals']> = []
  const route: RouteParts = { ...parts, access, addressOf, used, shelf, rehearsals }
  const { observe } = http
  const signingKeys = createSigningKeys(config.signingKeys, config.database)
  const fastPath = createFastPath({ ...route, pageLimit, baseUrl, nextRequestId, observe })
  watchCatalogue(metrics, catalogue)

  const pages = createPages({ ...route, countEnquiry })
  const app = createApp({
    config,
    log,
    nextRequestId,
    problemPage: pages.problemPage,
    hooks: [
      (scope) => addObservation(scope, http),
      (scope) => addCors(scope, prefix),
      (scope) => addPageLimit(scope, { limit: pageLimit, apart: isApart, onLimited: () => http.limited('pages') }),
    ],
    createServer: (handler) =>
      createHttpServer(handler, {
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
      }),
    routes: [
      (scope) => addCatalogueRoutes(scope, route),
      (scope) => addMarketRoutes(scope, route),
      (scope) => addKeyRoute(scope, route),
      (scope) => addSigningDirectory(scope, signingKeys),
      (scope) => addWebhookRoutes(scope, route),
      (scope) => addMcpRoute(scope, route),
      (scope) =>
        addHealthRoutes(scope, {
          ready: () => readiness(db, catalogue, parts.leaving),
          currency: () => ({
            revision: catalogue.revision,
            database_revision: catalogue.follower.newest,
            lag_seconds: catalogue.follower.lag / 1_000,
            database_id: parts.writing?.databaseId,
          }),
          unwritable: () => parts.writing?.trouble(),
          metrics: config.metricsPort === undefined ? metrics : undefined,
        }),
      ...pages.routes,
    ],
  })
  app.addHook('onClose', async () => shedding.close())
  return Object.assign(app, { prepare })

  /** Answers one of each read for itself, so that none is slow for the first who asks. */
  async function prepare(): Promise<void> {
    await used.load()
    const [row = -1] = catalogue.model.index.find({ ...EMPTY_QUERY, limit: 1 }).rows
    const { slug = '', name = '' } = row < 0 ? {} : catalogue.model.summaryOf(row)
    const [listing_id = 0] = await used.ids()
    const names = { slug, machine_slug: slug, q: name, listing_id: String(listing_id) }
    // Once: a read then takes about 2 ms, after more rounds 1.5, and each costs a start 30.
    for (const rehearse of rehearsals) await Promise.try(rehearse, names).catch(() => {})
  }
}

async function readiness(db: Db, catalogue: Catalogue, leaving?: AbortSignal): Promise<Readiness> {
  if (leaving?.aborted) return { running: false }
  const answers = await withTimeout(readRevision(db), DATABASE_PATIENCE_MS).then(
    () => true,
    () => false,
  )
  return { database: answers, catalogue: catalogue.follower.trouble === undefined }
}

function watchCatalogue(metrics: Registry, catalogue: Catalogue): void {
  const gauge = createGauges(metrics, async () => catalogue)
  gauge('yantra_catalogue_machines', 'Machines held in memory, published or not.', ({ model }) => model.size)
  const lag = 'For how long the catalogue in memory has known that it is behind the database, or cannot ask it.'
  gauge('yantra_catalogue_lag_seconds', lag, ({ follower }) => follower.lag / 1_000)
  const newest = 'The newest change that the database was seen to have.'
  gauge('yantra_database_revision', newest, ({ follower }) => follower.newest)
  gauge('yantra_catalogue_revision', 'The newest change that every answer shows.', ({ revision }) => revision)
}
