import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEMS, type Problem } from '../errors.ts'
import type { LimitFields } from './access.ts'
import { type Answer, addFields, bodyIn, type Choice, choose } from './cached-response.ts'
import { areaOf } from './route-group.ts'

/**
 * For every response except the console's, errors included. Outside the console no cookie gives rights, so any site may
 * read.
 */
const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Sort, X-Query-Read, X-Query-Left-Out, X-Query-Hint, X-Price-Kinds, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Allow, Content-Digest, Signature, Signature-Input, Memento-Datetime',
} as const

/** The same as names and values in turn. */
const CORS_FIELDS: readonly string[] = Object.entries(CORS_HEADERS).flat()

const PREFLIGHT_HEADERS = {
  ...CORS_HEADERS,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Authorization, If-None-Match, Accept-Signature',
  'access-control-max-age': '86400',
} as const

/** Preflights need no key and do not count: browsers send them by themselves. */
export function addCors(app: FastifyInstance, prefix: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    const area = areaOf(request.url, prefix)
    if (area === 'console' || area === 'metrics') return done()
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      reply.code(204).headers(PREFLIGHT_HEADERS).send()
      return
    }
    reply.headers(CORS_HEADERS)
    done()
  })
}

// Importing it by name would also load Node's HTTP client and slow the start.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** What goes out: of a request that Fastify routed by its `send`, before that by `writeReply`. */
export interface Reply {
  status: number
  /** Names and values in turn. */
  fields: string[]
  body: Buffer | undefined
}

/** What a reply says about its request. */
interface ReplyContext {
  requestId: string
  /** What remains of the caller's limit; undefined without one. */
  limit: LimitFields | undefined
  /** Whether no other site may read the reply. */
  isPrivate?: boolean
}

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** The reply to an admitted request, with its body in the chosen coding; a routed one has the common fields already. */
export function reply(answer: Answer, choice: Choice, body: Buffer, context?: ReplyContext): Reply {
  const fields = context ? commonFields(context) : []
  addFields(fields, answer, choice)
  if (choice.status === 304) return { status: 304, fields, body: undefined }
  fields.push('content-length', String(body.length))
  return { status: 200, fields, body }
}

/** The reply that carries a problem. */
export function problemReply(problem: Problem, baseUrl: string, context: ReplyContext): Reply {
  const { code, status, message, errors } = problem
  const document = {
    type: `${baseUrl}/problems/${code}`,
    title: PROBLEMS[code].title,
    status,
    detail: message,
    code,
    request_id: context.requestId,
    errors,
  }
  const body = Buffer.from(JSON.stringify(document))
  const fields = commonFields(context)
  fields.push('content-type', PROBLEM_TYPE, 'x-content-type-options', 'nosniff')
  fields.push('cache-control', 'no-store', 'content-length', String(body.length))
  for (const name in problem.headers) fields.push(name, problem.headers[name]!)
  return { status, fields, body }
}

function commonFields({ requestId, limit, isPrivate }: ReplyContext): string[] {
  const fields = isPrivate ? ['x-request-id', requestId] : ['x-request-id', requestId, ...CORS_FIELDS]
  if (limit) fields.push('ratelimit-policy', limit['ratelimit-policy'], 'ratelimit', limit.ratelimit)
  return fields
}

const signers = new WeakMap<IncomingMessage, (reply: Reply) => Reply>()

/** Has the reply to this request signed, because it asks for that. */
export function signReplyTo(request: IncomingMessage, sign: (reply: Reply) => Reply): void {
  signers.set(request, sign)
}

function signed(request: IncomingMessage, made: Reply): Reply {
  return request.headers['accept-signature'] === undefined ? made : (signers.get(request)?.(made) ?? made)
}

const PIECE_BYTES = 64 * 1024

/**
 * A large body goes out piece by piece, each when the one before has left: so a client that does not read is told from
 * one that reads slowly, and memory holds one piece for each.
 */
function inPieces(body: Buffer): Buffer | Readable {
  if (body.length <= PIECE_BYTES) return body
  const pieces = Array.from({ length: Math.ceil(body.length / PIECE_BYTES) }, (_, at) =>
    body.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES),
  )
  return Readable.from(pieces, { objectMode: false, highWaterMark: 1 })
}

/** Writes a reply to a request that was not routed. */
export function writeReply(request: IncomingMessage, response: ServerResponse, made: Reply): void {
  const { status, fields, body } = signed(request, made)
  response.writeHead(status, fields)
  const sent = request.method === 'HEAD' || body === undefined ? undefined : inPieces(body)
  if (sent instanceof Readable) sent.pipe(response)
  else response.end(sent)
}

/** Sets status and fields of a reply to a routed request and gives the body, which Fastify sends. */
export function setReply(request: FastifyRequest, to: FastifyReply, made: Reply): Buffer | Readable | undefined {
  const { status, fields, body } = signed(request.raw, made)
  to.code(status)
  for (let at = 0; at < fields.length; at += 2) to.header(fields[at]!, fields[at + 1])
  return body && inPieces(body)
}

/** Sets a reply to what an answer says. `limitOf` tells the limit fields after it. */
export async function setAnswer(
  request: FastifyRequest,
  to: FastifyReply,
  answer: Answer,
  limitOf: (choice: Choice) => LimitFields | undefined = () => undefined,
): Promise<ReturnType<typeof setReply>> {
  const choice = choose(answer, request.headers)
  const body = choice.status === 304 ? answer.body : await bodyIn(answer, choice.coding)
  return setReply(request, to.headers({ ...limitOf(choice) }), reply(answer, choice, body))
}

/** A reply as bytes, for a connection whose request Node could not read. */
export function replyText({ status, fields, body = Buffer.alloc(0) }: Reply): Buffer {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`]
  for (let at = 0; at < fields.length; at += 2) lines.push(`${fields[at]}: ${fields[at + 1]}`)
  lines.push('connection: close', `date: ${new Date().toUTCString()}`)
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body])
}
