import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** For the limits on enquiries by network and by listing. */
export const up = (trx: Db) =>
  run(trx, () => [
    `alter table enquiries add column network text not null default ''`,
    'create index enquiries_network on enquiries (network, created_at)',
    'create index enquiries_listing on enquiries (listing_id, created_at)',
  ])
