import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { SigningKeys } from '../auth/signing-keys.ts'
import { Problem, type ProblemCode, unavailable } from '../errors.ts'
import { schedule } from '../lib/timers.ts'
import { runInRequestSpan, traceRequest } from '../lib/tracing.ts'
import type { AddressOf } from './client-address.ts'
import { holdConnections, maxConnections } from './connections.ts'
import type { FastPath } from './fast-path.ts'
import { problemReply, type Reply, replyText, signReplyTo, writeReply } from './http-response.ts'
import type { Gate, Shedding } from './load-shedder.ts'
import { hostFault } from './own-host.ts'
import { areaOf, isOfPages } from './route-group.ts'
import { signatureFault, signedReply } from './signatures.ts'

// Importing it by name would also load Node's HTTP client and slow the start.
const { createServer } = process.getBuiltinModule('node:http')

interface ServerParts {
  baseUrl: string
  /** The service's path prefix, without a trailing slash. */
  prefix: string
  nextRequestId: () => string
  /** Comes first and answers what is cached. */
  fastPath?: FastPath
  shedding?: Shedding
  /** `addressOf` says whose turn a request takes. */
  gate?: Gate
  addressOf?: AddressOf
  /** Gets the status of each problem that this server answers itself. */
  onEarly?: (status: number) => void
  /** What the replies of the API are signed with when asked. */
  signingKeys?: SigningKeys
  timeouts?: Partial<Timeouts>
  /** Connections at once. */
  maxConnections?: number
}

export type Timeouts = typeof TIMEOUTS

const TIMEOUTS = {
  /** From the connection or the first byte to the end of the headers. */
  headersMs: 8_000,
  /** From the end of the headers to the end of the body. */
  requestMs: 12_000,
  /** The same for a body that has the time of an upload. */
  uploadMs: 600_000,
  /** How often these times are checked. */
  checkMs: 1_000,
  /** How long nothing may move on a connection: the client does not read its answer. */
  idleMs: 30_000,
  /** In this time a client must read a piece of its answer. */
  unreadMs: 15_000,
  /** Between requests; longer than the minute for which load balancers keep connections. */
  keepAliveMs: 65_000,
}

/** The size of request line and headers together. */
const MAX_HEADER_SIZE = 16 * 1024
/** How long a client may keep sending after a refusal, so that it can read why. */
const LINGER_MS = 500

