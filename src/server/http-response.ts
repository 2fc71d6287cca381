import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { policyField, stateField } from '../auth/rate-limiter.ts'
import type { SigningKeys } from '../auth/signing-keys.ts'
import { PROBLEMS, type Problem } from '../errors.ts'
import type { Access } from './access.ts'
import {
  type CachedResponse,
  chooseCoding,
  FOR_ALL,
  FOR_CALLER,
  matchesTag,
  NO_SNIFFING,
  OPEN_HEADERS,
  type Variant,
  variantOf,
} from './cached-response.ts'
import type { RouteGroup } from './route-group.ts'
import { signatureHeaders, wantsSignature } from './signatures.ts'

export const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Authorization, If-None-Match, Accept-Signature',
  'access-control-max-age': '86400',
}

export function groupHeaders(group: RouteGroup): Record<string, string> {
  return isOpenToSites(group) ? OPEN_HEADERS : NO_SNIFFING
}

export function isOpenToSites(group: RouteGroup): boolean {
  return group !== 'console' && group !== 'metrics'
}

export interface HttpResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
}

export function problemResponse(problem: Problem, baseUrl: string, requestId: string): HttpResponse {
  const { code, status, message, errors } = problem
  const document = {
    type: `${baseUrl}/problems/${code}`,
    title: PROBLEMS[code].title,
    status,
    detail: message,
    code,
    request_id: requestId,
    errors,
  }
  const type = 'application/problem+json; charset=utf-8'
  return {
    status,
    headers: { 'content-type': type, 'cache-control': 'no-store', ...problem.headers },
    body: Buffer.from(JSON.stringify(document)),
  }
}

declare module 'fastify' {
  interface FastifyReply {
    sendRendered(response: CachedResponse): void | Promise<void>
  }
}

/** Creates the one way in which rendered responses are sent. */
export function createSendRendered(access: Pick<Access, 'refund'>, signingKeys: SigningKeys) {
  return function sendRendered(this: FastifyReply, response: CachedResponse): void | Promise<void> {
    const accepted = this.request.raw.headers['accept-encoding'] as string | undefined
    const variant = variantOf(response, chooseCoding(accepted, response.body.length))
    if (!(variant instanceof Promise)) write(this, response, variant)
    else return variant.then((encoded) => write(this, response, encoded))
  }

  /** Writes to the raw response: Fastify would copy and check each header once more. */
  function write(reply: FastifyReply, response: CachedResponse, { body, etag, head }: Variant): void {
    const { request } = reply
    const { admission, raw } = request
    const { authorization, 'if-none-match': tags } = raw.headers
    const isCurrent = tags !== undefined && matchesTag(tags, etag)
    const headers = isCurrent ? [...Object.entries(response.headers).flat(), 'etag', etag!] : head.slice()
    const caching = response.caching ?? (authorization === undefined ? FOR_ALL : FOR_CALLER)
    headers.push('x-request-id', request.id, 'cache-control', caching)
    if (admission?.state) {
      // A 304 to a caller with a key does not count.
      if (isCurrent && admission.caller) access.refund(admission)
      const { policy, max, state } = admission
      headers.push('ratelimit-policy', policyField(policy, max), 'ratelimit', stateField(policy, state))
    }
    const cookie = reply.getHeader('set-cookie')
    if (cookie !== undefined) headers.push('set-cookie', String(cookie))
    reply.hijack()
    if (isCurrent) return void reply.raw.writeHead(304, headers).end()
    if (wantsSignature(request)) {
      const signed = signatureHeaders(signingKeys, raw, { status: 200, type: response.type, body })
      headers.push(...Object.entries(signed).flat())
    }
    reply.raw.writeHead(200, headers)
    if (body.length <= PIECE_BYTES || request.method === 'HEAD') reply.raw.end(body)
    else inPieces(body).pipe(reply.raw)
  }
}

/** The `onSend` hook of everything else: problems, redirects, pages of the console. */
export function createOnSend(signingKeys: SigningKeys) {
  return function onSend<Payload>(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: Payload,
    done: (error: null, payload: Payload) => void,
  ): void {
    reply.headers(groupHeaders(request.group)).header('x-request-id', request.id)
    if (Buffer.isBuffer(payload) && wantsSignature(request)) {
      const signed = { status: reply.statusCode, type: String(reply.getHeader('content-type')), body: payload }
      reply.headers(signatureHeaders(signingKeys, request.raw, signed))
    }
    done(null, payload)
  }
}

const PIECE_BYTES = 64 * 1024

/**
 * Sends a large body piece by piece, each when the one before has left: so a client that does not read can be told
 * from one that reads slowly, and memory holds one piece for each.
 */
export function inPieces(body: Buffer): Readable {
  const pieces = Array.from({ length: Math.ceil(body.length / PIECE_BYTES) }, (_, i) =>
    body.subarray(i * PIECE_BYTES, (i + 1) * PIECE_BYTES),
  )
  return Readable.from(pieces, { objectMode: false, highWaterMark: 1 })
}

// Importing it by name would also load Node's HTTP client and slow the start.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** Writes a response as bytes, for a connection whose request Node could not parse. */
export function toBytes({ status, headers, body }: HttpResponse): Buffer {
  const lines = Object.entries({ ...headers, 'content-length': body.length, connection: 'close' })
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)]
  head.push(`date: ${new Date().toUTCString()}`)
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
}
