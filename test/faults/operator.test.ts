import assert from 'node:assert/strict'
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { postgres, putSample, sqlite } from '../backends.ts'
import { importRows, type Service, startService, yantra } from '../service.ts'

const MAKER = { type: 'manufacturer', slug: 'own', name: 'Own' }

async function readiness(service: Service, query = '') {
  const answer = await service.get(`/readyz${query}`)
  return { code: answer.status, ...((await answer.json()) as { ready: boolean; writes: boolean; why?: string }) }
}

it('a PostgreSQL that became read-only is named by doctor, readiness and an import, and reads go on', async (t) => {
  const url = await postgres.newUrl(t)
  const service = await startService(t, { DATABASE_URL: url })
  const well = await readiness(service)
  assert.deepEqual([well.code, well.ready, well.writes, well.why], [200, true, true, undefined])

  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  t.after(() => admin.end())
  const name = new URL(url).pathname.slice(1)
  await admin.query(`alter database ${name} set default_transaction_read_only = on`)
  // A failover ends the connections.
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  let told = await readiness(service)
  for (; told.why === undefined || !told.why.includes('25006'); told = await readiness(service)) await sleep(100)
  assert.deepEqual([told.code, told.ready, told.writes], [200, true, false])
  assert.match(told.why, /^the database takes no changes now: it is read-only/)
  const forWrites = await service.get('/readyz?writes=1')
  assert.deepEqual([forWrites.status, forWrites.headers.get('retry-after')], [503, '1'])
  assert.equal((await service.get('/v1/tractors?limit=1')).status, 200)

  const env = { DATABASE_URL: url, SECRET_KEY: 'k'.repeat(32), PORT: new URL(service.url).port }
  const doctor = await yantra(env, 'doctor')
  assert.equal(doctor.code, 1)
  assert.match(doctor.stdout, /^fail +database +it is read-only: reads go on, nothing can be written/m)
  assert.match(doctor.stdout, /^fail +server +.+ answers, and nothing can be written: the database takes no changes/m)

  const taken = await importRows(t, env, [MAKER])
  assert.equal(taken.code, 2)
  assert.match(taken.stderr, /the database takes no changes now: it is read-only/)
  assert.doesNotMatch(taken.stderr, /is DATABASE_URL right/)

  await admin.query('set default_transaction_read_only = off')
  await admin.query(`alter database ${name} reset default_transaction_read_only`)
  const { rows } = await admin.query("select slug from manufacturers where slug = 'own'")
  assert.deepEqual(rows, [])
})

it('a SQLite file with 16 kB overwritten is named by doctor, and an import keeps nothing of its own', async (t) => {
  const url = await sqlite.newUrl(t)
  await putSample(url)
  const path = url.slice('file:'.length)
  const handle = openSync(path, 'r+')
  const { size } = statSync(path)
  writeSync(handle, Buffer.alloc(16_384, 'x'), 0, 16_384, Math.floor(size / 2 / 4_096) * 4_096)
  closeSync(handle)
  const env = { DATABASE_URL: url, SECRET_KEY: 'k'.repeat(32), PORT: '2' }
  const doctor = await yantra(env, 'doctor')
  assert.equal(doctor.code, 1)
  assert.match(doctor.stdout, /^fail +database +.+ is damaged \(.+\): stop the service and restore a backup$/m)
  const copied = await yantra(env, 'backup', `${path}.copy`)
  assert.equal(copied.code, 2)
  assert.match(copied.stderr, /damaged|malformed/)
})
