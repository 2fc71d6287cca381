import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { HEALTH } from './health-routes.ts'

/** A balancer that has seen the refusal of `/readyz`, or a closed connection, sends no more after this long. */
const QUIET_MS = 1_000
const MOST_MS = 5_000
const CHECK_MS = 50

/**
 * Before a server is closed: everything is still answered, each answer ends its connection, and nobody loses a request
 * that was on its way. Resolves when no request has come for a while, or after the longest time.
 */
export function drain(server: Server, { quietMs = QUIET_MS, mostMs = MOST_MS } = {}): Promise<void> {
  let last = performance.now()
  const end = last + mostMs
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false
    if (![...HEALTH].some((path) => request.url?.endsWith(path))) last = performance.now()
  })
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now()
      if (now - last < quietMs && now < end) return
      clearInterval(timer)
      resolve()
    }, CHECK_MS)
  })
}
