import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** Imports, and uploaded files that wait in the console. */
export const up = (trx: Db) =>
  run(trx, () => [
    `create table imports (
      id text primary key, file text not null, at bigint not null, "by" text not null, state text not null,
      seen_at bigint not null, "read" bigint not null, created bigint not null, changed bigint not null,
      unchanged bigint not null, rejected bigint not null, repeated bigint not null, removed text not null,
      reasons text not null)`,
    'create index imports_at on imports (at, id)',
    `create table uploads (
      id text primary key, file text not null, size bigint not null, at bigint not null, type text not null,
      format text not null, state text not null, seen_at bigint not null, outcome text not null,
      import_id text not null)`,
  ])
