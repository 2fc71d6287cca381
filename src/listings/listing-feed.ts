import { sql } from 'kysely'
import type { RecordFeed } from '../catalog/record-feed.ts'
import type { MachineTable } from '../database/tables/catalogue.ts'
import { ListingSummary } from '../schema/api/market.ts'
import { serialize } from '../schema/api/serialize.ts'
import { readListingParties, summaryOf } from './listing-events.ts'

export const LISTING_FEED: RecordFeed<'listing', ListingSummary> = {
  type: 'listing',
  from: sql`listings m left join machines one on one.slug = m.machine_slug
    left join removed_records gone on gone.record_type = 'machine' and gone.record_key = m.machine_slug`,
  shows: ['machine'],
  shownAt: [sql`coalesce(one.revision, 0)`, sql`coalesce(gone.revision, 0)`],
  readShown:
    async () =>
    ({ machine_slug }) => [machine_slug],
  shownOf: ({ doc }, [machine]) =>
    JSON.parse(doc).comparable_new_inr ??
    (machine?.visible ? (machine.record as MachineTable | undefined)?.price_from_inr : null),
  async readBodies(trx, rows, base = '') {
    const partiesOf = await readListingParties(trx, rows)
    return (row) => serialize(ListingSummary, summaryOf(row, partiesOf(row)), base)
  },
}
