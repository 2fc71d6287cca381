import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** Keys. */
export const up = (trx: Db) =>
  run(trx, () => [
    `create table api_keys (
      id text primary key, name text not null, tier text not null, created_at bigint not null, expires_at bigint,
      revoked_at bigint, last_used_at bigint)`,
    `create table key_secrets (
      hash text primary key, key_id text not null references api_keys (id), hint text not null,
      created_at bigint not null, expires_at bigint)`,
    'create index key_secrets_by_key on key_secrets (key_id)',
  ])
