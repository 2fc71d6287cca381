import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { type Config, toConfig } from '../src/config.ts'
import { createWebhook, getTractor } from '../src/contract/operations.ts'
import { openDatabase } from '../src/database/open.ts'
import type { Db } from '../src/database/schema.ts'
import { createAccess } from '../src/http/access.ts'
import { createAnswer, createOnce } from '../src/http/answers.ts'
import { createApp, requestIds } from '../src/http/app.ts'
import { createAddressOf } from '../src/http/client-address.ts'
import { createHttpServer, type Timeouts } from '../src/http/http-server.ts'
import { type AccessParts, mount } from '../src/http/mount.ts'
import { createShedding } from '../src/http/shedding.ts'
import { createKeyring } from '../src/keys/keyring.ts'
import { createOwnLimiter } from '../src/keys/limiter.ts'
import { createRedisLimiter } from '../src/keys/redis-limiter.ts'

export interface AccessApp {
  url: string
  port: number
  close(): Promise<void>
}

export interface AccessAppOptions {
  /** Hears each line of the log. */
  onLine?: (line: string) => void
  timeouts?: Partial<Timeouts>
  db?: Db
}

/**
 * The doors of the service with little behind them: one read and one operation
 * of the enterprise tier, which says who called. `/block?ms=` holds the event loop.
 */
export async function startAccessApp(env: Record<string, string>, options: AccessAppOptions = {}): Promise<AccessApp> {
  const config: Config = toConfig(env)
  const log = pino({ level: config.logLevel }, { write: (line: string) => options.onLine?.(line) })
  const db = options.db ?? (await openDatabase(config.database))
  const keyring = createKeyring(db, { log })
  const limiter = config.redisUrl
    ? await createRedisLimiter(config.redisUrl, log, env.REDIS_PATIENCE_MS ? Number(env.REDIS_PATIENCE_MS) : undefined)
    : createOwnLimiter()
  const access = createAccess({ keyring, limiter, requireKey: config.requireKey, rateLimits: config.rateLimits })
  const parts: AccessParts = { access, addressOf: createAddressOf(config.trustProxy) }
  const shedding = createShedding(config.shedding)
  const app = createApp({
    config,
    log,
    routes: [
      (scope) => {
        mount(scope, getTractor, parts, async ({ route }) => createAnswer(route, Buffer.from('{"slug":"a-tractor"}')))
        mount(scope, createWebhook, parts, async ({ caller }) => createOnce({ ...caller }))
        scope.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }))
        scope.get('/block', (request, reply) => {
          const end = performance.now() + Number((request.query as { ms: string }).ms)
          while (performance.now() < end);
          return reply.send({})
        })
      },
    ],
    createServer: (handler) =>
      createHttpServer(handler, {
        baseUrl: config.baseUrl,
        prefix: config.prefix,
        nextRequestId: requestIds(),
        shedding,
        ...(options.timeouts ? { timeouts: options.timeouts } : {}),
      }),
  })
  await app.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 })
  const { port } = app.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      await app.close()
      shedding.close()
      await keyring.close()
      await limiter.close()
      if (!options.db) await db.destroy()
    },
  }
}

// As a process of its own it takes its settings from the environment, tells its address, and ends with its parent.
if (import.meta.main) {
  const { url } = await startAccessApp(process.env as Record<string, string>)
  process.send?.({ url })
  process.on('disconnect', () => process.exit())
}
