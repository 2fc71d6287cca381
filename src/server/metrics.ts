import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { KeyUse } from '../admin/key-use.ts'
import type { Policy } from '../auth/rate-limiter.ts'
import { createLabelledCounter } from '../lib/metrics.ts'
import { setRequestRoute } from '../lib/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of a caller who was refused. */
    refusedKey: string | undefined
    /** The route's name in metrics, if it is not its path. */
    routeName: string | undefined
  }
}

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

export type HttpMetrics = ReturnType<typeof createHttpMetrics>

/** Counts every response, and logs it when debugging. Neither contains anything from the caller. */
export function addObservation(app: FastifyInstance, metrics: Pick<HttpMetrics, 'observe'>, log: FastifyBaseLogger) {
  app.decorateRequest('refusedKey')
  app.decorateRequest('routeName')
  app.addHook('onError', (request, _reply, { keyId }: Error & { keyId?: string }, done) => {
    request.refusedKey = keyId
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id, admission, refusedKey } = request
    const route = request.routeName ?? request.routeOptions.url ?? 'none'
    const { statusCode: status, elapsedTime } = reply
    metrics.observe(route, status, elapsedTime / 1_000, admission?.caller?.keyId ?? refusedKey)
    const trace = setRequestRoute(request.raw, route)
    if (log.level === 'debug' || log.level === 'trace') {
      log.debug({ method, route, status, ms: Math.round(elapsedTime), request_id: id, ...trace }, 'request')
    }
    done()
  })
}
