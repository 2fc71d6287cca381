import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** What was retracted or erased: the history keeps its hashes and no longer its content. */
export async function up(trx: Db): Promise<void> {
  await run(trx, ({ id, key }) => [
    `create table withheld (revision ${id} primary key, reason text not null, gone text not null)`,
    'alter table history_blocks add column digest text',
    // Which record each photograph was put to, and since when nothing names it.
    `create table photographs (
      name text not null, record_type text not null, record_key ${key} not null, unnamed_since bigint,
      primary key (name, record_type, record_key))`,
  ])
}