const LATE = Object.assign(new Error('the body was late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

const CLIENT_ERRORS: Record<string, [ProblemCode, string]> = {
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The request line and the headers may have 16 kB together.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body-too-large', 'The chunk extensions of the body are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The request did not arrive in time.'],
}

const extensions = new WeakMap<IncomingMessage, () => void>()

/** Gives the body of a request the time of an upload. A route calls it once it knows the caller. */
export function allowUpload(request: IncomingMessage): void {
  extensions.get(request)?.()
}

/** The HTTP server in front of the app: its limits, its answers to malformed requests, and refusal under overload. */
export function createHttpServer(handler: RequestListener, parts: ServerParts): Server {
  const { baseUrl, prefix, nextRequestId, fastPath, shedding, gate, addressOf, signingKeys } = parts
  const timeouts = { ...TIMEOUTS, ...parts.timeouts }
  const server = createServer({
    maxHeaderSize: MAX_HEADER_SIZE,
    headersTimeout: timeouts.headersMs,
    // Node has one limit for all; `limitBody` holds other bodies to theirs.
    requestTimeout: timeouts.uploadMs,
    connectionsCheckingInterval: timeouts.checkMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    // Node would answer without a problem document.
    requireHostHeader: false,
    // A request for another protocol gets an HTTP answer.
    shouldUpgradeCallback: () => false,
  })
  const { checkMs, unreadMs } = timeouts
  const connections = holdConnections(server, {
    max: parts.maxConnections ?? maxConnections(),
    checkMs,
    unreadMs,
    refuse: (socket) => refuse(socket, tooFarAhead()),
  })
  server.on('request', connections.receive(receive))
  if (gate) server.on('connection', gate.arrived)
  server.timeout = timeouts.idleMs
  // Their size limits their number. Above its own limit Node would silently drop headers.
  server.maxHeadersCount = 0
  // An unknown expectation is no reason to refuse.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', (_request, socket) => refuse(socket, new Problem('bad-input', 'CONNECT is not served here.')))
  // Other listeners would answer a second time in another form.
  server.on('listening', () => {
    server.removeAllListeners('clientError')
    server.on('clientError', onClientError)
  })
  return server

  function receive(request: IncomingMessage, response: ServerResponse): void {
    gate?.arrived()
    traceRequest(request, response)
    const target = originForm(request.url!)
    request.url = target
    const area = areaOf(target, prefix)
    const isSigned = request.headers['accept-signature'] !== undefined && area === 'api' && request.method === 'GET'
    if (isSigned && signingKeys) signReplyTo(request, (reply) => signedReply(signingKeys, request, reply))
    limitBody(request, response)
    const fault = hostFault(request) ?? (isSigned ? signatureFault(request) : undefined)
    if (fault !== undefined) {
      answer(request, response, new Problem('bad-input', fault))
    } else if (area === 'health') {
      handler(request, response)
    } else if (shedding?.overloaded()) {
      answer(request, response, overloaded())
    } else if (!fastPath || !runInRequestSpan(request, () => fastPath(request, response))) {
      const run = () => runInRequestSpan(request, () => handler(request, response))
      if (!gate) {
        run()
        return
      }
      const work = { run, isWanted: () => !request.socket.destroyed }
      const place = { lane: isOfPages(area) ? 'pages' : 'api', address: addressOf?.(request) ?? '' } as const
      if (!gate.enter(place, work)) answer(request, response, overloaded())
    }
  }

  /** Ends the connection when the body is late; sooner when nobody reads the body any more. */
  function limitBody(request: IncomingMessage, response: ServerResponse): void {
    if (request.complete || !('content-length' in request.headers || 'transfer-encoding' in request.headers)) return
    let timer: NodeJS.Timeout | undefined
    const end = () => clearTimeout(timer)
    const endAfter = (ms: number, act = () => onClientError(LATE, request.socket)) => {
      end()
      timer = setTimeout(act, ms)
    }
    endAfter(timeouts.requestMs)
    extensions.set(request, () => endAfter(timeouts.uploadMs))
    request.once('end', end).once('close', end)
    response.once('finish', () => request.complete || endAfter(timeouts.requestMs, () => request.socket.destroy()))
  }

  function onClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
    const [code, detail] = CLIENT_ERRORS[error.code ?? ''] ?? ['bad-input', 'The request is not valid HTTP.']
    if (error.code === 'ECONNRESET' || connections.isAnswering(socket)) socket.destroy()
    else refuse(socket, new Problem(code, detail))
  }

  function answer(request: IncomingMessage, response: ServerResponse, problem: Problem): void {
    writeReply(request, response, render(problem, areaOf(request.url!, prefix) === 'console'))
  }

  function refuse(socket: Duplex, problem: Problem): void {
    if (!socket.writable) return
    socket.on('error', () => {})
    socket.end(replyText(render(problem)))
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }

  function render(problem: Problem, isPrivate = false): Reply {
    const reply = problemReply(problem, baseUrl, { requestId: nextRequestId(), limit: undefined, isPrivate })
    parts.onEarly?.(reply.status)
    return reply
  }
}

function tooFarAhead(): Problem {
  const detail = 'This address sent too many requests ahead of their answers; try again in 1 s.'
  return new Problem('rate-limited', detail, { headers: { 'retry-after': '1' } })
}

function overloaded(): Problem {
  return unavailable('The service is overloaded.', 1)
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
    if (areaOf(request.url!, prefix) !== 'health') last = performance.now()
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
