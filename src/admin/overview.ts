import { sql } from 'kysely'
import { isLive } from '../auth/api-key-store.ts'
import type { Config } from '../config.ts'
import { countRows, type Db, readRevision } from '../database/schema.ts'
import { listImports } from '../import/import-store.ts'
import { countOpenEnquiries } from '../listings/enquiries/enquiry-store.ts'
import { countStatuses } from '../listings/moderation/moderation.ts'
import { viewSubscriptions } from '../webhooks/subscription-view.ts'
import { type Finding, findingOf } from './checks/finding.ts'
import { checkBackup, checkDisk, diskRoom } from './checks/storage.ts'
import { checkWork } from './checks/work.ts'
import { listProcesses } from './heartbeat.ts'

export type Overview = Awaited<ReturnType<typeof readOverview>>

export async function readOverview(db: Db, config: Pick<Config, 'secretKey' | 'database' | 'backup'>, now: number) {
  const subscriptions = await viewSubscriptions(db, now)
  const listings = await countStatuses(db)
  return {
    revision: await readRevision(db),
    machines: await countRows(db, 'machines'),
    implements: await countRows(db, 'implements'),
    listings,
    keys: await countRows(db, 'api_keys', isLive(now)),
    subscriptions,
    openEnquiries: await countOpenEnquiries(db),
    oldestEnquiry: await oldestOpenEnquiry(db),
    lastImport: (await listImports(db, { limit: 1, now }))[0],
    processes: await listProcesses(db, now),
    disk: diskRoom(config.database),
    findings: [
      ...(await checkWork(db, config, now, subscriptions)),
      ...checkReview(listings.review ?? 0),
      ...checkDisk(config),
      // Backups of PostgreSQL cannot be seen from here.
      ...(config.database.kind === 'sqlite' ? [checkBackup(config, now)] : []),
    ],
  }
}

function checkReview(count: number): Finding[] {
  const text = `${count.toLocaleString('en-IN')} in review; approve or reject them`
  return count === 0 ? [] : [findingOf('listings')('warn', text)]
}

async function oldestOpenEnquiry(db: Db): Promise<number | null> {
  const open = db.selectFrom('enquiries').select('created_at').where('status', '=', sql.lit('open'))
  return (await open.orderBy('created_at').limit(1).executeTakeFirst())?.created_at ?? null
}
