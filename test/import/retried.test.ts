import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import type { Db } from '../../src/database/schema.ts'
import { DatabaseUnavailable } from '../../src/database/unavailable.ts'
import { type CheckedRow, checkRow } from '../../src/import/check-row.ts'
import { importRows } from '../../src/import/import-rows.ts'
import { kolkataDate } from '../../src/lib/calendar.ts'
import { sqlite } from '../backends.ts'
import { machine, manufacturer, NOW, record, take } from './take.ts'

const ORIGIN = { file: 'sheet', line: 2, raw: undefined }
const OPTIONS = { today: kolkataDate(NOW) }

/** Imports a row whose transactions are lost at their end, until another import has brought `rows`. */
async function importLate(db: Db, row: CheckedRow, rows: readonly object[]) {
  let isAway = true
  const lost = Promise.withResolvers<void>()
  const losing = db.withPlugin({
    transformQuery({ node }) {
      if (!isAway || node.kind !== 'UpdateQueryNode') return node
      lost.resolve()
      throw new DatabaseUnavailable('connection')
    },
    transformResult: async ({ result }) => result,
  })
  const late = importRows(
    losing,
    (async function* () {
      yield [row]
    })(),
    { now: () => NOW },
  )
  await lost.promise
  await take(db, rows)
  isAway = false
  return late
}

async function open(t: TestContext) {
  const db = await sqlite.newDatabase(t)
  await take(db, [manufacturer])
  return db
}

it('a batch that is retried applies defaults to new records only', async (t) => {
  const db = await open(t)
  const { lifecycle: _, ...input } = machine
  const line = { isLenient: true, input, onCreate: { lifecycle: 'current' } }
  const row = checkRow({ ...input, name: 'From the sheet', patch: 'known' }, ORIGIN, OPTIONS, line)
  await importLate(db, row, [{ ...machine, lifecycle: 'discontinued' }])
  const { name, lifecycle } = (await record(db, machine.slug))!
  assert.deepEqual([name, lifecycle], ['From the sheet', 'discontinued'])
})

it('a batch that is retried keeps the source of its price', async (t) => {
  const db = await open(t)
  await take(db, [machine])
  const price = { kind: 'ex_showroom', price_inr: 700_000, state_code: 'PB', observed_at: '2026-11-01' }
  const row = checkRow(
    { type: 'price', slug: machine.slug, ...price, source_kind: 'dealer', source_url: 'https://dealer.example/' },
    ORIGIN,
    OPTIONS,
  )
  const other = { ...price, kind: 'on_road', source_kind: 'dealer' }
  await importLate(db, row, [{ type: 'price', slug: machine.slug, ...other }])
  const prices = (await record(db, machine.slug))!.prices as { kind: string; source_url?: string }[]
  const sources = new Map(prices.map(({ kind, source_url }) => [kind, source_url]))
  assert.deepEqual([sources.get('ex_showroom'), sources.get('on_road')], ['https://dealer.example/', undefined])
})

it('a batch that is retried takes a cell whose value has become known', async (t) => {
  const db = await open(t)
  const line = { isLenient: true, input: {} }
  const row = checkRow({ ...machine, kind: 'vineyard', patch: 'known' }, ORIGIN, OPTIONS, line)
  const { left_out } = await importLate(db, row, [{ type: 'class', key: 'tractor', kinds: ['vineyard'], patch: true }])
  assert.deepEqual([left_out, (await record(db, machine.slug))!.kind], [{}, 'vineyard'])
})

it('a slug that reads like a telephone number is warned about', async (t) => {
  const db = await open(t)
  const { warnings } = await take(db, [{ ...machine, slug: 'model-9876543210' }])
  assert.match(String(warnings[0]?.reason), /telephone number/)
})
