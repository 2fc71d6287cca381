import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { countedAddress } from '../keys/address.ts'
import { createMemoryLimiter } from '../keys/memory-limiter.ts'
import { rateLimited } from './access.ts'

interface PageLimit {
  /** Requests a minute of one address; 0 lifts the limit. */
  perMinute: number
  /** Routes that do not count: those of the API, which have limits of their own, and health checks. */
  apart: (route: string) => boolean
  addressOf(request: IncomingMessage): string | undefined
}

/** Pages, pictures and scripts are counted apart from the API: a page takes several of them. */
export function addPageLimit(app: FastifyInstance, { perMinute, apart, addressOf }: PageLimit): void {
  if (perMinute === 0) return
  const limiter = createMemoryLimiter()
  app.addHook('onRequest', (request, _reply, done) => {
    if (apart(request.routeOptions.url ?? '')) return done()
    const take = limiter.take(countedAddress(addressOf(request.raw)), perMinute)
    done(take.allowed ? undefined : rateLimited(take))
  })
}
