import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { ConfigError, ownServer, toConfig } from '../config.ts'
import { EVENTS } from '../contract/webhook.ts'
import { InvalidInput, required, value } from '../operator/inputs.ts'
import { command } from './command.ts'
import { reasonOf } from './io.ts'
import { untilStopped } from './until-stopped.ts'

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/

export const listenCommand = command({
  about:
    'Brings webhooks to a program on this machine that has no public address. It subscribes a port of its own on loopback at a development server, forwards every delivery to URL as it came, signatures included, and answers the server as URL answered it. When it is stopped (Ctrl-C, SIGTERM) it removes the subscription.',
  options: {
    'forward-to': required(
      value('URL', 'where your receiver listens, such as http://localhost:3000/hooks', webAddress),
    ),
    server: value('URL', 'where the server is, unless at http://HOST:PORT of the settings', webAddress),
  },
  notes:
    'YANTRA_KEY holds an enterprise key of that server. It runs on this machine, with WEBHOOK_ALLOW_PRIVATE=true, which lets it deliver to loopback. With --json it prints {id, secret} of the subscription first, then a line for each delivery. Exit code: 0 stopped, 1 the subscription could not be removed, 2 the command could not run.',
  async run({ values, io }) {
    const { 'forward-to': forwardTo, server = new URL(ownServer(toConfig(io.env))) } = values
    const key = io.env.YANTRA_KEY
    if (!key) throw new ConfigError('YANTRA_KEY is not set; `yantra keys create --name me --tier enterprise` makes one')
    const say = (line: object | string) => {
      io.stdout.write(typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)
    }

    // From here a signal stops it in order, even during a request to the server.
    const stopped = untilStopped()
    const forwarding = await startForwarding(forwardTo, (event) => say(values.json ? event : lineOf(event)))
    try {
      const subscriber = createSubscriber(server, key)
      const { id, secret } = await subscriber.subscribe(forwarding.url)
      if (values.json) say({ id, secret })
      else say(readyText(server, forwardTo, secret))
      if (!LOOPBACK.test(server.hostname)) {
        io.stderr.write(`yantra listen: ${server.host} delivers to its own loopback: it has to run on this machine\n`)
      }
      await stopped
      const left = await subscriber.unsubscribe(id)
      if (left !== undefined) {
        io.stderr.write(`yantra listen: the subscription ${id} could not be removed: ${left}\n`)
        return 1
      }
      if (!values.json) say('Stopped; the subscription is removed.\n')
      return 0
    } finally {
      await forwarding.close()
    }
  },
})

function webAddress(text: string, option: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidInput(`${option} must be an http:// or https:// address`)
  return url
}

function readyText(server: URL, forwardTo: URL, secret: string): string {
  return `Ready: ${EVENTS.join(', ')}
  from    ${server.href}
  to      ${forwardTo.href}
  secret  ${secret}
Ctrl-C stops it and removes the subscription.

`
}

function lineOf({ time, type, id, status, ms, trouble }: Forwarded): string {
  const clock = new Date(time).toTimeString().slice(0, 8)
  const outcome = trouble === undefined ? String(status) : 'down'
  const detail = trouble === undefined ? id : `${id}  ${trouble}; the server tries again`
  return `${clock}  ${type.padEnd(17)}  ${outcome.padEnd(4)}  ${String(ms).padStart(5)} ms  ${detail}\n`
}

interface ProblemDocument {
  code?: string
  detail?: string
  errors?: { pointer?: string; message: string }[]
}

/** Less than a process may take to stop. */
const SERVER_MS = 5_000

