import { readFileSync } from 'node:fs'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { schedule } from '../lib/timers.ts'

export interface ConnectionLimits {
  max: number
  checkMs: number
  unreadMs: number
}

interface Connection {
  socket: Socket
  usedAt: number
  /** The response to a request, and those to the requests that were sent ahead behind it. */
  answers: ServerResponse[]
  /** It sent too many requests ahead: it is closed after the answer under way, and nothing more is read from it. */
  isEnding: boolean
  /** How many bytes the system had taken by `since`; it has taken none after that. */
  taken: number
  since: number
}

/** A client may send this many requests ahead of their answers. */
const MAX_AHEAD = 8
/** Descriptors for the database, receivers of webhooks, files and whatever the runtime opens. */
const OTHER_DESCRIPTORS = 400
const USUAL_DESCRIPTORS = 4_096

export function maxConnections(): number {
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

/** Keeps any one connection, and all together, from taking more than their share of work, memory and descriptors. */
export function holdConnections(server: Server, { max, checkMs, unreadMs }: ConnectionLimits) {
  const open = new Map<Duplex, Connection>()
  const patience = Math.ceil(unreadMs / checkMs)
  let checks = 0

  server.maxConnections = max
  server.on('connection', (socket: Socket) => {
    if (open.size >= max - Math.ceil(max / 50)) closeInactive(Math.ceil(max / 25))
    open.set(socket, { socket, usedAt: checks, answers: [], isEnding: false, taken: 0, since: checks })
    socket.on('close', () => open.delete(socket))
  })
  const loop = schedule(checkMs, () => {
    endUnread()
    // Closing, Node ends the connections that wait for a request; those that were being answered then wait later.
    if (!server.listening) server.closeIdleConnections()
  })
  server.on('close', loop.stop)

  return {
    receive(handler: RequestListener): RequestListener {
      return (request, response) => {
        const connection = open.get(request.socket)
        if (!connection || mayCome(connection, response)) handler(request, response)
      }
    },
    /** Whether a part of an answer has gone out that has not ended. */
    isAnswering: (socket: Duplex) =>
      open.get(socket)?.answers.some(({ headersSent, closed }) => headersSent && !closed) ?? false,
  }

  function mayCome(connection: Connection, response: ServerResponse): boolean {
    if (connection.isEnding) return false
    connection.usedAt = checks
    // A response without a socket waits for the one before it: its request was sent ahead.
    if (response.socket !== null) {
      connection.answers = [response]
      return true
    }
    if (connection.answers.push(response) <= MAX_AHEAD) return true
    connection.answers = connection.answers.filter(({ closed }) => !closed)
    if (connection.answers.length <= MAX_AHEAD) return true
    connection.isEnding = true
    const [underWay] = connection.answers as [ServerResponse]
    underWay.shouldKeepAlive = false
    underWay.prependOnceListener('finish', () => connection.socket.destroy())
    return false
  }

  function closeInactive(count: number): void {
    const inactive = [...open.values()].filter(
      ({ answers, socket }) => answers.every(({ closed }) => closed) && !socket.destroyed,
    )
    inactive.sort((a, b) => a.usedAt - b.usedAt)
    for (const { socket } of inactive.slice(0, count)) socket.destroy()
  }

  /** Closes connections whose client has stopped reading: their queued bytes do not shrink. */
  function endUnread(): void {
    checks++
    for (const connection of open.values()) {
      const { bytesWritten, writableLength } = connection.socket
      const taken = bytesWritten - writableLength
      if (writableLength === 0 || taken !== connection.taken) {
        connection.taken = taken
        connection.since = checks
      } else if (checks - connection.since >= patience) {
        connection.socket.destroy()
      }
    }
  }
}
