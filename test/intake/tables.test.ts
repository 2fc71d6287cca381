import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { writeOds } from 'hucre/ods'
import { writeXlsx } from 'hucre/xlsx'
import { newFolder, sqlite } from '../backends.ts'
import { yantra } from '../service.ts'
import { machine, maker, price } from './take.ts'

const ROWS: (string | number | Date | null)[][] = [
  ['Price list of Shree Tractors', null, null, null, null, null, null, null],
  ['Brand', 'Model', 'Type', 'HP', 'Weight', 'On-road price (Rs. lakh)', 'Price date', 'Remarks'],
  ['MAHINDRA Ltd.', '575 DI', 'Tractor', '45 HP', '1,860 kg', 7.1, '21/08/2026', 'good'],
  [null, null, null, null, null, null, null, null],
  ['Acme', 'XP+', 'ट्रैक्टर', 50, '2.04 t', '6.82-7.14', new Date('2026-08-21'), null],
]
const WITH = 'lifecycle=current; price source=dealer; state=Punjab'

async function bench(t: TestContext) {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  const folder = newFolder(t)
  const run = async (name: string, content: string | Uint8Array, ...options: string[]) => {
    writeFileSync(join(folder, name), content)
    const { code, stdout, stderr } = await yantra(env, 'import', join(folder, name), '--json', ...options)
    return { code, said: stderr.replaceAll(`${folder}/`, ''), summary: JSON.parse(stdout) }
  }
  const records = async (type: string) => {
    const { stdout } = await yantra(env, 'export', '--private')
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    return rows.filter((row) => row.type === type)
  }
  await run('maker.ndjson', `${JSON.stringify({ type: 'manufacturer', slug: 'mahindra', name: 'Mahindra' })}\n`)
  return { run, records }
}

function toCsv(): string {
  const cell = (value: unknown) => (value instanceof Date ? '21.08.2026' : String(value ?? ''))
  return ROWS.map((row) => row.map((value) => `"${cell(value).replaceAll('"', '""')}"`).join(',')).join('\r\n')
}

const FILES: [string, () => Promise<Uint8Array> | Uint8Array | string][] = [
  ['list.csv', toCsv],
  ['wide.csv', () => Buffer.from(`\ufeff${toCsv()}`, 'utf16le')],
  [
    'list.xlsx',
    () =>
      writeXlsx({
        sheets: [
          { name: 'Prices', rows: ROWS },
          { name: 'Notes', rows: [['x']] },
        ],
      }),
  ],
  ['list.ods', () => writeOds({ sheets: [{ name: 'Prices', rows: ROWS }] })],
]

for (const [name, make] of FILES) {
  it(`understands ${name} as people write it, and tells what it understood`, async (t) => {
    const { run, records } = await bench(t)
    const options = ['--type', 'machine', '--with', WITH]
    const first = await run(name, await make(), ...options)
    assert.deepEqual([first.code, first.summary.created, first.summary.rejected], [1, 1, 1])
    assert.match(
      first.said,
      /manufacturer: is a maker that is not known: import it first, or use --create-makers; found "Acme"/,
    )
    const { code, said, summary } = await run(name, await make(), ...options, '--create-makers')
    assert.deepEqual([code, summary.created, summary.unchanged], [0, 1, 1], said)
    const [one, two] = await records('machine')
    const { id, type, section, media, spec, aliases, linkage, ...facts } = one
    assert.deepEqual(facts, {
      slug: 'mahindra-575-di',
      name: '575 DI',
      manufacturer: 'mahindra',
      machine_class: 'tractor',
      lifecycle: 'current',
      engine_hp: 45,
      operating_weight_kg: 1_860,
      prices: [
        { kind: 'on_road', observed_at: '2026-08-21', price_inr: 710_000, source_kind: 'dealer', state_code: 'PB' },
      ],
    })
    assert.deepEqual(
      [two.slug, two.machine_class, two.operating_weight_kg, two.prices[0].price_inr, two.prices[0].high_inr],
      ['acme-xp-plus', 'tractor', 2_040, 682_000, 714_000],
    )
    const told = summary.understood.map(({ field, reason }: { field: string; reason: string }) => `${field}: ${reason}`)
    for (const sentence of [
      'engine_hp: is read as a number',
      'manufacturer: is a maker that is made',
      'Remarks: is a column that means no field: it is left out',
      'row: leaves out lines above the header',
      'slug: is made from other cells',
    ]) {
      assert.ok(told.includes(sentence), `${sentence}\n${told.join('\n')}`)
    }
    assert.equal(told.includes('row: is read as UTF-16LE'), name === 'wide.csv')
  })
}

