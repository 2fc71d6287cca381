/** The closed list of what can go wrong for a caller. Each code has a page in docs/problems/. */
export const PROBLEMS = {
  'bad-input': { status: 400, title: 'The request has bad input' },
  unauthorized: { status: 401, title: 'A valid API key is needed' },
  forbidden: { status: 403, title: 'This key may not do that' },
  'not-found': { status: 404, title: 'There is nothing here' },
  'not-visible-then': { status: 404, title: 'Not visible at that time' },
  'history-too-short': { status: 404, title: 'History does not reach back' },
  'method-not-allowed': { status: 405, title: 'This path does not support that method' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  'subscription-limit': { status: 409, title: 'This key has all the subscriptions it may have' },
  'idempotency-conflict': { status: 409, title: 'This Idempotency-Key was used with another body' },
  'cursor-gone': { status: 410, title: 'The history does not reach back to this cursor' },
  retracted: { status: 410, title: 'What was served then was retracted' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The body is not JSON' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  'headers-too-large': { status: 431, title: 'The request line or the headers are too large' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'The service cannot answer right now' },
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
