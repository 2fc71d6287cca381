import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** For the operator's views, whatever the number of deliveries: the oldest waiting one, and the failed ones. */
export const up = (trx: Db) =>
  run(trx, () => [
    'create index deliveries_waiting on deliveries (subscription_id, created_at) where due_at is not null',
    `create index deliveries_failed on deliveries (subscription_id, event_id) where state = 'failed'`,
  ])
