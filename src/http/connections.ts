import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  /** Connections held at once. Before there are more, those that have been idle longest are closed. */
  most: number
  /** How often the connections are checked. */
  checkMs: number
  /** In this time a client must read some kilobytes of its answer. */
  unreadMs: number
}

/** Where connections come from. */
interface Address {
  connections: Set<Connection>
  /** Whether its last pipelined requests were all answered with 429. */
  isRefused: boolean
}

/** One connection and what has happened on it. Times are numbers of checks. */
interface Connection {
  socket: Socket & {
    _handle?: {
      bytesWritten: number
      writeQueueSize: number
      /** Whether the stream wants to be read. */
      reading: boolean
      readStart(): void
      readStop(): void
    } | null
    /** Node's own. A changed `onIncoming` lasts until Node frees the parser. */
    parser?: { onIncoming: (request: IncomingMessage & { upgrade?: boolean }) => number } | null
  }
  address: Address
  /** Nothing is read from it until its turn comes. */
  isHeld: boolean
  /** When the last request arrived. */
  usedAt: number
  /** The response to a request, and those to the requests that were pipelined behind it. */
  answers: ServerResponse[]
  /** Answers of 429 in a row. */
  refusals: number
  /** How many bytes the client had read by `since`; it has read few or none after that. */
  read: number
  since: number
}

/** How many pipelined requests of one connection are handled together. The next ones wait until these are answered. */
const MOST_AT_ONCE = 4
/** After this much work on pipelined requests in one turn of the event loop, their address waits for the next turns. */
const TURN_MS = 1
/** How many waiting connections are resumed in one turn: most have no request. */
const MOST_RESUMED = 8
/** A client that goes on after this many answers of 429 loses its connection. */
const MOST_REFUSALS = 10
/** When `onIncoming` returns this, the parser stops after the current request. */
const STOP = 2
const LEAST_READ = 4_096
/** Descriptors for the database, receivers of webhooks, files and whatever the runtime opens. */
const OTHER_DESCRIPTORS = 400
/** The limit that is assumed where the system does not tell it. */
const USUAL_DESCRIPTORS = 4_096

/** How many connections leave enough descriptors for everything else. */
export function mostConnections(): number {
  const descriptors = openFilesLimit()
  return Math.max(Math.floor(descriptors / 4), descriptors - OTHER_DESCRIPTORS)
}

function openFilesLimit(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? USUAL_DESCRIPTORS)
  } catch {
    return USUAL_DESCRIPTORS
  }
}

/**
 * Keeps any one connection or address, and all connections together, from taking more than their share of the event
 * loop, memory and descriptors.
 */
