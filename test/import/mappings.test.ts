import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { it, type TestContext } from 'node:test'
import { writeOds } from 'hucre/ods'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { parseDocument } from 'yaml'
import { yantra } from '../service.ts'
import { sized } from '../tier.ts'
import { openDesk } from './desk.ts'

const MACHINES = [
  ['mahindra', '575 DI', 45],
  ['mahindra', '475 DI', 42],
  ['swaraj', '744 FE', 48],
  ['sonalika', 'Tiger 50', 52],
].map(([manufacturer, model, engine_hp]) => ({
  type: 'machine',
  slug: `${manufacturer}-${String(model).toLowerCase().replace(' ', '-')}`,
  name: `${String(manufacturer)[0]!.toUpperCase()}${String(manufacturer).slice(1)} ${model}`,
  ...{ manufacturer, engine_hp, machine_class: 'tractor', lifecycle: 'discontinued' },
}))
const MANUFACTURERS = ['mahindra', 'swaraj', 'sonalika', 'same', 'john-deere'].map((slug) => ({
  ...{ type: 'manufacturer', slug },
  name: slug.replace(/(?:^|-)./g, (start) => start.replace('-', ' ').toUpperCase()),
}))

async function desk(t: TestContext) {
  const created = await openDesk(t, [...MANUFACTURERS, ...MACHINES])
  /** Puts choices into a proposed mapping, as a person does with an editor; each must have been asked. */
  function choose(name: string, choices: Record<string, string>): void {
    const document = parseDocument(readFileSync(created.at(name), 'utf8'))
    for (const [path, value] of Object.entries(choices)) {
      const place = path.split('/')
      const inside = document.getIn(place) ?? document.getIn(place.slice(0, -1))
      assert.equal(String(inside), '?', `${path} is not open`)
      const target = document.getIn(place) === undefined ? place.slice(0, -1) : place
      document.setIn(target, value === 'true' || value === 'false' ? value === 'true' : value)
    }
    created.put(name, document.toString())
  }
  return { ...created, choose }
}

const csv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
const open = (summary: { questions: { path: string }[] }) => summary.questions.map(({ path }) => path)

const PRICES = lines(`
  Price list of Shree Tractors, Punjab as on 21-08-2026||||||||
  S.No|Brand|Model|Type|Engine|||Price (Rs. in Lakh)||Remarks
  ||||HP|CC|Cyl|Ex-showroom|On-road|
  1|MAHINDRA|575 di|Tractor|45HP@2100rpm|2730|4|6.75|7.10|
  2|"|595 DI|do|50|2523|4|7.10-7.30|-|good
  3|Swaraj|855 fe|-do-|52|3478|3|8,55,000|On request|
  4|Sonalika|Tiger DI 50|Tractor|50|3065|3|8.1||
  5|Mahindra|Gyrovator SLX 150|Rotavator|35-45|||1.2||
  Total||5||||||||`)
const PRICE_CHOICES = {
  'columns/Model/values/Tiger DI 50': 'sonalika-tiger-50',
  'constants/price.source_kind': 'dealer',
  'constants/price.state_code': 'PB',
  'constants/lifecycle': 'current',
  publish: 'false',
}

