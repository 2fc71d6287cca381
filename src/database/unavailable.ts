export type UnavailableReason = 'connection' | 'lock' | 'slow' | 'full'

const SENTENCES: Record<UnavailableReason, string> = {
  connection: 'the database does not answer',
  lock: 'another writer holds the database',
  slow: 'the database took too long to answer',
  full: 'there is no room on the disk for the database to write',
}

/**
 * The database is away, or a lock or an answer took too long. The transaction was given up; a later attempt may
 * succeed. Over HTTP it is a 503.
 */
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

/** When several addresses refuse, the outer error has no code. */
function codeOf(cause: unknown): string | undefined {
  const { code, errors } = (cause ?? {}) as { code?: unknown; errors?: unknown[] }
  return typeof code === 'string' ? code : errors?.map(codeOf).find(Boolean)
}
