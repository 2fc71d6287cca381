import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export interface ConnectionLimits {
  /** Connections held at once; before there are more, the one that has been idle longest is closed. */
  most: number
  /** How often the connections are looked at. */
  checkMs: number
  /** In this time a caller has to take some kilobytes of its answer. */
  unreadMs: number
}

/** Where connections come from. */
interface Address {
  connections: Set<Connection>
  /** The last requests sent ahead from there were answered with 429. */
  isRefused: boolean
}

/** One connection and what has happened on it. */
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
    /** Node's own; what is set for `onIncoming` lasts until the parser is freed. */
    parser?: { onIncoming: (request: IncomingMessage & { upgrade?: boolean }) => number } | null
  }
  address: Address
  /** Nothing is read from it until its turn comes. */
  isHeld: boolean
  /** The look at which the last request had arrived. */
  usedAt: number
  /** The answers to requests sent in one go, each before the one ahead of it was answered; or one. */
  answers: ServerResponse[]
  /** Answers of 429 in a row. */
  refusals: number
  /** Bytes the caller had taken, and when: the begin of a wait for more. */
  taken: number
  since: number
}

/** Requests of one connection that are taken in one go. The next ones wait until these are answered. */
const MOST_AT_ONCE = 4
/** After so many milliseconds of them in a turn of the event loop, the address they come from waits for the next turns. */
const TURN_MS = 1
/** Connections of such an address that are read from again in a turn: most have nothing to say. */
const READ_AGAIN = 8
/** A caller that goes on after so many answers of 429 loses its connection. */
const MOST_REFUSALS = 10
/** What the parser is told to make it stop after the request at hand. */
const STOP = 2
const LEAST_TAKEN = 4_096
/** For the database, receivers of webhooks, files and whatever the runtime opens. */
const OTHER_DESCRIPTORS = 400
/** Where the system does not tell. */
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
 * Keeps any one connection, and all of them together, from taking more than their share. Hands on the requests of a
 * connection one after another.
 */
export function holdConnections(server: Server, limits: ConnectionLimits, handler: Handler): Handler {
  const { most, checkMs, unreadMs } = limits
  const open = new Map<Socket, Connection>()
  const addresses = new Map<string, Address>()
  const patience = Math.ceil(unreadMs / checkMs)
  let looks = 0
  /** When the first request that was sent ahead in this turn came; 0 when there was none. */
  let turnBegan = 0
  /** Connections that wait for a turn, each with a function that lets its requests be taken; it tells if there are some. */
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
      usedAt: looks,
      answers: [],
      refusals: 0,
      taken: 0,
      since: looks,
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
  const timer = setInterval(look, checkMs).unref()
  server.on('close', () => clearInterval(timer))

  return (request, response) => {
    const connection = open.get(request.socket)
    if (connection) count(connection, response)
    handler(request, response)
  }

  function count(connection: Connection, response: ServerResponse): void {
    const { parser } = connection.socket
    connection.usedAt = looks
    // An answer without a socket stands behind another one.
    if (response.socket === null) {
      connection.answers.push(response)
    } else {
      const refused = connection.answers.every(({ statusCode }) => statusCode === 429)
      connection.refusals = refused ? connection.refusals + connection.answers.length : 0
      connection.answers = [response]
    }
    if (!parser) return
    const isAhead = connection.answers.length > 1
    if (connection.refusals >= MOST_REFUSALS || (isAhead && connection.address.isRefused)) {
      response.shouldKeepAlive = false
      parser.onIncoming = () => STOP
      return
    }
    const isLong = isAhead && isTurnLong()
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

  /** The other connections of its address may have as much to say, and all of it in this turn. */
  function hold({ address, socket }: Connection): void {
    for (const other of address.connections) {
      if (other.isHeld || other.socket === socket || !other.socket._handle?.reading) continue
      other.isHeld = true
      other.socket._handle.readStop()
      goOnLater(() => {
        other.isHeld = false
        if (other.socket._handle?.reading) other.socket._handle.readStart()
        return false
      })
    }
  }

  function goOnLater(next: () => boolean): void {
    if (waiting.push(next) === 1) setImmediate(goOn)
  }

  /** Everybody else is heard between two turns. */
  function goOn(): void {
    let taken = 0
    do taken++
    while (!waiting[taken - 1]!() && taken < Math.min(READ_AGAIN, waiting.length))
    waiting.splice(0, taken)
    if (waiting.length > 0) setImmediate(goOn)
  }

  /** Node takes a stop for an upgrade: it lets go of the connection and hands over what it had read. */
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
      goOnLater(resume)
    }
    if (socket.listenerCount('error') === 0) socket.on('error', () => {})
    if (answer.closed) whenAnswered()
    else answer.once('close', whenAnswered)
  }

  /** Closes those that wait for a request, or for the rest of one, longest. */
  function closeIdle(count: number): void {
    const idle = [...open.values()].filter(
      ({ answers, socket }) => answers.every(({ closed }) => closed) && !socket.destroyed,
    )
    idle.sort((a, b) => a.usedAt - b.usedAt)
    for (const { socket } of idle.slice(0, count)) socket.destroy()
  }

  /** Ends the answers that nobody reads. */
  function look(): void {
    looks++
    for (const connection of open.values()) {
      const { _handle: handle } = connection.socket
      if (!handle || handle.writeQueueSize === 0) {
        connection.since = looks
        continue
      }
      const taken = handle.bytesWritten - handle.writeQueueSize
      if (taken - connection.taken >= LEAST_TAKEN) {
        connection.taken = taken
        connection.since = looks
      } else if (looks - connection.since >= patience) {
        connection.socket.destroy()
      }
    }
  }
}

function asSent({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  let text = `${method} ${url} HTTP/${httpVersion}\r\n`
  for (let at = 0; at < rawHeaders.length; at += 2) text += `${rawHeaders[at]}: ${rawHeaders[at + 1]}\r\n`
  return Buffer.from(`${text}\r\n`, 'latin1')
}
