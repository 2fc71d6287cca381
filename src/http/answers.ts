import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Coding, chooseCoding, compress } from './content-coding.ts'

/** One whole answer: its bytes, once for each coding that was asked for, and what its headers say. */
export interface Answer {
  body: Buffer
  /** The route that gave it, for the metrics. */
  route: string
  /** A digest of the body. */
  digest: string
  /** Of this answer alone, such as `x-sort`. */
  headers: Record<string, string>
  type: string
  /** How long others may keep it, when that does not depend on who asks. */
  caching: string | undefined
  compressed: { br?: Buffer | Promise<Buffer>; gzip?: Buffer | Promise<Buffer> }
}

export const JSON_TYPE = 'application/json; charset=utf-8'
/** A shared cache may answer for a second; then it asks whether anything changed. */
const FOR_ALL = 'public, max-age=1, must-revalidate'
/** Whoever sent a key gets an answer that no shared cache hands to others. */
const FOR_CALLER = 'private, max-age=1, must-revalidate'
export const VARY = 'Accept-Encoding, Authorization'

const SUFFIXES: Record<Coding, string> = { identity: '', br: '-br', gzip: '-gz' }

interface AnswerExtras {
  headers?: Record<string, string>
  type?: string
  caching?: string
}

export function createAnswer(route: string, body: Buffer, extras: AnswerExtras = {}): Answer {
  const { headers = {}, type = JSON_TYPE, caching } = extras
  return { route, body, digest: hash('sha1', body, 'base64url'), headers, type, caching, compressed: {} }
}

/** What a request gets of an answer. */
export interface Choice {
  status: 200 | 304
  coding: Coding
  etag: string
  cacheControl: string
}

export function choose(answer: Answer, headers: IncomingHttpHeaders): Choice {
  const coding = chooseCoding(headers['accept-encoding'] as string | undefined, answer.body.length)
  const etag = `"${answer.digest}${SUFFIXES[coding]}"`
  const sent = headers['if-none-match']
  return {
    status: sent !== undefined && matches(sent, etag) ? 304 : 200,
    coding,
    etag,
    cacheControl: answer.caching ?? (headers.authorization === undefined ? FOR_ALL : FOR_CALLER),
  }
}

/** Whether If-None-Match names the tag: a list or `*`, compared weakly. */
export function matches(sent: string, etag: string): boolean {
  if (sent.trim() === '*') return true
  for (const [tag] of sent.matchAll(/"[^"]*"/g)) if (tag === etag) return true
  return false
}

/** The body in a coding; compressed the first time it is asked for, and kept. */
export function bodyIn(answer: Answer, coding: Coding): Buffer | Promise<Buffer> {
  if (coding === 'identity') return answer.body
  const known = answer.compressed[coding]
  if (known) return known
  const work = compress(answer.body, coding)
  answer.compressed[coding] = work
  work.then(
    (bytes) => {
      answer.compressed[coding] = bytes
    },
    () => delete answer.compressed[coding],
  )
  return work
}

export async function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  const { status, coding, etag, cacheControl } = choose(answer, request.headers)
  reply.headers({ etag, 'cache-control': cacheControl, vary: VARY, ...answer.headers })
  if (status === 304) return reply.code(304).send()
  const body = await bodyIn(answer, coding)
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.header('content-type', answer.type).send(body)
}
