import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { KeyUse } from '../admin/key-use.ts'
import type { Policy } from '../auth/rate-limiter.ts'
import { memoizeAsync } from '../lib/cache.ts'
import { createHistogram, createLabelledCounter, createMetricRegistry, type MetricRegistry } from '../lib/metrics.ts'
import { setRequestRoute } from '../lib/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of a caller who was refused. */
    refusedKey: string | undefined
    routeName: string | undefined
  }
}

/** `pages` is everything outside the API, counted by address. */
const TIERS: readonly (Policy | 'pages')[] = ['anonymous', 'standard', 'enterprise', 'pages']
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

const EARLY = 'early'

/** Creates a registry with the metrics of the process. Their library is loaded when they are first read. */
export function createRegistry(): MetricRegistry {
  const registry = createMetricRegistry()
  const load = memoizeAsync(async () => {
    const { collectDefaultMetrics, Registry } = await import('prom-client')
    const ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
    return ofProcess
  })
  registry.addText(async () => (await load()).metrics())
  return registry
}

export function createHttpMetrics(registry: MetricRegistry, keyUse?: Pick<KeyUse, 'note'>) {
  const requests = new Map<string, Map<number, number>>()
  registry.add({
    name: 'yantra_http_requests_total',
    help: 'Answered requests by route and status.',
    type: 'counter',
    collect: () =>
      [...requests].flatMap(([route, counts]) =>
        [...counts].map(([status, value]) => ({ labels: { route, status }, value })),
      ),
  })
  const duration = 'From the request to the end of the answer, by route.'
  const observeDuration = createHistogram(
    registry,
    ['yantra_http_request_duration_seconds', duration],
    BUCKETS,
    'route',
  )
  const refused = 'Requests that were refused because a limit was reached, by its tier.'

  function count(route: string, status: number): void {
    const counts = requests.getOrInsertComputed(route, () => new Map())
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }

  return {
    limited: createLabelledCounter(registry, ['yantra_rate_limited_total', refused], 'tier', TIERS),
    observe(route: string, status: number, seconds: number, keyId?: string): void {
      keyUse?.note(route, status, keyId)
      count(route, status)
      observeDuration(seconds, route)
    },
    observeEarly: (status: number) => count(EARLY, status),
  }
}

export type HttpMetrics = ReturnType<typeof createHttpMetrics>

/** Counts every response, and logs it when debugging. Neither contains anything from the caller. */
export function addObservation(app: FastifyInstance, metrics: Pick<HttpMetrics, 'observe'>, log: FastifyBaseLogger) {
  const isLogged = log.level === 'debug' || log.level === 'trace'
  app.decorateRequest('refusedKey')
  app.decorateRequest('routeName')
  app.addHook('onError', (request, _reply, { keyId }: Error & { keyId?: string }, done) => {
    request.refusedKey = keyId
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id, admission, refusedKey } = request
    const route = request.routeName ?? request.route?.url ?? 'none'
    const { statusCode: status, elapsedTime } = reply
    metrics.observe(route, status, elapsedTime / 1_000, admission?.caller?.keyId ?? refusedKey)
    const trace = setRequestRoute(request.raw, route)
    if (isLogged) log.debug({ method, route, status, ms: Math.round(elapsedTime), request_id: id, ...trace }, 'request')
    done()
  })
}
