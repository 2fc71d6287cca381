import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase } from '../../src/database/open.ts'
import { writeTransaction } from '../../src/database/schema.ts'
import { postgres, sqlite } from '../backends.ts'
import { createPostgresDatabase, startPostgres } from '../postgres.ts'
import { importRows, startService, yantra, yantraReading } from '../service.ts'
import { sized } from '../tier.ts'
import { startReceiver } from '../webhooks/workshop.ts'
import { catalogueOf, serve } from './serve.ts'

const ROOT = new URL('../..', import.meta.url)
const MB = 1024 * 1024
const SECRET_KEY = 'k'.repeat(32)

/** Requests with a new key of the enterprise tier. */
async function newClient(url: string, env: Record<string, string | undefined>) {
  const { stdout } = await yantra(env, 'keys', 'create', '--name', 'n', '--tier', 'enterprise', '--json')
  const issued = JSON.parse(stdout) as { id: string; key: string }
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${issued.key}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(url + path, { method, headers, body: body ? JSON.stringify(body) : null })
    const answer = (await response.json()) as { id: string }[] & { id: string }
    return { status: response.status, retryAfter: Number(response.headers.get('retry-after')), answer }
  }
  return { issued, ask }
}

it('17: a full disk loses nothing that was acknowledged, does nothing that was refused, and needs no help', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root may mount a small file system')
  const folder = mkdtempSync(join(tmpdir(), 'yantra-full-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder])
  t.after(() => {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  const receiver = await startReceiver(t)
  const env = {
    ...{ DATABASE_URL: `file:${join(folder, 'yantra.db')}`, WEBHOOK_ALLOW_PRIVATE: 'true', SECRET_KEY },
    RATE_LIMIT_ENTERPRISE: '0',
  }
  const service = await serve(t, env, { deliver: true })
  const { ask } = await newClient(service.url, env)
  const remaining = new Set<string>()
  let refused = 0
  const subscribe = async () => {
    const { status, answer } = await ask('POST', '/v1/webhooks', { url: receiver.url, events: ['price.updated'] })
    assert.ok(status === 200 || status === 503, String(status))
    if (status === 200) remaining.add(answer.id)
    else refused++
    return status === 200
  }
  let changed = 0
  const changePrice = async () => {
    const observed_at = new Date().toISOString().slice(0, 10)
    const item = { kind: 'ex_showroom', state_code: 'IN', source_kind: 'dealer', observed_at }
    const prices = [{ ...item, price_inr: 500_000 + changed }]
    const row = JSON.stringify({ type: 'machine', patch: true, slug: 'mahindra-575-di', prices })
    const { code, stdout } = await yantraReading(`${row}\n`, env, 'import', '--json', '-')
    if (code === 0) changed += JSON.parse(stdout).changed
  }
  await subscribe()
  await changePrice()
  fill(join(folder, 'ballast'))
  for (let round = 0; round < sized(600, 2_000) && refused < 20; round++) await subscribe()
  assert.ok(refused > 0)
  for (let round = 0; round < 3; round++) await changePrice()
  assert.equal((await fetch(`${service.url}/v1/tractors?q=mahindra`)).status, 200)
  rmSync(join(folder, 'ballast'))
  for (const end = performance.now() + 10_000; !(await subscribe()); await sleep(100))
    assert.ok(performance.now() < end, 'no write within 10 s')
  await changePrice()
  assert.deepEqual(new Set((await ask('GET', '/v1/webhooks')).answer.map(({ id }) => id)), remaining)
  assert.ok(changed >= 2)
  const received = () => new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size
  while (received() < changed) await sleep(200)
  assert.ok(service.isAlive())
  t.diagnostic(`${remaining.size} subscriptions and ${changed} changes acknowledged; ${received()} events received`)
})

/** Writes until nothing more fits. */
function fill(path: string): void {
  const file = openSync(path, 'w')
  for (const size of [MB, 4_096]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(file)
}

it('37: a runtime with SQLite 3.51.2 is refused with a message', async (t) => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, sqlite: '3.51.2' } })`
  const preload = `data:text/javascript,${encodeURIComponent(older)}`
  const { status, stderr } = spawnSync(process.execPath, ['--import', preload, 'src/cli/main.ts', 'migrate'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: await sqlite.newUrl(t) },
    encoding: 'utf8',
  })
  assert.notEqual(status, 0)
  assert.match(stderr.trim().split('\n').at(-1)!, /SQLite 3\.51\.2/)
  assert.doesNotMatch(stderr, / {4}at /)
})

it('38: while an export that nobody reads stays open, the write-ahead log stays under 100 MB', async (t) => {
  const url = await catalogueOf(20_000)
  const path = url.slice('file:'.length)
  const child = spawn(process.execPath, ['src/cli/main.ts', 'export'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const db = await openDatabase({ kind: 'sqlite', path })
  t.after(() => db.destroy())
  // The first bytes have come; the pipe fills up and stays full.
  await once(child.stdout!, 'readable')
  const end = performance.now() + sized(5_000, 600_000)
  let [rows, largest] = [0, 0]
  for (let round = 0; performance.now() < end; round++) {
    // An odd share, so that each machine is changed again at its next turn.
    const space = round % 2 === 0 ? ' ' : ''
    const change = sql`update machines set facts = rtrim(facts) || ${space} where id % 21 = ${round % 21}`
    rows += Number((await writeTransaction(db, (trx) => change.execute(trx))).numAffectedRows)
    largest = Math.max(largest, statSync(`${path}-wal`).size)
  }
  t.diagnostic(`${rows} rows written; log at most ${Math.round(largest / MB)} MB`)
  assert.equal(child.exitCode, null, 'the reader was open throughout')
  assert.ok(rows > 10_000 && largest < 100 * MB)
})

const SUBSCRIPTION = { url: 'http://127.0.0.1:4999/hook', events: ['price.updated'] }

async function open(t: TestContext, url: string) {
  const env = { DATABASE_URL: url, WEBHOOK_ALLOW_PRIVATE: 'true', RATE_LIMIT_ENTERPRISE: '0' }
  const service = await startService(t, env)
  return { service, ...(await newClient(service.url, service.env)) }
}

it('47: a service whose PostgreSQL is frozen answers 503 for what needs it, never 500, and recovers', async (t) => {
  const server = await startPostgres()
  const { service, ask } = await open(t, await createPostgresDatabase(server.url))
  t.after(() => server.stop())
  const listing = '/v1/market/listings/1'
  const before = (await ask('GET', listing)).status
  server.freeze()
  const frozen = sleep(sized(0, 20_000))
  const unfreeze = setTimeout(() => server.thaw(), 60_000)
  t.after(() => clearTimeout(unfreeze))
  const paths = ['/v1/market/listings/2', '/v1/market/listings/999999', '/v1/webhooks', '/v1/tractors/swaraj-855-xm']
  const requests = [listing, ...paths].flatMap((path) => [1, 2, 3, 4].map(() => ask('GET', path)))
  const writes = [1, 2, 3].map(() => ask('POST', '/v1/webhooks', SUBSCRIPTION))
  assert.equal((await fetch(`${service.url}/metrics`)).status, 200)
  const answers = await Promise.all([...requests, ...writes])
  for (const { status, retryAfter } of answers) {
    assert.ok([200, 404, 503].includes(status), String(status))
    if (status === 503) assert.ok(retryAfter > 0)
  }
  assert.ok(answers.some(({ status }) => status === 503))
  assert.equal((await ask('GET', '/healthz')).status, 200)
  assert.equal((await fetch(`${service.url}/v1/tractors?q=mahindra`)).status, 200)
  await frozen
  server.thaw()
  while ((await ask('GET', listing)).status !== before);
  assert.deepEqual((await ask('GET', '/v1/webhooks')).answer, [])
})

describe('55: a database that takes no writes or is damaged', () => {
  it('is reported by doctor, readiness and an import if it is a read-only PostgreSQL', async (t) => {
    const url = await postgres.newUrl(t)
    const service = await startService(t, { DATABASE_URL: url })
    const readiness = async () => {
      const response = await service.get('/readyz')
      const { ready, writes, why } = (await response.json()) as { ready: boolean; writes: boolean; why?: string }
      return { status: response.status, ready, writes, why }
    }
    const { status, ready, writes, why } = await readiness()
    assert.deepEqual([status, ready, writes, why], [200, true, true, undefined])

    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    t.after(() => admin.end())
    const name = new URL(url).pathname.slice(1)
    await admin.query(`alter database ${name} set default_transaction_read_only = on`)
    // A failover ends the connections.
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    let now = await readiness()
    for (; !now.why?.includes('25006'); now = await readiness()) await sleep(100)
    assert.deepEqual([now.status, now.ready, now.writes], [200, true, false])
    assert.match(now.why!, /^the database takes no changes now: it is read-only/)
    const forWrites = await service.get('/readyz?writes=1')
    assert.deepEqual([forWrites.status, forWrites.headers.get('retry-after')], [503, '1'])
    assert.equal((await service.get('/v1/tractors?limit=1')).status, 200)

    const env = { DATABASE_URL: url, SECRET_KEY, PORT: new URL(service.url).port }
    const doctor = await yantra(env, 'doctor')
    assert.equal(doctor.code, 1)
    assert.match(doctor.stdout, /^fail +database +it is read-only: reads go on, nothing can be written/m)
    assert.match(doctor.stdout, /^fail +server +.+ answers, and nothing can be written: the database takes no changes/m)

    const imported = await importRows(t, env, [{ type: 'manufacturer', slug: 'own', name: 'Own' }])
    assert.equal(imported.code, 2)
    assert.match(imported.stderr, /the database takes no changes now: it is read-only/)
    assert.doesNotMatch(imported.stderr, /is DATABASE_URL right/)

    await admin.query('set default_transaction_read_only = off')
    await admin.query(`alter database ${name} reset default_transaction_read_only`)
    assert.equal((await admin.query("select slug from manufacturers where slug = 'own'")).rowCount, 0)
  })
})
