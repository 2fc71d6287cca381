import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { start } from '../src/commands/serve.ts'
import { toConfig } from '../src/config.ts'
import { openDatabase } from '../src/database/open.ts'
import type { Db } from '../src/database/schema.ts'
import { createKey } from '../src/keys/key-store.ts'
import { makeLink } from '../src/operator/sessions.ts'
import { load } from './paced-load.ts'

// Every page of the console with a million deliveries and a hundred thousand listings in a SQLite file, and the reads of
// the API beside an operator who looks at one page after another.

const DELIVERIES = Number(process.argv[2] ?? 1_000_000)
const LISTINGS = Number(process.argv[3] ?? 100_000)
const RUNS = 7
const SECONDS = 60
const RATE = 300
/** An operator reads a page before asking for the next. */
const LOOK_MS = 3_000
const BUDGET_MS = 300
const BUDGET_RATIO = 1.5

const folder = mkdtempSync(join(tmpdir(), 'yantra-bench-'))
const path = join(folder, 'console.db')
const env = { DATABASE_URL: `file:${path}`, SAMPLE: 'true', PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_ANONYMOUS: '0' }
try {
  const config = toConfig({ ...env, SECRET_KEY: 'k'.repeat(32) })
  await (await start(config, false)).stop()
  const db = await openDatabase(config.database)
  const { keyId, subscriptionId, eventId, reference } = await fill(db)
  const { token } = await makeLink(db, Date.now())
  await db.destroy()
  const running = await start(config, false)
  try {
    const entered = await fetch(`${running.url}/console/enter?link=${token}`, { redirect: 'manual' })
    const headers = { cookie: entered.headers.getSetCookie()[0]!.split(';', 1)[0]! }
    const hook = `webhooks/${subscriptionId}`
    const pages = [
      ...['', 'keys', `keys/${keyId}`, 'webhooks', hook, `${hook}?show=waiting`, `${hook}?show=failed`],
      ...[`${hook}?page=50`, `${hook}/${eventId}`, 'enquiries', `enquiries/${reference}`, 'audit', 'audit?page=50'],
      ...['data', 'imports', 'listings', 'listings?status=live'],
    ]
    const look = async (page: string) => {
      const begun = performance.now()
      const answer = await fetch(`${running.url}/console/${page}`, { headers })
      await answer.text()
      return { status: answer.status, ms: performance.now() - begun }
    }
    const rows: object[] = []
    let slowest = 0
    for (const page of pages) {
      const first = await look(page)
      if (first.status !== 200) {
        rows.push({ page: `/console/${page.replace(/(wh|evt|key)_[^/?]+/g, '$1_…')}`, status: first.status })
        continue
      }
      const times = [first.ms]
      for (let n = 1; n < RUNS; n++) times.push((await look(page)).ms)
      const median = times.toSorted((a, b) => a - b)[RUNS >> 1]!
      slowest = Math.max(slowest, ...times)
      const name = `/console/${page.replace(/(wh|evt|key)_[^/?]+/g, '$1_…')}`
      rows.push({ page: name, status: 200, 'median ms': tenths(median), 'slowest ms': tenths(Math.max(...times)) })
    }
    console.table(rows)

    const port = Number(new URL(running.url).port)
    const request = 'GET /v1/tractors?q=mahindra HTTP/1.1\r\nhost: localhost\r\n\r\n'
    const measure = () => load({ port, request, connections: 8, seconds: SECONDS, rate: RATE })
    await measure()
    const alone = await measure()
    let isLooking = true
    const operator = (async () => {
      for (let n = 0; isLooking; n++) {
        await look(pages[n % pages.length]!)
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      }
    })()
    const beside = await measure()
    isLooking = false
    await operator
    const p99 = (times: readonly number[]) => times[Math.floor(times.length * 0.99)]!
    const ratio = p99(beside.times) / p99(alone.times)
    console.table([
      { reads: 'alone', requests: alone.times.length, 'p99 ms': tenths(p99(alone.times)) },
      { reads: 'beside an operator', requests: beside.times.length, 'p99 ms': tenths(p99(beside.times)) },
    ])
    console.log(
      `slowest page ${tenths(slowest)} ms (budget ${BUDGET_MS}), p99 ratio ${ratio.toFixed(2)} (${BUDGET_RATIO})`,
    )
    if (slowest > BUDGET_MS || ratio > BUDGET_RATIO) process.exitCode = 1
  } finally {
    await running.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Half of the deliveries wait for a dead receiver, some failed; the listings are copies of the sample's. */
async function fill(db: Db) {
  const now = Date.now()
  const { id: keyId } = await createKey(db, { name: 'First lender', tier: 'enterprise', expiresAt: null }, now)
  const subscriptionId = 'wh_01a1e061-3986-7bb1-a57f-307faec89c29'
  const events = JSON.stringify(['price.updated'])
  const subscription = { id: subscriptionId, key_id: keyId, url: 'https://example.com/hook', events, created_at: now }
  await db.insertInto('subscriptions').values(subscription).execute()
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${DELIVERIES})
    insert into events (id, type, created_at, body)
    select printf('evt_%036d', i), 'price.updated', ${now} - ${DELIVERIES} + i, '{"id":' || i || '}' from n`.execute(db)
  await sql`insert into deliveries
      (subscription_id, event_id, state, created_at, step, due_at, leased, attempts, finished_at)
    select ${subscriptionId}, id, case rowid % 20 when 0 then 'failed' when 1 then 'delivered' else 'pending' end,
      created_at, 1, case when rowid % 20 < 2 then null else created_at + 300000 end, 0, 1,
      case when rowid % 20 < 2 then created_at end from events`.execute(db)
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${LISTINGS})
    insert into listings (id, status, sold_at, machine_slug, doc, revision, maker, district, state_code, removed)
    select 1000000 + i, case when i % 50 = 0 then 'review' else l.status end, l.sold_at, l.machine_slug, l.doc,
      l.revision, l.maker, l.district, l.state_code, l.removed
    from n join (select *, row_number() over () - 1 as place from listings) l on l.place = i % 60`.execute(db)
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
    insert into audit (id, at, made_by, action, target, detail)
    select printf('%036d', i), ${now} - i * 1000, 'cli', 'keys.create', 'key_' || i, '{}' from n`.execute(db)
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
    insert into enquiries (reference, listing_id, created_at, language, name, phone, email, message, sender, status,
      mail, attempts, error)
    select printf('R%011d', i), 3, ${now} - i * 1000, 'en', 'Asha', '', '', 'Is it still there?', '',
      case i % 2 when 0 then 'open' else 'closed' end, 'waiting', 0, '' from n`.execute(db)
  const eventId = `evt_${String(DELIVERIES).padStart(36, '0')}`
  return { keyId, subscriptionId, eventId, reference: 'R00000000002' }
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10
}
