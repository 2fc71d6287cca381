/** How long the database may keep its caller waiting, in milliseconds; `Infinity` for as long as it takes. */
export interface Patience {
  /** For a connection. */
  connectMs: number
  /** For the turn to write, or for a row or table that another transaction holds. */
  lockMs: number
  /** For the answer to one statement. */
  statementMs: number
}

/** Of a process that answers requests: together less than its callers wait, so that each is told in time. */
export const REQUEST_PATIENCE: Patience = { connectMs: 2_000, lockMs: 3_000, statementMs: 4_000 }

/** Of a command: it waits its turn, and an operator who will not wait can end it. */
export const COMMAND_PATIENCE: Patience = {
  connectMs: 10_000,
  lockMs: Number.POSITIVE_INFINITY,
  statementMs: Number.POSITIVE_INFINITY,
}
