import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { KeyUse } from '../admin/key-use.ts'
import type { Policy } from '../auth/limiter.ts'
import { createLabelledCounter } from '../lib/metrics.ts'
import { setRequestRoute } from '../lib/tracing.ts'
import { NO_SNIFFING } from './cached-response.ts'

/** `pages` is everything outside the API, counted by address. */
type LimitedTier = Policy | 'pages'
const TIERS: readonly LimitedTier[] = ['anonymous', 'standard', 'enterprise', 'pages']

/** The route of requests that were never routed. */
const EARLY = 'early'

export function createRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

export function createHttpMetrics(registry: Registry, keyUse?: Pick<KeyUse, 'note'>) {
  const requests = new Counter({
    name: 'yantra_http_requests_total',
    help: 'Answered requests by route and status.',
    labelNames: ['route', 'status'] as const,
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'yantra_http_request_duration_seconds',
    help: 'From the request to the end of the answer, by route.',
    labelNames: ['route'] as const,
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const help = 'Requests that were refused because a limit was reached, by its tier.'
  return {
    /** Counts a request refused because its limit was reached. */
    limited: createLabelledCounter(registry, ['yantra_rate_limited_total', help], 'tier', TIERS),
    /** Counts an answer. Cheap: it runs on every request. */
    observe(route: string, status: number, seconds: number, keyId?: string): void {
      keyUse?.note(route, status, keyId)
      requests.inc({ route, status })
      durations.observe({ route }, seconds)
    },
    /** Counts an answer given before routing: under overload, or not HTTP. */
    observeEarly: (status: number) => requests.inc({ route: EARLY, status }),
  }
}

/** Counts every answer, and logs it when debugging. Neither contains anything from the caller. */
export function addObservation(app: FastifyInstance, metrics: Pick<ReturnType<typeof createHttpMetrics>, 'observe'>) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, ...NO_SNIFFING })
    done()
  })
  app.addHook('onError', (request, _reply, { keyId }: Error & { keyId?: string }, done) => {
    request.refusedKey = keyId
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.observe(
      route,
      reply.statusCode,
      reply.elapsedTime / 1_000,
      request.admission?.caller?.keyId ?? request.refusedKey,
    )
    const { method, id } = request
    const trace = setRequestRoute(request.raw, route)
    const ms = Math.round(reply.elapsedTime)
    request.log.debug({ method, route, status: reply.statusCode, ms, request_id: id, ...trace }, 'request')
    done()
  })
}