const FILES: [string, () => Promise<Uint8Array> | string | Uint8Array][] = [
  ['list.csv', () => csv(PRICES)],
  ['list.xlsx', () => writeXlsx({ sheets: [{ name: 'Prices', rows: PRICES }] })],
  ['semicolons.csv', () => csv(PRICES).replaceAll('","', '";"')],
  ['wide.csv', () => Buffer.from(`\ufeff${csv(PRICES)}`, 'utf16le')],
  ['list.ods', () => writeOds({ sheets: [{ name: 'Prices', rows: PRICES }] })],
]
for (const [name, make] of sized(FILES.slice(0, 2), FILES)) {
  it(`reads ${name} with two header rows, dittos and an implement by two commands`, async (t) => {
    const { at: pathOf, put, run, records, choose } = await desk(t)
    put(name, await make())
    const file = name.replace(/\.\w+$/, '.mapping.yaml')
    const first = await run(name, '--sender', 'shree', '--preview', pathOf('preview.xlsx'))
    assert.equal(first.code, 3, first.said)
    assert.deepEqual(open(first.summary).toSorted(), Object.keys(PRICE_CHOICES).toSorted())
    assert.match(readFileSync(pathOf(file), 'utf8'), /Engine \/ HP: engine_hp # such as 45HP@2100rpm \| 50/)
    assert.equal((await records('machine')).length, 4)
    // Every line of the sheet is in the preview once.
    const { sheets } = await readXlsx(readFileSync(pathOf('preview.xlsx')))
    assert.deepEqual(
      sheets[0]!.rows.slice(1).map((row) => Number(row[0])),
      [1, 2, 3, 4, 5, 6, 7, 8, 9],
    )

    choose(file, PRICE_CHOICES)
    const text = readFileSync(pathOf(file), 'utf8')
    const again = await run(name, '--sender', 'shree')
    assert.equal(again.code, 3, again.said)
    assert.equal(readFileSync(pathOf(file), 'utf8'), text)
    const done = await run(name, '--mapping', pathOf(file))
    assert.deepEqual(
      [done.code, done.summary?.created, done.summary?.changed, done.summary?.rejected],
      [0, 3, 2, 0],
      done.said,
    )
    const machines = Object.fromEntries((await records('machine')).map((row) => [row.slug, row]))
    const { engine, engine_hp, engine_cc, lifecycle, prices } = machines['mahindra-575-di']
    assert.deepEqual([engine, engine_hp, engine_cc, lifecycle], [undefined, 45, 2730, 'discontinued'])
    const priceOf = ({ kind, price_inr, high_inr }: Record<string, unknown>) => [kind, price_inr, high_inr]
    assert.deepEqual(prices.map(priceOf), [
      ['ex_showroom', 675_000, undefined],
      ['on_road', 710_000, undefined],
    ])
    assert.deepEqual(machines['mahindra-595-di'].prices, [
      {
        kind: 'ex_showroom',
        observed_at: '2026-08-21',
        price_inr: 710_000,
        source_kind: 'dealer',
        state_code: 'PB',
        high_inr: 730_000,
      },
    ])
    assert.equal(machines['swaraj-855-fe'].prices[0].price_inr, 855_000)
    assert.match(done.said, /price: is in rupees: lakh would be too much; found 8,55,000/)
    assert.deepEqual([machines['sonalika-tiger-50'].cylinders, machines['sonalika-tiger-di-50']], [3, undefined])
    const [implement] = await records('implement')
    assert.deepEqual(
      [implement.kind, implement.hp_min, implement.hp_max, implement.price_inr, implement.lifecycle],
      ['rotavator', 35, 45, 120_000, 'current'],
    )
    // The same command again, and next month's sheet, whose date the title says.
    assert.deepEqual((await run(name, '--mapping', pathOf(file))).summary.unchanged, 5)
    put(
      'next.csv',
      csv(
        PRICES.map((row, pathOf) =>
          pathOf === 0 ? ['Price list as on 05-09-2026'] : row.map((cell) => cell.replace('6.75', '6.95')),
        ),
      ),
    )
    const next = await run('next.csv', '--sender', 'shree', '--yes')
    assert.deepEqual([next.code, next.summary?.created, next.summary?.rejected], [0, 0, 0], next.said)
    const after = (await records('machine')).find(({ slug }) => slug === 'mahindra-575-di')
    assert.deepEqual(after.prices.at(-2).observed_at, '2026-09-05')
  })
}

const STOCK = lines(`
  Stock No|Make|Model|Year|Hours|Price|City|Remarks
  A12|Swaraj|744 FE|2018|2300|4,50,000|Ludhiana|Tyres 60%, call Raju 98155 00321
  A15|Mahindra|575 DI|2016|3200|4 lac 20 hazar|Moga|RC ok 9815500322
  B2|John Deere|5310|2019|1500|Rs 6,45,000/-|मोगा|
  B3|Swaraj|735|2015||On request|Moga|
  B4|Mahindra|475 DI|2020|800|5.10 lakh|Moga|
  B5|Mahindra|475 DI|2021|700|5.60 lakh|Moga|
  B6|Mahindra|475 DI|2021|600|5.70 lakh|Moga|`)
const STOCK_CHOICES = {
  'columns/Remarks/phones': 'contact',
  ...{ 'constants/vehicle_class': 'tractor', 'constants/owners': '1', 'constants/state_code': 'PB' },
  ...{ 'constants/pin': '142001', 'constants/seller': 'dealer', 'constants/dealer_name': 'Shree Tractors' },
  publish: 'true',
}
const numbered = <Row extends { sender: { number: string } }>(rows: Row[]): Record<string, Row> =>
  Object.fromEntries(rows.map((row) => [row.sender?.number, row]))

async function imported(t: TestContext) {
  const created = await desk(t)
  created.put('stock.csv', csv(STOCK))
  const first = await created.run('stock.csv', '--sender', 'shree')
  assert.deepEqual([first.code, open(first.summary).toSorted()], [3, Object.keys(STOCK_CHOICES).toSorted()], first.said)
  created.choose('stock.mapping.yaml', STOCK_CHOICES)
  created.put(
    'stock.mapping.yaml',
    readFileSync(created.at('stock.mapping.yaml'), 'utf8').replace('absent: keep', 'absent: withdraw'),
  )
  const done = await created.run('stock.csv', '--mapping', created.at('stock.mapping.yaml'))
  assert.deepEqual([done.code, done.summary.created, done.summary.rejected], [1, 6, 1], done.said)
  return { ...created, done }
}

it('keeps phone numbers of remarks private, and rejects stock without a price', async (t) => {
  const { records, done, env } = await imported(t)
  assert.match(done.said, /stock\.csv:5: price_inr: is missing/)
  const listings = numbered(await records('listing'))
  const { A12: first, A15: second, B2: third } = listings
  assert.deepEqual(
    [first.contact, second.contact, second.price_inr, third.price_inr],
    [{ phone: '98155 00321' }, { phone: '9815500322' }, 420_000, 645_000],
  )
  assert.deepEqual(
    [third.district, first.km, first.seller, first.dealer_name, first.machine_slug],
    ['मोगा', 0, 'dealer', 'Shree Tractors', 'swaraj-744-fe'],
  )
  assert.ok(!first.description.includes('98155') && first.description.includes('Tyres 60%'))
  assert.ok(first.id > 1_000_000)
  const { stdout } = await yantra(env, 'listings', 'list', '--query', 'A15', '--json')
  assert.deepEqual(
    JSON.parse(stdout).map(({ id }: { id: number }) => id),
    [second.id],
  )
  assert.doesNotMatch((await yantra(env, 'export')).stdout, /"sender"|"type":"mapping"/)
})

it('finds a listing by its identity wherever its row is, and withdraws exactly those that are gone', async (t) => {
  const { at: pathOf, put, run, records } = await imported(t)
  const before = numbered(await records('listing'))
  const [header, first, , third, , fifth, sixth, seventh] = STOCK as [string[], ...string[][]]
  // Sorted, one inserted at the top, A15 removed, one header renamed, under another name.
  const renamed = ['Stock Number', ...header.slice(1)]
  const fresh = ['C1', 'Mahindra', '575 DI', '2022', '300', '7,10,000', 'Moga', '']
  put('december.csv', csv([renamed, fresh, seventh!, third!.with(5, '6,30,000'), first!, sixth!, fifth!]))
  const unsure = await run('december.csv')
  assert.equal(unsure.code, 3)
  assert.match(unsure.said, /The columns fit the mapping of shree\. Headers alone do not decide the sender/)
  assert.match(unsure.said, /lacks; they become withdrawn: 1\n +\d+ Mahindra 575 DI, 2016/)
  assert.equal(existsSync(pathOf('december.mapping.yaml')), false)
  assert.deepEqual(numbered(await records('listing')), before)
  const done = await run('december.csv', '--sender', 'shree', '--yes')
  assert.deepEqual([done.code, done.summary?.created], [0, 1], done.said)
  const after = numbered(await records('listing'))
  for (const [number, row] of Object.entries(before)) {
    assert.equal(after[number].id, row.id, number)
    assert.equal(after[number].variant_name, row.variant_name, number)
    assert.equal(after[number].status, number === 'A15' ? 'withdrawn' : 'live', number)
  }
  assert.equal(after.B2.price_inr, 630_000)
  // Most of the stock gone: the file of another dealer, perhaps.
  put('other.csv', csv([header, fresh]))
  const refused = await run('other.csv', '--sender', 'shree', '--yes')
  assert.equal(refused.code, 3)
  assert.match(refused.said, /5 of 6 live listings of shree are not in the sheet; .*--withdraw 5/)
  assert.equal((await run('other.csv', '--sender', 'shree', '--yes', '--withdraw', '4')).code, 3)
  assert.equal((await run('other.csv', '--sender', 'shree', '--yes', '--withdraw', '5')).code, 0)
  assert.deepEqual(
    (await records('listing')).filter(({ status }) => status === 'live').map(({ sender }) => sender.number),
    ['C1'],
  )
})

it('keeps two dealers with one template apart, and one identity for one row', async (t) => {
  const { put, run, records } = await imported(t)
  put('rival.csv', csv(STOCK.map((row) => row.with(5, row[5]!.replace('4,50,000', '4,10,000')))))
  put('rival.mapping.yaml', (await yantra((await desk(t)).env, 'mappings', 'list')).stdout)
  const before = numbered(await records('listing'))
  const twice = [...STOCK.slice(0, 2), STOCK[1]!.with(2, '855 FE')]
  put('twice.csv', csv([...twice, ...STOCK.slice(2)]))
  const { summary, said: spoken } = await run('twice.csv', '--sender', 'shree', '--yes')
  assert.equal(summary.rejected, 2, spoken)
  assert.match(spoken, /twice\.csv:3: id: has the identity of an earlier row; found line 2/)
  assert.equal(numbered(await records('listing')).A12.id, before.A12.id)
})

it('asks for every unit, date order, price kind and word that is not certain', async (t) => {
  const { at: pathOf, put, run, records, choose } = await desk(t)
  const rows = lines(`
    Model|Power (kW)|Price (USD)|MRP|Dealer rate|Tank (gallons)|Cutter bar (ft)|Wt|Drive|Launched|Class
    N 1|30|25000|7.1|6.9|12|5|2.1|4x4|05/06/2020|Tractor
    N 2|31 kW|26000|7.2|7.0|12|5.5|21 qtl|Both|04/06/2020|Tractor
    N 3|40 HP|26000|7.3|7.1|12|5 ft|2,100 kg|2WD|03/06/2020|Tractor`)
  put('a.csv', csv(rows))
  const { summary } = await run('a.csv', '--type', 'machine', '--sender', 'x')
  const paths = [
    ...['columns/Price (USD)/field', 'columns/MRP/unit', 'columns/MRP/kind', 'columns/Dealer rate/unit'],
    ...['columns/Tank (gallons)/field', 'columns/Wt/unit', 'columns/Drive/values/Both', 'constants/price.observed_at'],
    ...['constants/price.source_kind', 'constants/price.state_code', 'constants/manufacturer', 'constants/lifecycle'],
    ...['date_order', 'publish'],
  ]
  assert.deepEqual(open(summary), paths)
  const values = [
    'note',
    'lakh',
    'ex_showroom',
    'lakh',
    'skip',
    't',
    'skip',
    '2026-08-01',
    'dealer',
    'IN',
    'same',
    'current',
  ]
  choose(
    'a.mapping.yaml',
    Object.fromEntries(paths.map((path, pathOf) => [path, [...values, 'dmy', 'false'][pathOf]!])),
  )
  const done = await run('a.csv', '--mapping', pathOf('a.mapping.yaml'))
  assert.deepEqual([done.summary?.created, done.summary?.rejected], [3, 0], done.said)
  assert.match(done.said, /a\.csv:4: warning: power_kw: is left out: is in HP, not in kW; found "40 HP"/)
  const created = (await records('machine')).slice(4)
  assert.deepEqual(
    created.map((row) => [row.operating_weight_kg, row.cutter_bar_mm, row.wheel_drive, row.launched_at]),
    [
      [2100, 1524, '4wd', '2020-06-05'],
      [2100, 1676.4, undefined, '2020-06-04'],
      [2100, 1524, '2wd', '2020-06-03'],
    ],
  )
  assert.deepEqual([created[0].power_kw, created[0].engine_hp], [30, undefined])
  const kinds = created[0].prices.map(({ kind, price_inr }: Record<string, unknown>) => [kind, price_inr])
  assert.deepEqual(kinds, [
    ['ex_showroom', 710_000],
    ['dealer_quote', 690_000],
  ])
})

it('asks for the day of prices each month and refuses a future one', async (t) => {
  const { at: pathOf, put, run, choose } = await desk(t)
  put('a.csv', csv(lines('Make|Model|HP|Class|Ex-showroom (Rs.)\nMahindra|575 DI|45|Tractor|6,75,000')))
  const { summary } = await run('a.csv', '--sender', 'x')
  assert.ok(open(summary).includes('constants/price.observed_at'))
  choose('a.mapping.yaml', {
    'constants/price.observed_at': '2099-01-01',
    'constants/price.source_kind': 'dealer',
    'constants/price.state_code': 'PB',
    publish: 'false',
  })
  const future = await run('a.csv', '--mapping', pathOf('a.mapping.yaml'))
  assert.equal(future.code, 3)
  assert.match(future.said, /price\.observed_at: "2099-01-01" is in the future/)
  const done = await run('a.csv', '--mapping', pathOf('a.mapping.yaml'), '--date', '2026-08-01')
  assert.deepEqual([done.code, done.summary?.changed], [0, 1], done.said)
  const next = await run('a.csv', '--sender', 'x', '--yes')
  assert.deepEqual([next.code, open(next.summary)], [3, ['constants/price.observed_at']], next.said)
  assert.equal((await run('a.csv', '--sender', 'x', '--yes', '--date', '2026-09-01')).summary.changed, 1)
})

it('asks for near names of manufacturers, and once whether unknown ones are created', async (t) => {
  const { at: pathOf, put, run, records, choose } = await desk(t)
  put(
    'a.csv',
    csv(
      lines(
        'Make|Model|Class|Status|CC\nMahendra|A 1|Tractor|Current|2000\nAcme Pvt. Ltd.|B 1|Trctor|Band|1800\n|John Deer 5310|Tractor|Current|2900',
      ),
    ),
  )
  const { summary } = await run('a.csv', '--type', 'machine', '--sender', 'x')
  assert.deepEqual(open(summary), [
    'columns/Make/values/Mahendra',
    'columns/Model/values/John Deer',
    'columns/Class/values/Trctor',
    'unknown_manufacturers',
    'publish',
  ])
  choose('a.mapping.yaml', {
    ...{
      'columns/Make/values/Mahendra': 'mahindra',
      'columns/Model/values/John Deer': 'john-deere',
      'columns/Class/values/Trctor': 'tractor',
    },
    ...{ unknown_manufacturers: 'create', publish: 'true' },
  })
  const done = await run('a.csv', '--mapping', pathOf('a.mapping.yaml'))
  assert.deepEqual([done.summary?.created, done.summary?.rejected, done.summary?.unpublished], [3, 0, 0], done.said)
  const created = (await records('machine')).slice(4).map(({ slug, lifecycle }) => [slug, lifecycle])
  assert.deepEqual(created, [
    ['mahindra-a-1', 'current'],
    ['acme-pvt-ltd-b-1', 'discontinued'],
    ['john-deere-5310', 'current'],
  ])
})

it('reads section rows, filled-down cells and rows of another type, and no row below other headers', async (t) => {
  const { at: pathOf, put, run, records, choose } = await desk(t)
  put(
    'a.csv',
    csv(
      lines(`
    Company|Model|HP|Gears|CC
    TRACTORS||||
    Swaraj|744|48|8F+2R|3000
    EXCAVATORS||||
    |E 1|74|1F|4000
    |E 2|NA|08-Feb|
    IMPLEMENTS||||
    Mahindra|Rotavator 6 ft|36||
    Model|Company|Price|HP|
    Arjun 605|Mahindra|60|700000|1`),
    ),
  )
  const { summary, said: spoken } = await run('a.csv', '--sender', 'x')
  assert.deepEqual(open(summary), ['constants/lifecycle', 'constants/manufacturer', 'publish'], spoken)
  choose('a.mapping.yaml', { 'constants/lifecycle': 'current', 'constants/manufacturer': 'skip', publish: 'true' })
  put('a.mapping.yaml', `${readFileSync(pathOf('a.mapping.yaml'), 'utf8')}fill_down: [Company]\n`)
  const done = await run('a.csv', '--mapping', pathOf('a.mapping.yaml'))
  assert.deepEqual([done.summary?.created, done.summary?.rejected, done.summary?.not_rows], [4, 0, 6], done.said)
  assert.match(done.said, /a\.csv:6: warning: gears: is left out: is not a pair of gears/)
  const created = (await records('machine')).slice(4)
  assert.deepEqual(
    created.map(({ slug, machine_class, gears_fwd }) => [slug, machine_class, gears_fwd]),
    [
      ['swaraj-744', 'tractor', 8],
      ['swaraj-e-1', 'excavator', 1],
      ['swaraj-e-2', 'excavator', undefined],
    ],
  )
  const [implement] = await records('implement')
  assert.deepEqual([implement.kind, implement.hp_min], ['rotavator', 36])
})

it('asks for the type of the records where the sheet leaves it open', async (t) => {
  const { at: pathOf, put, run } = await desk(t)
  put('a.csv', csv(lines('Make|Model|Price\nMahindra|X 1|95000\nMahindra|X 2|98000')))
  const unsure = await run('a.csv', '--sender', 'x')
  assert.deepEqual([unsure.code, existsSync(pathOf('a.mapping.yaml'))], [3, false])
  assert.match(unsure.said, /may hold records of several types: say --type machine or implement or listing/)
  assert.equal((await run('a.csv', '--sender', 'x', '--type', 'implement')).code, 3)
  assert.match(readFileSync(pathOf('a.mapping.yaml'), 'utf8'), /type: implement/)
})

it('stores mappings by their senders: commands list, show, save, remove and export them', async (t) => {
  const { env, at: pathOf, put, run } = await desk(t)
  const mappings = async (...words: string[]) => yantra(env, 'mappings', ...words)
  put(
    'm.yaml',
    'version: 1\nsender: shree\ntype: machine\ncolumns:\n  HP: engine_hp\n  Old: skip\nidentity: slug\nabsent: keep\n',
  )
  assert.equal((await mappings('save', 'shree', '--from', pathOf('m.yaml'))).code, 0)
  const [stored] = JSON.parse((await mappings('list', '--json')).stdout)
  assert.deepEqual([stored.sender, stored.mapping.columns.HP], ['shree', { field: 'engine_hp' }])
  const { stdout } = await mappings('show', 'shree')
  put('again.yaml', stdout)
  assert.equal((await mappings('save', 'shree', '--from', pathOf('again.yaml'))).code, 0)
  const row = (await yantra(env, 'export', '--private')).stdout.trimEnd().split('\n').at(-1)!
  assert.equal((await mappings('remove', 'shree')).code, 0)
  assert.equal((await mappings('show', 'shree')).code, 1)
  put('rows.ndjson', `${row}\n{"type":"mapping","mapping":{"type":"machine"}}\n{"type":"recipe","name":"x"}\n`)
  const taken = await run('rows.ndjson')
  assert.equal(taken.summary.rejected, 2, taken.said)
  assert.equal((await mappings('show', 'shree')).stdout, stdout)
  put(
    'wrong.yaml',
    'version: 2\nsender: a\ntype: tractor\ncolumns: {HP: power}\nidentity: slug\nabsent: maybe\nsort: 1\n',
  )
  const wrong = await mappings('save', 'y', '--from', pathOf('wrong.yaml'))
  assert.equal(wrong.code, 2)
  for (const reason of [
    /version: must be one of 1/,
    /type: must be one of manufacturer, class, machine/,
    /absent: must be one of keep, withdraw/,
    /sort: is not part of a mapping/,
  ])
    assert.match(wrong.stderr, reason)
  put('field.yaml', 'version: 1\nsender: a\ntype: machine\ncolumns: {HP: power}\nidentity: slug\nabsent: keep\n')
  assert.match(
    (await mappings('save', 'y', '--from', pathOf('field.yaml'))).stderr,
    /columns\/HP: must be skip, note or one of id, slug/,
  )
  put(
    'polluted.yaml',
    'version: 1\nsender: a\ntype: machine\ncolumns: {__proto__: engine_hp}\nidentity: slug\nabsent: keep\n',
  )
  await mappings('save', 'y', '--from', pathOf('polluted.yaml'))
  assert.equal(({} as Record<string, unknown>).field, undefined)
})
