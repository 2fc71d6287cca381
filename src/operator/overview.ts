import { expressionBuilder, sql } from 'kysely'
import type { Config } from '../config.ts'
import { countRows, type Db, readRevision } from '../database/schema.ts'
import { isLive } from '../keys/key-store.ts'
import { countStatuses } from '../market/desk/listing-desk.ts'
import { countOpenEnquiries } from '../market/enquiries/enquiry-store.ts'
import { viewSubscriptions } from '../webhooks/subscription-view.ts'
import { diskRoom, examineDisk, examineStanding } from './findings.ts'
import { listProcesses } from './presence.ts'
import { MINUTE_MS, QUARTER_MS } from './traffic.ts'
import { readTraffic } from './traffic-store.ts'

/** What the console's first page and `yantra stats` tell. */
export type Overview = Awaited<ReturnType<typeof readOverview>>

export async function readOverview(db: Db, config: Pick<Config, 'secretKey' | 'database'>, now: number) {
  const subscriptions = await viewSubscriptions(db, now)
  const processes = await listProcesses(db, now)
  const standing = examineStanding(db, config, { subscriptions, processes }, now)
  return {
    revision: await readRevision(db),
    machines: await countRows(db, 'machines'),
    implements: await countRows(db, 'implements'),
    /** By status. */
    listings: await countStatuses(db),
    /** Live ones. */
    keys: await countRows(db, 'api_keys', isLive(now)(expressionBuilder())),
    subscriptions,
    openEnquiries: await countOpenEnquiries(db),
    /** When the oldest open one came. */
    oldestEnquiry: await oldestOpenEnquiry(db),
    processes,
    hour: await readTraffic(db, MINUTE_MS, now),
    day: await readTraffic(db, QUARTER_MS, now),
    /** Of the database, if its disk is here. */
    disk: diskRoom(config.database),
    findings: [...(await Array.fromAsync(standing)), ...examineDisk(config)],
  }
}

async function oldestOpenEnquiry(db: Db): Promise<number | null> {
  const open = db.selectFrom('enquiries').select('created_at').where('status', '=', sql.lit('open'))
  return (await open.orderBy('created_at').limit(1).executeTakeFirst())?.created_at ?? null
}
