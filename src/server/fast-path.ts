import type { IncomingMessage, ServerResponse } from 'node:http'
import { setRequestRoute } from '../lib/tracing.ts'
import type { Language } from '../website/language.ts'
import type { PageLimit } from './access.ts'
import { choose, heldBody } from './cached-response.ts'
import { problemReply, type Reply, reply, writeReply } from './http-response.ts'
import { toProblem } from './problems.ts'
import { type AccessParts, admit, limitAfter } from './register-route.ts'
import type { Shelf } from './response-cache.ts'
import { languageCookie, pageAddress } from './site-language.ts'

interface FastPathParts extends AccessParts {
  shelf: Shelf
  pageLimit: PageLimit
  baseUrl: string
  nextRequestId: () => string
  /** Called for every answer given here. */
  observe?(route: string, status: number, seconds: number, keyId?: string): void
}

/**
 * Answers from the shelf, directly on the socket, with the same checks and bytes as the app. Returns false, with nothing
 * done or counted, when the app must handle the request. It needs, of a GET or HEAD:
 * - an answer that the shelf finds by the raw address and that is still true;
 * - its body, ready in the coding that the caller takes;
 * - of a page: no cookie to set, and an address within its limit. Of the API: nothing, since `admit` decides here too.
 */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

export function createFastPath(parts: FastPathParts): FastPath {
  const { shelf, pageLimit, access, baseUrl, nextRequestId, observe } = parts

  return (request, response) => {
    const { method, url, headers } = request
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false
    const answer = shelf.find(pageAddress(url, headers))
    if (!answer) return false
    const choice = choose(answer, headers)
    const body = heldBody(answer, choice.coding)
    if (!body) return false
    const start = performance.now()
    const give = (reply: Reply, keyId?: string) => {
      writeReply(request, response, reply)
      setRequestRoute(request, answer.route)
      observe?.(answer.route, reply.status, (performance.now() - start) / 1_000, keyId)
    }
    if (answer.isPage) {
      // A reader who just chose a language gets a cookie, so this answer is not for all.
      if (languageCookie(headers, answer.headers['content-language'] as Language | undefined)) return false
      if (pageLimit(request)?.allowed === false) return false
      give(reply(answer, choice, body, { requestId: nextRequestId(), limit: undefined }))
      return true
    }
    const requestId = nextRequestId()
    admit(parts, request, 'read').then(
      (admission) => {
        const limit = limitAfter(choice, admission, access)
        give(reply(answer, choice, body, { requestId, limit }), admission.caller?.keyId)
      },
      (error) => {
        const problem = toProblem(error)
        give(problemReply(problem, baseUrl, { requestId, limit: undefined }), problem.keyId)
      },
    )
    return true
  }
}
