import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { createMemoryLimiter, type LimitState } from '../keys/limiter.ts'
import { rateLimited } from './access.ts'
import { areaOf } from './area.ts'
import type { AddressOf } from './client-address.ts'

/** Counts a request for a page against its address. */
export type PageLimit = (request: IncomingMessage) => LimitState | undefined

interface PageLimitParts {
  /** Searched pages a minute for one address, as reads of the API; 0 means no limit. */
  perMinute: number
  addressOf: AddressOf
  prefix: string
}

/** All else may be asked for this many times as often: a page needs several files, and most of it is kept. */
const OTHERS_A_SEARCH = 10

/** A page with a query is searched for: it costs as much as a read of the API, and is counted apart from files. */
export function createPageLimit({ perMinute, addressOf, prefix }: PageLimitParts): PageLimit {
  if (perMinute === 0) return () => undefined
  const searches = createMemoryLimiter()
  const others = createMemoryLimiter()
  return (request) => {
    const address = addressOf(request)
    const isSearch = request.url!.includes('?') && areaOf(request.url!, prefix) === 'pages'
    return isSearch
      ? searches.take(address, Math.ceil(perMinute))
      : others.take(address, Math.ceil(perMinute * OTHERS_A_SEARCH))
  }
}

/**
 * Pages, pictures and scripts are counted apart from the API, since a page needs several. `apart` names the routes that
 * do not count: the API, which has its own limits, and health checks.
 */
export function addPageLimit(
  app: FastifyInstance,
  { limit, apart, onLimited }: { limit: PageLimit; apart: (route: string) => boolean; onLimited: () => void },
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const state = apart(request.routeOptions.url ?? '') ? undefined : limit(request.raw)
    if (!state || state.allowed) return done()
    onLimited()
    done(rateLimited(state))
  })
}
