/** The closed list of what can go wrong for a caller. Each code has a page in docs/problems/. */
export const PROBLEMS = {
  'bad-input': { status: 400, title: 'Invalid request' },
  unauthorized: { status: 401, title: 'API key missing or invalid' },
  forbidden: { status: 403, title: 'Not allowed for this key' },
  'not-found': { status: 404, title: 'Not found' },
  'not-visible-then': { status: 404, title: 'Not visible at that time' },
  'history-too-short': { status: 404, title: 'Before the start of history' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'request-timeout': { status: 408, title: 'Request timeout' },
  'subscription-limit': { status: 409, title: 'Subscription limit reached' },
  'idempotency-conflict': { status: 409, title: 'Idempotency key reused' },
  'cursor-gone': { status: 410, title: 'Cursor expired' },
  retracted: { status: 410, title: 'Retracted' },
  'body-too-large': { status: 413, title: 'Request body too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'rate-limited': { status: 429, title: 'Rate limit exceeded' },
  'headers-too-large': { status: 431, title: 'Request headers too large' },
  internal: { status: 500, title: 'Internal server error' },
  unavailable: { status: 503, title: 'Service unavailable' },
} as const

export type ProblemCode = keyof typeof PROBLEMS

/** A bad parameter, or a bad place in the body. */
export interface InputError {
  parameter?: string
  /** A JSON Pointer into the body, such as `/events/1`. */
  pointer?: string
  message: string
  allowed?: readonly string[]
  suggestion?: string
}

interface ProblemExtras {
  errors?: readonly InputError[]
  headers?: Record<string, string>
  keyId?: string | undefined
  cause?: unknown
}

/** Thrown anywhere below a route; one handler renders it as a problem document. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly errors: readonly InputError[] | undefined
  readonly headers: Record<string, string>
  /** The key of a caller who was refused before being let in. */
  readonly keyId: string | undefined

  constructor(code: ProblemCode, detail: string, extras: ProblemExtras = {}) {
    super(detail, { cause: extras.cause })
    this.name = 'Problem'
    this.code = code
    this.status = PROBLEMS[code].status
    this.errors = extras.errors
    this.headers = extras.headers ?? {}
    this.keyId = extras.keyId
  }
}

export function notFound(what: string): Problem {
  return new Problem('not-found', `There is no ${what} here.`)
}

export function badInput(errors: readonly InputError[]): Problem {
  const places = errors.map((error) => error.parameter ?? (error.pointer || 'the body'))
  return new Problem('bad-input', `Bad input: ${places.join(', ')}.`, { errors })
}

export function unavailable(detail: string, retryAfterSeconds: number, cause?: unknown): Problem {
  return new Problem('unavailable', detail, { headers: { 'retry-after': String(retryAfterSeconds) }, cause })
}

/** Thrown when what an operator asks for was understood but cannot be done. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
