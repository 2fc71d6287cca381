import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import pino from 'pino'
import { type Db, writeTransaction } from '../../src/database/schema.ts'
import { createUsedMarket } from '../../src/listings/listing-search.ts'
import { createCatalogue } from '../../src/read-model/catalogue.ts'
import { EMPTY_QUERY } from '../../src/search/types.ts'
import { onEachBackend, sqlite } from '../backends.ts'
import { importAll } from '../catalogue-app.ts'
import { MIN_LISTING } from '../listings/least-listing.ts'
import fc from '../properties.ts'
import { copyOf, restore } from '../restored-copy.ts'
import { sized } from '../tier.ts'
import { minMachine } from './least-machine.ts'

/** Everything in memory that follows one database. */
async function follow(t: TestContext, db: Db) {
  const catalogue = createCatalogue(db, { log: pino({ level: 'silent' }), pollMs: 60_000 })
  t.after(() => catalogue.close())
  await catalogue.ready
  const used = createUsedMarket(catalogue.follower)

  async function contents() {
    await catalogue.follower.catchUp()
    const { model, revision } = catalogue
    const result = model.index.find({ ...EMPTY_QUERY, limit: 100 })
    return {
      revision,
      machines: result.rows.map(model.summaryOf),
      named: model.index.search({ ...EMPTY_QUERY, q: 'renamed', limit: 100 }).ids,
      facets: result.facets,
      similar: result.rows.map((row) => model.similar(row, 6).map(({ slug }) => slug)),
      fitting: result.rows.map((row) => model.fittingImplements(row)),
      classes: model.countedClasses(),
      makers: model.manufacturers().sort((a, b) => a.id - b.id),
      used: await used.search({}),
      cheap: await used.search({ maker: 'maker-1', sort: 'price_asc' }),
    }
  }
  return { catalogue, contents }
}

type Step = { act: string; which: number; value: number }

const slugOf = (which: number) => `machine-${which % 6}`
const manufacturerOf = (which: number) => ({ slug: `maker-${which % 3}`, name: `Maker ${which % 3}` })

const ACTS: Record<string, (db: Db, its: Omit<Step, 'act'>) => Promise<unknown>> = {
  machine: (db, { which, value }) =>
    importAll(db, [
      minMachine(slugOf(which), {
        manufacturer: manufacturerOf(value),
        machine_class: value % 4 === 0 ? 'excavator' : 'tractor',
        published_at: value % 5 === 0 ? null : '2026-01-01',
        ...(value % 4 !== 0 && { engine_hp: 20 + value }),
      }),
    ]),
  maker: (db, { which, value }) =>
    importAll(db, [
      { type: 'manufacturer', ...manufacturerOf(which), name: `Renamed ${value}`, aliases: [`Alias ${value}`] },
    ]),
  class: (db, { value }) =>
    importAll(db, [
      {
        ...{ type: 'class', key: 'tractor', patch: true, label: `Tractor ${value}`, hours_a_year: 100 + value },
        expects: value % 2 ? ['engine_hp', 'image'] : ['pto_hp'],
      },
    ]),
  implement: (db, { which, value }) =>
    importAll(db, [
      {
        ...{
          type: 'implement',
          slug: `tool-${which % 3}`,
          name: `Tool ${value}`,
          kind: 'plough',
          lifecycle: 'current',
        },
        ...{ manufacturer: manufacturerOf(value), published_at: '2026-01-01', hp_min: value },
      },
    ]),
  listing: (db, { which, value }) =>
    importAll(db, [
      {
        ...{ ...MIN_LISTING, id: 1 + (which % 6), price_inr: 100_000 + value, district: value % 2 ? 'Pune' : 'pune' },
        ...{ maker_slug: manufacturerOf(value).slug, maker_name: `Written ${value % 4}` },
      },
    ]),
  sold: async (db, { which }) => {
    const id = 1 + (which % 6)
    const row = await db.selectFrom('listings').select('status').where('id', '=', id).executeTakeFirst()
    if (row?.status === 'live') await importAll(db, [{ type: 'listing', id, patch: true, status: 'withdrawn' }])
  },
  remove: (db, { which }) =>
    writeTransaction(db, async (trx, lock) => {
      await trx.deleteFrom('machines').where('slug', '=', slugOf(which)).execute()
      await trx
        .deleteFrom('listings')
        .where('id', '=', 1 + (which % 6))
        .execute()
      await trx
        .deleteFrom('implements')
        .where('slug', '=', `tool-${which % 3}`)
        .execute()
      await trx.updateTable('removals').set({ revision: lock.next() }).execute()
    }),
}

const arbitraryStep = fc.record({
  act: fc.constantFrom(...Object.keys(ACTS), 'copy', 'restore', 'look', 'look'),
  which: fc.nat(20),
  value: fc.nat(60),
})

onEachBackend('what is followed', (backend) => {
  it('equals a fresh start after any history of changes, removals, renames and restored copies', async (t) => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryStep, { minLength: 5, maxLength: 25 }), async (steps) => {
        const db = await backend.newDatabase(t)
        await importAll(db, [])
        const followed = await follow(t, db)
        await followed.contents()
        let copy = await copyOf(db)
        for (const { act, ...its } of steps) {
          if (act === 'copy') copy = await copyOf(db)
          else if (act === 'restore') {
            await restore(db, copy)
            // A restored copy is noticed by its smaller revision before anything else is written.
            await followed.catalogue.follower.catchUp()
          } else if (act === 'look') await followed.contents()
          else await ACTS[act]!(db, its)
        }
        assert.deepEqual(await followed.contents(), await (await follow(t, db)).contents())
      }),
      { numRuns: backend === sqlite ? sized(10, 100) : sized(3, 30), seed: 27 },
    )
  })
})
