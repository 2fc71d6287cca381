import type { IncomingMessage, ServerResponse } from 'node:http'
import { nameRequest } from '../tracing.ts'
import type { AnswerCache } from './answer-cache.ts'
import { choose, heldBody } from './answers.ts'
import { admit, type Doors, limitAfter } from './mount.ts'
import { toProblem } from './problems.ts'
import { problemReply, type Reply, reply, writeReply } from './reply.ts'

interface FastPathParts extends Doors {
  cache: AnswerCache
  baseUrl: string
  nextRequestId: () => string
  /** Called for every answer given here. */
  observe?(route: string, status: number, seconds: number, keyId?: string): void
}

/**
 * Answers a read from the cache, directly on the socket, with the same checks and bytes as the app. Returns false, with
 * nothing done or counted, when the app must handle the request.
 */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

export function createFastPath(parts: FastPathParts): FastPath {
  const { cache, access, baseUrl, nextRequestId, observe } = parts

  return (request, response) => {
    const { method, url } = request
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false
    const answer = cache.getByUrl(url)
    if (!answer) return false
    const choice = choose(answer, request.headers)
    const body = heldBody(answer, choice.coding)
    if (!body) return false
    const start = performance.now()
    const requestId = nextRequestId()
    const give = (reply: Reply, keyId?: string) => {
      writeReply(request, response, reply)
      nameRequest(request, answer.route)
      observe?.(answer.route, reply.status, (performance.now() - start) / 1_000, keyId)
    }
    admit(parts, request, 'read').then(
      (admission) => {
        const told = { requestId, limit: limitAfter(choice, admission, access) }
        give(reply(answer, choice, body, told), admission.caller?.keyId)
      },
      (error) => give(problemReply(toProblem(error), baseUrl, { requestId, limit: undefined })),
    )
    return true
  }
}
