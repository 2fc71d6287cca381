import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import pg from 'pg'
import { turnDue } from '../src/changes/due-dates.ts'
import { openDatabase } from '../src/database/open.ts'
import { sweepEnquiries } from '../src/market/enquiries/enquiry-store.ts'
import { sweep } from '../src/webhooks/delivery.ts'
import { postgres } from './backends.ts'
import { signIn } from './console.ts'
import { LEAST_LISTING } from './market/least-listing.ts'
import { openMailbox } from './market/mailbox.ts'
import { PROGRAM_ENV } from './processes.ts'
import { importRows, startService, yantra } from './service.ts'
import { startReceiver } from './webhooks/workshop.ts'

const ROOT = join(import.meta.dirname, '..')
const ROLES = readFileSync(join(ROOT, 'deploy/postgres/roles.sql'), 'utf8')
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

/** What a role may not do: a statement each that PostgreSQL refuses. */
const REFUSED: Record<string, string[]> = {
  serve: [
    'select * from listing_contacts',
    'select * from enquiries',
    'select * from sources',
    'select * from audit',
    'select * from console_sessions',
    'update machines set slug = slug',
    'update api_keys set tier = tier',
    'insert into api_keys default values',
    'delete from listings',
    'delete from history',
    'update history set at = at',
  ],
  console: [
    'delete from audit',
    'update audit set at = at',
    'delete from enquiries',
    'delete from history',
    'update history set at = at',
  ],
  deliver: [
    'select * from key_secrets',
    'select * from sources',
    'select * from audit',
    'select * from console_links',
    'update machines set slug = slug',
    'insert into subscriptions default values',
    'update history set at = at',
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

it('lets each role do its work and nothing more', async (t) => {
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
  const inReview = { ...LEAST_LISTING, id: 501, status: 'review' }
  const rows = [MACHINE, { ...LEAST_LISTING, contact: SELLER }, inReview]
  const imported = await importRows(t, as('migrate'), rows)
  assert.equal(imported.code, 0, imported.stderr)
  const made = await yantra(as('migrate'), 'keys', 'create', '--name', 'n', '--tier', 'enterprise', '--json')
  const { key } = JSON.parse(made.stdout) as { key: string }
  const receiver = await startReceiver(t)

  await t.test('serve answers', async (t) => {
    const settings = { ...as('serve'), ...mail, CONSOLE: 'false', SAMPLE: 'false', LOG_LEVEL: 'warn' }
    const service = await startService(t, { ...settings, WEBHOOK_ALLOW_PRIVATE: 'true' })
    const { get } = service
    for (const path of ['tractors?q=test', 'tractors/test-maker-500', 'market/listings/500', 'machines/classes'])
      assert.equal((await get(`/v1/${path}`)).status, 200, path)
    for (const path of ['/en/machines', '/en/used/500', '/readyz']) assert.equal((await get(path)).status, 200, path)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const subscribe = async () => {
      const body = JSON.stringify({ url: receiver.url, events: ['variant.updated'] })
      const answer = await fetch(`${service.url}/v1/webhooks`, { method: 'POST', headers, body })
      assert.equal(answer.status, 200)
      return (await answer.json()) as { id: string }
    }
    await subscribe()
    const { id } = await subscribe()
    assert.equal((await fetch(`${service.url}/v1/webhooks/${id}`, { method: 'DELETE', headers })).status, 200)
    const form = { name: 'Asha', email: 'asha@example.org', phone: '', message: 'Still there?', consent: 'on' }
    const asked = await fetch(`${service.url}/en/used/500/enquiry`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { origin: service.url },
    })
    assert.equal(asked.status, 200)
    assert.match(await (await get('/metrics')).text(), /^yantra_webhook_pending 0$/m)
    assert.equal(service.log(), '')
  })

  await t.test('deliver delivers and mails', async (t) => {
    const settings = { ...PROGRAM_ENV, ...as('deliver'), ...mail, LOG_LEVEL: 'warn' }
    const child = fork(join(ROOT, 'src/cli.ts'), ['deliver'], {
      env: { ...settings, WEBHOOK_ALLOW_PRIVATE: 'true' },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    t.after(() => child.kill('SIGKILL'))
    const logged: Buffer[] = []
    child.stdout!.on('data', (chunk) => logged.push(chunk))
    const ended = once(child, 'exit')
    await importRows(t, as('migrate'), [{ ...MACHINE, engine_hp: 52 }])
    const died = ended.then(() => assert.fail('it ended by itself'))
    await Promise.race([Promise.all([receiver.arrived(1), mailbox.arrived(1)]), died])
    assert.deepEqual(mailbox.received[0]!.to, [SELLER.email])
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
    assert.equal(Buffer.concat(logged).toString(), '')
  })

  await t.test('the console acts', async (t) => {
    const service = await startService(t, { ...as('console'), SAMPLE: 'false', LOG_LEVEL: 'warn' })
    const operator = await signIn(service)
    for (const page of ['', 'data', 'imports', 'listings', 'keys', 'webhooks', 'enquiries', 'audit'])
      assert.equal((await operator.get(page)).status, 200, page)
    const one = async (statement: string) => (await owner.query({ text: statement, rowMode: 'array' })).rows[0]![0]
    const id = await one('select id from api_keys')
    const hook = await one('select id from subscriptions')
    for (const [path, form] of [
      ['keys/create', { name: 'Another', tier: 'standard' }],
      [`keys/${id}/rotate`, { overlap: '24h' }],
      [`webhooks/${hook}/disable`, {}],
      [`webhooks/${hook}/enable`, {}],
      [`enquiries/${await one('select reference from enquiries')}/close`, {}],
      ['listings/501/approve', {}],
    ] as const) {
      assert.ok([200, 303].includes((await operator.post(path, form)).status), path)
    }
    const sent = new FormData()
    sent.set('file', new Blob([JSON.stringify({ ...MACHINE, slug: 'test-maker-600' })]), 'rows.ndjson')
    const headers = { cookie: operator.cookie, origin: service.url }
    const init = { method: 'POST', body: sent, headers, redirect: 'manual' } as const
    const upload = new URL((await fetch(`${service.url}/console/imports`, init)).headers.get('location')!, service.url)
    const path = upload.pathname.replace('/console/', '')
    // The page waits a while for what is under way.
    const reaches = async (state: string) => {
      for (let tries = 0; (await one('select state from uploads')) !== state; tries++) {
        assert.ok(tries < 50, `it never was ${state}`)
        assert.equal((await operator.get(path)).status, 200)
      }
    }
    await reaches('checked')
    await operator.post(`${path}/apply`)
    await reaches('applied')
    const { rows: done } = await owner.query("select action from audit where made_by = 'console'")
    assert.deepEqual(
      new Set(done.map(({ action }) => action)),
      new Set([
        ...['keys.create', 'keys.rotate', 'webhooks.disable', 'webhooks.enable', 'enquiries.close'],
        ...['listings.approve', 'imports.apply', 'console.enter'],
      ]),
    )
    assert.equal(service.log(), '')
  })

  await t.test('deliver and serve announce what is due; deliver takes away what is old', async (t) => {
    for (const role of ['serve', 'deliver']) {
      const db = await openDatabase({ kind: 'postgres', url: as(role).DATABASE_URL })
      t.after(() => db.destroy())
      await owner.query("update machines set announced = 0 where slug = 'test-maker-500'")
      assert.equal(await turnDue(db, Date.now()), 1)
      if (role !== 'deliver') continue
      const later = Date.now() + 1_000
      assert.equal(await sweep(db, later, later), 1)
      assert.equal(await sweepEnquiries(db, 0, later), 1)
    }
  })

  for (const [role, statements] of Object.entries(REFUSED)) {
    await t.test(`${role} may do no more`, async () => {
      const client = new pg.Client({ connectionString: as(role).DATABASE_URL })
      await client.connect()
      for (const statement of [...statements, ...REFUSED_TO_ALL])
        await assert.rejects(client.query(statement), { code: '42501' }, statement)
      await client.end()
    })
  }
})
