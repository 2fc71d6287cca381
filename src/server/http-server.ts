import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Problem, type ProblemCode } from '../errors.ts'
import { schedule } from '../lib/timers.ts'
import { runInRequestSpan, traceRequest } from '../lib/tracing.ts'
import { holdConnections, maxConnections } from './connections.ts'
import { groupHeaders, problemResponse, toBytes } from './http-response.ts'
import { routeGroupOf } from './route-group.ts'

// Importing it by name would also load Node's HTTP client and slow the start.
const { createServer } = process.getBuiltinModule('node:http')

interface ServerParts {
  baseUrl: string
  nextRequestId: () => string
  onArrival?: () => void
  onEarly?: (status: number) => void
  timeouts?: Partial<Timeouts>
  maxConnections?: number
}

export type Timeouts = typeof TIMEOUTS

export const TIMEOUTS = {
  /** From the connection or the first byte to the end of the headers. */
  headersMs: 8_000,
  requestMs: 12_000,
  uploadMs: 600_000,
  checkMs: 1_000,
  /** How long nothing may move on a connection: the client does not read its answer. */
  idleMs: 30_000,
  unreadMs: 15_000,
  /** Between requests; longer than the minute for which load balancers keep connections. */
  keepAliveMs: 65_000,
}

const MAX_HEADER_SIZE = 16 * 1024
/** How long a client may keep sending after a refusal, so that it can read why. */
const LINGER_MS = 500

const CLIENT_ERRORS: Record<string, [ProblemCode, string]> = {
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The request line and the headers may have 16 kB together.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body-too-large', 'The chunk extensions of the body are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The request did not arrive in time.'],
}

/** Creates the HTTP server under the app: its limits, and its responses to requests that are not valid HTTP. */
export function createHttpServer(handler: RequestListener, parts: ServerParts): Server {
  const { baseUrl, nextRequestId, onArrival } = parts
  const timeouts = { ...TIMEOUTS, ...parts.timeouts }
  const server = createServer({
    maxHeaderSize: MAX_HEADER_SIZE,
    headersTimeout: timeouts.headersMs,
    // Node has one limit for all; the app limits the body of each route.
    requestTimeout: timeouts.uploadMs,
    connectionsCheckingInterval: timeouts.checkMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    // Node would answer without a problem document.
    requireHostHeader: false,
    // A request for another protocol gets an HTTP response.
    shouldUpgradeCallback: () => false,
  })
  const { checkMs, unreadMs } = timeouts
  const connections = holdConnections(server, { max: parts.maxConnections ?? maxConnections(), checkMs, unreadMs })
  server.on('request', connections.receive(receive))
  if (onArrival) server.on('connection', onArrival)
  server.timeout = timeouts.idleMs
  // Their size limits their number. Above its own limit Node would silently drop headers.
  server.maxHeadersCount = 0
  // Unknown expectations are ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', (_request, socket) => refuse(socket, new Problem('bad-input', 'CONNECT is not served here.')))
  // Other listeners would answer a second time in another form.
  server.on('listening', () => {
    server.removeAllListeners('clientError')
    server.on('clientError', onClientError)
  })
  return server

  function receive(request: IncomingMessage, response: ServerResponse): void {
    onArrival?.()
    traceRequest(request, response)
    request.url = originForm(request.url!)
    runInRequestSpan(request, () => handler(request, response))
  }

  function onClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
    const [code, detail] = CLIENT_ERRORS[error.code ?? ''] ?? ['bad-input', 'The request is not valid HTTP.']
    if (error.code === 'ECONNRESET' || connections.isAnswering(socket)) socket.destroy()
    else refuse(socket, new Problem(code, detail))
  }

  function refuse(socket: Duplex, problem: Problem): void {
    if (!socket.writable) return
    const requestId = nextRequestId()
    const { status, headers, body } = problemResponse(problem, baseUrl, requestId)
    parts.onEarly?.(status)
    socket.on('error', () => {})
    socket.end(toBytes({ status, headers: { ...groupHeaders('api'), 'x-request-id': requestId, ...headers }, body }))
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}

/** A request to a proxy has a full URL; only its path and query count here. */
function originForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')
}

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
    if (routeGroupOf(request.url!, prefix) !== 'health') last = performance.now()
  })
  return new Promise((resolve) => {
    const loop = schedule(CHECK_MS, () => {
      const now = performance.now()
      if (now - last < quietMs && now < end) return
      void loop.stop()
      resolve()
    })
  })
}
