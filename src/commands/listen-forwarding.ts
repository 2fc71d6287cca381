import { randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { reasonOf } from './io.ts'

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

interface Forwarding {
  /** Where the server delivers to. */
  url: string
  close(): Promise<void>
}

/** Less than the server waits, so that it learns why. */
const PATIENCE_MS = 14_000
const MOST_BYTES = 1024 * 1024
/** These headers belong to one connection. */
const HOP_BY_HOP = new Set(['host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'expect'])

/**
 * Receives deliveries on its own port and forwards each with its bytes and signatures. The server gets the local
 * address's status, or one that makes it try again. The path cannot be guessed, so nobody else is forwarded.
 */
export async function startForwarding(to: URL, tell: (event: Forwarded) => void): Promise<Forwarding> {
  const path = `/yantra-listen/${randomBytes(16).toString('base64url')}`
  const server = createServer(async (request, response) => {
    const body = request.method === 'POST' && request.url === path ? await readBody(request) : undefined
    if (!body) return void response.writeHead(404).end()
    const time = new Date().toISOString()
    const start = performance.now()
    const answer = await forward(to, request.headers, body)
    const ms = Math.round(performance.now() - start)
    response.writeHead(answer.status ?? 502, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(answer.trouble ?? `forwarded: ${answer.status}`)
    tell({ time, ...nameOf(request.headers, body), ms, ...answer })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${path}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function forward(
  to: URL,
  headers: IncomingHttpHeaders,
  body: Buffer<ArrayBuffer>,
): Promise<Pick<Forwarded, 'status' | 'trouble'>> {
  const passed = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name))
  try {
    const answer = await fetch(to, {
      method: 'POST',
      headers: passed.map(([name, value]) => [name, String(value)] as [string, string]),
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.body?.cancel()
    return { status: answer.status }
  } catch (error) {
    const isLate = (error as Error).name === 'TimeoutError'
    const said = isLate ? `did not answer within ${PATIENCE_MS / 1_000} s` : `does not answer (${reasonOf(error)})`
    return { status: null, trouble: `${to.host} ${said}` }
  }
}

/** Undefined when it is larger than any delivery, or was cut off. */
async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request) {
      bytes += (chunk as Buffer).length
      if (bytes > MOST_BYTES) return undefined
      chunks.push(chunk as Buffer)
    }
  } catch {
    return undefined
  }
  return Buffer.concat(chunks)
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
