import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** Answers of successful attempts are not needed, and the beginning of the others is enough. */
export async function leanAttemptsMigration(trx: Db): Promise<void> {
  await sql`update attempts set response = null where outcome = 'delivered' and response is not null`.execute(trx)
  await sql`update attempts set response = substr(response, 1, 1000) where length(response) > 1000`.execute(trx)
}