export function holdConnections(server: Server, limits: ConnectionLimits, handler: RequestListener): RequestListener {
  const { most, checkMs, unreadMs } = limits
  const open = new Map<Socket, Connection>()
  const addresses = new Map<string, Address>()
  const patience = Math.ceil(unreadMs / checkMs)
  let checks = 0
  /** When the first pipelined request of this turn arrived; 0 without one. */
  let turnBegan = 0
  /** Functions that resume the waiting connections. Each returns whether its connection has requests. */
  const waiting: (() => boolean)[] = []

  server.maxConnections = most
  server.on('connection', (socket: Socket) => {
    if (open.has(socket)) return
    if (open.size >= most - Math.ceil(most / 50)) closeIdle(Math.ceil(most / 25))
    const name = socket.remoteAddress ?? ''
    const address = addresses.getOrInsertComputed(name, () => ({ connections: new Set(), isRefused: false }))
    const connection = {
      socket,
      address,
      isHeld: false,
      usedAt: checks,
      answers: [],
      refusals: 0,
      read: 0,
      since: checks,
    }
    open.set(socket, connection)
    address.connections.add(connection)
    socket.on('close', () => {
      open.delete(socket)
      address.connections.delete(connection)
      if (address.connections.size === 0) addresses.delete(name)
    })
  })
  server.on('upgrade', (request, socket, rest) => readOn(open.get(socket as Socket), request, rest))
  const timer = setInterval(endUnread, checkMs).unref()
  server.on('close', () => clearInterval(timer))

  return (request, response) => {
    const connection = open.get(request.socket)
    if (connection) count(connection, response)
    handler(request, response)
  }

  function count(connection: Connection, response: ServerResponse): void {
    const { parser } = connection.socket
    connection.usedAt = checks
    // A response without a socket waits for the one before it: its request was pipelined.
    if (response.socket === null) {
      connection.answers.push(response)
    } else {
      const refused = connection.answers.every(({ statusCode }) => statusCode === 429)
      connection.refusals = refused ? connection.refusals + connection.answers.length : 0
      connection.answers = [response]
    }
    if (!parser) return
    const isPipelined = connection.answers.length > 1
    if (connection.refusals >= MOST_REFUSALS || (isPipelined && connection.address.isRefused)) {
      response.shouldKeepAlive = false
      parser.onIncoming = () => STOP
      return
    }
    const isLong = isPipelined && isTurnLong()
    if (isLong) hold(connection)
    if (isLong || connection.answers.length === MOST_AT_ONCE) {
      parser.onIncoming = (next) => {
        next.upgrade = true
        return STOP
      }
    }
  }

  function isTurnLong(): boolean {
    if (turnBegan > 0) return performance.now() - turnBegan > TURN_MS
    turnBegan = performance.now()
    setImmediate(() => {
      turnBegan = 0
    })
    return false
  }

  /** Pauses the other connections of its address: they may have as many requests, all in this turn. */
  function hold({ address, socket }: Connection): void {
    for (const other of address.connections) {
      if (other.isHeld || other.socket === socket || !other.socket._handle?.reading) continue
      other.isHeld = true
      other.socket._handle.readStop()
      resumeLater(() => {
        other.isHeld = false
        if (other.socket._handle?.reading) other.socket._handle.readStart()
        return false
      })
    }
  }

  function resumeLater(resume: () => boolean): void {
    if (waiting.push(resume) === 1) setImmediate(resumeSome)
  }

  /** Resumes connections up to the first that has requests; all other connections are served before the next. */
  function resumeSome(): void {
    let resumed = 0
    do resumed++
    while (!waiting[resumed - 1]!() && resumed < Math.min(MOST_RESUMED, waiting.length))
    waiting.splice(0, resumed)
    if (waiting.length > 0) setImmediate(resumeSome)
  }

  /** Node treats the stop as an upgrade: it releases the connection and hands over what it has read. */
  function readOn(connection: Connection | undefined, request: IncomingMessage, rest: Buffer): void {
    const answer = connection?.answers.at(-1)
    if (!answer) return
    const { socket } = connection!
    const resume = () => {
      if (socket.destroyed) return false
      socket.unshift(Buffer.concat([asSent(request), rest]))
      server.emit('connection', socket)
      return true
    }
    const whenAnswered = () => {
      connection!.address.isRefused = connection!.answers.every(({ statusCode }) => statusCode === 429)
      resumeLater(resume)
    }
    if (socket.listenerCount('error') === 0) socket.on('error', () => {})
    if (answer.closed) whenAnswered()
    else answer.once('close', whenAnswered)
  }

  /** Closes the connections that have waited longest for a request or for the rest of one. */
  function closeIdle(count: number): void {
    const idle = [...open.values()].filter(
      ({ answers, socket }) => answers.every(({ closed }) => closed) && !socket.destroyed,
    )
    idle.sort((a, b) => a.usedAt - b.usedAt)
    for (const { socket } of idle.slice(0, count)) socket.destroy()
  }

  /** Ends the answers that nobody reads. */
  function endUnread(): void {
    checks++
    for (const connection of open.values()) {
      const { _handle: handle } = connection.socket
      if (!handle || handle.writeQueueSize === 0) {
        connection.since = checks
        continue
      }
      const read = handle.bytesWritten - handle.writeQueueSize
      if (read - connection.read >= LEAST_READ) {
        connection.read = read
        connection.since = checks
      } else if (checks - connection.since >= patience) {
        connection.socket.destroy()
      }
    }
  }
}

/** The head of a request as bytes, for the next parser. */
function asSent({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  let text = `${method} ${url} HTTP/${httpVersion}\r\n`
  for (let at = 0; at < rawHeaders.length; at += 2) text += `${rawHeaders[at]}: ${rawHeaders[at + 1]}\r\n`
  return Buffer.from(`${text}\r\n`, 'latin1')
}
