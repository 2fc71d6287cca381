import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, openSync, rmSync, statSync, utimesSync, writeFileSync, writeSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import pg from 'pg'
import { openDatabase } from '../../src/database/open.ts'
import type { Db } from '../../src/database/schema.ts'
import { insertImport } from '../../src/intake/import-store.ts'
import { newFolder, postgres, putSample, target } from '../backends.ts'
import { startPostgres } from '../postgres.ts'
import { PROGRAM_ENV } from '../processes.ts'
import { importRows, startService, yantra } from '../service.ts'

/** Broken states of an installation, each with the one sentence of `yantra doctor` that helps. */

type Env = Record<string, string>
interface State {
  is: string
  /** Breaks an installation that is well; returns the settings to look with. */
  broken(t: TestContext): Promise<Env>
  check: string
  state: 'warn' | 'fail' | 'unknown'
  says: RegExp
}

const KEY = 'k'.repeat(32)

/** Nobody listens on that port. */
async function wellOn(url: string): Promise<Env> {
  await putSample(url)
  return { DATABASE_URL: url, SECRET_KEY: KEY, PORT: '2' }
}

const file = (t: TestContext) => wellOn(`file:${join(newFolder(t), 'yantra.db')}`)
const server = async (t: TestContext) => wellOn(await postgres.newUrl(t))
const pathOf = ({ DATABASE_URL }: Env) => DATABASE_URL!.slice('file:'.length)

async function within(env: Env, work: (db: Db) => Promise<unknown>): Promise<Env> {
  await using db = await openDatabase(target(env.DATABASE_URL!))
  await work(db)
  return env
}

async function onServer(env: Env, ...statements: string[]): Promise<Env> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL! })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
  return env
}

function overwrite(path: string): void {
  const { size } = statSync(path)
  const handle = openSync(path, 'r+')
  writeSync(handle, Buffer.alloc(16_384, 'x'), 0, 16_384, Math.floor(size / 2 / 4_096) * 4_096)
  closeSync(handle)
}

async function backedUp(t: TestContext, ...args: string[]): Promise<Env & { copy: string }> {
  const env = await file(t)
  const copy = join(newFolder(t), 'copy.db')
  const { code, stderr } = await yantra(env, 'backup', copy, ...args)
  assert.equal(code, 0, stderr)
  return { ...env, copy }
}

const insertPresence = (db: Db, seen_at: number) =>
  db
    .insertInto('presence')
    .values({
      id: 'one',
      kind: 'serve',
      host: 'front-1',
      version: '1',
      revision: 1,
      started_at: 1,
      state: '{}',
      seen_at,
    })
    .execute()

