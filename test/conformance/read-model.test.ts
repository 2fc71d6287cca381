import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/database/open.ts'
import type { MachineSearchOut } from '../../src/schema/api/search.ts'
import { sqlite, target } from '../backends.ts'
import { catalogueApp, importAll } from '../catalogue-app.ts'
import { minMachine as machine } from './least-machine.ts'

const read = async <T>(url: string, path: string) => (await (await fetch(url + path)).json()) as T

/** Asks until the answer is as it should be; gives up long after it should have been. */
async function eventually<T>(look: () => Promise<T>, isGood: (value: T) => boolean): Promise<T> {
  const end = performance.now() + 15_000
  for (;;) {
    const value = await look()
    if (isGood(value)) return value
    if (performance.now() > end) assert.fail(`still ${JSON.stringify(value)?.slice(0, 500)}`)
    await sleep(20)
  }
}

it('ranks equal machines by completeness, using the current class', async (t) => {
  const db = await openDatabase(target(await sqlite.newUrl(t)))
  t.after(() => db.destroy())
  const expecting = (expects: string[]) => importAll(db, [{ type: 'class', key: 'tractor', patch: true, expects }])
  await expecting(['engine', 'tyre_front', 'image', 'gears_fwd', 'warranty_years'])
  await importAll(db, [
    machine('bare', { brakes: 'Dry disc', clutch: 'Dual' }),
    machine('told', { engine: 'Three cylinders', tyre_front: '6.00-16', image: '/picture.svg' }),
    machine('full', { engine: 'Three', tyre_front: '6.00-16', gears_fwd: 8, warranty_years: 5 }),
  ])
  const app = await catalogueApp(t, db)
  const result = async () =>
    (await read<MachineSearchOut>(app.url, '/v1/tractors?q=machine')).hits.map(({ slug }) => slug)
  assert.deepEqual(await result(), ['full', 'told', 'bare'])
  await expecting(['brakes', 'clutch', 'engine', 'image'])
  await eventually(result, (slugs) => slugs.join() === 'bare,told,full')
})

it('shows scheduled machines from midnight in India', async (t) => {
  const db = await sqlite.newDatabase(t)
  await importAll(db, [machine('due', { published_at: '2026-12-25' })])
  let now = Date.parse('2026-12-24T18:29:59.000Z')
  const app = await catalogueApp(t, db, { clock: () => now })
  assert.equal((await fetch(`${app.url}/v1/tractors/due`)).status, 404)
  assert.equal((await read<MachineSearchOut>(app.url, '/v1/tractors')).total, 0)
  now += 1_000
  await eventually(
    () => read<MachineSearchOut>(app.url, '/v1/tractors'),
    ({ total }) => total === 1,
  )
  assert.equal((await fetch(`${app.url}/v1/tractors/due`)).status, 200)
  assert.equal((await read<{ count: number }[]>(app.url, '/v1/machines/classes'))[0]?.count, 1)
})
