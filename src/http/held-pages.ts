import type { IncomingHttpHeaders } from 'node:http'
import type { Catalogue } from '../read-model/catalogue.ts'
import type { Language } from '../site/language.ts'
import { nameRequest } from '../tracing.ts'
import { createAnswerCache } from './answer-cache.ts'
import { type Answer, choose, createAnswer, FOR_ALL, heldBody } from './answers.ts'
import type { FastPath } from './fast-path.ts'
import type { PageLimit } from './page-limit.ts'
import { reply, writeReply } from './reply.ts'
import { languageCookie } from './site-language.ts'

const HTML_TYPE = 'text/html; charset=utf-8'
/** Asks for only the part of a page that changes with its filters. */
export const PART_HEADER = 'yantra-part'
const PAGE_CACHE_BYTES = 32 * 1024 * 1024

/** Keeps pages until anything changes: listings too have reached the revision of the catalogue. */
export interface HeldPages {
  get(url: string, headers: IncomingHttpHeaders): Answer | undefined
  /** Call before making a page; the result keeps the page if nothing changed meanwhile. */
  making(url: string, headers: IncomingHttpHeaders): (answer: Answer) => void
}

export function createHeldPages(catalogue: Catalogue): HeldPages {
  const cache = createAnswerCache(PAGE_CACHE_BYTES)
  catalogue.onChange(() => cache.clear())
  const keyOf = (url: string, headers: IncomingHttpHeaders) =>
    `${catalogue.revision} ${headers[PART_HEADER] === undefined ? 'page' : 'part'} ${url}`

  return {
    get: (url, headers) => cache.get(keyOf(url, headers)),
    making(url, headers) {
      const { generation } = catalogue
      const key = keyOf(url, headers)
      return (answer) => {
        if (generation === catalogue.generation && key === keyOf(url, headers)) cache.keep(key, answer)
      }
    },
  }
}

/** A page as an answer for anyone. */
export function pageAnswer(
  route: string,
  text: string,
  language: Language,
  pageHeaders: Record<string, string>,
): Answer {
  return createAnswer(route, Buffer.from(text), {
    headers: { ...pageHeaders, 'content-language': language },
    type: HTML_TYPE,
    caching: FOR_ALL,
    vary: `Accept-Encoding, ${PART_HEADER}`,
  })
}

interface PagePathParts {
  pages: HeldPages
  limit: PageLimit
  nextRequestId: () => string
  observe(route: string, status: number, seconds: number): void
}

/** Answers from a kept page without Fastify, with the same bytes. Returns false and does nothing without one. */
export function createPagePath({ pages, limit, nextRequestId, observe }: PagePathParts): FastPath {
  return (request, response) => {
    const { method, url, headers } = request
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false
    const answer = pages.get(url, headers)
    // A reader who just chose a language gets a cookie, so this answer is not for all.
    if (!answer || languageCookie(headers, answer.headers['content-language'] as Language)) return false
    const start = performance.now()
    const choice = choose(answer, headers)
    const body = heldBody(answer, choice.coding)
    if (!body || limit(request)?.allowed === false) return false
    writeReply(request, response, reply(answer, choice, body, { requestId: nextRequestId(), limit: undefined }))
    nameRequest(request, answer.route)
    observe(answer.route, choice.status, (performance.now() - start) / 1_000)
    return true
  }
}
