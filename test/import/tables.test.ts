import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { writeXlsx } from 'hucre/xlsx'
import { newFolder, sqlite } from '../backends.ts'
import { yantra } from '../service.ts'
import { openDesk } from './desk.ts'
import { machine, price } from './take.ts'

async function bench(t: TestContext) {
  const { put, run, ...rest } = await openDesk(t, [{ type: 'manufacturer', slug: 'mahindra', name: 'Mahindra' }])
  return {
    ...rest,
    run(name: string, content: string | Uint8Array, ...options: string[]) {
      put(name, content)
      return run(name, ...options)
    },
  }
}

it('reads the sheet that is named, and says which there are', async (t) => {
  const { run } = await bench(t)
  const book = await writeXlsx({
    sheets: [
      { name: 'Notes', rows: [['x']] },
      { name: 'Makers', rows: ['slug name', 'a A'].map((line) => line.split(' ')) },
    ],
  })
  const wrong = await run('a.xlsx', book, '--type', 'manufacturer', '--sheet', 'Prices')
  assert.match(wrong.said, /has no sheet Prices: there are Notes, Makers/)
  for (const sheet of ['Makers', '2']) {
    const { code, summary } = await run('a.xlsx', book, '--type', 'manufacturer', '--sheet', sheet)
    assert.deepEqual([code, summary.read], [0, 1], sheet)
  }
})

it('puts one price in its place and leaves the others, with its source', async (t) => {
  const { run, records } = await bench(t)
  const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const other = { ...price, state_code: 'PB', price_inr: 701_000, source_url: 'https://example.com/pb' }
  await run('m.ndjson', lines({ ...machine, prices: [price, other] }))
  const item = { type: 'price', slug: machine.slug, ...price, price_inr: 690_000 }
  const two = {
    type: 'price',
    slug: machine.slug,
    ...price,
    observed_at: '2026-09-01',
    source_url: 'https://example.com/2',
  }
  const { summary } = await run('p.ndjson', lines(item, two))
  assert.deepEqual([summary.changed, summary.emptied], [2, {}])
  const { type: _, slug: __, ...first } = item
  const { type: ___, slug: ____, ...third } = two
  assert.deepEqual((await records('machine'))[0].prices, [first, other, third])
  assert.equal((await run('p.ndjson', lines(item, two))).summary.unchanged, 2)
  const bad = await run(
    'b.ndjson',
    lines({ type: 'price', slug: 'nobody', ...price }, { type: 'price', slug: machine.slug }),
  )
  assert.match(bad.said, /slug: there is no such record to patch; found nobody/)
  assert.match(bad.said, /price\.observed_at: is missing/)
})

it('exports tables that give the same records when they are imported again', async (t) => {
  const from = { DATABASE_URL: await sqlite.newUrl(t) }
  const folder = newFolder(t)
  assert.equal((await yantra(from, 'sample', 'load')).code, 0)
  const odd = join(folder, 'odd.ndjson')
  writeFileSync(odd, ODD.map((row) => `${JSON.stringify(row)}\n`).join(''))
  assert.equal((await yantra(from, 'import', odd)).code, 0)
  // What the same rows give as NDJSON: the guard may keep a listing for review.
  const rows = join(folder, 'rows.ndjson')
  const again = { DATABASE_URL: await sqlite.newUrl(t) }
  await yantra(from, 'export', '--private', '--out', rows)
  assert.equal((await yantra(again, 'import', rows)).code, 0)
  const whole = (await yantra(again, 'export', '--private')).stdout
  assert.match((await yantra(from, 'export', '--out', join(folder, 'a.csv'))).stderr, /add --type/)
  for (const ending of ['csv', 'xlsx']) {
    const to = [[], ['--as-is']].map((options) => ({ options, url: sqlite.newUrl(t) }))
    for (const type of ['manufacturer', 'class', 'machine', 'implement', 'listing']) {
      const file = join(folder, `${type}.${ending}`)
      const written = await yantra(from, 'export', '--type', type, '--private', '--out', file)
      assert.equal(written.code, 0, written.stderr)
      for (const { options, url } of to) {
        const { code, stderr } = await yantra({ DATABASE_URL: await url }, 'import', file, '--type', type, ...options)
        assert.equal(code, 0, stderr)
      }
    }
    for (const { options, url } of to) {
      const taken = (await yantra({ DATABASE_URL: await url }, 'export', '--private')).stdout
      assert.ok(taken === whole, `${ending} ${options}`)
    }
  }
})

/** Texts that a spreadsheet, or a reader of tables, would take for something else. */
const TEXTS = ['=SUM(A1:A9)', "'apostrophe", '+91', '@cmd', '-do-', 'Total', '"quoted", twice', 'left out', '? ; | #']

/** Makers, classes and machines whose names mean something else, too. */
const ODD = [
  { type: 'manufacturer', slug: 'case', name: 'CASE', aliases: ['Case IH'] },
  { type: 'manufacturer', slug: 'case-ih', name: 'Case IH' },
  { type: 'manufacturer', slug: 'same', name: 'Same' },
  {
    ...{ type: 'class', key: 'truck', label: 'Truck', label_hi: 'ट्रक', label_ta: 'டிரக்', plural: 'Trucks' },
    ...{ plural_hi: 'ट्रक', plural_ta: 'டிரக்குகள்', section: 'construction', kinds: [], plate: [], synonyms: [] },
  },
  ...TEXTS.map((brakes, i) => ({
    ...{ type: 'machine', slug: `same-${i}`, name: `Same ${i}`, manufacturer: 'same', machine_class: 'truck' },
    ...{ lifecycle: 'current', brakes, tyre_front: TEXTS.at(-1 - i) },
  })),
  ...['case', 'case-ih', 'same'].map((manufacturer) => {
    const named = { slug: `${manufacturer}-4wd`, name: `${manufacturer} 4WD`, manufacturer }
    return { type: 'machine', ...named, machine_class: 'truck', lifecycle: 'current', operating_weight_kg: 25 }
  }),
]

it('writes an empty table for each type, which can be filled and imported', async (t) => {
  const { run } = await bench(t)
  const out = join(newFolder(t), 'makers.csv')
  const { code, stdout } = await yantra({}, 'import', '--template', 'manufacturer', '--out', out)
  assert.deepEqual([code, stdout], [0, `Wrote ${out}. A new manufacturer needs slug, name.\n`])
  const filled = `${readFileSync(out, 'utf8')}swaraj,Swaraj,,\n`
  assert.equal((await run('makers.csv', filled, '--type', 'manufacturer')).summary.created, 1)
  assert.equal((await yantra({}, 'import', '--template', 'machine', '--out', 'x.pdf')).code, 2)
})
