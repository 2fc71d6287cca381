import type { FastifyInstance } from 'fastify'
import { areaOf } from './area.ts'

/**
 * For every response except the console's, errors included. Outside the console no cookie gives rights, so any site may
 * read.
 */
const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Sort, X-Query-Read, X-Query-Left-Out, X-Query-Hint, X-Price-Kinds, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
} as const

/** The same as names and values in turn. */
export const CORS_FIELDS: readonly string[] = Object.entries(CORS_HEADERS).flat()

const PREFLIGHT_HEADERS = {
  ...CORS_HEADERS,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Authorization, If-None-Match',
  'access-control-max-age': '86400',
} as const

/** Preflights need no key and do not count: browsers send them by themselves. */
export function addCors(app: FastifyInstance, prefix: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    const area = areaOf(request.url, prefix)
    if (area === 'console' || area === 'metrics') return done()
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      reply.code(204).headers(PREFLIGHT_HEADERS).send()
      return
    }
    reply.headers(CORS_HEADERS)
    done()
  })
}
