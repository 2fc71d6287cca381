import type { InputError, Problem } from './contract.ts'

interface ErrorDetails {
  status?: number
  headers?: Headers
  requestId?: string
  cause?: unknown
}

/** Anything that went wrong. `status` and `headers` are there when a server answered. */
export class YantraError extends Error {
  override name = 'YantraError'
  readonly status: number | undefined
  readonly headers: Headers | undefined
  /** How long the service asks to wait before the next attempt, in seconds. */
  readonly retryAfter: number | undefined
  /** Quote it when you report a fault. */
  readonly requestId: string | undefined

  constructor(message: string, { status, headers, requestId, cause }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
    this.headers = headers
    this.retryAfter = readRetryAfter(headers?.get('retry-after'))
    this.requestId = requestId ?? headers?.get('x-request-id') ?? undefined
  }
}

/** The service said what is wrong. */
export class YantraProblem extends YantraError {
  override name = 'YantraProblem'
  declare readonly status: number
  declare readonly headers: Headers
  /** Short name of the problem, such as `not-found` or `rate-limited`. */
  readonly code: string
  readonly title: string
  readonly detail: string
  /** Every bad parameter or place in the body; empty when the input was not at fault. */
  readonly errors: readonly InputError[]

  constructor(problem: Problem, headers: Headers) {
    const reason = problem.errors?.map(describe).join('; ') || problem.detail
    super(`${problem.title}: ${reason}`, { status: problem.status, headers, requestId: problem.request_id })
    this.code = problem.code
    this.title = problem.title
    this.detail = problem.detail
    this.errors = problem.errors ?? []
  }
}

function describe({ parameter, pointer, message, suggestion }: InputError): string {
  const hint = suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`
  return `${parameter ?? (pointer || 'body')}: ${message}${hint}`
}

/** Whether a body is a problem document of the service. */
export function isProblem(body: unknown): body is Problem {
  const { code, status, title, detail } = (body ?? {}) as Partial<Problem>
  return (
    typeof code === 'string' && typeof status === 'number' && typeof title === 'string' && typeof detail === 'string'
  )
}

function readRetryAfter(value = '' as string | null): number | undefined {
  if (!value) return undefined
  if (/^\d+$/.test(value.trim())) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now()) / 1000
}
