/** How long callers wait for the database, in milliseconds; `Infinity` for any time. */
export interface Patience {
  /** For a connection. */
  connectMs: number
  /** For the turn to write, or for a row or table that another transaction has locked. */
  lockMs: number
  /** For the answer to one statement. */
  statementMs: number
}

/** For a process that answers requests: in sum less than its callers wait, so each gets an answer in time. */
export const REQUEST_PATIENCE: Patience = { connectMs: 2_000, lockMs: 3_000, statementMs: 4_000 }

/** For a command: it waits, and the operator can end it. */
export const COMMAND_PATIENCE: Patience = {
  connectMs: 10_000,
  lockMs: Number.POSITIVE_INFINITY,
  statementMs: Number.POSITIVE_INFINITY,
}
