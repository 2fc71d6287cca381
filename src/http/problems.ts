import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemDocument } from '../contract/problem.ts'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import { PROBLEMS, Problem, type ProblemCode, unavailable } from '../errors.ts'

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** What Fastify itself finds wrong with a request. */
const FRAMEWORK: Record<string, [ProblemCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body-too-large', 'A body may have at most 64 kB.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported-media-type', 'Send the body as application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad-input', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: ['bad-input', 'The path is not percent-encoded UTF-8.'],
  FST_ERR_ASYNC_CONSTRAINT: ['bad-input', 'The request cannot be routed.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The body did not arrive in time.'],
  ECONNRESET: ['bad-input', 'The body did not arrive whole.'],
}

/** The document for a problem, as it goes out. */
export function problemDocument(problem: Problem, baseUrl: string, requestId: string): ProblemDocument {
  return {
    type: `${baseUrl}/problems/${problem.code}`,
    title: PROBLEMS[problem.code].title,
    status: problem.status,
    detail: problem.message,
    code: problem.code,
    request_id: requestId,
    ...(problem.errors
      ? { errors: problem.errors.map((error) => ({ ...error, allowed: error.allowed?.slice() })) }
      : {}),
  } as ProblemDocument
}

/** A problem as a page, for those who asked for one outside the API. */
export type ProblemPage = (
  problem: Problem,
  request: FastifyRequest,
) => { html: string; headers: Record<string, string> } | undefined

/** One handler renders every error. What is not a Problem is ours, and its text stays inside. */
export function problemHandler(baseUrl: string, pageOf?: ProblemPage) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = toProblem(error)
    if (problem.status >= 500) {
      request.log.error({ err: problem.cause ?? error, request_id: request.id }, problem.message)
    }
    const page = pageOf?.(problem, request)
    if (page)
      reply
        .code(problem.status)
        .headers({ ...problem.headers, ...page.headers })
        .send(page.html)
    else sendProblem(reply, problem, baseUrl, request.id)
  }
}

export function sendProblem(reply: FastifyReply, problem: Problem, baseUrl: string, requestId: string): void {
  reply
    .code(problem.status)
    .headers(problem.headers)
    .header('content-type', PROBLEM_TYPE)
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problemDocument(problem, baseUrl, requestId)))
}

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as FastifyError
  const known = FRAMEWORK[code]
  if (known) return new Problem(known[0], known[1])
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem('bad-input', 'The request cannot be understood.')
  }
  if (error instanceof DatabaseUnavailable) return unavailable('The database does not answer in time.', 5, error)
  return new Problem('internal', 'Something went wrong. Quote the request id when you report it.', { cause: error })
}
