import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SigningKeys } from '../auth/signing-keys.ts'
import { PROBLEMS, type Problem } from '../errors.ts'
import type { Access } from './access.ts'
import {
  type CachedResponse,
  chooseCoding,
  FOR_ALL,
  FOR_CALLER,
  matchesTag,
  type Variant,
  variantOf,
} from './cached-response.ts'
import type { RouteGroup } from './route-group.ts'
import { signatureHeaders, wantsSignature } from './signatures.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The rendered response, set by the handler or found in the cache. */
    response: CachedResponse | undefined
  }
}

/** A browser may not guess another type than the response names. */
const NO_SNIFFING = { 'x-content-type-options': 'nosniff' }

/** Outside the console no cookie gives rights, so any site may read every response, errors included. */
const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Sort, X-Query-Read, X-Query-Left-Out, X-Query-Hint, X-Price-Kinds, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Allow, Content-Digest, Signature, Signature-Input, Memento-Datetime',
}

export const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Authorization, If-None-Match, Accept-Signature',
  'access-control-max-age': '86400',
}

const OPEN_HEADERS = { ...NO_SNIFFING, ...CORS_HEADERS }

/** Returns the headers of every response of a route group. */
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

/** Renders a problem document, without the headers of its route group. */
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

interface FinishOptions {
  access: Pick<Access, 'refund'>
  signingKeys: SigningKeys
}

type Done = (error: Error | null, payload?: unknown) => void

/** The `onSend` hook: the last step of every response, from the cache or not. */
export function createOnSend({ access, signingKeys }: FinishOptions) {
  return function onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
    const { response } = request
    if (!response) {
      reply.headers(groupHeaders(request.group)).header('x-request-id', request.id)
      done(null, finish(request, reply, payload))
      return
    }
    const coding = chooseCoding(request.headers['accept-encoding'] as string | undefined, response.body.length)
    const variant = variantOf(response, coding)
    if (!(variant instanceof Promise)) write(request, reply, variant)
    else variant.then((encoded) => write(request, reply, encoded)).catch(done)
  }

  /** Writes a rendered response by itself: Fastify would copy and check each header once more. */
  function write(request: FastifyRequest, reply: FastifyReply, { body, etag, headers }: Variant): void {
    const { admission, group, raw } = request
    const { authorization, 'if-none-match': tags } = raw.headers
    const { caching, headers: self } = request.response!
    const isCurrent = matchesTag(tags, etag)
    // A 304 to a caller with a key does not count.
    const limit = isCurrent && admission?.caller ? access.refund(admission) : admission?.limit
    const all: OutgoingHttpHeaders = {
      ...groupHeaders(group),
      ...(isCurrent ? self : headers),
      'x-request-id': request.id,
      'cache-control': caching ?? (authorization === undefined ? FOR_ALL : FOR_CALLER),
      ...limit,
    }
    const cookie = reply.getHeader('set-cookie')
    if (cookie !== undefined) all['set-cookie'] = String(cookie)
    reply.hijack()
    if (isCurrent) {
      all.etag = etag
      reply.raw.writeHead(304, all).end()
      return
    }
    if (wantsSignature(request)) {
      Object.assign(all, signatureHeaders(signingKeys, raw, { status: 200, type: String(all['content-type']), body }))
    }
    reply.raw.writeHead(200, all)
    if (body.length <= PIECE_BYTES || request.method === 'HEAD') reply.raw.end(body)
    else inPieces(body).pipe(reply.raw)
  }

  /** Signs a problem. Other payloads are strings and streams. */
  function finish(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    if (!Buffer.isBuffer(payload)) return payload
    if (wantsSignature(request)) {
      const signed = { status: reply.statusCode, type: String(reply.getHeader('content-type')), body: payload }
      reply.headers(signatureHeaders(signingKeys, request.raw, signed))
    }
    return payload
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
