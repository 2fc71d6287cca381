import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { every } from '../running/loops.ts'
import { areaOf } from './area.ts'

/** After `/readyz` refused or a connection closed, a load balancer sends nothing more for this long. */
const QUIET_MS = 1_000
const MAX_MS = 5_000
const CHECK_MS = 50

/**
 * Comes before closing a server. Everything is still answered and each answer closes its connection, so no request is
 * lost. Resolves when no request has come for a while, or at the latest after `maxMs`.
 */
export function drain(server: Server, { prefix = '', quietMs = QUIET_MS, maxMs = MAX_MS } = {}): Promise<void> {
  let last = performance.now()
  const end = last + maxMs
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false
    if (areaOf(request.url!, prefix) !== 'health') last = performance.now()
  })
  return new Promise((resolve) => {
    const loop = every(CHECK_MS, () => {
      const now = performance.now()
      if (now - last < quietMs && now < end) return
      void loop.stop()
      resolve()
    })
  })
}
