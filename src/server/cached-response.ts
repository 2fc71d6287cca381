import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Coding = 'identity' | 'br' | 'gzip'

/** A smaller body is not worth compressing. */
const MIN_COMPRESSED = 1_000

const accepts = (name: string) =>
  new RegExp(`(?:^|,)\\s*${name}\\s*(?:,|$|;(?!\\s*q\\s*=\\s*0(?:\\.0*)?\\s*(?:,|$)))`, 'i')
const ACCEPTS = { br: accepts('br'), gzip: accepts('(?:x-)?gzip') }

/** Returns the smallest coding that the caller accepts, whatever weights it gives. */
export function chooseCoding(accepted: string | undefined, bodyLength: number): Coding {
  if (!accepted || bodyLength < MIN_COMPRESSED) return 'identity'
  return ACCEPTS.br.test(accepted) ? 'br' : ACCEPTS.gzip.test(accepted) ? 'gzip' : 'identity'
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** For a body that is rendered once and served until the process ends. */
export const BEST_BROTLI = 11
/** A larger window takes megabytes for each compression and gains nothing on bodies of this size. */
const MAX_WINDOW_BITS = 18

export async function compress(body: Buffer, coding: 'br' | 'gzip', quality = 5): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants
  const bits = Math.min(MAX_WINDOW_BITS, Math.max(10, Math.ceil(Math.log2(body.length + 16))))
  const params = {
    [BROTLI_PARAM_QUALITY]: quality,
    [BROTLI_PARAM_SIZE_HINT]: body.length,
    ...(quality < BEST_BROTLI && { [BROTLI_PARAM_LGWIN]: bits }),
  }
  const encoded = await (coding === 'gzip' ? zip(body, { level: 6 }) : brotli(body, { params }))
  // Zlib returns a part of 16 kB, all of which would stay in memory.
  return Buffer.from(encoded)
}

/** A browser may not guess another type than the response names. */
export const NO_SNIFFING = { 'x-content-type-options': 'nosniff' }

/** Outside the console no cookie gives rights, so any site may read every response, errors included. */
export const OPEN_HEADERS = {
  ...NO_SNIFFING,
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Sort, X-Query-Read, X-Query-Left-Out, X-Query-Hint, X-Price-Kinds, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Allow, Content-Digest, Signature, Signature-Input, Memento-Datetime',
}

export interface CachedResponse {
  body: Buffer
  /** A digest of the body; undefined for a response to one request. */
  digest: string | undefined
  headers: Record<string, string>
  type: string
  caching: string | undefined
  variants: Partial<Record<Coding, Variant | Promise<Variant>>>
}

export interface Variant {
  body: Buffer
  etag: string | undefined
  /** Names and values by turns: Node writes such a list with the least work. */
  head: string[]
}

interface ResponseExtras {
  headers?: Record<string, string>
  type?: string
  caching?: string | undefined
  vary?: string
}

export const JSON_TYPE = 'application/json; charset=utf-8'
/** A cache may use it for a second, and for one more while it revalidates in the background. */
export const FOR_ALL = 'public, max-age=1, stale-while-revalidate=1'
/** For responses that change only with the release, and for files whose address changes with them. */
export const FOR_AN_HOUR = 'public, max-age=3600'
export const FOR_A_DAY = 'public, max-age=86400'
export const FOR_EVER = 'public, max-age=31536000, immutable'
/** No shared cache gives the response for one key to others. */
export const FOR_CALLER = 'private, max-age=1, must-revalidate'
const VARY = 'Accept-Encoding, Authorization, Accept-Signature'

const SUFFIXES: Record<Coding, string> = { identity: '', br: '-br', gzip: '-gz' }

export function createResponse(body: Buffer, extras: ResponseExtras = {}): CachedResponse {
  const { headers, type = JSON_TYPE, caching, vary = VARY } = extras
  const digest = hash('sha1', body, 'base64url')
  return { body, digest, headers: { ...OPEN_HEADERS, vary, ...headers }, type, caching, variants: {} }
}

export function jsonResponse(value: unknown, extras?: ResponseExtras): CachedResponse {
  return createResponse(Buffer.from(JSON.stringify(value)), extras)
}

/** Renders a response to one request, which no cache may store: it may contain secrets. */
export function uncachedJson(value: unknown): CachedResponse {
  return { ...jsonResponse(value, { caching: 'no-store' }), digest: undefined }
}

/** Returns the response in a coding: at once if it was written before. */
export function variantOf(response: CachedResponse, coding: Coding): Variant | Promise<Variant> {
  const { variants, body } = response
  const existing = variants[coding]
  if (existing) return existing
  const variant =
    coding === 'identity'
      ? toVariant(response, coding, body)
      : compress(body, coding).then((encoded) => toVariant(response, coding, encoded))
  variants[coding] = variant
  if (variant instanceof Promise) {
    variant.then(
      (encoded) => {
        variants[coding] = encoded
      },
      () => delete variants[coding],
    )
  }
  return variant
}

export function toVariant({ digest, headers, type }: CachedResponse, coding: Coding, body: Buffer): Variant {
  const etag = digest === undefined ? undefined : `"${digest}${SUFFIXES[coding]}"`
  const all = {
    ...headers,
    ...(etag && { etag }),
    ...(coding !== 'identity' && { 'content-encoding': coding }),
    'content-type': type,
    'content-length': String(body.length),
  }
  return { body, etag, head: Object.entries(all).flat() }
}

/** Whether If-None-Match, a list or `*`, names the tag; compared weakly. */
export function matchesTag(sent: string | undefined, etag: string | undefined): boolean {
  if (sent === undefined || etag === undefined) return false
  if (sent.trim() === '*') return true
  for (const [tag] of sent.matchAll(/"[^"]*"/g)) if (tag === etag) return true
  return false
}