it('reads the sheet that is named, and says which there are', async (t) => {
  const { run } = await bench(t)
  const book = await writeXlsx({
    sheets: [
      { name: 'Notes', rows: [['x']] },
      {
        name: 'Makers',
        rows: [
          ['slug', 'name'],
          ['a', 'A'],
        ],
      },
    ],
  })
  const wrong = await run('a.xlsx', book, '--type', 'manufacturer', '--sheet', 'Prices')
  assert.match(wrong.said, /has no sheet Prices: there are Notes, Makers/)
  for (const sheet of ['Makers', '2']) {
    const { code, summary } = await run('a.xlsx', book, '--type', 'manufacturer', '--sheet', sheet)
    assert.deepEqual([code, summary.read], [0, 1], sheet)
  }
})

it('refuses what may mean two things, and figures that no machine has', async (t) => {
  const { run } = await bench(t)
  const twice = await run('a.csv', 'Brand,Maker,Model\nMahindra,Mahindra,1\n', '--type', 'machine')
  assert.match(twice.said, /manufacturer: is ambiguous: it is named by "Brand" and by "Maker"/)
  const near = await run('b.csv', 'Brand,Model,engine_hpp\nMahindra,1,45\n', '--type', 'machine')
  assert.match(near.said, /engine_hpp: is not a field of a machine; did you mean engine_hp\?/)
  const large = await run(
    'c.csv',
    'Brand,Model,Class,HP,Price\nMahindra,1,Tractor,"10,70,042",5\n',
    '--type',
    'machine',
    '--with',
    WITH,
  )
  assert.match(large.said, /price\.price_inr: is ambiguous: 5 rupees or 5 lakh/)
  const engine = { ...machine, engine_hp: 1_070_042 }
  const row = await run('d.ndjson', `${JSON.stringify(maker)}\n${JSON.stringify(engine)}\n`)
  assert.match(row.said, /engine_hp: must be from 0 to 5,000; found 1070042/)
})

it('puts one price in its place and leaves the others, with its source', async (t) => {
  const { run, records } = await bench(t)
  const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const other = { ...price, state_code: 'PB', price_inr: 701_000, source_url: 'https://example.com/pb' }
  await run('m.ndjson', lines({ ...machine, prices: [price, other] }))
  const one = { type: 'price', slug: machine.slug, ...price, price_inr: 690_000 }
  const two = {
    type: 'price',
    slug: machine.slug,
    ...price,
    observed_at: '2026-09-01',
    source_url: 'https://example.com/2',
  }
  const { summary } = await run('p.ndjson', lines(one, two))
  assert.deepEqual([summary.changed, summary.emptied], [2, {}])
  const { type: _, slug: __, ...first } = one
  const { type: ___, slug: ____, ...third } = two
  assert.deepEqual((await records('machine'))[0].prices, [first, other, third])
  assert.equal((await run('p.ndjson', lines(one, two))).summary.unchanged, 2)
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
  // What the same rows give as NDJSON: the guard may keep a listing for review.
  const rows = join(folder, 'rows.ndjson')
  const again = { DATABASE_URL: await sqlite.newUrl(t) }
  await yantra(from, 'export', '--private', '--out', rows)
  assert.equal((await yantra(again, 'import', rows)).code, 0)
  const whole = (await yantra(again, 'export', '--private')).stdout
  assert.match((await yantra(from, 'export', '--out', join(folder, 'a.csv'))).stderr, /name it with --type/)
  for (const ending of ['csv', 'xlsx']) {
    const to = { DATABASE_URL: await sqlite.newUrl(t) }
    for (const type of ['manufacturer', 'class', 'machine', 'implement', 'listing']) {
      const file = join(folder, `${type}.${ending}`)
      const written = await yantra(from, 'export', '--type', type, '--private', '--out', file)
      assert.equal(written.code, 0, written.stderr)
      const { code, stderr } = await yantra(to, 'import', file, '--type', type, '--as-is')
      assert.equal(code, 0, stderr)
    }
    assert.ok((await yantra(to, 'export', '--private')).stdout === whole, ending)
  }
})

it('writes an empty table for each type, which can be filled and imported', async (t) => {
  const { run } = await bench(t)
  const out = join(newFolder(t), 'makers.csv')
  const { code, stdout } = await yantra({}, 'import', '--template', 'manufacturer', '--out', out)
  assert.deepEqual([code, stdout], [0, `Wrote ${out}. A new manufacturer needs slug, name.\n`])
  const filled = `${readFileSync(out, 'utf8')}swaraj,Swaraj,,\n`
  assert.equal((await run('makers.csv', filled, '--type', 'manufacturer')).summary.created, 1)
  assert.equal((await yantra({}, 'import', '--template', 'machine', '--out', 'x.pdf')).code, 2)
})
