import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import pino from 'pino'
import { kolkataDate } from '../src/calendar.ts'
import { toConfig } from '../src/config.ts'
import { writeTransaction } from '../src/database/revision.ts'
import type { Db } from '../src/database/schema.ts'
import { createFollower, type Follower } from '../src/following/follower.ts'
import { createAccess } from '../src/http/access.ts'
import { type AnswerCache, createAnswerCache } from '../src/http/answer-cache.ts'
import { createApp, requestIds } from '../src/http/app.ts'
import { addCatalogueRoutes } from '../src/http/catalogue-routes.ts'
import { clientAddress, toTrust } from '../src/http/client-address.ts'
import { addCors } from '../src/http/cors.ts'
import { createFastPath } from '../src/http/fast-path.ts'
import { createHttpServer } from '../src/http/http-server.ts'
import { addObservation } from '../src/http/metrics.ts'
import type { Doors } from '../src/http/mount.ts'
import { checkRow } from '../src/intake/check-row.ts'
import { ensureBuiltinClasses } from '../src/intake/ensure-classes.ts'
import { importBatch } from '../src/intake/import-batch.ts'
import { createKeyring } from '../src/keys/keyring.ts'
import { createOwnLimiter } from '../src/keys/limiter.ts'
import { type Catalogue, createCatalogue } from '../src/read-model/catalogue.ts'
import type { SearchEngine } from '../src/search/types.ts'

export interface CatalogueApp {
  url: string
  port: number
  catalogue: Catalogue
  cache: AnswerCache
  /** How many answers the fast path gave. */
  fastAnswers(): number
  get(path: string, headers?: Record<string, string>): Promise<Response>
  close(): Promise<void>
}

export interface CatalogueAppOptions {
  env?: Record<string, string>
  clock?: () => number
  engine?: SearchEngine
  listenUrl?: string
  pollMs?: number
}

/** The catalogue's reads as the service gives them: doors, fast path, routes. */
export async function startCatalogueApp(db: Db, options: CatalogueAppOptions = {}): Promise<CatalogueApp> {
  const config = toConfig({
    RATE_LIMIT_ANONYMOUS: '0',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    LOG_LEVEL: 'silent',
    ...options.env,
  })
  const log = pino({ level: config.logLevel })
  const { clock, listenUrl, pollMs, engine } = options
  const times = { ...(clock ? { clock } : {}), ...(pollMs === undefined ? {} : { pollMs }) }
  const catalogue = createCatalogue(db, { log, listenUrl, ...times })
  await catalogue.ready
  const keyring = createKeyring(db, { log })
  const limiter = createOwnLimiter()
  const access = createAccess({ keyring, limiter, requireKey: config.requireKey, rateLimits: config.rateLimits })
  const cache = createAnswerCache()
  const nextRequestId = requestIds()
  const trust = toTrust(config.trustProxy)
  let fastAnswers = 0
  const doors: Doors = { access, addressOf: (request) => clientAddress(request, trust) }
  const fastPath = createFastPath({
    ...doors,
    cache,
    baseUrl: config.baseUrl,
    nextRequestId,
    observe: () => {
      fastAnswers++
    },
  })
  const app = createApp({
    config,
    log,
    hooks: [(scope) => addObservation(scope, { observe() {} }), (scope) => addCors(scope, '')],
    routes: [
      (scope) =>
        addCatalogueRoutes(scope, doors, { catalogue, cache, baseUrl: config.baseUrl, ...(engine ? { engine } : {}) }),
    ],
    createServer: (handler) =>
      createHttpServer(handler, { baseUrl: config.baseUrl, prefix: config.prefix, nextRequestId, fastPath }),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    port,
    catalogue,
    cache,
    fastAnswers: () => fastAnswers,
    get: (path, headers = {}) => fetch(url + path, { headers }),
    async close() {
      await app.close()
      await catalogue.close()
      await keyring.close()
      await limiter.close()
    },
  }
}

/** As above, closed when the test ends. */
export async function catalogueApp(t: TestContext, db: Db, options: CatalogueAppOptions = {}): Promise<CatalogueApp> {
  const app = await startCatalogueApp(db, options)
  t.after(() => app.close())
  return app
}

/** Follows a database when it is told to, and is closed when the test ends. */
export function newFollower(t: TestContext, db: Db): Follower {
  const follower = createFollower(db, { log: pino({ level: 'silent' }), pollMs: 60_000 })
  t.after(() => follower.close())
  return follower
}

/** Imports rows in one transaction and fails when one is rejected. */
export async function importAll(db: Db, rows: readonly object[], now = Date.now()): Promise<void> {
  await ensureBuiltinClasses(db, now)
  const today = kolkataDate(now)
  const checked = rows.map((row, at) => {
    return checkRow(row, { file: 'test', line: at + 1, raw: undefined }, { today })
  })
  const { rejected } = await writeTransaction(db, (trx, lock) => importBatch(trx, lock, checked, { today, now }))
  if (rejected.length > 0) throw new Error(JSON.stringify(rejected[0]?.faults))
}
