import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { createMetrics } from '../../src/cli/deliver.ts'
import { toDatabase } from '../../src/config.ts'
import { openDatabase } from '../../src/database/open.ts'
import { writeTransaction } from '../../src/database/schema.ts'
import { vacuum } from '../../src/database/vacuum.ts'
import { expireListings } from '../../src/history/listing-expiry.ts'
import { pruneHistory } from '../../src/history/retention.ts'
import { applyScheduledVisibility } from '../../src/history/scheduled-visibility.ts'
import { sweepPhotographs } from '../../src/import/photographs.ts'
import { DAY_MS } from '../../src/lib/calendar.ts'
import { sweepEnquiries } from '../../src/listings/enquiries/enquiry-store.ts'
import { OPERATIONS } from '../../src/schema/api/operations.ts'
import { PAGES, RESOURCES } from '../../src/server/console/routes.ts'
import { runMaintenance, sweep } from '../../src/webhooks/delivery.ts'
import { newFolder, postgres } from '../backends.ts'
import { formOn, signIn } from '../console.ts'
import { MIN_LISTING } from '../listings/least-listing.ts'
import { openMailbox } from '../listings/mailbox.ts'
import { png } from '../png.ts'
import { PROGRAM_ENV } from '../processes.ts'
import { importRows, startService, yantra } from '../service.ts'
import { isNightly } from '../tier.ts'
import { startReceiver } from '../webhooks/workshop.ts'

const ROOT = join(import.meta.dirname, '../..')
const ROLES = readFileSync(join(ROOT, 'deploy/postgres/roles.sql'), 'utf8')
const DENIED = /permission denied/
const SECRET_KEY = 'k'.repeat(32)
const SELLER = { name: 'Ram Seller', email: 'seller@example.com' }
const MACHINE = {
  type: 'machine',
  slug: 'test-maker-500',
  name: '500',
  manufacturer: { slug: 'test-maker', name: 'Test Maker' },
  machine_class: 'tractor',
  lifecycle: 'current',
  engine_hp: 50,
  published_at: '2020-01-01',
}

const reads = (tables: string) => tables.split(' ').map((table) => `select * from ${table}`)
/** What a role may not do: a statement each that PostgreSQL refuses. */
const REFUSED: Record<string, string[]> = {
  serve: [
    ...reads('listing_contacts enquiries sources audit console_sessions'),
    ...['update machines set slug = slug', 'update api_keys set tier = tier', 'insert into api_keys default values'],
    ...['delete from listings', 'delete from history', 'update history set at = at'],
  ],
  console: ['delete from audit', 'update audit set at = at', 'delete from history', 'update history set at = at'],
  deliver: [
    ...reads('key_secrets sources audit console_links'),
    ...['update machines set slug = slug', 'insert into subscriptions default values', 'update history set at = at'],
  ],
}
const REFUSED_TO_ALL = [
  'drop table machines',
  'truncate deliveries',
  'alter table machines add column more text',
  'create table more (id bigint)',
  'create index on machines (slug)',
  'update schema_version set version = 0',
]

/** Actions of a record that need no form. */
const noForm = (path: string, actions: string) =>
  Object.fromEntries(actions.split(' ').map((action) => [`${path}/${action}`, {}]))

