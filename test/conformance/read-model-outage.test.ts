import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { MachineSearchOut } from '../../src/contract/search.ts'
import { openDatabase } from '../../src/database/open.ts'
import { loadSampleWhenEmpty } from '../../src/intake/sample.ts'
import { postgres, putSample, target } from '../backends.ts'
import { catalogueApp, importAll } from '../catalogue-app.ts'
import { startPostgres } from '../postgres.ts'

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 20_000; !(await isSo()); ) {
    if (performance.now() > end) assert.fail('it never came true')
    await sleep(20)
  }
}

it('answers from memory when the database is gone, and says so', async (t) => {
  const server = await startPostgres()
  let isUp = true
  t.after(() => (isUp ? server.stop() : undefined))
  const db = await openDatabase(target(server.url))
  t.after(() => db.destroy())
  await loadSampleWhenEmpty(db)
  const app = await catalogueApp(t, db)
  const before = await (await app.get('/v1/tractors?q=mahindra')).json()
  const sheet = await (await app.get('/v1/tractors/mahindra-575-di')).json()
  assert.equal(app.catalogue.follower.trouble, undefined)
  await server.stop()
  isUp = false
  await until(() => app.catalogue.follower.trouble !== undefined)
  assert.deepEqual(await (await app.get('/v1/tractors?q=mahindra')).json(), before)
  assert.deepEqual(await (await app.get('/v1/tractors/mahindra-575-di')).json(), sheet)
  assert.equal((await app.get('/v1/tractors?q=swaraj')).status, 200)
  assert.equal((await app.get('/v1/machines/classes')).status, 200)
  assert.equal((await app.get('/v1/tractors/mahindra-575-di/implements')).status, 200)
  // What was never asked for before is not all in memory.
  const other = await app.get('/v1/tractors/swaraj-855-xm')
  assert.equal(other.status, 503)
  assert.ok(other.headers.get('retry-after'))
  assert.equal((await app.get('/v1/tractors/nothing')).status, 404)
})

it('catches up after every connection was cut', async (t) => {
  const url = await postgres.newUrl(t)
  await putSample(url)
  const db = await openDatabase(target(url))
  t.after(() => db.destroy())
  const app = await catalogueApp(t, db)
  const other = await openDatabase(target(url))
  t.after(() => other.destroy())
  const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  for (const hp of [71.5, 72.5, 73.5]) {
    await cut.execute(other)
    await importAll(other, [{ type: 'machine', slug: 'mahindra-575-di', patch: true, engine_hp: hp }])
    await until(async () => {
      const found = (await (await app.get(`/v1/tractors?hp_min=${hp}&hp_max=${hp}`)).json()) as MachineSearchOut
      return found.total === 1
    })
  }
  await until(() => app.catalogue.follower.trouble === undefined)
})
