import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Problem, type ProblemCode, unavailable } from '../errors.ts'
import { inTraceOf, traceRequest } from '../tracing.ts'
import { holdConnections, mostConnections } from './connections.ts'
import { isConsole } from './console/headers.ts'
import type { FastPath } from './fast-path.ts'
import type { Gate } from './gate.ts'
import { HEALTH } from './health-routes.ts'
import { problemReply, type Reply, replyText, writeReply } from './reply.ts'
import type { Shedding } from './shedding.ts'

// To import it by name would load an HTTP client as well, which shows in the time of a start.
const { createServer } = process.getBuiltinModule('node:http')

type Handler = (request: IncomingMessage, response: ServerResponse) => void

interface ServerParts {
  baseUrl: string
  /** Path prefix of the service, without a trailing slash. */
  prefix: string
  nextRequestId: () => string
  /** Asked first: answers what it can at once. */
  fastPath?: FastPath
  shedding?: Shedding
  gate?: Gate
  /** Told the status of what is answered here, before the app. */
  onEarly?: (status: number) => void
  timeouts?: Partial<Timeouts>
  /** Connections held at once. */
  mostConnections?: number
}

export interface Timeouts {
  /** From the first byte, or from the connection, to the end of the headers. */
  headersMs: number
  /** From there to the end of the body. */
  requestMs: number
  /** Likewise, of a file that the operator sends to the console. */
  uploadMs: number
  /** How often the two are looked at. */
  checkMs: number
  /** A connection on which nothing moves: a client that does not read its answer. */
  idleMs: number
  /** In this time a caller has to take some kilobytes of its answer. */
  unreadMs: number
  /** Between requests; longer than the minute that load balancers keep connections for. */
  keepAliveMs: number
}

const TIMEOUTS: Timeouts = {
  headersMs: 8_000,
  requestMs: 12_000,
  uploadMs: 600_000,
  checkMs: 1_000,
  idleMs: 30_000,
  unreadMs: 15_000,
  keepAliveMs: 65_000,
}

/** Request line and headers together. */
const MAX_HEADER_SIZE = 16 * 1024
/** How long a client may go on sending after its connection was refused, so that it gets to read why. */
const LINGER_MS = 500

const LATE = Object.assign(new Error('the body was late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

const CLIENT_ERRORS: Record<string, [ProblemCode, string]> = {
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The request line and the headers may have 16 kB together.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body-too-large', 'The chunk extensions of the body are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The request did not arrive in time.'],
}

/** The HTTP server before the app: its limits, its answers to what is not HTTP, and the door that closes in overload. */
export function createHttpServer(handler: Handler, parts: ServerParts): Server {
  const { baseUrl, prefix, nextRequestId, fastPath, shedding, gate } = parts
  const timeouts = { ...TIMEOUTS, ...parts.timeouts }
  const isApi = (path: string) => path.startsWith(`${prefix}/v1/`) || path.startsWith(`${prefix}/mcp`)
  const upload = `${prefix}/console/imports`
  const server = createServer({
    maxHeaderSize: MAX_HEADER_SIZE,
    headersTimeout: timeouts.headersMs,
    // Node has one time for all; bodies that are not uploads are held to theirs below.
    requestTimeout: timeouts.uploadMs,
    connectionsCheckingInterval: timeouts.checkMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    // Node would answer without a document.
    requireHostHeader: false,
    // No protocol but HTTP is spoken: whoever offers another gets an answer in HTTP.
    shouldUpgradeCallback: () => false,
  })
  const { checkMs, unreadMs } = timeouts
  const most = parts.mostConnections ?? mostConnections()
  server.on('request', holdConnections(server, { most, checkMs, unreadMs }, receive))
  if (gate) server.on('connection', gate.arrived)
  server.timeout = timeouts.idleMs
  // The size bounds their number. Past a number of its own Node drops headers without a word.
  server.maxHeadersCount = 0
  // An expectation that is not known is not a reason to refuse.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', (_request, socket) => refuse(socket, new Problem('bad-input', 'CONNECT is not served here.')))
  // Whoever else listens by then would answer a second time, in a shape of their own.
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
    limitBody(request, response, target === upload ? timeouts.uploadMs : timeouts.requestMs)
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      answer(request, response, new Problem('bad-input', 'The request has no Host header.'))
    } else if (target.startsWith(prefix) && HEALTH.has(target.slice(prefix.length))) {
      handler(request, response)
    } else if (shedding?.overloaded()) {
      answer(request, response, tooMuch())
    } else if (!fastPath || !inTraceOf(request, () => fastPath(request, response))) {
      const run = () => inTraceOf(request, () => handler(request, response))
      if (!gate) {
        run()
        return
      }
      const work = { run, isWanted: () => !request.socket.destroyed }
      if (!gate.enter(isApi(target) ? 'api' : 'pages', work)) answer(request, response, tooMuch())
    }
  }

  /** A body that does not end in time ends its connection; one that nobody reads any more has little time left. */
  function limitBody(request: IncomingMessage, response: ServerResponse, ms: number): void {
    if (request.complete || !('content-length' in request.headers || 'transfer-encoding' in request.headers)) return
    const late = () => onClientError(LATE, request.socket)
    let timer = setTimeout(late, ms)
    const end = () => clearTimeout(timer)
    request.once('end', end).once('close', end)
    response.once('finish', () => {
      if (request.complete) return
      clearTimeout(timer)
      timer = setTimeout(() => request.socket.destroy(), Math.min(ms, timeouts.requestMs))
    })
  }

  function onClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
    const [code, detail] = CLIENT_ERRORS[error.code ?? ''] ?? ['bad-input', 'The request is not valid HTTP.']
    const { _httpMessage } = socket as Duplex & { _httpMessage?: ServerResponse | null }
    if (error.code === 'ECONNRESET' || _httpMessage?.headersSent) socket.destroy()
    else refuse(socket, new Problem(code, detail))
  }

  function answer(request: IncomingMessage, response: ServerResponse, problem: Problem): void {
    writeReply(request, response, render(problem, isConsole(request.url!, prefix)))
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

function tooMuch(): Problem {
  return unavailable('There is too much to do right now.', 1)
}

/** A request to a proxy names the whole address; here only its path and query count. */
function originForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')
}
