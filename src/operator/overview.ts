import { expressionBuilder, sql } from 'kysely'
import { countRows, type Db, readRevision } from '../database/schema.ts'
import { isLive } from '../keys/key-store.ts'
import { countStatuses } from '../market/desk/listing-desk.ts'
import { countOpenEnquiries } from '../market/enquiries/enquiry-store.ts'
import { viewSubscriptions } from '../webhooks/subscription-view.ts'
import { listProcesses } from './presence.ts'
import { MINUTE_MS, QUARTER_MS } from './traffic.ts'
import { readTraffic } from './traffic-store.ts'

/** The console's first page. */
export type Overview = Awaited<ReturnType<typeof readOverview>>

export async function readOverview(db: Db, now: number) {
  return {
    revision: await readRevision(db),
    machines: await countRows(db, 'machines'),
    implements: await countRows(db, 'implements'),
    /** By status. */
    listings: await countStatuses(db),
    /** Live ones. */
    keys: await countRows(db, 'api_keys', isLive(now)(expressionBuilder())),
    subscriptions: await viewSubscriptions(db, now),
    openEnquiries: await countOpenEnquiries(db),
    /** When the oldest open one came. */
    oldestEnquiry: await oldestOpenEnquiry(db),
    processes: await listProcesses(db, now),
    hour: await readTraffic(db, MINUTE_MS, now),
    day: await readTraffic(db, QUARTER_MS, now),
  }
}

async function oldestOpenEnquiry(db: Db): Promise<number | null> {
  const open = db.selectFrom('enquiries').select('created_at').where('status', '=', sql.lit('open'))
  return (await open.orderBy('created_at').limit(1).executeTakeFirst())?.created_at ?? null
}
