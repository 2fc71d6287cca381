import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { checkClock } from '../../src/admin/checks/work.ts'
import { createKey } from '../../src/auth/api-key-store.ts'
import { openDatabase } from '../../src/database/open.ts'
import type { Db } from '../../src/database/schema.ts'
import { insertImport } from '../../src/import/import-store.ts'
import { addEnquiry } from '../../src/listings/enquiries/enquiry-store.ts'
import { loadSecrets } from '../../src/webhooks/signing.ts'
import { createSubscription } from '../../src/webhooks/subscriptions.ts'
import { newFolder, postgres, putSample, sqlite } from '../backends.ts'
import { openMailbox } from '../listings/mailbox.ts'
import { startPostgres } from '../postgres.ts'
import { PROGRAM_ENV } from '../processes.ts'
import { importRows, startService, yantra } from '../service.ts'
import { isNightly } from '../tier.ts'

type Env = Record<string, string>
type State = 'ok' | 'warn' | 'fail' | 'unknown'

interface Finding {
  check: string
  state: State
  ok: boolean
  detail: string
}

const KEY = 'k'.repeat(32)
const HOUR_MS = 3_600_000
const SILENT = { LOG_LEVEL: 'silent' }

/** The checks that docs/operating/doctor.md lists. */
const DOCUMENTED = fs
  .readFileSync(new URL('../../docs/operating/doctor.md', import.meta.url), 'utf8')
  .matchAll(/^\| ([a-z ]+) \|/gm)
  .map(([, check]) => check)
  .toArray()

async function doctor(env: Env) {
  const { code, stdout } = await yantra(env, 'doctor', '--json')
  const findings = JSON.parse(stdout) as Finding[]
  const bad = findings.filter(({ state }) => state === 'warn' || state === 'fail')
  for (const { check } of findings) assert.ok(DOCUMENTED.includes(check), `docs/operating/doctor.md: ${check}`)
  return { code, findings, bad, details: bad.map(({ detail }) => detail) }
}

/** An installation on SQLite with the sample in which the doctor finds nothing. No service runs on its port. */
async function newInstallation(t: TestContext) {
  const folder = newFolder(t)
  const path = join(folder, 'yantra.db')
  const env: Env = { DATABASE_URL: `file:${path}`, SECRET_KEY: KEY, PORT: '2' }
  await putSample(env.DATABASE_URL!)
  return {
    folder,
    path,
    env,
    doctor: (more: Env = {}) => doctor({ ...env, ...more }),
    async open(): Promise<Db> {
      const db = await openDatabase({ kind: 'sqlite', path })
      t.after(() => db.destroy().catch(() => {}))
      return db
    },
    async backUp(...args: string[]): Promise<string> {
      const copy = join(newFolder(t), 'copy.db')
      const { code, stderr } = await yantra(env, 'backup', copy, ...args)
      assert.equal(code, 0, stderr)
      return copy
    },
  }
}

type Installation = Awaited<ReturnType<typeof newInstallation>>

/** Tests that the doctor reports a finding for an installation after `change`, which may return other settings. */
function finds(
  what: string,
  [check, state]: readonly [check: string, state: State],
  says: RegExp,
  change: (installation: Installation, t: TestContext) => unknown,
  options: { skip?: string | false } = {},
): void {
  it(`yantra doctor finds ${what}`, options, async (t) => {
    const installation = await newInstallation(t)
    const settings = (await change(installation, t)) as Env | undefined
    const { code, findings } = await installation.doctor(settings)
    const result = findings.filter((item) => item.check === check && item.state === state)
    const reported = JSON.stringify(findings, null, 1)
    const isFound = result.some(({ detail }) => says.test(detail))
    assert.ok(isFound, reported)
    assert.equal(code, state === 'unknown' ? 0 : 1)
    assert.ok(result.every(({ ok }) => !ok))
    const hasOk = findings.some((item) => item.check === check && item.ok)
    if (check === 'database' || check === 'backup') assert.ok(!hasOk, reported)
  })
}

async function postgresSample(t: TestContext, ...statements: string[]): Promise<Env> {
  const url = await postgres.newUrl(t)
  await putSample(url)
  await runOn(url, ...statements.map((text) => text.replace('DATABASE', new URL(url).pathname.slice(1))))
  return { DATABASE_URL: url }
}

