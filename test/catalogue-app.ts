import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import { createKeyring } from '../src/auth/api-keys.ts'
import { createLocalLimiter, type Limiter } from '../src/auth/rate-limiter.ts'
import { toConfig } from '../src/config.ts'
import { type ChangeFeedReader, createChangeFeedReader } from '../src/database/change-feed-reader.ts'
import { type Db, writeTransaction } from '../src/database/schema.ts'
import { checkRow } from '../src/import/check-row.ts'
import { ensureBuiltinClasses } from '../src/import/ensure-classes.ts'
import { importBatch } from '../src/import/import-batch.ts'
import { kolkataDate } from '../src/lib/calendar.ts'
import { createMetricRegistry } from '../src/lib/metrics.ts'
import { type Catalogue, createCatalogue } from '../src/read-model/catalogue.ts'
import type { SearchEngine } from '../src/search/types.ts'
import type { Timeouts } from '../src/server/http-server.ts'
import { createResponseCache } from '../src/server/response-cache.ts'
import { createService } from '../src/server/service.ts'
import { loadSecrets, type Secrets } from '../src/webhooks/signing.ts'
import { createTargetGuard, type TargetGuard } from '../src/webhooks/ssrf-guard.ts'

export interface CatalogueApp {
  url: string
  port: number
  catalogue: Catalogue
  /** Whatever is kept is made again. */
  forget(): void
  /** How often a response left from the cache. */
  cacheHits(): number
  get(path: string, headers?: Record<string, string>): Promise<Response>
  close(): Promise<void>
}

export interface CatalogueAppOptions {
  env?: Record<string, string>
  clock?: () => number
  engine?: SearchEngine
  pollMs?: number
  log?: Logger
  limiter?: Limiter
  timeouts?: Partial<Timeouts>
  secrets?: Secrets
  targetGuard?: TargetGuard
  /** Adds to what the service answers. */
  addRoutes?: (app: FastifyInstance) => void
}

/** The service over a database of the test, with the catalogue's clock in its hand. */
export async function startCatalogueApp(db: Db, options: CatalogueAppOptions = {}): Promise<CatalogueApp> {
  const config = toConfig({
    RATE_LIMIT_ANONYMOUS: '0',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    LOG_LEVEL: 'silent',
    ...options.env,
  })
  const { clock, pollMs, engine, timeouts } = options
  const { log = pino({ level: config.logLevel }), limiter = createLocalLimiter() } = options
  const times = { ...(clock ? { clock } : {}), ...(pollMs === undefined ? {} : { pollMs }) }
  const catalogue = createCatalogue(db, { log, ...times })
  await catalogue.ready
  const keyring = createKeyring(db)
  let [forgotten, cacheHits] = [0, 0]
  const visible = {
    get generation() {
      return catalogue.generation + forgotten
    },
    get revision() {
      return catalogue.revision
    },
  }
  const cache = createResponseCache(visible)
  const app = createService({
    ...{ config, log, db, reads: db, catalogue, keyring, limiter, metrics: createMetricRegistry() },
    secrets: options.secrets ?? (await loadSecrets(db, { ...config, secretKey: 'k'.repeat(32), warn() {} })),
    targetGuard: options.targetGuard ?? createTargetGuard(config.webhooks),
    ...(engine ? { engine } : {}),
    ...(timeouts ? { timeouts } : {}),
    cache: {
      ...cache,
      find(address) {
        const response = cache.find(address)
        if (response) cacheHits++
        return response
      },
    },
  })
  options.addRoutes?.(app)
  await app.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 })
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    port,
    catalogue,
    forget: () => void forgotten++,
    cacheHits: () => cacheHits,
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
export function newFollower(t: TestContext, db: Db): ChangeFeedReader {
  const follower = createChangeFeedReader(db, { log: pino({ level: 'silent' }), pollMs: 60_000 })
  t.after(() => follower.close())
  return follower
}

/** Imports rows in one transaction and fails when one is rejected. */
export async function importAll(db: Db, rows: readonly object[], now = Date.now()): Promise<void> {
  await ensureBuiltinClasses(db, now)
  const today = kolkataDate(now)
  const checked = rows.map((row, i) => {
    return checkRow(row, { file: 'test', line: i + 1, raw: undefined }, { today })
  })
  const outcomes = await writeTransaction(db, (trx, lock) => importBatch(trx, lock, checked, { now }))
  const rejected = outcomes.find(({ status }) => status === 'rejected')
  if (rejected) throw new Error(JSON.stringify(rejected.issues))
}