/** Creates and removes the subscription of `yantra listen` through the public API. */
function createSubscriber(server: URL, key: string) {
  const place = `${server.origin}${server.pathname.replace(/\/+$/, '')}`
  const address = `${place}/v1/webhooks`

  async function ask(method: string, path: string, body?: object): Promise<{ status: number; document: unknown }> {
    const json: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
    const answer = await fetch(address + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...json },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(SERVER_MS),
    })
    return { status: answer.status, document: await answer.json().catch(() => undefined) }
  }

  return {
    async subscribe(url: string): Promise<{ id: string; secret: string }> {
      const { status, document } = await ask('POST', '', { url, events: EVENTS }).catch((error: unknown) => {
        throw new ConfigError(`${place} does not answer (${reasonOf(error)}); is it running? --server names another`)
      })
      const { id, secret, ...problem } = (document ?? {}) as { id?: string; secret?: string } & ProblemDocument
      if (status === 200 && id && secret) return { id, secret }
      throw new ConfigError(refusal(place, status, problem))
    },
    /** Returns why it could not be removed; undefined when it is gone. */
    async unsubscribe(id: string): Promise<string | undefined> {
      try {
        const { status, document } = await ask('DELETE', `/${id}`)
        // 404: somebody removed it meanwhile.
        if (status === 200 || status === 404) return undefined
        return refusal(place, status, (document ?? {}) as ProblemDocument)
      } catch (error) {
        return `${place} does not answer (${reasonOf(error)})`
      }
    },
  }
}

/** Why the server refused, and what to do. */
function refusal(place: string, status: number, { code, detail = '', errors = [] }: ProblemDocument): string {
  if (code === undefined) return `${place} answers ${status}, not as a Yantra server does; is --server right?`
  if (status === 401) return `${place} does not know the key in YANTRA_KEY: ${detail}`
  if (status === 403) return `${place}: ${detail} \`yantra keys create --name me --tier enterprise\` makes one.`
  const aboutUrl = errors.find(({ pointer }) => pointer === '/url')
  if (aboutUrl) {
    return `${place} does not deliver to this machine (${aboutUrl.message}); listen needs a development server on this machine, started with WEBHOOK_ALLOW_PRIVATE=true`
  }
  if (status === 409) return `${place}: ${detail} \`yantra webhooks list\` and \`delete\` make room.`
  return `${place} answers ${status}: ${detail}`
}

/** A delivery and its result. */
export interface Forwarded {
  /** ISO 8601, when it arrived here. */
  time: string
  id: string
  type: string
  /** The status of the local address; null when it did not answer. */
  status: number | null
  ms: number
  /** Why it did not answer. */
  trouble?: string
}

/** Less than the server waits, so that it learns why. */
const RECEIVER_MS = 14_000
/** These headers belong to one connection. */
const HOP_BY_HOP = new Set(['host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'expect'])

/**
 * Receives deliveries on its own port and forwards each with its bytes and signatures. The server gets the local
 * address's status, or one that makes it try again. The path cannot be guessed, so nobody else is forwarded.
 */
async function startForwarding(to: URL, report: (event: Forwarded) => void) {
  const path = `/yantra-listen/${randomBytes(16).toString('base64url')}`
  const server = createServer(async (request, response) => {
    const isOurs = request.method === 'POST' && request.url === path
    const body = isOurs ? await buffer(request).catch(() => undefined) : undefined
    if (!body) return void response.writeHead(404).end()
    const time = new Date().toISOString()
    const start = performance.now()
    const answer = await forward(to, request.headers, body)
    const ms = Math.round(performance.now() - start)
    response.writeHead(answer.status ?? 502, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(answer.trouble ?? `forwarded: ${answer.status}`)
    report({ time, ...nameOf(request.headers, body), ms, ...answer })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    /** Where the server delivers to. */
    url: `http://127.0.0.1:${port}${path}`,
    async close() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}

async function forward(to: URL, headers: IncomingHttpHeaders, body: Buffer<ArrayBuffer>) {
  const passed = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name))
  try {
    const answer = await fetch(to, {
      method: 'POST',
      headers: passed.map(([name, value]) => [name, String(value)] as [string, string]),
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(RECEIVER_MS),
    })
    await answer.body?.cancel()
    return { status: answer.status }
  } catch (error) {
    const isLate = (error as Error).name === 'TimeoutError'
    const reason = isLate ? `did not answer within ${RECEIVER_MS / 1_000} s` : `does not answer (${reasonOf(error)})`
    return { status: null, trouble: `${to.host} ${reason}` }
  }
}

function nameOf(headers: IncomingHttpHeaders, body: Buffer): Pick<Forwarded, 'id' | 'type'> {
  const id = String(headers['webhook-id'] ?? '')
  try {
    const { type } = JSON.parse(body.toString()) as { type?: unknown }
    return { id, type: String(type) }
  } catch {
    return { id, type: 'not JSON' }
  }
}
