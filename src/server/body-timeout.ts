import type { IncomingMessage, ServerResponse } from 'node:http'

export type BodyTimeout = (ms: number) => void

/**
 * Limits the time of a body: calls `onLate`, or ends the connection once the response has begun. Undefined for a
 * request without a body.
 */
export function limitBody(
  request: IncomingMessage,
  response: ServerResponse,
  timeoutMs: number,
  onLate: () => void,
): BodyTimeout | undefined {
  const { headers } = request
  if (request.complete || !('content-length' in headers || 'transfer-encoding' in headers)) return undefined
  let timer: NodeJS.Timeout | undefined
  const end = () => clearTimeout(timer)
  const start = (ms: number) => {
    end()
    timer = setTimeout(() => (response.headersSent ? request.socket.destroy() : onLate()), ms)
  }
  start(timeoutMs)
  request.once('end', end).once('close', end)
  // A response may leave before the body has come; nothing reads the rest.
  response.once('finish', () => request.complete || start(timeoutMs))
  return start
}
