import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { makeLink, openSession } from '../../src/admin/sessions.ts'
import { openDatabase } from '../../src/database/open.ts'
import { addEnquiry } from '../../src/listings/enquiries/enquiry-store.ts'
import { loadSecrets } from '../../src/webhooks/signing.ts'
import { createSubscription } from '../../src/webhooks/subscriptions.ts'
import { newFolder, postgres, putSample, sqlite, target } from '../backends.ts'
import { PROGRAM_ENV } from '../processes.ts'
import { importRows, startService, yantra } from '../service.ts'

const SECRET_KEY = 'k'.repeat(32)
const ENQUIRY = { name: 'Kavin', phone: '9876543210', email: '', message: 'வணக்கம் "ok"', language: 'ta' }

interface Moved {
  tables: { table: string; rows: number; digest: string }[]
}

/** A database with something in every corner; returns the key. */
async function fill(t: TestContext, env: { DATABASE_URL: string; SECRET_KEY?: string }): Promise<string> {
  await putSample(env.DATABASE_URL)
  const { stdout } = await yantra(env, 'keys', 'create', '--name', 'Lender', '--tier', 'enterprise', '--json')
  const { id, key } = JSON.parse(stdout) as { id: string; key: string }
  const db = await openDatabase(target(env.DATABASE_URL))
  const database = target(env.DATABASE_URL)
  const secrets = await loadSecrets(db, { secretKey: env.SECRET_KEY, database, warn: () => {} })
  const requested = { url: 'https://receiver.example/', events: ['variant.updated'] } as never
  await createSubscription(db, secrets, id, requested, Date.now())
  const source = { listingId: 1, address: '127.0.0.1', network: '127.0.0.0/24', mailed: true }
  await addEnquiry(db, { ...ENQUIRY, ...source }, Date.now())
  // What a service that ran here has left: a session, its process, and what it answered.
  const person = { who: 'operator', role: 'editor' } as const
  const { token } = await makeLink(db, { by: 'cli', who: '' }, person, Date.now())
  await openSession(db, token, Date.now())
  const state = { id: 'a', kind: 'serve', host: 'old', version: '1', revision: 1, state: '{}' } as const
  await db
    .insertInto('presence')
    .values({ ...state, started_at: 1, seen_at: 1 })
    .execute()
  const use = { day: '2026-11-15', key_id: '', operation: 'pages', requests: 1, errors: 0, refused: 0 }
  await db.insertInto('key_use').values(use).execute()
  await db.destroy()
  const exported = (await yantra(env, 'export')).stdout.split('\n')
  const machine = JSON.parse(exported.find((line) => line.includes('"slug":"mahindra-575-di"'))!)
  assert.equal((await importRows(t, env, [{ ...machine, name: `${machine.name} XP` }])).code, 0)
  return key
}

/** The console of a new place has no sessions and no processes of the old one; what was answered it tells still. */
async function assertNoPlace(url: string): Promise<void> {
  const db = await openDatabase(target(url))
  for (const table of ['console_links', 'console_sessions', 'presence', 'uploads'] as const) {
    assert.deepEqual(await db.selectFrom(table).selectAll().execute(), [], table)
  }
  const use = db.selectFrom('key_use').select('requests').where('day', '=', '2026-11-15')
  assert.equal((await use.executeTakeFirst())?.requests, 1)
  await db.destroy()
}

it('moves everything to PostgreSQL and back, and nothing is lost on the way', async (t) => {
  const from = { DATABASE_URL: await sqlite.newUrl(t), SECRET_KEY }
  const key = await fill(t, from)
  const to = { DATABASE_URL: await postgres.newUrl(t), SECRET_KEY }
  const there = await yantra(from, 'move', '--to', to.DATABASE_URL, '--json')
  assert.equal(there.code, 0, there.stderr)
  const moved = JSON.parse(there.stdout) as Moved
  const rows = Object.fromEntries(moved.tables.map((table) => [table.table, table.rows]))
  const filled = 'machines listing_contacts key_secrets subscription_secrets deliveries enquiries'
  for (const table of filled.split(' ')) assert.ok(rows[table]! > 0, table)
  await assertNoPlace(to.DATABASE_URL)

  const back = { DATABASE_URL: await sqlite.newUrl(t), SECRET_KEY }
  const home = JSON.parse((await yantra(to, 'move', '--to', back.DATABASE_URL, '--json')).stdout) as Moved
  assert.deepEqual(home.tables, moved.tables)
  assert.equal((await yantra(back, 'keys', 'list')).code, 0)

  const service = await startService(t, { ...to, SAMPLE: 'false' })
  const answer = await service.get('/v1/webhooks', { authorization: `Bearer ${key}` })
  assert.match(await answer.text(), /receiver\.example/)

  const again = await yantra(from, 'move', '--to', to.DATABASE_URL)
  assert.equal(again.code, 2)
  assert.match(again.stderr, /the target is not empty: it has rows in api_keys/)
})

