import { TimeoutError } from '../lib/timeout.ts'

type UnavailableReason = 'connection' | 'lock' | 'slow' | 'full' | 'read-only'

const SENTENCES: Record<UnavailableReason, string> = {
  connection: 'the database does not answer',
  lock: 'another writer holds the database',
  slow: 'the database took too long to answer',
  full: 'there is no room on the disk for the database to write',
  'read-only': 'the database takes no changes now: it is read-only, as a standby is or one after a failover',
}

/** A later attempt may succeed. HTTP status 503. */
export class DatabaseUnavailable extends Error {
  readonly code = 'DATABASE_UNAVAILABLE'
  readonly reason: UnavailableReason

  constructor(reason: UnavailableReason, cause?: unknown) {
    const detail = codeOf(cause)
    const hint = reason === 'connection' ? '; is DATABASE_URL right?' : ''
    super(`${SENTENCES[reason]}${detail ? ` (${detail})` : ''}${hint}`, { cause })
    this.name = 'DatabaseUnavailable'
    this.reason = reason
  }
}

/** An AggregateError has no code. */
function codeOf(cause: unknown): string | undefined {
  const { code, errors } = (cause ?? {}) as { code?: unknown; errors?: unknown[] }
  return typeof code === 'string' ? code : errors?.map(codeOf).find(Boolean)
}

const STATES: readonly [RegExp, UnavailableReason][] = [
  // Lock timeout or deadlock.
  [/^(55P03|40P01)$/, 'lock'],
  [/^57014$/, 'slow'],
  // Shutdown, start, out of resources, idle timeout.
  [/^(57P0\d|53\w{3}|08\w{3}|25P0[34])$/, 'connection'],
  [/^25006$/, 'read-only'],
  [
    /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/,
    'connection',
  ],
]

/** Errors of `pg` without a code. */
const LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** Undefined if a retry would not help. */
export function toUnavailable(error: unknown): DatabaseUnavailable | undefined {
  if (error instanceof DatabaseUnavailable) return error
  if (error instanceof TimeoutError) return new DatabaseUnavailable('slow', error)
  if (error instanceof AggregateError && error.errors.length > 0) {
    return toUnavailable(error.errors[0]) && new DatabaseUnavailable('connection', error)
  }
  const { code, message } = error as { code?: unknown; message?: string }
  if (typeof code === 'string') {
    const match = STATES.find(([pattern]) => pattern.test(code))
    return match && new DatabaseUnavailable(match[1], error)
  }
  return LOST.test(message ?? '') ? new DatabaseUnavailable('connection', error) : undefined
}

/** Milliseconds, or `Infinity`. */
export interface DatabaseTimeouts {
  connectMs: number
  /** For the writer lock, or a locked row or table. */
  lockMs: number
  /** For the answer to one statement. */
  statementMs: number
}

/** Less in sum than callers wait. */
export const REQUEST_TIMEOUTS: DatabaseTimeouts = { connectMs: 2_000, lockMs: 3_000, statementMs: 4_000 }

/** The operator can stop a command. */
export const COMMAND_TIMEOUTS: DatabaseTimeouts = {
  connectMs: 30_000,
  lockMs: Number.POSITIVE_INFINITY,
  statementMs: Number.POSITIVE_INFINITY,
}

/** Kysely wants the method of every connection, and nothing here reads that way. */
// biome-ignore lint/correctness/useYield: it only refuses
export async function* streamQuery(): AsyncIterableIterator<never> {
  throw new Error('rows are read in pages, not streamed')
}
