import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { judgeClock } from '../../src/commands/doctor.ts'
import { openDatabase } from '../../src/database/open.ts'
import { createKey } from '../../src/keys/key-store.ts'
import { addEnquiry } from '../../src/market/enquiries/enquiry-store.ts'
import { openSecrets } from '../../src/webhooks/signing.ts'
import { createSubscription } from '../../src/webhooks/subscriptions.ts'
import { newFolder, postgres, putSample } from '../backends.ts'
import { LEAST_LISTING } from '../market/least-listing.ts'
import { openMailbox } from '../market/mailbox.ts'
import { importRows, startService, yantra } from '../service.ts'

interface Finding {
  check: string
  state: string
  detail: string
}

/** What the page of the documentation says of each check; `…` stands for anything. */
const TOLD = readFileSync(new URL('../../docs/operating/doctor.md', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split(' | '))
  .flatMap(([check = '', said = '']) =>
    [...said.matchAll(/`([^`]+)`/g)].map(([, text]) => [check.slice(2), text!] as const),
  )

function isTold(check: string, detail: string): boolean {
  const fits = (text: string) => new RegExp(`^${text.split('…').map(RegExp.escape).join('.*')}$`).test(detail)
  return TOLD.some(([name, text]) => name === check && fits(text))
}

async function ward(t: TestContext) {
  const folder = newFolder(t)
  const path = join(folder, 'yantra.db')
  // Nobody listens on that port.
  const env = { DATABASE_URL: `file:${path}`, SECRET_KEY: 'k'.repeat(32), PORT: '2' }
  return {
    folder,
    path,
    env,
    async doctor(more: Record<string, string> = {}) {
      const { code, stdout } = await yantra({ ...env, ...more }, 'doctor', '--json')
      const findings = JSON.parse(stdout) as Finding[]
      const bad = findings.filter(({ state }) => state === 'warn' || state === 'fail')
      for (const { check, detail } of bad)
        assert.ok(isTold(check, detail), `docs/operating/doctor.md: ${check} ${detail}`)
      return { code, bad, findings }
    },
    async open() {
      const db = await openDatabase({ kind: 'sqlite', path })
      t.after(() => db.destroy().catch(() => {}))
      return db
    },
  }
}

async function subscribed(db: Awaited<ReturnType<typeof openDatabase>>, secretKey: string) {
  const key = await createKey(db, { name: 'test', tier: 'enterprise', expiresAt: null } as never, Date.now())
  const secrets = await openSecrets(db, { secretKey, database: { kind: 'sqlite', path: '' }, warn: () => {} })
  const asked = { url: 'https://receiver.example/', events: ['variant.updated'] } as never
  return createSubscription(db, secrets, key.id, asked, Date.now())
}

it('finds no database where there is none, and makes none', async (t) => {
  const { path, doctor, folder } = await ward(t)
  const { code, bad } = await doctor()
  assert.equal(code, 1)
  assert.deepEqual([bad[0]?.check, bad[0]?.detail.includes(path)], ['database', true])
  assert.deepEqual(readdirSync(folder), [])
})

it('is content with what is well, and changes nothing', async (t) => {
  const { env, path, doctor, folder } = await ward(t)
  await putSample(env.DATABASE_URL)
  const before = [readdirSync(folder), statSync(path).mtimeMs]
  const { code, bad, findings } = await doctor()
  assert.deepEqual([code, bad], [0, []])
  assert.match(findings.find(({ check }) => check === 'contents')!.detail, /^223 machines, 66 implements, 73 listings/)
  assert.deepEqual([readdirSync(folder), statSync(path).mtimeMs], before)
})

it('notices a wrong and a lost secret key', async (t) => {
  const { open, doctor, path } = await ward(t)
  await subscribed(await open(), 'k'.repeat(32))
  assert.deepEqual((await doctor()).bad, [])
  const wrong = await doctor({ SECRET_KEY: 'other'.repeat(8) })
  assert.equal(wrong.code, 1)
  assert.match(wrong.bad[0]!.detail, /^SECRET_KEY is not the key that sealed the 1 webhook secrets/)
  const lost = await doctor({ SECRET_KEY: '' })
  assert.match(lost.bad[0]!.detail, /yantra\.db\.key is lost/)
  assert.ok(!existsSync(`${path}.key`))
})

it('notices deliveries that nobody sends, and subscriptions that fail or are disabled', async (t) => {
  const { open, doctor } = await ward(t)
  const db = await open()
  const { id } = (await subscribed(db, 'k'.repeat(32))) as { id: string }
  const old = Date.now() - 3_600_000
  const event = { id: 'evt_1', type: 'variant.updated', created_at: old, body: '{}' }
  await db
    .insertInto('events')
    .values({ ...event, record: null, revision: null, final: 1 })
    .execute()
  const waiting = { state: 'pending', step: 0, due_at: old, leased: 0, attempts: 0, finished_at: null } as const
  await db
    .insertInto('deliveries')
    .values({ subscription_id: id, event_id: 'evt_1', created_at: old, ...waiting })
    .execute()
  const pending = await doctor()
  assert.deepEqual([pending.code, pending.bad[0]?.detail], [1, '1 pending, the oldest for 1 h'])
  await db.updateTable('subscriptions').set({ failing_since: old }).execute()
  assert.match((await doctor()).bad[1]!.detail, /has failed for/)
  await db.updateTable('subscriptions').set({ disabled_at: old, disabled_reason: 'gone' }).execute()
  assert.deepEqual(
    (await doctor()).bad.map(({ detail }) => detail.slice(id.length)),
    [' is disabled: gone'],
  )
})

it('warns of settings that are nearly one', async (t) => {
  const { doctor, env } = await ward(t)
  await yantra(env, 'migrate')
  const { code, bad } = await doctor({ RATE_LIMIT_ANONYMUS: '5' })
  assert.deepEqual(
    [code, bad[0]?.detail],
    [1, 'RATE_LIMIT_ANONYMUS is not a setting; did you mean RATE_LIMIT_ANONYMOUS?'],
  )
})

it('notices files that others may read', async (t) => {
  const { doctor, env, path, folder } = await ward(t)
  await yantra(env, 'migrate')
  const settings = join(folder, 'settings')
  writeFileSync(settings, 'LOG_LEVEL=error\n', { mode: 0o640 })
  chmodSync(path, 0o644)
  const { code, bad } = await doctor({ YANTRA_ENV_FILE: settings })
  assert.equal(code, 1)
  assert.deepEqual(
    bad.map(({ check, detail }) => [check, detail.split(' ')[0]]),
    [
      ['files', path],
      ['files', settings],
    ],
  )
  assert.equal(statSync(path).mode & 0o777, 0o644)
})

it('notices sample records beside machines of the operator', async (t) => {
  const { doctor, env } = await ward(t)
  await putSample(env.DATABASE_URL)
  const row = { type: 'machine', slug: 'own-1', name: 'Own 1', manufacturer: 'mahindra', machine_class: 'tractor' }
  const { code, stderr } = await importRows(t, env, [{ ...row, lifecycle: 'current' }])
  assert.equal(code, 0, stderr)
  const { bad } = await doctor()
  assert.match(
    bad[0]!.detail,
    /^\d+ illustrative records are served beside 1 machines of your own; `yantra sample remove`/,
  )
  await yantra(env, 'sample', 'remove')
  assert.deepEqual((await doctor()).bad, [])
})

it('asks the server of the settings how it is, and tells another program from it', async (t) => {
  const { doctor, env } = await ward(t)
  await yantra(env, 'migrate')
  const { url, get } = await startService(t, { ...env, PORT: '0', SAMPLE: 'false' })
  const { revision, database_revision, lag_seconds } = (await (await get('/readyz')).json()) as Record<string, number>
  assert.deepEqual([database_revision, lag_seconds], [revision, 0])
  const { port } = new URL(url)
  const { bad, findings } = await doctor({ PORT: port })
  assert.deepEqual(bad, [])
  assert.equal(findings.find(({ check }) => check === 'server')?.detail, `${url} is ready, at revision ${revision}`)
  const elsewhere = await doctor({ PORT: port, BASE_URL: 'https://yantra.example/v1/machines/classes' })
  assert.match(elsewhere.bad[0]!.detail, /^another program answers at /)
})

it('notices a server that is frozen, and one that serves another database', async (t) => {
  const { doctor, env } = await ward(t)
  await yantra(env, 'migrate')
  const frozen = createServer(() => {}).listen(0, '127.0.0.1')
  await once(frozen, 'listening')
  t.after(() => frozen.close())
  const { port } = frozen.address() as AddressInfo
  const { bad } = await doctor({ PORT: String(port) })
  assert.match(bad[0]!.detail, /takes connections and does not answer within 3 s/)
  const other = await startService(t, { DATABASE_URL: `file:${join(newFolder(t), 'other.db')}`, SAMPLE: 'false' })
  const found = await doctor({ PORT: new URL(other.url).port })
  assert.match(found.bad[0]!.detail, /serves another database than DATABASE_URL names$/)
})

it('refuses what serve refuses, and names a host that is not here', async (t) => {
  const { doctor, env } = await ward(t)
  await yantra(env, 'migrate')
  for (const [name, value, said] of [
    ['TRUST_PROXY', 'proxies', /TRUST_PROXY must be true, false/],
    ['MAX_MEMORY_MB', '1', /MAX_MEMORY_MB must be 0, for no limit, or at least 96/],
    ['HOST', 'not.a.host', /^HOST not\.a\.host is no address of this machine/],
    ['HOST', '192.0.2.1', /^HOST 192\.0\.2\.1 is no address of this machine/],
    ['WEBHOOK_CONCURRENCY', '0', /WEBHOOK_CONCURRENCY must be/],
  ] as const) {
    const { bad } = await doctor({ [name]: value })
    assert.match(bad[0]!.detail, said)
    const { code, stderr } = await yantra({ ...env, [name]: value }, 'serve')
    assert.equal(code, 2)
    assert.match(stderr.replace(/^Database: .*\n/, '').replace('yantra serve: ', ''), said)
  }
})

it('finds files that whoever serves the database cannot open', { skip: process.getuid?.() !== 0 }, async (t) => {
  const { doctor, env, path, folder } = await ward(t)
  await yantra(env, 'migrate')
  writeFileSync(`${path}.key`, 'k'.repeat(32), { mode: 0o600 })
  chownSync(`${path}.key`, 65_534, 65_534)
  const { bad } = await doctor()
  assert.match(bad[0]!.detail, /\.key belongs to another user than the database/)
  chownSync(`${path}.key`, 0, 0)
  chownSync(folder, 65_534, 65_534)
  assert.deepEqual(
    (await doctor()).bad.map(({ detail }) => detail),
    [`${folder} belongs to another user than the database: whoever serves it cannot use both`],
  )
  // Whoever may write into the folder can serve what lies there.
  chmodSync(folder, 0o777)
  assert.deepEqual((await doctor()).bad, [])
  const photographs = join(folder, 'photographs')
  mkdirSync(photographs, { mode: 0o700 })
  chownSync(photographs, 65_534, 65_534)
  assert.match((await doctor({ MEDIA_DIR: photographs })).bad[0]!.detail, /photographs belongs to another user/)
  assert.match((await doctor({ MEDIA_DIR: path })).bad[0]!.detail, /is no folder for photographs/)
})

it('names a file that is no database, and a folder', async (t) => {
  const { doctor, env, path, folder } = await ward(t)
  writeFileSync(path, 'no database, though it is as long as the head of one would have to be. '.repeat(20), {
    mode: 0o600,
  })
  assert.equal((await doctor()).bad[0]!.detail, `the database ${path} cannot be opened: it is no SQLite database`)
  const start = await yantra(env, 'serve')
  assert.equal(start.stderr, `yantra serve: the database ${path} cannot be opened: it is no SQLite database\n`)
  const { bad } = await doctor({ DATABASE_URL: `file:${folder}` })
  assert.match(bad[0]!.detail, / is not a file: DATABASE_URL must name the database file$/)
})

it('tells a full disk from one that is nearly full', async (t) => {
  const { doctor, env } = await ward(t)
  const disk = mkdtempSync(join(tmpdir(), 'yantra-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    rmdirSync(disk)
    return t.skip('this user mounts nothing')
  }
  t.after(() => {
    // What could not be opened is let go of later.
    execFileSync('umount', ['--lazy', disk])
    rmdirSync(disk)
  })
  const there = { DATABASE_URL: `file:${join(disk, 'yantra.db')}` }
  await yantra({ ...env, ...there }, 'migrate')
  const nearly = await doctor(there)
  assert.match(nearly.bad[0]!.detail, /^\d+ MB of 8 MB free where the database is: it is nearly full$/)
  const fill = () => writeFileSync(join(disk, 'fill'), Buffer.alloc(9e6))
  assert.throws(fill, { code: 'ENOSPC' })
  const full = await doctor(there)
  assert.match(full.bad[0]!.detail, /^0 MB of 8 MB free where the database is: it is full, and nothing can be written$/)
  const copied = await yantra({ ...env, ...there }, 'backup', join(newFolder(t), 'copy.db'))
  assert.match(copied.stderr, /the disk of .+ is full or has a fault/)
  const refused = await yantra({ ...env, ...there }, 'keys', 'create', '--name', 'a', '--tier', 'standard')
  assert.match(refused.stderr, /there is no room on the disk for the database to write/)
})

it('knows the server of its own database from that of another one that is served, too', async (t) => {
  const { doctor, env, open } = await ward(t)
  await yantra(env, 'migrate')
  const own = await startService(t, { ...env, PORT: '0', SAMPLE: 'false' })
  const others = { DATABASE_URL: `file:${join(newFolder(t), 'other.db')}`, SAMPLE: 'false' }
  const other = await startService(t, others)
  const db = await open()
  const said = async () => (await db.selectFrom('presence').select('state').executeTakeFirst())?.state ?? ''
  while (!(await said()).includes('"port"')) await sleep(100)
  const { port } = new URL(other.url)
  const { bad } = await doctor({ PORT: port })
  assert.match(bad[0]!.detail, /serves another database than DATABASE_URL names/)
  assert.deepEqual((await doctor({ PORT: new URL(own.url).port })).bad, [])
  // In a container whose port is published, a server has another name than the machine where the doctor runs.
  await db.updateTable('presence').set({ host: 'a-container' }).execute()
  assert.deepEqual((await doctor({ PORT: new URL(own.url).port })).bad, [])
  // A kill leaves what a process said of itself.
  const [left] = await db.selectFrom('presence').selectAll().execute()
  await own.stop()
  // The connection that this process has kept is closed.
  await fetch(own.url).catch(() => {})
  await db.insertInto('presence').values(left!).execute()
  assert.deepEqual((await doctor({ PORT: new URL(own.url).port })).bad, [])
  await db.updateTable('presence').set({ host: hostname() }).execute()
  const killed = await doctor({ PORT: new URL(own.url).port })
  assert.match(killed.bad[0]!.detail, /^none runs at .+, though one said \d+ s ago that it does: it did not sign off$/)
})

it('says which port is taken, and that one cannot serve for both', async (t) => {
  const { doctor, env } = await ward(t)
  await yantra(env, 'migrate')
  const taken = createServer(() => {}).listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.after(() => taken.close())
  const { port } = taken.address() as AddressInfo
  const start = await yantra({ ...env, PORT: '0', METRICS_PORT: String(port), LOG_LEVEL: 'silent' }, 'serve')
  assert.match(
    start.stderr,
    new RegExp(`port ${port} on .+ is in use by another program; .+ METRICS_PORT=\\d+ npm start`),
  )
  const same = { PORT: '8399', METRICS_PORT: '8399', LOG_LEVEL: 'silent' }
  assert.equal((await doctor(same)).bad[0]!.detail, 'METRICS_PORT is the same as PORT: choose another one')
})

it('notices a process that is behind the database', async (t) => {
  const { doctor, open } = await ward(t)
  const now = Date.now()
  const its = { id: 'one', kind: 'serve', host: 'front-1', version: '1.0.0', revision: 1, started_at: now }
  const db = await open()
  await db
    .insertInto('presence')
    .values({ ...its, state: '{"lagMs":12000}', seen_at: now })
    .execute()
  assert.deepEqual(
    (await doctor()).bad.map(({ detail }) => detail),
    ['serve on front-1 has been behind the database for 12 s'],
  )
})

it('compares the clock with that of PostgreSQL', async (t) => {
  const env = { DATABASE_URL: await postgres.newUrl(t), SECRET_KEY: 'k'.repeat(32), PORT: '2' }
  await yantra(env, 'migrate')
  const { code, stdout } = await yantra(env, 'doctor', '--json')
  const findings = JSON.parse(stdout) as Finding[]
  assert.equal(code, 0, stdout)
  assert.match(findings.find(({ check }) => check === 'clock')!.detail, /^\d+\.\d s from the database's$/)
  assert.deepEqual(judgeClock(-3_000), {
    check: 'clock',
    state: 'warn',
    detail: "3.0 s behind the database's: keys, leases and retries go by both",
  })
})

it('tells of enquiries that wait, and of a mail server without a sender as the start does', async (t) => {
  const { doctor, env, open } = await ward(t)
  await importRows(t, env, [LEAST_LISTING])
  assert.equal(
    (await doctor()).findings.some(({ check }) => check === 'enquiries'),
    false,
  )
  const db = await open()
  const buyer = { name: 'Asha', phone: '9876543210', email: '', message: 'Still there?', language: 'en' }
  const source = { listingId: 500, address: '192.0.2.1', network: '192.0.2.0/24' }
  const now = Date.now()
  await addEnquiry(db, { ...buyer, ...source, mailed: false }, now - 3 * 3_600_000)
  await addEnquiry(db, { ...buyer, ...source, mailed: true }, now - 3_600_000)
  const { code, bad } = await doctor()
  const told = bad.filter(({ check }) => check === 'enquiries').map(({ detail }) => detail)
  assert.equal(code, 1)
  assert.deepEqual(told, [
    '1 waits for you: nothing mails them, the oldest of all for 3 h; `yantra enquiries list --open`',
    '1 waits for a process that mails: `yantra serve` or `yantra deliver` with SMTP_URL and ENQUIRY_FROM, the oldest of all for 3 h; `yantra enquiries list --open`',
  ])
  const half = { SMTP_URL: 'smtp://mail.example:587' }
  const fault = 'SMTP_URL needs ENQUIRY_FROM beside it: whom the mail to sellers is from'
  assert.deepEqual((await doctor(half)).bad, [{ check: 'configuration', state: 'fail', detail: fault, ok: false }])
  const start = await yantra({ ...env, ...half }, 'serve')
  assert.equal(start.code, 2)
  assert.ok(start.stderr.includes(fault), start.stderr)
})

it('asks the mail server whether it takes mail, and tells no password', async (t) => {
  const { doctor, env } = await ward(t)
  await yantra(env, 'migrate')
  const mailbox = await openMailbox(t)
  const settings = { SMTP_URL: mailbox.url, ENQUIRY_FROM: 'enquiries@yantra.example' }
  const well = await doctor(settings)
  assert.deepEqual(well.bad, [])
  assert.match(well.findings.find(({ check }) => check === 'mail')!.detail, /^127\.0\.0\.1:\d+ takes mail$/)
  await mailbox.close()
  const away = await doctor({ ...settings, SMTP_URL: mailbox.url.replace('//', '//someone:secret@') })
  assert.deepEqual([away.code, away.bad[0]?.check], [1, 'mail'])
  assert.doesNotMatch(away.bad[0]!.detail, /secret/)
})
