import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'

/** What must hold for this process to take requests, by name. */
export type Readiness = Record<string, boolean>

/** Answered whatever else there is to do. */
export const HEALTH: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/** How current the answers are. */
export interface Currency {
  /** The newest change that every answer shows, and the newest that the database was seen to have. */
  revision: number
  database_revision: number
  /** For how long the answers have been known to be behind. */
  lag_seconds: number
}

export interface Health {
  ready: () => Promise<Readiness>
  currency: () => Currency
  metrics: Registry
  /** The metrics of all workers together, where there are several. */
  allMetrics?: (() => Promise<string>) | undefined
}

/** For the operator's own machinery: is it alive, may it have traffic, how is it doing. */
export function addHealthRoutes(app: FastifyInstance, { ready, currency, metrics, allMetrics }: Health): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const checks = await ready()
    const good = Object.values(checks).every(Boolean)
    if (!good) reply.code(503).header('retry-after', '1')
    const status = good ? 'ready' : 'not ready'
    return reply.header('cache-control', 'no-store').send({ status, checks, ...currency() })
  })

  // Whoever asks meanwhile gets the same figures.
  let reading: Promise<string> | undefined
  app.get('/metrics', async (_request, reply) => {
    reading ??= (allMetrics?.() ?? readMetrics(metrics)).finally(() => {
      reading = undefined
    })
    return reply.type(metrics.contentType).send(await reading)
  })
}

/** One that cannot be read, such as a count in a database that is away, does not hide the others. */
export async function readMetrics(metrics: Registry): Promise<string> {
  const names = metrics.getMetricsAsArray().map(({ name }) => name)
  const texts = await Promise.allSettled(names.map((name) => metrics.getSingleMetricAsString(name)))
  const known = texts.filter((text) => text.status === 'fulfilled').map(({ value }) => value)
  return `${known.join('\n\n')}\n`
}
