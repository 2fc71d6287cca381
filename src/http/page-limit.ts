import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { countedAddress } from '../keys/address.ts'
import { createMemoryLimiter, type Take } from '../keys/limiter.ts'
import { rateLimited } from './access.ts'

/** Counts a request for a page against its address. */
export type PageLimit = (request: IncomingMessage) => Take | undefined

interface PageLimitParts {
  /** Requests a minute from one address; 0 means no limit. */
  perMinute: number
  addressOf(request: IncomingMessage): string | undefined
}

export function createPageLimit({ perMinute, addressOf }: PageLimitParts): PageLimit {
  if (perMinute === 0) return () => undefined
  const limiter = createMemoryLimiter()
  return (request) => limiter.take(countedAddress(addressOf(request)), perMinute)
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
    const take = apart(request.routeOptions.url ?? '') ? undefined : limit(request.raw)
    if (!take || take.allowed) return done()
    onLimited()
    done(rateLimited(take))
  })
}
