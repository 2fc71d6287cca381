import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** Marks sample records, and tells readers of the catalogue when records were removed. */
export const up = (trx: Db) =>
  run(trx, () => [
    `create table sample_records (
      record_type text not null, record_key text not null, revision bigint not null,
      constraint sample_records_key primary key (record_type, record_key))`,
    'create table removals (revision bigint not null)',
    'insert into removals (revision) values (0)',
  ])
