import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'

/** What must hold for this process to take requests, by name. */
export type Readiness = Record<string, boolean>

export interface Health {
  ready: () => Promise<Readiness>
  metrics: Registry
}

/** For the operator's own machinery: is it alive, may it have traffic, how is it doing. */
export function addHealthRoutes(app: FastifyInstance, { ready, metrics }: Health): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const checks = await ready()
    const good = Object.values(checks).every(Boolean)
    if (!good) reply.code(503).header('retry-after', '1')
    return reply.header('cache-control', 'no-store').send({ status: good ? 'ready' : 'not ready', checks })
  })

  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()))
}
