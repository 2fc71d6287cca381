import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** Enquiries. */
export const up = (trx: Db) =>
  run(trx, () => [
    `create table enquiries (
      reference text primary key, listing_id bigint not null, created_at bigint not null, language text not null,
      name text not null, phone text not null, email text not null, message text not null, sender text not null,
      status text not null, closed_at bigint, mail text not null, attempts integer not null, due_at bigint,
      sent_at bigint, error text not null)`,
    'create index enquiries_created on enquiries (created_at, reference)',
    'create index enquiries_sender on enquiries (sender, created_at)',
    'create index enquiries_due on enquiries (due_at) where due_at is not null',
    'create index enquiries_closed on enquiries (closed_at) where closed_at is not null',
  ])
