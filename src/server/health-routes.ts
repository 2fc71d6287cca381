import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { MetricRegistry } from '../lib/metrics.ts'

export type ReadinessState = Record<string, boolean>

interface Health {
  ready: () => Promise<ReadinessState>
  /** The newest revision that every answer shows, the newest seen in the database, and how long they were apart. */
  currency: () => { revision: number; database_revision: number; lag_seconds: number; database_id?: string | undefined }
  unwritable?: () => string | undefined
  /** Undefined if metrics are served on a separate port. */
  metrics: MetricRegistry | undefined
}

export function addHealthRoutes(app: FastifyInstance, health: Health): void {
  const { ready, currency, unwritable = () => undefined, metrics } = health

  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (request, reply) => {
    const checks = await ready()
    const isReady = Object.values(checks).every(Boolean)
    const why = isReady ? unwritable() : undefined
    const writes = isReady && why === undefined
    const needsWrites = new URLSearchParams(request.query as string).get('writes') === '1'
    if (!isReady || (needsWrites && !writes)) reply.code(503).header('retry-after', '1')
    const status = writes ? 'ready' : isReady ? 'degraded' : 'not ready'
    return reply
      .header('cache-control', 'no-store')
      .send({ status, ready: isReady, writes, why, checks, ...currency() })
  })

  if (!metrics) return
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()))
}

const { createServer } = process.getBuiltinModule('node:http')

/** Serves `/metrics` and `/healthz` on a separate port. */
export async function serveMetrics(
  metrics: MetricRegistry,
  { host, port }: { host: string; port: number },
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?', 1)[0]
    if (path === '/metrics') response.setHeader('content-type', metrics.contentType).end(await metrics.metrics())
    else if (path === '/healthz') response.setHeader('content-type', 'application/json').end('{"status":"ok"}')
    else response.writeHead(404).end()
  })
  await once(server.listen(port, host), 'listening')
  const { port: self } = server.address() as AddressInfo
  return {
    url: `http://${host}:${self}`,
    async close() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}