it('refuses to move to nowhere, onto itself, or from where nothing is', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  assert.match((await yantra(env, 'move')).stderr, /required option '--to <URL>' not specified/)
  assert.match((await yantra(env, 'move', '--to', env.DATABASE_URL)).stderr, /--to is the database of/)
  const to = await sqlite.newUrl(t)
  assert.match((await yantra(env, 'move', '--to', to)).stderr, /there is no database/)
  assert.equal(existsSync(target(to).kind === 'sqlite' ? to.slice('file:'.length) : ''), false)
})

it('refuses while a service runs on the old database, and names the address of the new one', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t), SECRET_KEY }
  const to = await postgres.newUrl(t)
  const service = await startService(t, env)
  const refused = await yantra(env, 'move', '--to', to)
  assert.equal(refused.code, 2)
  assert.match(refused.stderr, /stop the service first: yantra serve on \S+ runs on this database/)
  await service.stop()
  const moved = await yantra(env, 'move', '--to', to)
  assert.equal(moved.code, 0, moved.stderr)
  const named = /set DATABASE_URL=(.+)/.exec(moved.stdout)![1]!
  assert.equal(named.replace('PASSWORD', new URL(to).password), to)
  const back = await sqlite.newUrl(t)
  assert.ok(
    (await yantra({ DATABASE_URL: to, SECRET_KEY }, 'move', '--to', back)).stdout.includes(`DATABASE_URL=${back}\n`),
  )
})

it('backs up a database while it is written to, with its key, and restores it', async (t) => {
  const folder = newFolder(t)
  const path = join(folder, 'yantra.db')
  const env = { DATABASE_URL: `file:${path}` }
  await fill(t, env)
  const open = await openDatabase({ kind: 'sqlite', path })
  const copy = join(folder, 'copy.db')
  const backedUp = await open.transaction().execute(async (trx) => {
    await trx.updateTable('revision').set({ value: 999_999 }).execute()
    return yantra(env, 'backup', copy, '--json')
  })
  assert.equal(backedUp.code, 0, backedUp.stderr)
  assert.deepEqual(JSON.parse(backedUp.stdout), { file: copy, key: `${copy}.key`, bytes: statSync(copy).size })
  for (const file of [copy, `${copy}.key`]) assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.match((await yantra(env, 'backup', copy)).stderr, /copy\.db already exists/)

  assert.match((await yantra(env, 'restore', copy)).stderr, /yantra\.db already exists/)
  assert.match((await yantra(env, 'restore', copy, '--replace')).stderr, /is in use: stop the service/)
  await open.destroy()
  const restored = await yantra(env, 'restore', copy, '--replace', '--json')
  assert.equal(restored.code, 0, restored.stderr)
  const { aside } = JSON.parse(restored.stdout) as { aside: string }
  assert.ok(existsSync(aside) && existsSync(`${aside}.key`))
  assert.equal(readFileSync(`${path}.key`, 'utf8'), readFileSync(`${copy}.key`, 'utf8'))
  await assertNoPlace(`file:${copy}`)
  await assertNoPlace(env.DATABASE_URL)
  const doctor = await yantra(env, 'doctor', '--json')
  const findings = JSON.parse(doctor.stdout) as { check: string; ok: boolean; detail: string }[]
  assert.ok(findings.find(({ check }) => check === 'secret key')?.ok, doctor.stdout)
  assert.doesNotMatch(doctor.stdout, /revision 999999/)
})

it('makes the folders it needs, and leaves what root restores to the owner of the folder', async (t) => {
  const folder = newFolder(t)
  const env = { DATABASE_URL: `file:${join(folder, 'yantra.db')}` }
  assert.equal((await yantra(env, 'migrate')).code, 0)
  const { stdout: keys } = await yantra(env, 'keys', 'signing', 'list')
  const copy = join(folder, 'a', 'b', 'copy.db')
  assert.equal((await yantra(env, 'backup', copy)).code, 0)
  const place = join(folder, 'c')
  mkdirSync(place)
  if (process.getuid?.() === 0) chownSync(place, 1234, 1234)
  const path = join(place, 'yantra.db')
  const { code, stderr } = await yantra({ DATABASE_URL: `file:${path}` }, 'restore', copy)
  assert.equal(code, 0, stderr)
  assert.equal(statSync(path).uid, statSync(place).uid)
  const deep = join(place, 'd', 'e', 'yantra.db')
  assert.equal((await yantra({ DATABASE_URL: `file:${deep}` }, 'restore', copy)).code, 0)
  assert.equal((await yantra({ DATABASE_URL: `file:${deep}` }, 'backup', join(folder, 'copy.db'))).code, 0)
  for (const created of [deep, dirname(deep), join(place, 'd'), `${deep}.backed-up`]) {
    assert.equal(statSync(created).uid, statSync(place).uid, created)
  }
  assert.equal((await yantra({ DATABASE_URL: `file:${path}` }, 'keys', 'signing', 'list')).stdout, keys)
})

