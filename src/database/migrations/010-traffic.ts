import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** How many requests came, and from whom. */
export const up = (trx: Db) =>
  run(trx, () => [
    `create table traffic (
      span integer not null, at bigint not null, process text not null, requests bigint not null,
      errors bigint not null, refused bigint not null, histogram text not null,
      constraint traffic_key primary key (span, at, process))`,
    `create table key_use (
      day text not null, key_id text not null, operation text not null, requests bigint not null, errors bigint not null,
      constraint key_use_key primary key (day, key_id, operation))`,
  ])
