import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** For the console's counts and lists: indexes with every column they need. */
export const up = (trx: Db) =>
  run(trx, () => [
    `create index enquiries_open on enquiries (created_at desc, reference) where status = 'open'`,
    'drop index listings_removed',
    `create index listings_removed on listings (id, removed) where removed <> ''`,
  ])