it('restores neither what is no backup nor what is damaged', async (t) => {
  const folder = newFolder(t)
  const env = { DATABASE_URL: `file:${join(folder, 'yantra.db')}` }
  const file = join(folder, 'file')
  assert.match((await yantra(env, 'restore', file)).stderr, /there is no backup/)
  writeFileSync(file, 'not a database, but long enough to look at it as one'.repeat(100))
  assert.match((await yantra(env, 'restore', file)).stderr, /not a Yantra database/)
  rmSync(file)
  const postgresUrl = { DATABASE_URL: 'postgres://127.0.0.1:1/none' }
  assert.match((await yantra(postgresUrl, 'backup', file)).stderr, /pg_dump/)
  assert.equal(existsSync(join(folder, 'yantra.db')), false)
})

it('keeps the newest backups of a folder, each restored once to be sure, and removes nothing else', async (t) => {
  const folder = newFolder(t)
  const backups = join(newFolder(t), 'backups')
  const env = { DATABASE_URL: `file:${join(folder, 'yantra.db')}`, SECRET_KEY: 'k'.repeat(32) }
  await putSample(env.DATABASE_URL)
  mkdirSync(backups)
  const older = ['yantra-2026-01-01T000000.db', 'yantra-2026-01-02T000000.db', 'yantra-2026-01-03T000000.db']
  for (const name of [...older, 'other.db', `${older[0]}.key`]) writeFileSync(join(backups, name), '')
  const { code, stdout, stderr } = await yantra(env, 'backup', backups, '--keep', '3', '--verify', '--json')
  assert.equal(code, 0, stderr)
  const reported = JSON.parse(stdout) as { file: string; verified: boolean; removed: string[] }
  assert.deepEqual([reported.verified, reported.removed], [true, older.slice(0, 1)])
  assert.deepEqual(readdirSync(backups).sort(), ['other.db', ...older.slice(1), basename(reported.file)].sort())
})

it('tells of a backup that cannot be relied on, and then removes none', async (t) => {
  const folder = newFolder(t)
  const backups = newFolder(t)
  const env = { DATABASE_URL: `file:${join(folder, 'yantra.db')}`, SECRET_KEY: 'k'.repeat(32) }
  await putSample(env.DATABASE_URL)
  const db = await openDatabase({ kind: 'sqlite', path: join(folder, 'yantra.db') })
  await db
    .updateTable('machines')
    .set({ aliases: '["changed by hand"]' })
    .where('slug', '=', 'mahindra-575-di')
    .execute()
  await db.updateTable('history_head').set({ hash: 'x' }).execute()
  await db.destroy()
  writeFileSync(join(backups, 'yantra-2026-01-01T000000.db'), '')
  const { code, stdout } = await yantra(env, 'backup', backups, '--keep', '1', '--verify')
  assert.equal(code, 1)
  assert.match(stdout, /Verification failed:\n.*the end of the chain is missing, or the head was changed/)
  assert.equal(readdirSync(backups).length, 2)
})

it('restores over no running service', async (t) => {
  const folder = newFolder(t)
  const env = { DATABASE_URL: `file:${join(folder, 'yantra.db')}`, SECRET_KEY: 'k'.repeat(32), LOG_LEVEL: 'silent' }
  await putSample(env.DATABASE_URL)
  const copy = join(folder, 'copy.db')
  assert.equal((await yantra(env, 'backup', copy)).code, 0)
  // A process of its own: locks are a process's.
  const child = spawn(process.execPath, ['src/cli/main.ts', 'serve', '--json'], {
    env: { ...PROGRAM_ENV, ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const { url } = JSON.parse(String((await once(child.stdout, 'data'))[0])) as { url: string }
  const refused = await yantra(env, 'restore', copy, '--replace')
  assert.equal(refused.code, 2)
  assert.match(refused.stderr, /is in use: stop the service and all commands first/)
  assert.equal((await fetch(`${url}/v1/tractors?limit=1`)).status, 200)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('before')),
    [],
  )
})
