import { sql } from 'kysely'
import { type Db, isPostgres } from '../src/database/schema.ts'
import { createKey } from '../src/keys/key-store.ts'

export interface Amounts {
  deliveries: number
  listings: number
}

/** Addresses of pages that are about one thing. */
export interface Filled {
  keyId: string
  subscriptionId: string
  eventId: string
  reference: string
}

const AUDIT_LINES = 20_000
const ENQUIRIES = 10_000
/** Ids of one width sort as their numbers do. */
const FIRST = 1_000_000_000

/** Half of the deliveries wait for a dead receiver, some failed; the listings are copies of the sample's. */
export async function fill(db: Db, { deliveries, listings }: Amounts): Promise<Filled> {
  const at = Date.now()
  const now = sql.lit(at)
  const { id: keyId } = await createKey(db, { name: 'First lender', tier: 'enterprise', expiresAt: null }, at)
  const subscriptionId = 'wh_01a1e061-3986-7bb1-a57f-307faec89c29'
  const events = JSON.stringify(['price.updated'])
  const subscription = { id: subscriptionId, key_id: keyId, url: 'https://example.com/hook', events, created_at: at }
  await db.insertInto('subscriptions').values(subscription).execute()
  const numbers = (most: number) =>
    sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(most)})`
  const made = sql`${now} - ${sql.lit(deliveries)} + i`
  const id = (prefix: string) => sql`${sql.lit(prefix)} || (${sql.lit(FIRST)} + i)`
  await sql`${numbers(deliveries)} insert into events (id, type, created_at, body)
    select ${id('evt_')}, 'price.updated', ${made}, '{"id":' || i || '}' from n`.execute(db)
  await sql`${numbers(deliveries)} insert into deliveries
      (subscription_id, event_id, state, created_at, step, due_at, leased, attempts, finished_at)
    select ${sql.lit(subscriptionId)}, ${id('evt_')},
      case i % 20 when 0 then 'failed' when 1 then 'delivered' else 'pending' end,
      ${made}, 1, case when i % 20 < 2 then null else ${made} + 300000 end, 0, 1,
      case when i % 20 < 2 then ${made} end from n`.execute(db)
  await sql`${numbers(listings)}
    insert into listings (id, status, sold_at, machine_slug, doc, revision, maker, district, state_code, removed)
    select 1000000 + i, case when i % 50 = 0 then 'review' else l.status end, l.sold_at, l.machine_slug, l.doc,
      l.revision, l.maker, l.district, l.state_code, l.removed
    from n join (select *, row_number() over (order by id) - 1 as place from listings) l on l.place = i % 60`.execute(
    db,
  )
  await sql`${numbers(AUDIT_LINES)} insert into audit (id, at, made_by, action, target, detail)
    select ${id('')}, ${now} - i * 1000, 'cli', 'keys.create', 'key_' || i, '{}' from n`.execute(db)
  await sql`${numbers(ENQUIRIES)} insert into enquiries (reference, listing_id, created_at, language, name, phone, email,
      message, sender, status, mail, attempts, error)
    select ${id('R')}, 3, ${now} - i * 1000, 'en', 'Asha', '', '', 'Is it still there?', '',
      case i % 2 when 0 then 'open' else 'closed' end, 'waiting', 0, '' from n`.execute(db)
  // As PostgreSQL does by itself soon after.
  if (isPostgres(db)) await sql`vacuum analyze`.execute(db)
  return { keyId, subscriptionId, eventId: `evt_${FIRST + deliveries}`, reference: `R${FIRST + 2}` }
}

/** Every page, those that ask for most among them. */
export function pagesOf({ keyId, subscriptionId, eventId, reference }: Filled): string[] {
  const hook = `webhooks/${subscriptionId}`
  return [
    ...['', 'keys', `keys/${keyId}`, 'keys/anonymous'],
    ...['webhooks', hook, `${hook}?show=waiting`, `${hook}?show=failed`, `${hook}?page=50`, `${hook}/${eventId}`],
    ...['enquiries', 'enquiries?page=50', `enquiries/${reference}`, 'audit', 'audit?page=50'],
    ...['data', 'data/machines', 'imports', 'listings', 'listings?status=live', 'listings?status=live&page=50'],
    ...['listings?status=any&q=mahindra', 'listings?status=any&q=nowhere', 'listings?status=any&removed=1'],
    ...['listings/1000050'],
  ]
}
