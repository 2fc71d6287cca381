import type { IncomingMessage, Server } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { readRevision } from '../database/revision.ts'
import type { Db } from '../database/schema.ts'
import type { Keyring } from '../keys/keyring.ts'
import type { Limiter } from '../keys/limiter.ts'
import { takeEnquiry } from '../market/enquiries/take-enquiry.ts'
import { createUsedMarket } from '../market/used.ts'
import type { Traffic } from '../operator/traffic.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import type { SearchEngine } from '../read-model/search-engine.ts'
import { createSite } from '../site/site.ts'
import type { Secrets } from '../webhooks/secret-key.ts'
import type { TargetGuard } from '../webhooks/target-guard.ts'
import { createAccess } from './access.ts'
import { createAnswerCache } from './answer-cache.ts'
import { createApp, requestIds } from './app.ts'
import { addCatalogueRoutes } from './catalogue-routes.ts'
import { clientAddress, toTrust } from './client-address.ts'
import { createHttpServer } from './connection.ts'
import { addConsoleRoutes } from './console/routes.ts'
import { addCors } from './cors.ts'
import { addDocsRoutes } from './docs-routes.ts'
import type { EnquiryRouteParts } from './enquiry-route.ts'
import { createFastPath, type FastPath } from './fast-path.ts'
import { createGate } from './gate.ts'
import { addHealthRoutes, HEALTH, type Readiness } from './health-routes.ts'
import { createHeldPages, createPagePath } from './held-pages.ts'
import { addIndexRoute } from './index-route.ts'
import { addMarketRoutes, createShownListings } from './market-routes.ts'
import { addMcpRoute, MCP_PATH } from './mcp-route.ts'
import { mcpSources } from './mcp-sources.ts'
import { addObservation, createHttpMetrics } from './metrics.ts'
import { addPageLimit, createPageLimit } from './page-limit.ts'
import { createShedding } from './shedding.ts'
import { siteProblems } from './site-problems.ts'
import { addSiteRoutes } from './site-routes.ts'
import { addWebhookRoutes } from './webhook-routes.ts'

export interface ServiceParts {
  config: Config
  log: FastifyBaseLogger
  db: Db
  catalogue: Catalogue
  keyring: Keyring
  limiter: Limiter
  secrets: Secrets
  targetGuard: TargetGuard
  metrics: Registry
  /** Aborted when this process is about to stop. */
  leaving?: AbortSignal
  engine?: SearchEngine
  /** Counts what is answered, for the operator. */
  traffic?: Traffic
}

const DATABASE_PATIENCE_MS = 2_000
/** What lies outside the API may be asked for so many times as often as a read. */
const PAGES_A_READ = 10

/**
 * The whole of HTTP: every route on the server that guards it. The words of this room:
 *
 * - connection: a socket and what has happened on it (`connections.ts`);
 * - gate: where work waits for its turn, or is turned away (`gate.ts`); lane: one of its two lines;
 * - doors: who may call, and from where (`access.ts`); admission: one request that was let in;
 * - call: a request of an operation, let in and with good input (`mount.ts`);
 * - answer: what an operation says, whoever asks (`answers.ts`); it may be kept (`answer-cache.ts`);
 * - reply: what one request gets of it, status, fields and body (`reply.ts`);
 * - fast path: the way past Fastify for an answer that is kept (`fast-path.ts`).
 */
