import type { InputError, Problem } from './contract.ts'

/** Anything that went wrong. `status` is there when a server answered. */
export class YantraError extends Error {
  override name = 'YantraError'
  readonly status: number | undefined
  /** Quote it when you report a fault. */
  readonly requestId: string | undefined

  constructor(message: string, details: { status?: number; requestId?: string | undefined; cause?: unknown } = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.status = details.status
    this.requestId = details.requestId
  }
}

/** The service said what is wrong. */
export class YantraProblem extends YantraError {
  override name = 'YantraProblem'
  declare readonly status: number
  /** Short name of the problem, such as `not-found` or `rate-limited`. */
  readonly code: string
  readonly title: string
  readonly detail: string
  /** Every bad parameter or place in the body; empty when the input was not at fault. */
  readonly errors: readonly InputError[]

  constructor(problem: Problem) {
    super(`${problem.title}: ${problem.detail}`, { status: problem.status, requestId: problem.request_id })
    this.code = problem.code
    this.title = problem.title
    this.detail = problem.detail
    this.errors = problem.errors ?? []
  }
}

/** Whether a body is a problem document of the service. */
export function isProblem(body: unknown): body is Problem {
  const { code, status, title, detail } = (body ?? {}) as Partial<Problem>
  return (
    typeof code === 'string' && typeof status === 'number' && typeof title === 'string' && typeof detail === 'string'
  )
}
