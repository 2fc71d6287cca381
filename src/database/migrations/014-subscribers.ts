import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** For subscribers: the last failure of a subscription, and what was answered to a request that may come again. */
export const up = (trx: Db) =>
  run(trx, () => [
    `create index attempts_failed on attempts (subscription_id, finished_at)
      where outcome in ('rejected', 'timeout', 'unreachable', 'refused')`,
    `create table idempotency_keys (
      key_id text not null, name text not null, body_hash text not null, sealed text not null,
      created_at bigint not null, constraint idempotency_keys_key primary key (key_id, name))`,
  ])