async function runOn(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

function overwrite(path: string): void {
  const { size } = fs.statSync(path)
  const handle = fs.openSync(path, 'r+')
  fs.writeSync(handle, Buffer.alloc(16_384, 'x'), 0, 16_384, Math.floor(size / 2 / 4_096) * 4_096)
  fs.closeSync(handle)
}

async function listen(t: TestContext): Promise<string> {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return String((server.address() as AddressInfo).port)
}

async function subscribe(db: Db): Promise<string> {
  const key = await createKey(db, { name: 'test', tier: 'enterprise', expiresAt: null }, Date.now())
  const secrets = await loadSecrets(db, { secretKey: KEY, database: { kind: 'sqlite', path: '' }, warn: () => {} })
  const input = { url: 'https://receiver.example/', events: ['variant.updated'] } as never
  const subscription = await createSubscription(db, secrets, key.id, input, Date.now())
  return (subscription as { id: string }).id
}

function insertPresence(db: Db, seen_at: number, state = '{}') {
  const process = { id: 'one', kind: 'serve', host: 'front-1', version: '1', revision: 1, started_at: seen_at } as const
  return db
    .insertInto('presence')
    .values({ ...process, state, seen_at })
    .execute()
}

const DATABASE = ['database', 'fail'] as const

finds('a file that is no database', DATABASE, /it is no SQLite database$/, async ({ env, path }) => {
  fs.writeFileSync(path, 'x'.repeat(8_192), { mode: 0o600 })
  const { stderr } = await yantra(env, 'serve')
  assert.equal(stderr, `error: the database ${path} cannot be opened: it is no SQLite database\n`)
})
finds('a folder in place of the database', DATABASE, / is not a file: DATABASE_URL must name /, ({ folder }) => ({
  DATABASE_URL: `file:${folder}`,
}))
finds(
  '16 kB overwritten in the middle of the file',
  DATABASE,
  /yantra\.db is damaged \(.+\); stop the service and restore a backup$/,
  (item) => overwrite(item.path),
)
finds(
  'a write-ahead log that was deleted after a kill',
  DATABASE,
  /yantra\.db-wal is missing, and with it the newest changes; put it back, or restore a backup$/,
  async ({ env, path }) => {
    const child = spawn(process.execPath, ['src/cli/main.ts', 'serve', '--json'], {
      env: { ...PROGRAM_ENV, ...env, PORT: '0', LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    fs.rmSync(`${path}-wal`)
  },
  { skip: !isNightly && 'nightly' },
)
finds(
  'an older copy in the place of the database',
  DATABASE,
  /^the database is at revision \d+, the last backup at \d+: changes were lost; restore the backup$/,
  async ({ env, path, backUp }, t) => {
    const first = await backUp()
    assert.equal((await importRows(t, env, [{ type: 'manufacturer', slug: 'own', name: 'Own' }])).code, 0)
    await backUp()
    for (const end of ['', '-wal', '-shm']) fs.rmSync(path + end, { force: true })
    fs.copyFileSync(first, path)
  },
)
finds(
  'records that are newer than the history',
  DATABASE,
  /^the database is at revision 3, its history at \d+, \d+ machines are newer; `yantra history verify`/,
  async ({ open }) => (await open()).updateTable('revision').set({ value: 3 }).execute(),
)
finds(
  'a schema of an older release',
  DATABASE,
  / has schema 28, this release \d+; run `yantra migrate`$/,
  async ({ open }) => {
    await (await open()).updateTable('schema_version').set({ version: 28 }).execute()
  },
)
finds(
  'a schema of a newer release',
  DATABASE,
  /release 9\.9\.9 brought the database to schema 99, .*: use release 9\.9\.9 or a newer one/,
  async ({ open }) => {
    await (await open()).updateTable('schema_version').set({ version: 99, release: '9.9.9' }).execute()
  },
)
finds(
  'a PostgreSQL server that is away',
  DATABASE,
  /does not answer \(ECONNREFUSED\); is DATABASE_URL right\?$/,
  () => ({
    DATABASE_URL: 'postgres://yantra@127.0.0.1:1/yantra',
  }),
)
finds(
  'a PostgreSQL database that became read-only',
  DATABASE,
  /^the database is read-only; reset default_transaction_read_only$/,
  (_, t) => postgresSample(t, 'alter database DATABASE set default_transaction_read_only = on'),
)
finds(
  'a standby of PostgreSQL',
  DATABASE,
  /^the server is a standby.*; DATABASE_URL must name the primary$/,
  async (_, t) => {
    const primary = await startPostgres({ settings: ['wal_level=replica'] })
    t.after(() => primary.stop())
    await putSample(primary.url)
    await primary.halt()
    const standby = await startPostgres({ standbyFor: primary.data, settings: ['hot_standby=on'] })
    t.after(() => standby.stop())
    return { DATABASE_URL: standby.url }
  },
  { skip: !isNightly && 'nightly' },
)
finds(
  'a PostgreSQL role that lacks grants',
  DATABASE,
  /^the role r\d+_\d+ lacks insert on presence, .+; run roles\.sql again$/,
  async (_, t) => {
    const role = `r${process.pid}_${Date.now()}`
    const grant = `grant select on all tables in schema public to ${role}`
    const { DATABASE_URL } = await postgresSample(t, `create role ${role} login`, grant)
    t.after(() => runOn(DATABASE_URL!, `drop owned by ${role}`, `drop role ${role}`))
    const url = new URL(DATABASE_URL!)
    url.username = role
    return { DATABASE_URL: url.href }
  },
)

finds(
  'a database that others may read',
  ['files', 'fail'],
  /^others can read .*yantra\.db; run `chmod 600 .*yantra\.db`$/,
  ({ path }) => {
    fs.chmodSync(path, 0o644)
  },
)
finds(
  'settings that others may read',
  ['files', 'fail'],
  /^others can read .*settings; run `chmod 600/,
  ({ folder }) => {
    const settings = join(folder, 'settings')
    fs.writeFileSync(settings, 'LOG_LEVEL=error\n', { mode: 0o640 })
    return { YANTRA_ENV_FILE: settings }
  },
)
finds(
  'a misspelt setting',
  ['configuration', 'warn'],
  /^RATE_LIMIT_ANONYMUS is not a setting; did you mean RATE_LIMIT_ANONYMOUS\?$/,
  () => ({ RATE_LIMIT_ANONYMUS: '5' }),
)
finds(
  'two uses of one port',
  ['configuration', 'fail'],
  /^METRICS_PORT is the same as PORT: choose another one$/,
  () => ({
    ...{ PORT: '8399', METRICS_PORT: '8399' },
  }),
)
finds('a key file that was cut', ['secret key', 'fail'], /must hold 32 or more characters$/, ({ path }) => {
  fs.writeFileSync(`${path}.key`, 'cut', { mode: 0o600 })
  return { SECRET_KEY: '' }
})
finds(
  'another secret key',
  ['secret key', 'fail'],
  /^SECRET_KEY does not decrypt the 1 webhook secrets, so nothing is sent; restore/,
  async ({ open }) => {
    await subscribe(await open())
    return { SECRET_KEY: 'other'.repeat(8) }
  },
)
finds(
  'a key file that was lost',
  ['secret key', 'fail'],
  /yantra\.db\.key of the 1 webhook secrets is missing/,
  async ({ open }) => {
    await subscribe(await open())
    return { SECRET_KEY: '' }
  },
)

finds('no backup', ['backup', 'unknown'], /^no backup yet; set BACKUP_DIR, or run `yantra backup`$/, () => {})
finds(
  'an old backup',
  ['backup', 'warn'],
  /^the last backup, .*, is 10 days old; set BACKUP_DIR/,
  async ({ path, backUp }) => {
    await backUp()
    const old = new Date(Date.now() - 240 * HOUR_MS)
    fs.utimesSync(`${path}.backed-up`, old, old)
  },
)
finds('a deleted backup', ['backup', 'unknown'], /old and is not there any more$/, async ({ backUp }) =>
  fs.rmSync(await backUp()),
)
finds(
  'an import that died',
  ['imports', 'warn'],
  /^imp_.+ of machines\.ndjson died with 0 records stored; import the file again$/,
  async ({ open }) => {
    await insertImport(await open(), { file: 'machines.ndjson', by: 'cli', who: 'asha', now: Date.now() - 120_000 })
  },
)
finds(
  'records of the sample next to own machines',
  ['sample', 'warn'],
  /^\d+ sample records and 1 other machines are served; run `yantra sample remove`$/,
  async ({ env }, t) => {
    const row = { type: 'machine', slug: 'own-1', name: 'Own 1', manufacturer: 'mahindra', machine_class: 'tractor' }
    assert.equal((await importRows(t, env, [{ ...row, lifecycle: 'current' }])).code, 0)
  },
)

finds(
  'a process that stopped without signing off',
  ['processes', 'warn'],
  /^serve on front-1 died 1 min ago; start it again$/,
  async ({ open }) => await insertPresence(await open(), Date.now() - 60_000),
)
finds(
  'a process whose clock is ahead',
  ['processes', 'warn'],
  /^the clock of serve on front-1 is \d+ min ahead; synchronise the clocks$/,
  async ({ open }) => await insertPresence(await open(), Date.now() + 600_000),
)
finds(
  'a process that is behind the database',
  ['processes', 'warn'],
  /^serve on front-1 is 12 s behind the database; look at its log$/,
  async ({ open }) => await insertPresence(await open(), Date.now(), '{"lagMs":12000}'),
)
finds('a server that is frozen', ['server', 'fail'], /no response within 3 s; restart it$/, async (_, t) => ({
  PORT: await listen(t),
}))
finds('another program on the port', ['server', 'fail'], /^another program answers at /, async ({ env }, t) => {
  const { url } = await startService(t, { ...env, PORT: '0' })
  return { PORT: new URL(url).port, BASE_URL: 'https://yantra.example/v1/machines/classes' }
})
finds(
  'a Redis that is away',
  ['redis', 'warn'],
  /^127\.0\.0\.1:1 does not answer \(ECONNREFUSED\); check REDIS_URL$/,
  () => ({
    REDIS_URL: 'redis://:secret@127.0.0.1:1',
  }),
)

it('yantra doctor finds no database where there is none, and makes none', async (t) => {
  const folder = newFolder(t)
  const { code, details } = await doctor({
    DATABASE_URL: `file:${join(folder, 'none.db')}`,
    SECRET_KEY: KEY,
    PORT: '2',
  })
  assert.equal(code, 1)
  assert.match(details[0]!, /^there is no database at .*none\.db: name one with DATABASE_URL/)
  assert.deepEqual(fs.readdirSync(folder), [])
})

it('yantra doctor finds nothing wrong with a good installation, and changes nothing', async (t) => {
  const { folder, path, backUp, doctor: examine } = await newInstallation(t)
  await backUp('--verify')
  const before = [fs.readdirSync(folder), fs.statSync(path).mtimeMs]
  for (const { code, bad, findings } of [
    await examine(),
    await doctor({ ...(await postgresSample(t)), SECRET_KEY: KEY }),
  ]) {
    assert.deepEqual([code, bad], [0, []])
    const detailOf = (check: string) => findings.find((item) => item.check === check)!.detail
    assert.match(detailOf('database'), /, 223 machines, 66 implements, 73 listings/)
    assert.match(detailOf('backup'), / old$|^PostgreSQL backups cannot be seen from here$/)
  }
  assert.deepEqual([fs.readdirSync(folder), fs.statSync(path).mtimeMs], before)
  const detail = "the clock here is 3.0 s behind the database's; synchronise the clocks"
  assert.deepEqual(checkClock(-3_000), { check: 'processes', state: 'warn', detail })
  assert.equal(checkClock(2_000), undefined)
})

it('yantra doctor finds deliveries that nobody sends, and subscriptions that fail or are disabled', async (t) => {
  const { open, doctor } = await newInstallation(t)
  const db = await open()
  const id = await subscribe(db)
  const old = Date.now() - HOUR_MS
  const event = {
    ...{ id: 'evt_1', type: 'variant.updated', created_at: old, body: '{}' },
    ...{ record: null, revision: null, final: 1 },
  } as const
  const waiting = { state: 'pending', step: 0, due_at: old, leased: 0, attempts: 0, finished_at: null } as const
  const delivery = { subscription_id: id, event_id: 'evt_1', created_at: old, ...waiting }
  await db.insertInto('events').values(event).execute()
  await db.insertInto('deliveries').values(delivery).execute()
  const pending = await doctor()
  assert.deepEqual(
    [pending.code, pending.details],
    [1, ['1 pending, the oldest for 1 h; check that `yantra serve` or `deliver` runs']],
  )
  await db.updateTable('subscriptions').set({ failing_since: old }).execute()
  assert.match((await doctor()).details[1]!, /has failed for/)
  await db.updateTable('subscriptions').set({ disabled_at: old, disabled_reason: 'gone' }).execute()
  assert.deepEqual((await doctor()).details, [`${id} is disabled: gone; \`yantra webhooks enable ${id}\` resumes it`])
})

it('yantra doctor refuses what serve refuses, and a host that is not here', async (t) => {
  const { doctor, env } = await newInstallation(t)
  for (const [name, value, says] of [
    ['TRUST_PROXY', 'proxies', /TRUST_PROXY must be true, false/],
    ['MAX_MEMORY_MB', '1', /MAX_MEMORY_MB must be 0, for no limit, or at least 96/],
    ['HOST', 'not.a.host', /^HOST not\.a\.host is no address of this machine/],
    ['HOST', '192.0.2.1', /^HOST 192\.0\.2\.1 is no address of this machine/],
    ['WEBHOOK_CONCURRENCY', '0', /WEBHOOK_CONCURRENCY must be/],
    ['SMTP_URL', 'smtp://mail.example:587', /^SMTP_URL needs ENQUIRY_FROM: the sender address/],
  ] as const) {
    assert.match((await doctor({ [name]: value })).details[0]!, says)
    const { code, stderr } = await yantra({ ...env, [name]: value }, 'serve')
    assert.equal(code, 2)
    assert.match(stderr.replace(/^Database: .*\n/, '').replace('error: ', ''), says)
  }
  const METRICS_PORT = await listen(t)
  const { stderr } = await yantra({ ...env, ...SILENT, PORT: '0', METRICS_PORT }, 'serve')
  assert.match(
    stderr,
    new RegExp(`port ${METRICS_PORT} on .+ is in use by another program; .+ METRICS_PORT=\\d+ npm start`),
  )
})

it('yantra doctor finds files of another user than that of the database', {
  skip: process.getuid?.() !== 0,
}, async (t) => {
  const { doctor, path, folder } = await newInstallation(t)
  fs.writeFileSync(`${path}.key`, KEY, { mode: 0o600 })
  fs.chownSync(`${path}.key`, 65_534, 65_534)
  assert.match((await doctor()).details[0]!, /\.key belongs to another user than the database/)
  fs.chownSync(`${path}.key`, 0, 0)
  fs.chownSync(folder, 65_534, 65_534)
  const says = `${folder} belongs to another user than the database; \`chown\` it to the service's user`
  assert.deepEqual((await doctor()).details, [says])
  // A folder that everyone may write to is good enough.
  fs.chmodSync(folder, 0o777)
  assert.deepEqual((await doctor()).details, [])
  const photographs = join(folder, 'photographs')
  fs.mkdirSync(photographs, { mode: 0o700 })
  fs.chownSync(photographs, 65_534, 65_534)
  assert.match((await doctor({ MEDIA_DIR: photographs })).details[0]!, /photographs belongs to another user/)
  assert.match((await doctor({ MEDIA_DIR: path })).details[0]!, /is not a folder; set MEDIA_DIR$/)
})

it('yantra doctor tells a full disk from one that is nearly full', async (t) => {
  const disk = fs.mkdtempSync(join(tmpdir(), 'yantra-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    fs.rmdirSync(disk)
    return t.skip('this user may not mount a file system')
  }
  t.after(() => {
    // Files may still be open.
    execFileSync('umount', ['--lazy', disk])
    fs.rmdirSync(disk)
  })
  const env = { DATABASE_URL: `file:${join(disk, 'yantra.db')}`, SECRET_KEY: KEY, PORT: '2' }
  await yantra(env, 'migrate')
  assert.match((await doctor(env)).details[0]!, /^\d+ MB of 8 MB free; free space$/)
  const fill = () => fs.writeFileSync(join(disk, 'fill'), Buffer.alloc(9e6))
  assert.throws(fill, { code: 'ENOSPC' })
  const full = /^0 MB of 8 MB free, so nothing can be written; free space$/
  assert.match((await doctor(env)).details[0]!, full)
  const copied = await yantra(env, 'backup', join(newFolder(t), 'copy.db'))
  assert.match(copied.stderr, /the disk of .+ is full or has a fault/)
  const refused = await yantra(env, 'keys', 'create', '--name', 'a', '--tier', 'standard')
  assert.match(refused.stderr, /there is no room on the disk for the database to write/)
})

it('yantra doctor tells the server of its own database from that of another', async (t) => {
  const { doctor, env, open } = await newInstallation(t)
  const self = await startService(t, { ...env, PORT: '0' })
  // A new database rather than a copy of the prepared one, which has the same ID.
  const other = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), SAMPLE: 'false' })
  const db = await open()
  const PORT = new URL(self.url).port
  const spoken = async () => (await db.selectFrom('presence').select('state').executeTakeFirst())?.state ?? ''
  while (!(await spoken()).includes('"port"')) await sleep(100)
  const elsewhere = await doctor({ PORT: new URL(other.url).port })
  assert.match(elsewhere.details[0]!, /serves another database; check DATABASE_URL$/)
  const { bad, findings } = await doctor({ PORT })
  assert.deepEqual(bad, [])
  const ready = (await (await self.get('/readyz')).json()) as Record<string, number>
  assert.deepEqual([ready.database_revision, ready.lag_seconds], [ready.revision, 0])
  const [server] = findings.filter(({ check }) => check === 'server')
  assert.equal(server!.detail, `${self.url} is ready at revision ${ready.revision}`)
  // In a container with a published port, the server has another host name than the doctor.
  await db.updateTable('presence').set({ host: 'a-container' }).execute()
  assert.deepEqual((await doctor({ PORT })).bad, [])
  // A killed process leaves its row.
  const [left] = await db.selectFrom('presence').selectAll().execute()
  await self.stop()
  // Closes the connection that this process has kept alive.
  await fetch(self.url).catch(() => {})
  await db.insertInto('presence').values(left!).execute()
  assert.deepEqual((await doctor({ PORT })).bad, [])
  await db.updateTable('presence').set({ host: hostname() }).execute()
  const killed = /^the server at .+ died \d+ s ago; start it again$/
  assert.match((await doctor({ PORT })).details[0]!, killed)
})

