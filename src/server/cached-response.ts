import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Coding = 'identity' | 'br' | 'gzip'

/** A smaller body is not worth compressing. */
const MIN_COMPRESSED = 1_000

/** Named, and not with a weight of 0. */
const takes = (name: string) =>
  new RegExp(`(?:^|,)\\s*${name}\\s*(?:,|$|;(?!\\s*q\\s*=\\s*0(?:\\.0*)?\\s*(?:,|$)))`, 'i')
const TAKES = { br: takes('br'), gzip: takes('(?:x-)?gzip') }

/** The smallest coding that the caller takes, whichever it likes best. */
export function chooseCoding(accepted: string | undefined, bodyLength: number): Coding {
  if (!accepted || bodyLength < MIN_COMPRESSED) return 'identity'
  return TAKES.br.test(accepted) ? 'br' : TAKES.gzip.test(accepted) ? 'gzip' : 'identity'
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** For a body that is made once and served until the process ends. */
export const BEST_BROTLI = 11

export function compress(body: Buffer, coding: 'br' | 'gzip', quality = 5): Promise<Buffer> {
  if (coding === 'gzip') return zip(body, { level: 6 })
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return brotli(body, { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: body.length } })
}

/** A whole answer: its body, its compressed forms, and what its headers say. */
export interface Answer {
  body: Buffer
  /** The route, for the metrics. */
  route: string
  /** A page counts against its address; a read of the API is admitted by key or address. */
  isPage: boolean
  /** A digest of the body; undefined for an answer that is given once. */
  digest: string | undefined
  /** Headers of this answer alone, such as `x-sort`. */
  headers: Record<string, string>
  type: string
  /** The Cache-Control value, where it does not depend on the caller. */
  caching: string | undefined
  /** The Vary value. */
  vary: string
  compressed: { br?: Buffer; gzip?: Buffer }
}

type AnswerExtras = Partial<Pick<Answer, 'headers' | 'type' | 'caching' | 'vary' | 'isPage'>>

export const JSON_TYPE = 'application/json; charset=utf-8'
/** A cache may use it for a second, and for one more while it checks for changes, so nobody waits for the check. */
export const FOR_ALL = 'public, max-age=1, stale-while-revalidate=1'
/** For what changes only with a new version of the service, and for files whose address changes with them. */
export const FOR_AN_HOUR = 'public, max-age=3600'
export const FOR_EVER = 'public, max-age=31536000, immutable'
/** No shared cache gives the answer for one key to others. */
const FOR_CALLER = 'private, max-age=1, must-revalidate'
/** Secrets and lists of targets are not cached. */
const FOR_NOBODY = 'no-store'
const VARY = 'Accept-Encoding, Authorization, Accept-Signature'

/** A browser takes every answer as what its type says. */
export const NO_SNIFFING = { 'x-content-type-options': 'nosniff' }

const SUFFIXES: Record<Coding, string> = { identity: '', br: '-br', gzip: '-gz' }

export function createAnswer(route: string, body: Buffer, extras: AnswerExtras = {}): Answer {
  const { headers: own, type = JSON_TYPE, caching, vary = VARY, isPage = false } = extras
  const headers = { ...NO_SNIFFING, ...own }
  const digest = hash('sha1', body, 'base64url')
  return { route, isPage, body, digest, headers, type, caching, vary, compressed: {} }
}

export function jsonAnswer(route: string, value: unknown, extras?: AnswerExtras): Answer {
  return createAnswer(route, Buffer.from(JSON.stringify(value)), extras)
}

/** An answer for one request, which nobody caches. */
export function createOnce(value: unknown): Answer {
  const body = Buffer.from(JSON.stringify(value))
  const fixed = { route: '', isPage: false, digest: undefined, headers: NO_SNIFFING, type: JSON_TYPE, vary: VARY }
  return { ...fixed, caching: FOR_NOBODY, body, compressed: {} }
}

/** How a request gets an answer. */
export interface Choice {
  status: 200 | 304
  coding: Coding
  etag: string | undefined
  cacheControl: string
}

export function choose({ digest, body, caching }: Answer, headers: IncomingHttpHeaders): Choice {
  const coding = chooseCoding(headers['accept-encoding'] as string | undefined, body.length)
  if (digest === undefined) return { status: 200, coding, etag: undefined, cacheControl: caching! }
  const etag = `"${digest}${SUFFIXES[coding]}"`
  const sent = headers['if-none-match']
  return {
    status: sent !== undefined && matches(sent, etag) ? 304 : 200,
    coding,
    etag,
    cacheControl: caching ?? (headers.authorization === undefined ? FOR_ALL : FOR_CALLER),
  }
}

/** Whether If-None-Match, a list or `*`, names the tag; compared weakly. */
function matches(sent: string, etag: string): boolean {
  if (sent.trim() === '*') return true
  for (const [tag] of sent.matchAll(/"[^"]*"/g)) if (tag === etag) return true
  return false
}

/** Adds the header fields of the choice, names and values in turn. */
export function addFields(fields: string[], answer: Answer, { status, coding, etag, cacheControl }: Choice): void {
  fields.push('cache-control', cacheControl, 'vary', answer.vary)
  if (etag !== undefined) fields.push('etag', etag)
  for (const name in answer.headers) fields.push(name, answer.headers[name]!)
  if (status === 304) return
  if (coding !== 'identity') fields.push('content-encoding', coding)
  fields.push('content-type', answer.type)
}

/** The body in this coding, if it is ready. */
export function heldBody(answer: Answer, coding: Coding): Buffer | undefined {
  return coding === 'identity' ? answer.body : answer.compressed[coding]
}

const compressing = new WeakMap<Answer, Partial<Record<Coding, Promise<Buffer>>>>()

/** The body in this coding; compressed on first use and kept. */
export async function bodyIn(answer: Answer, coding: Coding): Promise<Buffer> {
  const held = heldBody(answer, coding)
  if (held || coding === 'identity') return held!
  const works = compressing.getOrInsertComputed(answer, () => ({}))
  works[coding] ??= compress(answer.body, coding).then((body) => (answer.compressed[coding] = body))
  return works[coding].finally(() => delete works[coding])
}
