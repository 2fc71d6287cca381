import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/database/open.ts'
import type { Machine } from '../../src/schema/api/machine.ts'
import type { MachineSearchOut } from '../../src/schema/api/search.ts'
import { sqlite, target } from '../backends.ts'
import { type CatalogueApp, catalogueApp, importAll } from '../catalogue-app.ts'
import { leastMachine as machine } from './least-machine.ts'

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

/** What a process that starts now would answer. */
async function assertLikeNew(app: CatalogueApp, fresh: CatalogueApp): Promise<void> {
  const { hits } = await read<MachineSearchOut>(fresh.url, '/v1/tractors?limit=100')
  const paths = ['/v1/tractors?limit=100', '/v1/machines/classes', '/v1/tractors?q=machine&sort=hp_asc']
  for (const { slug } of hits) paths.push(`/v1/tractors/${slug}`, `/v1/tractors/${slug}/implements`)
  for (const path of paths) assert.deepEqual(await read(app.url, path), await read(fresh.url, path), path)
}

it('puts the most complete of equal machines first, by what their class expects now', async (t) => {
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
  const found = async () =>
    (await read<MachineSearchOut>(app.url, '/v1/tractors?q=machine')).hits.map(({ slug }) => slug)
  assert.deepEqual(await found(), ['full', 'told', 'bare'])
  await expecting(['brakes', 'clutch', 'engine', 'image'])
  await eventually(found, (slugs) => slugs.join() === 'bare,told,full')
})

it('follows every kind of change and ends where a new process begins', async (t) => {
  const url = await sqlite.newUrl(t)
  const db = await openDatabase(target(url))
  t.after(() => db.destroy())
  await importAll(db, [machine('one', { engine_hp: 40 }), machine('two', { engine_hp: 45 })])
  const app = await catalogueApp(t, db)
  const sheet = () => read<Machine>(app.url, '/v1/tractors/one')
  assert.equal((await sheet()).engine_hp, 40)

  const price = {
    kind: 'on_road',
    observed_at: '2026-02-01',
    source_kind: 'dealer',
    state_code: 'IN',
    price_inr: 600_000,
  }
  await importAll(db, [{ type: 'machine', slug: 'one', patch: true, engine_hp: 41, prices: [price] }])
  const changed = await eventually(sheet, (value) => value.engine_hp === 41)
  assert.equal(changed.price_from_inr, 600_000)
  assert.equal(changed.prices.length, 1)

  await importAll(db, [{ type: 'manufacturer', slug: 'a-maker', patch: true, name: 'Renamed' }])
  await eventually(sheet, (value) => value.manufacturer.name === 'Renamed')
  await importAll(db, [{ type: 'class', key: 'tractor', patch: true, hours_a_year: 1_234 }])
  await eventually(sheet, (value) => value.hours_a_year === 1_234)

  await importAll(db, [
    machine('three', { engine_hp: 42 }),
    {
      ...{ type: 'implement', slug: 'tool', name: 'Tool', kind: 'plough', lifecycle: 'current', hp_min: 30 },
      ...{ manufacturer: 'a-maker', published_at: '2026-01-01' },
    },
    { type: 'machine', slug: 'two', patch: true, published_at: null },
  ])
  const search = () => read<MachineSearchOut>(app.url, '/v1/tractors')
  const found = await eventually(search, (value) => value.hits.some((hit) => hit.slug === 'three'))
  assert.equal(found.total, 2)
  assert.equal((await fetch(`${app.url}/v1/tractors/two`)).status, 404)
  await eventually(
    () => read<unknown[]>(app.url, '/v1/tractors/one/implements'),
    (list) => list.length === 1,
  )
  await importAll(db, [{ type: 'machine', slug: 'three', patch: true, machine_class: 'excavator' }])
  await eventually(search, (value) => value.facets.machine_class?.excavator === 1)
  await assertLikeNew(app, await catalogueApp(t, db))
})

it('shows what is due when the day turns in India', async (t) => {
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

it('shows a change that another process made', async (t) => {
  const url = await sqlite.newUrl(t)
  const db = await openDatabase(target(url))
  t.after(() => db.destroy())
  await importAll(db, [machine('one', { engine_hp: 40 })])
  const other = fork(new URL('../catalogue-process.ts', import.meta.url), [], {
    env: { ...process.env, DATABASE_URL: url },
  })
  t.after(() => ended(other))
  const [{ url: address }] = (await once(other, 'message')) as [{ url: string }]
  assert.equal((await read<Machine>(address, '/v1/tractors/one')).engine_hp, 40)
  await importAll(db, [{ type: 'machine', slug: 'one', patch: true, engine_hp: 55 }])
  await eventually(
    () => read<MachineSearchOut>(address, '/v1/tractors?hp_min=50'),
    ({ total }) => total === 1,
  )
  assert.equal((await read<Machine>(address, '/v1/tractors/one')).engine_hp, 55)
})

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.disconnect()
  await exit
}
