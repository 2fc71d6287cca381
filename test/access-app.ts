import pino from 'pino'
import { createRedisLimiter } from '../src/auth/redis-rate-limiter.ts'
import { toConfig } from '../src/config.ts'
import { openDatabase } from '../src/database/open.ts'
import type { Db } from '../src/database/schema.ts'
import type { Timeouts } from '../src/server/http-server.ts'
import { threadCpuMs } from '../src/server/load-shedder.ts'
import { type CatalogueApp, importAll, startCatalogueApp } from './catalogue-app.ts'

export interface AccessAppOptions {
  /** Hears each line of the log. */
  onLine?: (line: string) => void
  timeouts?: Partial<Timeouts>
  db?: Db
}

const ROWS = [
  { type: 'manufacturer', slug: 'a-maker', name: 'A Maker' },
  {
    ...{ type: 'machine', slug: 'a-tractor', name: 'A Tractor', manufacturer: 'a-maker', machine_class: 'tractor' },
    ...{ lifecycle: 'current', published_at: '2026-01-01' },
  },
]

/**
 * The service over a catalogue of one machine, with the limits of its settings. `/block?ms=` holds the event
 * loop.
 */
export async function startAccessApp(
  env: Record<string, string>,
  options: AccessAppOptions = {},
): Promise<CatalogueApp> {
  const config = toConfig(env)
  const log = pino({ level: config.logLevel }, { write: (line: string) => options.onLine?.(line) })
  const db = options.db ?? (await openDatabase(config.database))
  await importAll(db, ROWS)
  const patience = env.REDIS_PATIENCE_MS ? Number(env.REDIS_PATIENCE_MS) : undefined
  const app = await startCatalogueApp(db, {
    // Those that it lifts unless they are set.
    env: { RATE_LIMIT_ANONYMOUS: '', MAX_EVENT_LOOP_DELAY_MS: '', ...env },
    log,
    ...(config.redisUrl ? { limiter: await createRedisLimiter(config.redisUrl, log, patience) } : {}),
    ...(options.timeouts ? { timeouts: options.timeouts } : {}),
    addRoutes(scope) {
      scope.get('/block', (request, reply) => {
        const end = threadCpuMs() + Number(new URL(request.url, 'http://a').searchParams.get('ms'))
        while (threadCpuMs() < end);
        return reply.send({})
      })
    },
  })
  return {
    ...app,
    async close() {
      await app.close()
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