it('each database role has exactly the privileges it needs', async (t) => {
  const url = await postgres.newUrl(t)
  const as = (role: string) => ({ DATABASE_URL: url.replace('//yantra@', `//yantra_${role}@`), SECRET_KEY })
  const mailbox = await openMailbox(t)
  const mail = { SMTP_URL: mailbox.url, ENQUIRY_FROM: 'enquiries@yantra.example' }

  // As the page on PostgreSQL says: the owner of the database makes the tables, then hands them over.
  assert.equal((await yantra({ DATABASE_URL: url }, 'migrate')).code, 0)
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  t.after(() => owner.end())
  await owner.query(ROLES)
  await owner.query(ROLES)
  // A replica that may not add classes finds them there.
  assert.ok((await owner.query('select key from classes')).rows.length > 30)
  const [inReview, ...live] = [501, 502, 503].map((id) => ({ ...MIN_LISTING, id }))
  const rows = [MACHINE, { ...MIN_LISTING, contact: SELLER }, { ...inReview, status: 'review' }, ...live]
  const imported = await importRows(t, as('migrate'), rows)
  assert.equal(imported.code, 0, imported.stderr)
  const media = join(newFolder(t), 'media')
  const mapping = join(newFolder(t), 'sender.yaml')
  const head = 'version: 1\nsender: sender\ntype: machine\nidentity: slug\nabsent: keep\n'
  writeFileSync(mapping, `${head}columns:\n  Model: name\n`)
  const remaining = await yantra(as('migrate'), 'mappings', 'save', 'sender', '--from', mapping)
  assert.equal(remaining.code, 0, remaining.stderr)
  const created = await yantra(as('migrate'), 'keys', 'create', '--name', 'n', '--tier', 'enterprise', '--json')
  const { key } = JSON.parse(created.stdout) as { key: string }
  const receiver = await startReceiver(t)

  await t.test('serve handles every operation', async (t) => {
    const settings = { ...as('serve'), ...mail, CONSOLE: 'false', SAMPLE: 'false', LOG_LEVEL: 'warn' }
    const service = await startService(t, { ...settings, WEBHOOK_ALLOW_PRIVATE: 'true' })
    const { get } = service
    const pages = ['/en/', '/en/machines', '/en/machines/test-maker-500', '/en/used', '/en/used/500', '/readyz']
    for (const path of pages) assert.equal((await get(path)).status, 200, path)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    let count = 0
    const call = async (method: string, path: string, body?: object) => {
      const init = { method, headers: { ...headers, 'idempotency-key': `call-${++count}` } }
      const answer = await fetch(service.url + path, body ? { ...init, body: JSON.stringify(body) } : init)
      assert.equal(answer.status, 200, `${method} ${path}: ${await answer.clone().text()}`)
      return answer.json() as Promise<{ id: string; next: string }>
    }
    const subscription = { url: receiver.url, events: ['variant.updated'] }
    const [{ id: hook }, { id: other }] = [
      await call('POST', '/v1/webhooks', subscription),
      await call('POST', '/v1/webhooks', subscription),
    ]
    const cursorOf = async (feed: string) => (await call('GET', feed)).next
    const [machines, used] = [await cursorOf('/v1/changes'), await cursorOf('/v1/market/changes')]
    await importRows(t, as('migrate'), [
      { ...MACHINE, engine_hp: 51 },
      { ...MIN_LISTING, contact: SELLER, km: 1_300 },
    ])
    const calls: Record<string, [path: string, body?: object]> = {
      searchTractors: ['/v1/tractors?q=test'],
      getTractor: [`/v1/tractors/test-maker-500?as_of=${new Date().toISOString()}`],
      suggestRecords: ['/v1/suggest?q=test'],
      listImplements: ['/v1/tractors/test-maker-500/implements'],
      searchListings: ['/v1/market/listings?q=mahindra'],
      getListing: ['/v1/market/listings/500'],
      getValues: ['/v1/market/values?machine_slug=test-maker-500'],
      listClasses: ['/v1/machines/classes'],
      listChanges: [`/v1/changes?since=${machines}`],
      listListingChanges: [`/v1/market/changes?since=${used}`],
      getKey: ['/v1/key'],
      createWebhook: ['/v1/webhooks', subscription],
      listWebhooks: ['/v1/webhooks'],
      getWebhook: [`/v1/webhooks/${hook}`],
      listWebhookDeliveries: [`/v1/webhooks/${hook}/deliveries`],
      pingWebhook: [`/v1/webhooks/${hook}/ping`],
      rotateWebhookSecret: [`/v1/webhooks/${hook}/rotate-secret`],
      redeliverWebhook: [`/v1/webhooks/${hook}/redeliver`, { since: '1h' }],
      deleteWebhook: [`/v1/webhooks/${other}`],
    }
    assert.deepEqual(Object.keys(calls).sort(), OPERATIONS.map(({ id }) => id).sort())
    for (const { id, method } of OPERATIONS) await call(method, ...calls[id]!)
    const form = { name: 'Asha', email: 'asha@example.org', phone: '', message: 'Still there?', consent: 'on' }
    const sent = await fetch(`${service.url}/en/used/500/enquiry`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { origin: service.url },
    })
    assert.equal(sent.status, 200)
    assert.match(await (await get('/metrics')).text(), /^yantra_webhook_pending 1$/m)
    assert.doesNotMatch(service.log(), DENIED)
  })

  await t.test('deliver sends webhooks and mail', async (t) => {
    const settings = { ...PROGRAM_ENV, ...as('deliver'), ...mail, LOG_LEVEL: 'warn' }
    const child = fork(join(ROOT, 'src/cli/main.ts'), ['deliver'], {
      env: { ...settings, WEBHOOK_ALLOW_PRIVATE: 'true' },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    t.after(() => child.kill('SIGKILL'))
    const pinged = receiver.requests.length
    const logged: Buffer[] = []
    child.stdout!.on('data', (chunk) => logged.push(chunk))
    const ended = once(child, 'exit')
    await importRows(t, as('migrate'), [{ ...MACHINE, engine_hp: 52 }])
    const died = ended.then(() => assert.fail('it ended by itself'))
    await Promise.race([Promise.all([receiver.arrived(pinged + 3), mailbox.arrived(1)]), died])
    assert.deepEqual(mailbox.received[0]!.to, [SELLER.email])
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
    assert.doesNotMatch(Buffer.concat(logged).toString(), DENIED)
  })

  await t.test('the console shows every page and runs every action', async (t) => {
    const more = { MEDIA_DIR: media, WEBHOOK_ALLOW_PRIVATE: 'true' }
    const service = await startService(t, { ...as('console'), ...more, SAMPLE: 'false', LOG_LEVEL: 'warn' })
    const operator = await signIn(service)
    const item = async (statement: string) => (await owner.query({ text: statement, rowMode: 'array' })).rows[0]![0]
    const act = async (path: string, form: Record<string, string> = {}) => {
      const { status } = await operator.post(path, form)
      assert.ok(status === 200 || status === 303, `${path}: ${status} ${service.log()}`)
    }

    const upload = await operator.send('rows.ndjson', JSON.stringify({ ...MACHINE, slug: 'test-maker-600' }))
    // The page waits a while for what is under way.
    const reaches = async (state: string) => {
      for (let tries = 0; (await item('select state from uploads')) !== state; tries++) {
        assert.ok(tries < 50, `it never was ${state}`)
        assert.equal((await operator.get(upload)).status, 200)
      }
    }
    await reaches('checked')
    await act(`${upload}/again`)
    await reaches('checked')
    await act(`${upload}/apply`)
    await reaches('applied')

    const id = await item('select id from api_keys')
    const hook = await item('select id from subscriptions')
    const event = await item(`select event_id from deliveries where subscription_id = '${hook}'`)
    const brought = await item('select import_id from uploads')
    const reference = await item('select reference from enquiries')
    const first = await item("select min(revision) from history where key = 'test-maker-500'")
    const machine = 'records/machine/test-maker-500'
    const pages: Record<string, string> = {
      '/imports/:id': `imports/${brought}`,
      '/mappings/:sender': 'mappings/sender',
      '/records/:type/:key': machine,
      '/listings/:id': 'listings/501',
      '/keys/:id': `keys/${id}`,
      '/webhooks/:id': `webhooks/${hook}`,
      '/webhooks/:id/:event': `webhooks/${hook}/${event}`,
      '/enquiries/:reference': `enquiries/${reference}`,
    }
    for (const path of Object.keys(PAGES)) {
      const page = path.includes(':') ? pages[path] : path.slice(1)
      assert.ok(page !== undefined, `which page is ${path}?`)
      assert.equal((await operator.get(page)).status, 200, page)
    }

    await act(machine, { ...formOn(await (await operator.get(machine)).text()), name: '500 DI' })
    const photograph = new FormData()
    photograph.set('file', new Blob([new Uint8Array(png(1))]), 'side.png')
    const headers = { cookie: operator.cookie, origin: service.url }
    const init = { method: 'POST', body: photograph, headers, redirect: 'manual' } as const
    assert.equal((await fetch(`${service.url}/console/${machine}/photographs`, init)).status, 303)
    await act('people/link', { who: 'Ravi', role: 'viewer' })
    const actions: Record<string, Record<string, string>> = {
      'keys/create': { name: 'Another', tier: 'standard' },
      [`keys/${id}/rotate`]: { overlap: '24h' },
      ...noForm(`webhooks/${hook}`, 'test disable enable'),
      [`webhooks/${hook}/${event}/resend`]: {},
      [`webhooks/${hook}/replay`]: { since: '24h' },
      [`webhooks/${hook}/delete`]: {},
      [`keys/${id}/revoke`]: {},
      ...noForm(`enquiries/${reference}`, 'close reopen resend'),
      ...noForm('listings/501', 'approve back'),
      'listings/501/reject': { reason: 'no pictures' },
      'listings/502/withdraw': {},
      'listings/503/sold': { price: '400000' },
      'mappings/sender/remove': {},
      ...noForm(machine, 'unpublish publish'),
    }
    for (const [path, form] of Object.entries(actions)) await act(path, form)
    await act(`enquiries/${reference}/close`)
    await act(`enquiries/${reference}/erase`)
    // Removed, then there again.
    for (const to of ['0', String(first)]) await act(`${machine}/revert`, { to })
    for (const path of [machine, 'records/listing/500']) await act(`${path}/retract`, { reason: 'a wrong price' })
    await act('records/listing/503/erase', { reason: 'the seller asked' })
    await act(`imports/${brought}/publish`)
    await act(`imports/${brought}/undo`, { retract: 'the wrong file' })
    await act('leave')
    const buttons = RESOURCES.flatMap(({ name, actions }) =>
      Object.keys(actions).flatMap((action) => (actions[action]!.button ? [`${name}.${action}`] : [])),
    )
    const forms = ['console.enter', 'console.leave', 'console.link']
    const others = ['imports.apply', 'records.photograph', 'records.save']
    const { rows } = await owner.query("select distinct action from audit where made_by = 'console'")
    assert.deepEqual(rows.map(({ action }) => action).sort(), [...buttons, ...forms, ...others].sort())
    assert.doesNotMatch(service.log(), DENIED)
  })

  const skip = !isNightly && 'nightly'
  await t.test('yantra_migrate runs the commands while others read', { skip }, async (t) => {
    await owner.query('begin; select from listings; select from events')
    t.after(() => owner.query('commit'))
    const lists = ['imports', 'mappings', 'listings', 'keys', 'webhooks', 'enquiries'].map((name) => `${name} list`)
    const others = ['migrate', 'audit', 'history verify', 'export', 'console', 'sample load', 'sample remove']
    const redactions = ['retract listing 502 --reason price', 'erase listing 502 --reason asked']
    for (const command of [...lists, ...others, ...redactions]) {
      const { code, stderr } = await yantra(as('migrate'), ...command.split(' '))
      assert.equal(code, 0, `${command}: ${stderr}`)
      assert.doesNotMatch(stderr, /VACUUM/)
    }
  })

  await t.test('a role that owns no table gets a message that nothing was vacuumed', async (t) => {
    const to = toDatabase(as('console').DATABASE_URL)
    const db = await openDatabase(to)
    t.after(() => db.destroy())
    assert.match(await vacuum(db, to), /until the owner of these tables runs VACUUM: .*listings/)
  })

  await t.test('deliver and serve publish scheduled records; deliver deletes expired data', async (t) => {
    for (const role of ['serve', 'deliver']) {
      const db = await openDatabase({ kind: 'postgres', url: as(role).DATABASE_URL })
      t.after(() => db.destroy())
      await owner.query("update machines set announced = 0 where slug = 'test-maker-500'")
      assert.equal(await applyScheduledVisibility(db, Date.now()), 1)
      const [sold] = (await owner.query("select count(*)::int from listings where status = 'live'")).rows
      if (role === 'deliver') assert.equal(await expireListings(db, 1, Date.now() + 2 * DAY_MS), sold.count)
      if (role !== 'deliver') continue
      const later = Date.now() + 1_000
      await sweep(db, later, later)
      await runMaintenance({ db, log: pino({ level: 'silent' }), retentionDays: 1 })
      assert.equal(await sweepEnquiries(db, 0, later), 1)
      await writeTransaction(db, (trx) => sweepPhotographs(trx, media, later))
      assert.ok((await pruneHistory(db, 1, later + 2 * DAY_MS)) > 0)
      assert.match(await createMetrics(db, toDatabase(url)).metrics(), /yantra_webhook_pending 0/)
    }
  })

  for (const [role, statements] of Object.entries(REFUSED)) {
    await t.test(`${role} has no other privileges`, async () => {
      const client = new pg.Client({ connectionString: as(role).DATABASE_URL })
      await client.connect()
      for (const statement of [...statements, ...REFUSED_TO_ALL])
        await assert.rejects(client.query(statement), { code: '42501' }, statement)
      await client.end()
    })
  }
})
