import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { HEALTH } from './health-routes.ts'

/** After `/readyz` refused or a connection closed, a load balancer sends nothing more for this long. */
const QUIET_MS = 1_000
const MOST_MS = 5_000
const CHECK_MS = 50

/**
 * Comes before closing a server. Everything is still answered and each answer closes its connection, so no request is
 * lost. Resolves when no request has come for a while, or at the latest after `mostMs`.
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