it('yantra doctor finds enquiries that wait', async (t) => {
  const { doctor, open } = await newInstallation(t)
  assert.ok(!(await doctor()).findings.some(({ check }) => check === 'enquiries'))
  const db = await open()
  const buyer = { name: 'Asha', phone: '9876543210', email: '', message: 'Still there?', language: 'en' }
  const source = { listingId: 1, address: '192.0.2.1', network: '192.0.2.0/24' }
  await addEnquiry(db, { ...buyer, ...source, mailed: false }, Date.now() - 3 * HOUR_MS)
  await addEnquiry(db, { ...buyer, ...source, mailed: true }, Date.now() - HOUR_MS)
  const unsent =
    '1 without mail, 1 that no process mails: run `yantra serve` or `deliver` with SMTP_URL and ENQUIRY_FROM'
  const detail = `2 open (${unsent}), the oldest for 3 h; \`yantra enquiries list --open\` lists them`
  assert.deepEqual((await doctor()).details, [detail])
})

it('yantra doctor asks the mail server whether it accepts mail, and shows no password', async (t) => {
  const { doctor } = await newInstallation(t)
  const mailbox = await openMailbox(t)
  const settings = { SMTP_URL: mailbox.url, ENQUIRY_FROM: 'enquiries@yantra.example' }
  const good = await doctor(settings)
  assert.deepEqual(good.bad, [])
  assert.match(good.findings.find(({ check }) => check === 'mail')!.detail, /^127\.0\.0\.1:\d+ accepts mail$/)
  await mailbox.close()
  const away = await doctor({ ...settings, SMTP_URL: mailbox.url.replace('//', '//someone:secret@') })
  assert.deepEqual([away.code, away.bad[0]?.check], [1, 'mail'])
  assert.doesNotMatch(away.details[0]!, /secret/)
})
