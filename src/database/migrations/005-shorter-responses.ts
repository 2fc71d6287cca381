import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** Answers of successful attempts are not needed, and the beginning of the others is enough. */
export const up = (trx: Db) =>
  run(trx, () => [
    `update attempts set response = null where outcome = 'delivered' and response is not null`,
    'update attempts set response = substr(response, 1, 1000) where length(response) > 1000',
  ])
