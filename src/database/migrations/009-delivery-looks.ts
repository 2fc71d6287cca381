import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** For the operator's views, whatever the number of deliveries: the oldest waiting one, and the failed ones. */
export async function deliveryLooksMigration(trx: Db): Promise<void> {
  await sql`create index deliveries_waiting on deliveries (subscription_id, created_at)
    where due_at is not null`.execute(trx)
  await sql`create index deliveries_failed on deliveries (subscription_id, event_id)
    where state = 'failed'`.execute(trx)
}