export function createService(parts: ServiceParts): FastifyInstance {
  const { config, log, db, catalogue, metrics } = parts
  const { baseUrl, prefix } = config
  const { keyring, limiter, secrets, targetGuard, engine } = parts
  const { requireKey, rateLimits } = config
  const access = createAccess({ keyring, limiter, requireKey, rateLimits })
  const cache = createAnswerCache()
  const shedding = createShedding(config.shedding)
  const gate = createGate(config.shedding.maxEventLoopDelayMs)
  const http = createHttpMetrics(metrics, parts.traffic)
  const nextRequestId = requestIds()
  const trust = toTrust(config.trustProxy)
  const addressOf = (request: IncomingMessage) => clientAddress(request, trust)
  const pageLimit = createPageLimit({ perMinute: rateLimits.anonymous * PAGES_A_READ, addressOf })
  const isApart = (route: string) => isCounted(route.slice(prefix.length)) || HEALTH.has(route.slice(prefix.length))
  const doors = { access, addressOf }
  const { observe } = http
  const pages = createHeldPages(catalogue)
  const answerPath = createFastPath({ ...doors, cache, baseUrl, nextRequestId, observe })
  const pagePath = createPagePath({ pages, limit: pageLimit, nextRequestId, observe })
  const fastPath: FastPath = (request, response) => answerPath(request, response) || pagePath(request, response)
  watchCatalogue(metrics, catalogue)

  const site = config.site
    ? createSite({
        catalogue,
        engine,
        baseUrl,
        prefix,
        used: createUsedMarket(db),
        listing: createShownListings(db),
      })
    : undefined
  const takeForm: EnquiryRouteParts['take'] = (form, listingId, language, address) =>
    takeEnquiry(db, form, {
      listingId,
      language,
      address,
      mailed: config.enquiries.mail !== undefined,
      now: Date.now(),
    })
  const app = createApp({
    config,
    log,
    nextRequestId,
    problemPage: site && siteProblems(site, prefix),
    createServer: (handler): Server =>
      createHttpServer(handler, { baseUrl, prefix, nextRequestId, fastPath, shedding, gate }),
    hooks: [
      (scope) => addObservation(scope, http),
      (scope) => addCors(scope, prefix),
      (scope) => addPageLimit(scope, pageLimit, isApart),
    ],
    routes: [
      (scope) => addCatalogueRoutes(scope, doors, { catalogue, cache, baseUrl, ...(engine ? { engine } : {}) }),
      (scope) => addMarketRoutes(scope, doors, db, baseUrl),
      (scope) => addWebhookRoutes(scope, doors, { db, secrets, targetGuard }),
      (scope) =>
        addMcpRoute(scope, doors, { sources: mcpSources({ config, db, catalogue, engine }), places: config, log }),
      (scope) => addDocsRoutes(scope, { baseUrl, hasSite: site !== undefined }),
      (scope) => addIndexRoute(scope, { baseUrl, hasSite: site !== undefined }),
      ...(site
        ? [(scope: FastifyInstance) => addSiteRoutes(scope, { site, pages, baseUrl, takeEnquiry: takeForm })]
        : []),
      ...(config.console ? [(scope: FastifyInstance) => addConsoleRoutes(scope, { ...parts, addressOf })] : []),
      (scope) =>
        addHealthRoutes(scope, {
          ready: () => readiness(db, catalogue, parts.leaving),
          currency: () => ({
            revision: catalogue.revision,
            database_revision: catalogue.newest,
            lag_seconds: catalogue.lag / 1_000,
          }),
          metrics,
        }),
    ],
  })
  app.addHook('onClose', async () => shedding.close())
  return app
}

/** Paths that have limits of their own, by key or address. */
function isCounted(path: string): boolean {
  return path.startsWith('/v1/') || path === MCP_PATH
}

async function readiness(db: Db, catalogue: Catalogue, leaving?: AbortSignal): Promise<Readiness> {
  if (leaving?.aborted) return { running: false }
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, DATABASE_PATIENCE_MS, false).unref())
  const answers = readRevision(db).then(
    () => true,
    () => false,
  )
  return { database: await Promise.race([answers, late]), catalogue: catalogue.trouble === undefined }
}

function watchCatalogue(metrics: Registry, catalogue: Catalogue): void {
  new Gauge({
    name: 'yantra_catalogue_machines',
    help: 'Machines held in memory, published or not.',
    registers: [metrics],
    collect() {
      this.set(catalogue.model.size)
    },
  })
  new Gauge({
    name: 'yantra_catalogue_lag_seconds',
    help: 'For how long the catalogue in memory has known that it is behind the database, or cannot ask it.',
    registers: [metrics],
    collect() {
      this.set(catalogue.lag / 1_000)
    },
  })
  new Gauge({
    name: 'yantra_database_revision',
    help: 'The newest change that the database was seen to have.',
    registers: [metrics],
    collect() {
      this.set(catalogue.newest)
    },
  })
  new Gauge({
    name: 'yantra_catalogue_revision',
    help: 'The newest change that every answer shows.',
    registers: [metrics],
    collect() {
      this.set(catalogue.revision)
    },
  })
}
