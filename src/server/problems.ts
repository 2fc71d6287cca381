import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import { Problem, type ProblemCode, unavailable } from '../errors.ts'
import type { Log } from '../lib/log.ts'
import { limitHeaders } from './access.ts'
import { problemResponse } from './http-response.ts'

const FRAMEWORK: Record<string, [ProblemCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body-too-large', 'A body may have at most 64 kB.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported-media-type', 'Send the body as application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad-input', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: ['bad-input', 'The path is not percent-encoded UTF-8.'],
  FST_ERR_ASYNC_CONSTRAINT: ['bad-input', 'The request cannot be routed.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The body did not arrive in time.'],
  ECONNRESET: ['bad-input', 'The body did not arrive whole.'],
}

export type ProblemPage = (
  problem: Problem,
  request: FastifyRequest,
) => { html: string; headers: Record<string, string> } | undefined

/** A database that is away fails every request: that is logged once a minute, with how many. */
const OUTAGE_LOG_MS = 60_000

/** Renders every error. An error that is not a Problem is ours, and its text is not shown. */
export function createProblemHandler(readProblem: ReadProblem, baseUrl: string, pageOf?: ProblemPage) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = readProblem(error, request.id)
    const page = pageOf?.(problem, request)
    if (page) {
      reply
        .code(problem.status)
        .headers({ ...problem.headers, ...page.headers })
        .send(page.html)
    } else sendProblem(problem, baseUrl, request, reply)
  }
}

export function sendProblem(problem: Problem, baseUrl: string, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, body } = problemResponse(problem, baseUrl, request.id)
  reply
    .code(status)
    .headers({ ...(request.admission && limitHeaders(request.admission)), ...headers })
    .send(body)
}

export type ReadProblem = (error: unknown, requestId: string) => Problem

/** Returns the problem of an error, and logs our own faults. */
export function createProblemReader(log: Log): ReadProblem {
  let [loggedAt, requests] = [Number.NEGATIVE_INFINITY, 0]

  return (error, requestId) => {
    const problem = toProblem(error)
    const { cause = error } = problem
    if (cause instanceof DatabaseUnavailable) logOutage(problem, cause)
    else if (problem.status >= 500) log.error({ err: cause, request_id: requestId }, problem.message)
    return problem
  }

  function logOutage(problem: Problem, { message, reason }: DatabaseUnavailable): void {
    requests++
    if (performance.now() - loggedAt < OUTAGE_LOG_MS) return
    log.error({ reason: message, kind: reason, requests }, problem.message)
    loggedAt = performance.now()
    requests = 0
  }
}

const UNABLE: Partial<Record<DatabaseUnavailable['reason'], string>> = {
  full: 'The database has no room to write.',
  'read-only': 'The database takes no changes now: it is read-only.',
}

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as FastifyError
  const existing = FRAMEWORK[code]
  if (existing) return new Problem(existing[0], existing[1])
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem('bad-input', 'The request cannot be understood.')
  }
  if (error instanceof DatabaseUnavailable) {
    return unavailable(UNABLE[error.reason] ?? 'The database does not answer in time.', 5, error)
  }
  if (code === 'EMFILE' || code === 'ENFILE') return unavailable('There are too many open files.', 1, error)
  return new Problem('internal', 'Something went wrong. Quote the request id when you report it.', { cause: error })
}
