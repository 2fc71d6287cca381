import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/database/open.ts'
import { verifyHistory } from '../../src/history/verify.ts'
import { onEachBackend, target } from '../backends.ts'
import { LEAST_LISTING } from '../market/least-listing.ts'
import { importRows, startService, yantra } from '../service.ts'
import { leastMachine } from './least-machine.ts'

/** Words that stand nowhere else. */
const MISTAKE = 'Zweihander Quixotic'
const SELLER = 'Kestrelbrook'

onEachBackend('what is taken back', (backend) => {
  it('is 410 by as_of and in no export, and the history agrees', async (t) => {
    const env = { DATABASE_URL: await backend.newUrl(t) }
    const service = await startService(t, env)
    const machine = leastMachine('retracted-one')
    await importRows(t, env, [{ ...machine, engine: MISTAKE }])
    const published = new Date().toISOString()
    const sheet = `/v1/tractors/retracted-one`
    assert.equal((await service.get(`${sheet}?as_of=${published}`)).status, 200)
    await importRows(t, env, [{ ...machine, engine: 'Right' }])
    const refused = await yantra(env, 'retract', 'machine', 'none-such', '--reason', 'mistake')
    assert.equal(refused.code, 1, refused.stderr)
    const done = await yantra(env, 'retract', 'machine', 'retracted-one', '--reason', 'typed wrongly')
    assert.equal(done.code, 0, done.stderr)
    // Replicas take up a revision within a second or two.
    let gone = await service.get(`${sheet}?as_of=${published}`)
    while (gone.status === 200) {
      await sleep(50)
      gone = await service.get(`${sheet}?as_of=${published}`)
    }
    assert.deepEqual([gone.status, JSON.parse(await gone.text()).code], [410, 'retracted'])
    assert.equal(JSON.parse(await (await service.get(sheet)).text()).engine, 'Right')
    const exported = await yantra(env, 'export', '--as-of', published)
    assert.ok(!exported.stdout.includes(MISTAKE))
    const shown = await yantra(env, 'history', 'show', 'machine', 'retracted-one', '--json')
    assert.ok(shown.stdout.includes('typed wrongly') && !shown.stdout.includes(MISTAKE))
    assert.match((await yantra(env, 'history', 'verify')).stdout, /Everything agrees/)
    assertNowhere(env.DATABASE_URL, MISTAKE)
  })

  it('a listing that is erased leaves its id and hashes alone, and no row takes the id', async (t) => {
    const env = { DATABASE_URL: await backend.newUrl(t) }
    const service = await startService(t, env)
    const row = { ...LEAST_LISTING, type: 'listing', id: 7001, contact: { name: SELLER }, description: `Of ${SELLER}` }
    await importRows(t, env, [row])
    await importRows(t, env, [{ ...row, description: `Still of ${SELLER}` }])
    assert.match(await (await service.get('/v1/market/listings/7001')).text(), new RegExp(SELLER))
    const done = await yantra(env, 'erase', 'listing', '7001', '--reason', 'asked for it')
    assert.equal(done.code, 0, done.stderr)
    assert.equal((await service.get('/v1/market/listings/7001')).status, 404)
    const again = await importRows(t, env, [row])
    assert.match(again.stderr, /was erased, and is not taken again/)
    assert.ok(!(await yantra(env, 'export', '--private')).stdout.includes(SELLER))
    const db = await openDatabase(target(env.DATABASE_URL))
    t.after(() => db.destroy())
    assert.deepEqual((await verifyHistory(db)).findings, [])
    const told = await db.selectFrom('history').select(['type', 'hash']).where('key', '=', 'listing 7001').execute()
    assert.equal(told[0]?.type, 'erased')
    assertNowhere(env.DATABASE_URL, SELLER)
    // Whoever changes what is told of it is found out.
    await db.updateTable('withheld').set({ reason: 'another' }).execute()
    assert.notEqual((await verifyHistory(db)).findings.length, 0)
  })
})

/** Not in the SQLite file, nor in what lies beside it. */
function assertNowhere(url: string, words: string): void {
  const database = target(url)
  if (database.kind !== 'sqlite') return
  const folder = dirname(database.path)
  for (const file of readdirSync(folder).filter((name) => name.startsWith(basename(database.path))))
    assert.ok(!readFileSync(join(folder, file)).includes(words), file)
}