/** A process that has written and was killed: what it wrote is in the log. */
async function killedAfterWriting(t: TestContext): Promise<Env> {
  const env = await file(t)
  const child = spawn(process.execPath, ['src/cli.ts', 'serve', '--json'], {
    env: { ...PROGRAM_ENV, ...env, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  return env
}

const STATES: readonly State[] = [
  {
    is: 'a path without a database',
    broken: async (t) => ({ DATABASE_URL: `file:${join(newFolder(t), 'none.db')}`, SECRET_KEY: KEY, PORT: '2' }),
    check: 'database',
    state: 'fail',
    says: /^there is no database at .*: name one with DATABASE_URL/,
  },
  {
    is: 'a file that is no database',
    async broken(t) {
      const env = { DATABASE_URL: `file:${join(newFolder(t), 'yantra.db')}`, SECRET_KEY: KEY, PORT: '2' }
      writeFileSync(pathOf(env), 'x'.repeat(8_192), { mode: 0o600 })
      return env
    },
    check: 'database',
    state: 'fail',
    says: /it is no SQLite database$/,
  },
  {
    is: '16 kB overwritten in the middle of the file',
    async broken(t) {
      const env = await file(t)
      overwrite(pathOf(env))
      return env
    },
    check: 'database',
    state: 'fail',
    says: /yantra\.db is damaged \(.+\): stop the service and restore a backup$/,
  },
  {
    is: 'a log that was deleted after a kill',
    async broken(t) {
      const env = await killedAfterWriting(t)
      rmSync(`${pathOf(env)}-wal`)
      return env
    },
    check: 'database',
    state: 'fail',
    says: /yantra\.db-wal was taken away, and with it the newest changes: put it back, or restore a backup$/,
  },
  {
    is: 'an older copy in the place of the database',
    async broken(t) {
      const { copy: first, ...env } = await backedUp(t)
      const row = { type: 'manufacturer', slug: 'own', name: 'Own' }
      assert.equal((await importRows(t, env, [row])).code, 0)
      assert.equal((await yantra(env, 'backup', `${first}.2`)).code, 0)
      for (const end of ['', '-wal', '-shm']) rmSync(pathOf(env) + end, { force: true })
      const { copyFileSync } = await import('node:fs')
      copyFileSync(first, pathOf(env))
      return env
    },
    check: 'database',
    state: 'fail',
    says: /^the newest revision is \d+, and the last backup has \d+: changes were lost; restore it$/,
  },
  {
    is: 'records that are newer than the history',
    broken: async (t) => within(await file(t), (db) => db.updateTable('revision').set({ value: 3 }).execute()),
    check: 'database',
    state: 'fail',
    says: /^the newest revision is 3, the history ends with \d+, \d+ machines are newer: changes were lost/,
  },
  {
    is: 'a schema of an older release',
    broken: async (t) => within(await file(t), (db) => db.updateTable('schema_version').set({ version: 28 }).execute()),
    check: 'database',
    state: 'fail',
    says: /schema 28, not \d+: `yantra migrate` brings it up to date/,
  },
  {
    is: 'a schema of a newer release',
    broken: async (t) =>
      within(await file(t), (db) => db.updateTable('schema_version').set({ version: 99, release: '9.9.9' }).execute()),
    check: 'database',
    state: 'fail',
    says: /release 9\.9\.9 brought the database to schema 99, .*: use release 9\.9\.9 or a newer one/,
  },
  {
    is: 'files that others may read',
    async broken(t) {
      const env = await file(t)
      chmodSync(pathOf(env), 0o644)
      return env
    },
    check: 'files',
    state: 'fail',
    says: /yantra\.db is open to others; `chmod 600` closes it$/,
  },
  {
    is: 'a key file that was cut',
    async broken(t) {
      const env = await file(t)
      writeFileSync(`${pathOf(env)}.key`, 'cut', { mode: 0o600 })
      return { ...env, SECRET_KEY: '' }
    },
    check: 'secret key',
    state: 'fail',
    says: /must hold 32 or more characters$/,
  },
  {
    is: 'no backup at all',
    broken: file,
    check: 'backup',
    state: 'unknown',
    says: /^none was made by `yantra backup`$/,
  },
  {
    is: 'a backup of ten days ago',
    async broken(t) {
      const env = await backedUp(t)
      const old = new Date(Date.now() - 10 * 86_400_000)
      utimesSync(`${pathOf(env)}.backed-up`, old, old)
      return env
    },
    check: 'backup',
    state: 'warn',
    says: /^the last by `yantra backup` is 10 days old$/,
  },
  {
    is: 'a backup that is no longer there',
    async broken(t) {
      const env = await backedUp(t)
      rmSync(env.copy)
      return env
    },
    check: 'backup',
    state: 'unknown',
    says: /old, and not where it was written$/,
  },
  {
    is: 'an import that ended without a word',
    broken: async (t) =>
      within(await file(t), (db) =>
        insertImport(db, { file: 'machines.ndjson', by: 'cli', who: 'asha', now: Date.now() - 120_000 }),
      ),
    check: 'imports',
    state: 'warn',
    says: /^imp_.+ of machines\.ndjson died: 0 records were kept; import the same file again$/,
  },
  {
    is: 'a process that stopped without signing off',
    broken: async (t) => within(await file(t), (db) => insertPresence(db, Date.now() - 60_000)),
    check: 'processes',
    state: 'warn',
    says: /^serve on front-1 stopped without signing off: it has been silent for/,
  },
  {
    is: 'a process whose clock is ahead',
    broken: async (t) => within(await file(t), (db) => insertPresence(db, Date.now() + 600_000)),
    check: 'processes',
    state: 'warn',
    says: /^serve on front-1: its clock is \d+ min ahead; synchronise both$/,
  },
  {
    is: 'a server that is frozen',
    async broken(t) {
      const frozen = createServer(() => {}).listen(0, '127.0.0.1')
      await once(frozen, 'listening')
      t.after(() => frozen.close())
      return { ...(await file(t)), PORT: String((frozen.address() as AddressInfo).port) }
    },
    check: 'server',
    state: 'fail',
    says: /takes connections and does not answer within 3 s$/,
  },
  {
    is: 'a server of another database',
    async broken(t) {
      // Copies of the prepared sample have one id: this one is drawn anew.
      const fresh = `file:${join(newFolder(t), 'other.db')}`
      const other = await startService(t, { DATABASE_URL: fresh, SAMPLE: 'false' })
      return { ...(await file(t)), PORT: new URL(other.url).port }
    },
    check: 'server',
    state: 'fail',
    says: /serves another database than DATABASE_URL names$/,
  },
  {
    is: 'a Redis that is away',
    broken: async (t) => ({ ...(await file(t)), REDIS_URL: 'redis://:secret@127.0.0.1:1' }),
    check: 'redis',
    state: 'warn',
    says: /^127\.0\.0\.1:1 does not answer: ECONNREFUSED$/,
  },
  {
    is: 'a PostgreSQL that is away',
    broken: async () => ({ DATABASE_URL: 'postgres://yantra@127.0.0.1:1/yantra', SECRET_KEY: KEY, PORT: '2' }),
    check: 'database',
    state: 'fail',
    says: /the database does not answer \(ECONNREFUSED\); is DATABASE_URL right\?$/,
  },
  {
    is: 'a PostgreSQL that became read-only',
    async broken(t) {
      const env = await server(t)
      const name = new URL(env.DATABASE_URL!).pathname.slice(1)
      return onServer(env, `alter database ${name} set default_transaction_read_only = on`)
    },
    check: 'database',
    state: 'fail',
    says: /^it is read-only: reads go on, nothing can be written; end default_transaction_read_only there$/,
  },
  {
    is: 'a standby of PostgreSQL',
    async broken(t) {
      const primary = await startPostgres({ settings: ['wal_level=replica'] })
      t.after(() => primary.stop())
      const env = await wellOn(primary.url)
      await primary.halt()
      const standby = await startPostgres({ standbyFor: primary.data, settings: ['hot_standby=on'] })
      t.after(() => standby.stop())
      return { ...env, DATABASE_URL: standby.url }
    },
    check: 'database',
    state: 'fail',
    says: /^a standby, .+: nothing can be written there; DATABASE_URL must name the primary$/,
  },
  {
    is: 'a role of PostgreSQL that lacks grants',
    async broken(t) {
      const env = await server(t)
      const role = `r${process.pid}_${Date.now()}`
      await onServer(env, `create role ${role} login`, `grant select on all tables in schema public to ${role}`)
      t.after(() => onServer(env, `drop owned by ${role}`, `drop role ${role}`))
      const url = new URL(env.DATABASE_URL!)
      url.username = role
      return { ...env, DATABASE_URL: url.href }
    },
    check: 'database',
    state: 'fail',
    says: /^the role r\d+_\d+ may not insert presence, .+: run roles\.sql once more$/,
  },
]

describe('yantra doctor', () => {
  for (const { is, broken, check, state, says } of STATES)
    it(`tells of ${is}`, async (t) => {
      const env = await broken(t)
      const { code, stdout } = await yantra(env, 'doctor', '--json')
      const findings = JSON.parse(stdout) as { check: string; state: string; ok: boolean; detail: string }[]
      const told = findings.filter((one) => one.check === check && one.state === state)
      assert.ok(
        told.some(({ detail }) => says.test(detail)),
        stdout,
      )
      assert.equal(code, state === 'unknown' ? 0 : 1)
      assert.ok(told.every(({ ok }) => !ok))
      if (check === 'database' || check === 'backup')
        assert.ok(!findings.some((one) => one.check === check && one.ok), stdout)
    })

  it('finds nothing in what is well', async (t) => {
    for (const env of [await backedUp(t, '--verify'), await server(t)]) {
      const { code, stdout } = await yantra(env as Env, 'doctor', '--json')
      const findings = JSON.parse(stdout) as { check: string; state: string; detail: string }[]
      assert.equal(code, 0, stdout)
      const [backup] = findings.filter((one) => one.check === 'backup')
      assert.match(backup!.detail, / old$|^those of PostgreSQL/)
      assert.deepEqual(
        findings.filter(({ state }) => state === 'warn' || state === 'fail'),
        [],
      )
    }
  })

  it(`knows at least twenty`, () => assert.ok(STATES.length >= 20))
})
