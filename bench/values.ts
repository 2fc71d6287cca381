import { join } from 'node:path'
import pino from 'pino'
import { openDatabase } from '../src/database/open.ts'
import type { Db } from '../src/database/schema.ts'
import { loadSampleWhenEmpty } from '../src/import/sample.ts'
import { createUsedMarket } from '../src/listings/listing-search.ts'
import { createCatalogue } from '../src/read-model/catalogue.ts'
import { machinesOf } from '../src/server/market-routes.ts'
import { newFolder } from './folder.ts'
import { generateMachines, generateManufacturers } from './generate.ts'
import { generateListings, insertListings, worth } from './generate-listings.ts'
import { insertRows, type Row } from './insert.ts'

/**
 * How far the median of comparable listings lies from what a listing asks, the listing itself left out: on the sample,
 * and on generated listings, whose worth is known besides.
 */
const COUNT = Number(process.argv[2] ?? 20_000)
const MACHINES = 400
const THIS_YEAR = 2026

async function measure(
  name: string,
  db: Db,
  worthOf: (slug: string, year: number, hours: number) => number | undefined,
) {
  const catalogue = createCatalogue(db, { log: pino({ level: 'silent' }), pollMs: 60_000 })
  await catalogue.ready
  const used = createUsedMarket(catalogue.follower, machinesOf(catalogue))
  const errors: Record<string, { asked: number[]; worth: number[] }> = {}
  let [all, without] = [0, 0]
  for (let offset = 0; ; offset += 100) {
    const { hits } = await used.search({ offset, limit: 100 })
    if (hits.length === 0) break
    for (const { id, machine_slug, year, hours, price_inr } of hits) {
      if (!machine_slug || hours === undefined) continue
      all++
      const result = await used.values({ machine_slug, year, hours, excluded: [id] }, Date.now())
      if (!result?.asking || !result.comparable) {
        without++
        continue
      }
      const { median_inr } = result.asking
      errors[result.comparable] ??= { asked: [], worth: [] }
      const self = errors[result.comparable]!
      self.asked.push(Math.abs(median_inr / price_inr - 1))
      const existing = worthOf(machine_slug, year, hours)
      if (existing) self.worth.push(Math.abs(median_inr / existing - 1))
    }
  }
  console.log(`${name}: ${all} listings, ${without} without five comparable ones`)
  for (const [step, { asked: requested, worth }] of Object.entries(errors)) {
    const off = (errors: number[]) => `${percent(i(errors, 0.5))} % in the middle, ${percent(i(errors, 0.9))} % at p90`
    const reported = worth.length > 0 ? `; off the worth by ${off(worth)}` : ''
    console.log(`  ${step}: ${requested.length}; off the price asked by ${off(requested)}${reported}`)
  }
  await catalogue.close()
}

function i(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!
}

const percent = (share: number) => (share * 100).toFixed(1)

const folder = newFolder()
const sample = await openDatabase({ kind: 'sqlite', path: join(folder, 'sample.db') })
await loadSampleWhenEmpty(sample)
await measure('the sample', sample, () => undefined)
await sample.destroy()
const db = await openDatabase({ kind: 'sqlite', path: join(folder, 'generated.db') })
const machines = [...generateMachines(MACHINES, 3)]
await insertRows(db, [...generateManufacturers(), ...machines] as Row[])
await insertListings(db, generateListings(COUNT, machines, { now: Date.now() }))
const prices = new Map(
  machines.map((item) => [item.slug, item.prices[0]?.price_inr ?? (item.engine_hp ?? 40) * 15_500]),
)
await measure(`${COUNT} generated`, db, (slug, year, hours) => {
  return prices.get(slug)! * worth(THIS_YEAR - year, hours)
})
await db.destroy()
