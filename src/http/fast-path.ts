import type { IncomingMessage, ServerResponse } from 'node:http'
import { readAuthorization } from '../keys/bearer.ts'
import type { Access, Admission, LimitFields } from './access.ts'
import type { AnswerCache } from './answer-cache.ts'
import { type Answer, bodyIn, choose, JSON_TYPE, VARY } from './answers.ts'
import { CORS_HEADERS } from './cors.ts'
import { PROBLEM_TYPE, problemDocument, toProblem } from './problems.ts'

export interface FastPathParts {
  cache: AnswerCache
  access: Access
  baseUrl: string
  nextRequestId: () => string
  /** Who calls, behind whatever proxies are believed. */
  addressOf(request: IncomingMessage): string | undefined
  /** Told of every answer given here. */
  observe?(route: string, status: number, seconds: number): void
}

/**
 * Answers a read whose answer is held, straight on the socket, with the same checks and the same bytes as the app.
 * Returns false, with nothing done and nothing counted, when the app has to look at the request.
 */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

const CORS = Object.entries(CORS_HEADERS).flat()

export function createFastPath(parts: FastPathParts): FastPath {
  const { cache, access, baseUrl, nextRequestId, addressOf, observe } = parts

  return (request, response) => {
    const { method, url } = request
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false
    const answer = cache.getByUrl(url)
    if (!answer) return false
    const start = observe ? performance.now() : 0
    const id = nextRequestId()
    const done = (status: number) => observe?.(answer.route, status, (performance.now() - start) / 1_000)
    const refuse = (error: unknown) => done(writeProblem(response, error, baseUrl, id))
    try {
      const offer = readAuthorization(request.headers.authorization, request.rawHeaders, request.socket)
      const admission = access.admit(offer, addressOf(request), 'read')
      if (admission instanceof Promise) admission.then((its) => give(request, response, answer, its, id, done), refuse)
      else give(request, response, answer, admission, id, done)
    } catch (error) {
      refuse(error)
    }
    return true
  }

  function give(
    request: IncomingMessage,
    response: ServerResponse,
    answer: Answer,
    admission: Admission,
    id: string,
    done: (status: number) => void,
  ): void {
    const { status, coding, etag, cacheControl } = choose(answer, request.headers)
    // A keyed caller's 304 does not count.
    const limit = status === 304 && admission.caller ? access.refund(admission) : admission.limit
    const headers = commonHeaders(id, limit)
    headers.push('etag', etag, 'cache-control', cacheControl, 'vary', VARY)
    for (const name in answer.headers) headers.push(name, answer.headers[name]!)
    if (status === 304) {
      response.writeHead(304, headers).end()
      done(304)
      return
    }
    const body = bodyIn(answer, coding)
    if (coding !== 'identity') headers.push('content-encoding', coding)
    headers.push('content-type', JSON_TYPE)
    if (body instanceof Promise) {
      body.then(
        (bytes) => finish(bytes),
        () => response.destroy(),
      )
    } else finish(body)

    function finish(bytes: Buffer): void {
      headers.push('content-length', String(bytes.length))
      response.writeHead(200, headers)
      if (request.method === 'HEAD') response.end()
      else response.end(bytes)
      done(200)
    }
  }
}

function commonHeaders(id: string, limit: LimitFields | undefined): string[] {
  const headers = ['x-request-id', id, CORS[0]!, CORS[1]!, CORS[2]!, CORS[3]!]
  if (limit) headers.push('ratelimit-policy', limit['ratelimit-policy'], 'ratelimit', limit.ratelimit)
  return headers
}

function writeProblem(response: ServerResponse, error: unknown, baseUrl: string, id: string): number {
  const problem = toProblem(error)
  const body = JSON.stringify(problemDocument(problem, baseUrl, id))
  const headers = {
    'x-request-id': id,
    ...CORS_HEADERS,
    ...problem.headers,
    'content-type': PROBLEM_TYPE,
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(body)),
  }
  response.writeHead(problem.status, headers).end(body)
  return problem.status
}
