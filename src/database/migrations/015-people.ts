import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** Who did it, and what they may do; files of the console where every replica reads them. */
export const up = (trx: Db) =>
  run(trx, ({ bytes }) => [
    `alter table audit add column who text not null default ''`,
    `alter table console_links add column who text not null default 'operator'`,
    `alter table console_links add column role text not null default 'editor'`,
    `alter table console_sessions add column who text not null default 'operator'`,
    `alter table console_sessions add column role text not null default 'editor'`,
    `create table upload_parts (
      upload_id text not null, number integer not null, bytes ${bytes} not null,
      constraint upload_parts_key primary key (upload_id, number))`,
  ])
