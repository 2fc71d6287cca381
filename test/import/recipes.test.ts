import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it, type TestContext } from 'node:test'
import { writeOds } from 'hucre/ods'
import { writeXlsx } from 'hucre/xlsx'
import type { Question } from '../../src/import/mapping/mapping.ts'
import { yantra } from '../service.ts'
import { sized } from '../tier.ts'
import { openDesk } from './desk.ts'

const THERE = ['575 DI', '585 DI', '265 DI'].map((model, at) => ({
  ...{ type: 'machine', slug: `mahindra-${model.toLowerCase().replace(' ', '-')}`, name: `Mahindra ${model} Sarpanch` },
  ...{ manufacturer: 'mahindra', machine_class: 'tractor', lifecycle: at === 0 ? 'discontinued' : 'current' },
  ...{ engine_hp: 45 + at, brakes: 'dry disc' },
}))

const MAKERS = ['mahindra', 'swaraj', 'same'].map((slug) => ({
  ...{ type: 'manufacturer', slug, name: slug[0]!.toUpperCase() + slug.slice(1) },
}))
const desk = (t: TestContext) => openDesk(t, [...MAKERS, ...THERE])

/** What is asked of a sheet: the places in the recipe, with the likeliest answer. */
const asked = ({ questions }: { questions: Question[] }) =>
  Object.fromEntries(questions.map(({ id, choices }) => [id, choices[0]?.value]))

const SHEET = [
  ['Price list of Shree Tractors as on 21-08-2026', '', '', '', '', '', '', ''],
  ['S.No', 'Brand', 'Model', 'Type', 'Rated RPM', 'Weight (lbs)', 'Ex-showroom Price (Rs. Lakh)', 'Date', 'मॉडल'],
  ['1', 'MAHINDRA', '575 di', 'Tractor', '2000', '4200', '6.75', '21/08/2026', '575'],
  ['Most used tractors', '', '', '', '', '', '', '', ''],
  ['2', '"', '595 DI', 'do', '2100', '4300', '7.10-7.30', '05/08/2026', '595'],
  ['3', 'Swaraj', '855 fe', '-do-', '2000', '', '-', 'NA', ''],
  ['Total', '', '', '', '', '', '', '', ''],
]
const csv = (rows: readonly string[][]) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')
const ANSWERS = [
  ...['columns/Rated RPM/field=left out', 'columns/मॉडल/field=left out', 'alone=left out', 'prices/state_code=Punjab'],
  ...['prices/source_kind=dealer', 'new/lifecycle=current', 'publish=no'],
].join('; ')

const FILES: [string, () => Promise<Uint8Array> | string | Uint8Array][] = [
  ['list.csv', () => csv(SHEET)],
  ['semicolons.csv', () => csv(SHEET).replaceAll('","', '";"')],
  ['wide.csv', () => Buffer.from(`\ufeff${csv(SHEET)}`, 'utf16le')],
  ['list.xlsx', () => writeXlsx({ sheets: [{ name: 'Prices', rows: SHEET }] })],
  ['list.ods', () => writeOds({ sheets: [{ name: 'Prices', rows: SHEET }] })],
]
for (const [name, make] of sized([FILES[0]!, FILES[3]!], FILES)) {
  it(`asks of ${name} what only a person knows, once, and reads it by the answers`, async (t) => {
    const { at, put, run, records } = await desk(t)
    put(name, await make())
    const first = await run(name, '--type', 'machine', '--dry-run', '--recipe', at('shree.yaml'))
    assert.deepEqual(asked(first.summary), {
      ...{ 'columns/Rated RPM/field': 'engine_hp', 'columns/मॉडल/field': 'left out', alone: 'left out' },
      ...{ 'prices/state_code': 'IN', 'prices/source_kind': 'manufacturer', 'new/lifecycle': 'upcoming' },
      publish: 'no',
    })
    assert.match(readFileSync(at('shree.yaml'), 'utf8'), /Rated RPM: "\?" # 1\. What is the column "Rated RPM"\?/)
    const early = await run(name, '--recipe', at('shree.yaml'))
    assert.deepEqual([early.code, early.summary], [2, undefined], early.said)
    const taken = await run(name, '--recipe', at('shree.yaml'), '--answers', ANSWERS)
    const { read, created, changed, rejected, not_rows, unpublished } = taken.summary
    assert.deepEqual(
      { read, created, changed, rejected, not_rows, unpublished },
      {
        ...{ read: 3, created: 2, changed: 1, rejected: 0, not_rows: 4, unpublished: 2 },
      },
    )
    assert.match(taken.said, /2 new records are in and not published: yantra publish --import imp_/)
    const [known, , , ditto, plain] = await records('machine')
    // Neither its name nor its lifecycle: what a recipe gives is for new records.
    assert.deepEqual([known.name, known.lifecycle, known.engine_hp], ['Mahindra 575 DI Sarpanch', 'discontinued', 45])
    assert.deepEqual([known.operating_weight_kg, known.prices.length, known.brakes], [1905, 1, 'dry disc'])
    assert.deepEqual([ditto.slug, ditto.name, ditto.machine_class], ['mahindra-595-di', 'Mahindra 595 DI', 'tractor'])
    assert.deepEqual(ditto.prices, [
      {
        kind: 'ex_showroom',
        observed_at: '2026-08-05',
        price_inr: 710_000,
        source_kind: 'dealer',
        state_code: 'PB',
        high_inr: 730_000,
      },
    ])
    assert.deepEqual([plain.slug, plain.lifecycle, plain.prices], ['swaraj-855-fe', 'current', []])
    // Next month: another column, one moved, other figures.
    const next = SHEET.map(([number, ...cells], at) => [...cells, at === 1 ? 'Stock' : '7', number!])
    put('next.csv', csv(next).replaceAll('6.75', '6.95'))
    const later = await run('next.csv', '--dry-run', '--recipe', at('shree.yaml'))
    assert.deepEqual(Object.keys(asked(later.summary)), ['columns/Stock/field'])
    const through = await run('next.csv', '--recipe', at('shree.yaml'))
    assert.deepEqual([through.summary.changed, through.summary.rejected], [1, 0], through.said)
    assert.match(through.said, /Stock: is left out: is a column that the recipe does not know/)
  })
}

const ANSWERED = [
  ...['columns/Price (USD)/field=remarks', 'columns/Rate/unit=lakh', 'columns/Wt/unit=t', 'days=day-month'],
  ...[
    'columns/Tank (gallons)/field=fuel_l',
    'columns/Tank (gallons)/unit=gallon (imperial)',
    'prices/kind=ex_showroom',
  ],
  ...['columns/Drive/words/Both=left out', 'prices/source_kind=dealer', 'prices/observed_at=2026-08-01'],
  ...['prices/state_code=IN', 'new/lifecycle=current', 'new/manufacturer=same', 'new/machine_class=tractor'],
  'publish=no',
]

it('never guesses a unit, a currency, a word or a day', async (t) => {
  const { at, put, run, records } = await desk(t)
  const columns = [
    ...['Model', 'Power (kW)', 'Price (USD)', 'Rate', 'Tank (gallons)', 'Cutter bar (ft)', 'Wt', 'Drive', 'Launched'],
    'On-road',
  ]
  const rows = [
    ['N 1', '30', '25000', '7.1', '12', '5', '2.1', '4x4', '05/06/2020', '7,10,000'],
    ['N 2', '31 kW', '26000', '7.2', '12', '5.5', '21 qtl', 'Both', '04/06/2020', '$9000'],
    ['N 3', '40 HP', '26000', '7.3', '12', '5 ft', '2,100 kg', '2WD', '03/06/2020', '7.4 lakh'],
  ]
  put('a.csv', csv([columns, ...rows]))
  const options = ['--type', 'machine', '--dry-run']
  const { summary } = await run('a.csv', ...options, '--recipe', 'x')
  assert.deepEqual(asked(summary), {
    ...{ 'columns/Price (USD)/field': 'left out', 'columns/Rate/unit': 'rupees', 'columns/Wt/unit': 'kg' },
    ...{ 'columns/Tank (gallons)/field': 'fuel_l', 'columns/Tank (gallons)/unit': 'gallon (US)' },
    ...{ 'columns/Drive/words/Both': '2wd', days: 'day-month', publish: 'no' },
    ...{ 'prices/source_kind': 'manufacturer', 'prices/kind': 'ex_showroom', 'prices/observed_at': undefined },
    ...{
      'prices/state_code': 'IN',
      'new/lifecycle': 'upcoming',
      'new/manufacturer': 'left out',
      'new/machine_class': 'tractor',
    },
  })
  assert.equal((await run('a.csv', '--recipe', 'x', '--answers', 'days=day-month')).code, 2)
  put('answers.txt', `# of Same\n${ANSWERED.join('\n')}\n`)
  const done = await run('a.csv', '--recipe', 'x', '--answers', at('answers.txt'))
  assert.deepEqual([done.summary.created, done.summary.rejected], [3, 0], done.said)
  assert.match(done.said, /a\.csv:3: warning: price: is left out: is in a foreign currency; found "\$9000"/)
  assert.match(done.said, /a\.csv:4: warning: power_kw: is left out: is in HP, not in kW; found "40 HP"/)
  const [one, two, three] = (await records('machine')).slice(3)
  assert.deepEqual([one.power_kw, one.engine_hp, one.fuel_l, one.cutter_bar_mm], [30, undefined, 54.55, 1524])
  assert.deepEqual([one.operating_weight_kg, two.operating_weight_kg, three.operating_weight_kg], [2100, 2100, 2100])
  assert.deepEqual([one.wheel_drive, two.wheel_drive, one.launched_at], ['4wd', undefined, '2020-06-05'])
  assert.deepEqual(
    one.prices.map(({ kind, price_inr }: { kind: string; price_inr: number }) => [kind, price_inr]),
    [
      ['ex_showroom', 710_000],
      ['on_road', 710_000],
    ],
  )
})

it('offers near names of makers and never takes them, and asks once whether new ones are made', async (t) => {
  const { put, run, records } = await desk(t)
  put(
    'a.csv',
    csv([
      ['Make', 'Model', 'Class', 'Status'],
      ['Mahendra', 'A 1', 'Tractor', 'Current'],
      ['Acme Pvt. Ltd.', 'B 1', 'Trctor', 'Band'],
    ]),
  )
  const { summary } = await run('a.csv', '--type', 'machine', '--dry-run', '--recipe', 'makers')
  assert.deepEqual(asked(summary), {
    ...{ 'columns/Make/words/Mahendra': 'mahindra', 'columns/Class/words/Trctor': 'tractor', makers: 'new' },
    publish: 'no',
  })
  const answers = 'makers=new; publish=no; columns/Make/words/Mahendra=mahindra; columns/Class/words/Trctor=tractor'
  const done = await run('a.csv', '--recipe', 'makers', '--answers', answers)
  assert.equal(done.summary.created, 2, done.said)
  const made = (await records('machine')).slice(3).map(({ slug, lifecycle }) => [slug, lifecycle])
  assert.deepEqual(made, [
    ['mahindra-a-1', 'current'],
    ['acme-pvt-ltd-b-1', 'discontinued'],
  ])
  // The same command again, once nothing is open.
  const again = await run('a.csv', '--recipe', 'makers', '--answers', '1=new; publish=no')
  assert.deepEqual([again.code, again.summary.unchanged], [0, 2], again.said)
  assert.match(again.said, /warning: no question is open: answers by number are not used/)
})

it('writes every line once, with its fate and what changes, and takes that table as it says', async (t) => {
  const [one, other] = [await desk(t), await desk(t)]
  one.put('list.csv', csv(SHEET))
  const how = ['--type', 'machine', '--recipe', 'shree', '--answers', ANSWERS]
  for (const name of ['understood.csv', 'understood.xlsx'])
    await one.run('list.csv', ...how.slice(0, name.endsWith('csv') ? 6 : 4), '--dry-run', '--out', one.at(name))
  const [header, ...lines] = readFileSync(one.at('understood.csv'), 'utf8').replace('\ufeff', '').trimEnd().split('\n')
  assert.match(header!, /^_line,_fate,_changes,_notes,_written,type,slug,/)
  assert.deepEqual(
    lines.map((line) => line.split(',').slice(0, 2).join(' ')),
    ['1 not a row', '2 not a row', '3 changed', '4 not a row', '5 new', '6 new', '7 not a row'],
  )
  assert.match(
    lines[2]!,
    /prices: \(nothing\) → .*675000.*; operating_weight_kg: \(nothing\) → 1905.*Weight \(lbs\): 4200/,
  )
  await one.run('list.csv', '--recipe', 'shree')
  other.put('understood.xlsx', readFileSync(one.at('understood.xlsx')))
  const again = await other.run('understood.xlsx')
  assert.deepEqual(
    [again.code, again.summary.created, again.summary.changed, again.summary.rejected],
    [0, 2, 1, 0],
    again.said,
  )
  const plain = (rows: { id: number }[]) => rows.map(({ id: _, ...row }) => row)
  assert.deepEqual(plain(await other.records('machine')), plain(await one.records('machine')))
})

it('reads a list of used machines, ties each to its machine, and knows it again by sender, file and line', async (t) => {
  const { put, run, records } = await desk(t)
  const columns = [
    ...['Sr No', 'Make', 'Model', 'Type', 'Year', 'Hours', 'Kms', 'Owner', 'Price', 'Condition', 'District', 'State'],
    ...['Pincode', 'Seller Mobile', 'Seller Name'],
  ]
  const rows = [
    '1|Mahindra|575 DI|Tractor|2018|2,300|0|Third|4.5 lakh|Good|Ludhiana|Punjab|141001|98155 00321|Raju',
    '2|Mahindra|999 XX|Tractor|2019|1200|0|1st|3,50,000|Fair|Moga|PB|142 001|98155 00322|Ravi',
  ].map((line) => line.split('|'))
  put('used.csv', csv([columns, ...rows]))
  const how = ['--type', 'listing', '--recipe', 'used', '--answers']
  const first = await run('used.csv', '--type', 'listing', '--dry-run')
  assert.deepEqual(asked(first.summary), { 'new/created_at': 'left out', 'new/status': 'draft' })
  const done = await run('used.csv', ...how, 'new/status=live; new/created_at=2026-08-01')
  assert.deepEqual([done.summary.created, done.summary.rejected], [2, 0], done.said)
  const [one, two] = (await records('listing')).toSorted((a, b) => a.year - b.year)
  assert.deepEqual(
    [one.machine_slug, two.machine_slug, one.owners, one.price_inr],
    ['mahindra-575-di', undefined, 3, 450_000],
  )
  assert.deepEqual(
    [one.condition, one.contact, two.pin],
    [{ overall: 'Good' }, { phone: '98155 00321', name: 'Raju' }, '142001'],
  )
  assert.ok(one.id > 1_000)
  assert.equal((await run('used.csv', '--recipe', 'used')).summary.unchanged, 2)
})

it('carries a class of a line alone, fills down, and publishes where the recipe says so', async (t) => {
  const { at, put, run, records } = await desk(t)
  put(
    'a.csv',
    csv([
      ['Company', 'Model', 'HP', 'Gears'],
      ['TRACTORS', '', '', ''],
      ['Swaraj', '744', '48', '8F+2R'],
      ['EXCAVATORS', '', '', ''],
      ['', 'E 1', '74', '1F'],
      ['', 'E 2', 'NA', '08-Feb'],
    ]),
  )
  put(
    'r.json',
    JSON.stringify({
      ...{
        type: 'machine',
        columns: { Company: 'manufacturer', Model: 'name', HP: 'engine_hp', Gears: 'gears' },
        publish: true,
      },
      ...{ fill_down: ['Company'], alone: 'machine_class', new: { lifecycle: 'current' } },
    }),
  )
  const { summary, said } = await run('a.csv', '--recipe', at('r.json'))
  assert.deepEqual([summary.created, summary.rejected, summary.unpublished, summary.not_rows], [3, 0, 0, 3], said)
  assert.match(said, /a\.csv:6: warning: gears: is left out: is no pair of gears/)
  const made = (await records('machine')).slice(3)
  assert.deepEqual(
    made.map(({ slug, machine_class, gears_fwd, gears_rev, published_at }) => [
      slug,
      machine_class,
      gears_fwd,
      gears_rev,
      typeof published_at,
    ]),
    [
      ['swaraj-744', 'tractor', 8, 2, 'string'],
      ['swaraj-e-1', 'excavator', 1, undefined, 'string'],
      ['swaraj-e-2', 'excavator', undefined, undefined, 'string'],
    ],
  )
})

it('keeps recipes by their names, shows, removes and exports them with what is private', async (t) => {
  const { env, at, put, run } = await desk(t)
  put('r.yaml', 'type: machine\ncolumns:\n  HP: engine_hp\n  Old: left out\n')
  const recipes = async (...words: string[]) => yantra(env, 'recipes', ...words)
  assert.equal((await recipes('save', 'shree', '--from', at('r.yaml'))).code, 0)
  assert.match((await recipes('list')).stdout, /shree/)
  const { stdout } = await recipes('show', 'shree')
  assert.match(stdout, /HP: engine_hp/)
  const [row] = (await yantra(env, 'export', '--private')).stdout.trimEnd().split('\n').slice(-1)
  assert.deepEqual(JSON.parse(row!).recipe.columns, { HP: { field: 'engine_hp' }, Old: { field: 'left out' } })
  assert.doesNotMatch((await yantra(env, 'export')).stdout, /"recipe"/)
  assert.equal((await recipes('remove', 'shree')).code, 0)
  assert.equal((await recipes('show', 'shree')).code, 1)
  put('rows.ndjson', `${row}\n{"type":"recipe","name":"x","recipe":{"type":"machine"}}\n`)
  const taken = await run('rows.ndjson')
  assert.deepEqual([taken.summary.created, taken.summary.rejected], [1, 1], taken.said)
  assert.equal((await recipes('show', 'shree')).stdout, stdout)
  put('wrong.yaml', 'type: machine\ncolumns: {HP: power}\n')
  assert.match(
    (await recipes('save', 'y', '--from', at('wrong.yaml'))).stderr,
    /columns\.HP: must be left out, remarks or one of/,
  )
})

it('asks all that can be foreseen in the first run, so that the second publishes', async (t) => {
  const { put, run, records } = await desk(t)
  const columns = ['Make', 'Model', 'Plate group', 'Driven', 'Engine rating', 'Clutch is', 'Sale rate', 'Avail']
  const rows = [
    ['Mahindra', 'A 1', 'Tractor', '2 WD', '34', 'Dual', '6.75', 'Current'],
    ['Swaraj', 'B 1', 'Trctor', 'Both', '40 horses', 'Single', '7.10', 'Kahin nahin'],
  ]
  put('a.csv', csv([columns, ...rows]))
  const { summary } = await run('a.csv', '--type', 'machine', '--dry-run', '--recipe', 'two')
  const open: Question[] = summary.questions
  assert.deepEqual(
    open.map(({ id }) => id),
    [
      ...['columns/Plate group/field', 'columns/Plate group/words/Trctor', 'columns/Driven/field'],
      ...['columns/Driven/words/Both', 'columns/Engine rating/words/horses', 'columns/Clutch is/field'],
      ...['columns/Sale rate/field', 'columns/Sale rate/unit', 'columns/Avail/words/Kahin nahin'],
      ...['prices/state_code', 'prices/source_kind', 'prices/observed_at', 'prices/kind'],
      'publish',
    ],
  )
  assert.match(open[3]!.asks, /^If it is wheel_drive: What does "Both" mean/)
  // What was foreseen for another field is no longer asked.
  const said = [
    ...['machine_class', 'tractor', 'left out', '', 'HP', 'clutch', 'price', 'lakh', 'discontinued', 'PB'],
    ...['dealer', '2026-08-01', 'on_road', 'yes'],
  ]
  const answers = said.flatMap((answer, at) => (answer === '' ? [] : `${at + 1}=${answer}`)).join('; ')
  const done = await run('a.csv', '--recipe', 'two', '--answers', answers)
  assert.deepEqual([done.summary?.created, done.summary?.unpublished], [2, 0], done.said)
  const made = (await records('machine')).slice(3)
  assert.deepEqual(
    made.map(({ machine_class, engine_hp, clutch, prices, lifecycle }) => [
      ...[machine_class, engine_hp, clutch, prices[0].price_inr, lifecycle],
    ]),
    [
      ['tractor', 34, 'Dual', 675_000, 'current'],
      ['tractor', 40, 'Single', 710_000, 'discontinued'],
    ],
  )
  // Next month's sheet has another day, which the recipe does not know.
  for (const more of [[], ['--dry-run']]) {
    const { said } = await run('a.csv', '--recipe', 'two', ...more)
    assert.match(said, /warning: prices are of 2026-08-01, as the recipe says; another day: --answers/)
  }
})

it('takes no ditto for a name or a maker, a maker from the name where it is known, and no row of other columns', async (t) => {
  const { at, put, run, records } = await desk(t)
  const rows = [
    ['Company', 'Make and Model', 'HP', 'Warranty (years)', 'Avail', 'Launched'],
    ['Swaraj', '744 FE', '48', '2', 'Not available', 'Mar 2019'],
    ['तथैव', '855 FE', '52', '2 years', 'Yes', '2020-04-01'],
    ['-do-', 'do', '52', '2', 'Yes', ''],
    ['', 'Mahindra 265 DI', '#REF!', '2+1', 'Yes', ''],
    ['Model', 'Company', 'Price', 'HP', '', ''],
    ['Arjun 605', 'Mahindra', '60', '700000', 'Yes', ''],
  ]
  put('a.csv', csv(rows))
  const first = await run('a.csv', '--type', 'machine', '--dry-run', '--recipe', at('r.yaml'))
  const open = Object.keys(asked(first.summary))
  assert.deepEqual(open, ['columns/Avail/words/Not available', 'new/machine_class', 'publish'])
  const answers = '1=discontinued; 2=tractor; 3=no'
  const done = await run('a.csv', '--recipe', at('r.yaml'), '--answers', answers)
  assert.deepEqual([done.summary.created, done.summary.rejected, done.summary.not_rows], [2, 1, 3], done.said)
  assert.match(done.said, /a\.csv:2: warning: launched_at: is a month or a year alone/)
  assert.match(done.said, /a\.csv:4: name: is a ditto, which names nothing/)
  assert.match(done.said, /a\.csv:5: warning: manufacturer: is the maker with whose name the name begins/)
  const made = await records('machine')
  const of = (slug: string) => made.find((one) => one.slug === slug)
  const [one, two] = [of('swaraj-744-fe'), of('swaraj-855-fe')]
  assert.deepEqual(
    [one.lifecycle, one.warranty_years, two.lifecycle, two.warranty_years],
    ['discontinued', 2, 'current', 2],
  )
  assert.equal(of('mahindra-265-di').engine_hp, 47)
})

const month = (day: string, figures: string[]) =>
  csv([
    ['', `Price list w.e.f. ${day}`, '', '', ''],
    ['S.No', 'Make', 'Model', 'HP', 'Ex-showroom (Rs. in Lakh)'],
    ['1', 'Mahindra', '575 DI', '45', figures[0]!],
    ['2', '"', '-do- Power Steering', '"', figures[1]!],
    ['', 'PAGE 2', '', '', ''],
    ['3', 'Acme', '99', '30', '5.1'],
    ['', 'IMPLEMENTS', '', '', ''],
    ['4', 'Mahindra', 'Rotavator 6 ft', '36', '0.89'],
    ['5', 'Mahindra', 'Zapper', '36', '0.9'],
    ['Total models', '', '5', '', ''],
  ])

it('takes a sheet of machines and implements in with two commands, and the next month with no question', async (t) => {
  const { put, run, records } = await desk(t)
  put('a.csv', month('01/08/2026', ['6.75', '7.05 L']))
  const first = await run('a.csv', '--dry-run', '--recipe', 'balaji')
  assert.deepEqual(asked(first.summary), {
    ...{ makers: 'new', alone: 'machine_class', 'alone_words/PAGE 2': 'left out', 'prices/state_code': 'IN' },
    ...{ 'prices/source_kind': 'manufacturer', 'prices/observed_at': 'above', 'new/lifecycle': 'upcoming' },
    ...{ 'new/machine_class': 'tractor', publish: 'no' },
  })
  assert.match(first.said, /its rows are read as machines, by its headings/)
  assert.match(first.said, /Next: yantra import a\.csv --recipe balaji --answers "1=/)
  const said = [
    'makers=new',
    'alone=machine_class',
    'alone_words/PAGE 2=left out',
    'prices/state_code=RJ',
    'publish=yes',
  ]
  const more = ['prices/source_kind=dealer', 'prices/observed_at=above', 'new/lifecycle=current']
  const answers = [...said, ...more, 'new/machine_class=tractor'].join(';')
  const done = await run('a.csv', '--recipe', 'balaji', '--answers', answers)
  const { created, changed, rejected, not_rows, unpublished } = done.summary
  assert.deepEqual([created, changed, rejected, not_rows, unpublished], [3, 1, 1, 5, 0], done.said)
  assert.match(done.said, /a\.csv:9: kind: is missing: its name names no kind of implement/)
  const named = (rows: { slug: string; name: string }[]) => Object.fromEntries(rows.map((row) => [row.slug, row]))
  const machines = named(await records('machine'))
  assert.equal(machines['mahindra-575-di-power-steering']?.name, 'Mahindra 575 DI Power Steering')
  const [implement] = await records('implement')
  const { kind, hp_min, price_inr, price_kind, price_as_of } = implement
  assert.deepEqual(
    [kind, hp_min, price_inr, price_kind, price_as_of],
    ['rotavator', 36, 89_000, 'ex_showroom', '2026-08-01'],
  )
  put(
    'b.csv',
    month('03/09/2026', ['6.85', '7.15'])
      .replaceAll('"HP"', '"HP","Warranty (years)"')
      .replace(/,"(30|36|45)"/g, ',"$1","2"'),
  )
  const next = await run('b.csv', '--dry-run', '--recipe', 'balaji')
  assert.deepEqual(next.summary.questions, [], next.said)
  assert.match(next.said, /Next: yantra import b\.csv --recipe balaji\n/)
  const after = await run('b.csv', '--recipe', 'balaji')
  assert.deepEqual([after.summary.created, after.summary.changed], [0, 4], after.said)
  const later = named(await records('machine')) as unknown as Record<
    string,
    { warranty_years: number; prices: object[] }
  >
  const of = later['mahindra-575-di']!
  const days = (of.prices as { observed_at: string; price_inr: number }[]).map((one) => [
    one.observed_at,
    one.price_inr,
  ])
  assert.deepEqual(
    [of.warranty_years, days],
    [
      2,
      [
        ['2026-08-01', 675_000],
        ['2026-09-03', 685_000],
      ],
    ],
  )
})

it('finds a listing by its number, asks what initials of a maker mean, and keeps no listing without a price', async (t) => {
  const { put, run, records } = await desk(t)
  const columns = ['Lot No', 'Model', 'Type', 'Year', 'Owner', 'Km', 'Price', 'District', 'State', 'PIN']
  const row = (lot: string, name: string, price: string) => [
    ...[lot, name, 'Tractor', "'18", '1st', '0', price, 'Moga', 'PB', '142001'],
  ]
  const jd = { type: 'manufacturer', slug: 'john-deere', name: 'John Deere' }
  put('jd.ndjson', JSON.stringify(jd))
  await run('jd.ndjson')
  const rows = [
    row('1002', 'JD 5050 D', '2,00,000'),
    row('1004', 'Swaraj 744', '3,00,000'),
    row('1009', 'Swaraj 855', 'Best offer'),
  ]
  put('a.csv', csv([columns, ...rows]))
  const first = await run('a.csv', '--type', 'listing', '--dry-run', '--recipe', 'yard')
  assert.deepEqual(asked(first.summary), {
    ...{ 'columns/Lot No/field': 'own_number', 'columns/Model/words/JD': 'john-deere' },
    ...{ 'new/created_at': 'left out', 'new/status': 'draft' },
  })
  const wrong = await run(
    'a.csv',
    '--dry-run',
    '--recipe',
    'yard',
    '--answers',
    'new/status=on sale; new/created_at=soon',
  )
  assert.match(wrong.said, /new\/created_at: "soon" is not understood/)
  assert.ok('new/created_at' in asked(wrong.summary))
  const answers = '1=own_number; 2=john-deere; new/created_at=2026-08-01; new/status=live'
  const done = await run('a.csv', '--recipe', 'yard', '--answers', answers)
  assert.deepEqual([done.summary.created, done.summary.rejected], [2, 1], done.said)
  assert.match(done.said, /price_inr: is no number, and a listing needs it; found "Best offer"/)
  const made = (await records('listing')).toSorted((a, b) => a.price_inr - b.price_inr)
  assert.deepEqual(
    made.map(({ maker_slug, variant_name, year }) => [maker_slug, variant_name, year]),
    [
      ['john-deere', '5050 D', 2018],
      ['swaraj', '744', 2018],
    ],
  )
  // Next month they stand in other lines; without their numbers they are others.
  put('b.csv', csv([columns, rows[1]!.with(6, '2,90,000'), rows[0]!]))
  const next = await run('b.csv', '--recipe', 'yard')
  assert.deepEqual([next.summary.changed, next.summary.unchanged, next.summary.created], [1, 1, 0], next.said)
  put('c.csv', csv([columns, ...rows.slice(0, 2)].map((cells) => cells.slice(1))))
  const without = await run('c.csv', '--recipe', 'yard')
  assert.deepEqual(
    [without.summary.created, without.summary.rejected, without.summary.not_rows],
    [2, 0, 1],
    without.said,
  )
  assert.match(without.said, /Lot No: is left out: is a column that the sheet does not have/)
})

it('asks of which kind and day the prices of implements are, so that a new one never stands with an old day', async (t) => {
  const { put, run, records } = await desk(t)
  const known = { type: 'implement', slug: 'same-rotavator-6', name: 'Rotavator 6', kind: 'rotavator' }
  const priced = { price_inr: 90_000, price_kind: 'estimate', price_as_of: '2026-01-01' }
  put('known.ndjson', JSON.stringify({ ...known, ...priced, manufacturer: 'same', lifecycle: 'current' }))
  assert.equal((await run('known.ndjson')).code, 0)
  put(
    'a.csv',
    csv([
      ['Slug', 'Price (Rs.)'],
      ['same-rotavator-6', '95,000'],
    ]),
  )
  const first = await run('a.csv', '--type', 'implement', '--dry-run', '--recipe', 'smith')
  assert.ok(
    ['prices/kind', 'prices/observed_at'].every((id) => id in asked(first.summary)),
    first.said,
  )
  assert.ok(!('prices/state_code' in asked(first.summary)))
  const fresh = 'new/lifecycle=current; new/manufacturer=same; new/kind=rotavator; publish=no'
  const answers = `prices/kind=dealer_quote; prices/observed_at=2026-08-21; ${fresh}`
  const done = await run('a.csv', '--recipe', 'smith', '--answers', answers)
  assert.equal(done.summary?.changed, 1, done.said)
  const [one] = await records('implement')
  assert.deepEqual([one.price_inr, one.price_kind, one.price_as_of], [95_000, 'dealer_quote', '2026-08-21'])
})

it('keeps which sheet of a workbook was chosen, and writes a price that it did not understand as it stood', async (t) => {
  const { at, put, run } = await desk(t)
  const rows = (price: string) => [
    ['Slug', 'Ex-showroom Price', 'Kind of price'],
    ['mahindra-575-di', price, 'soon'],
  ]
  const book = (price: string) =>
    writeXlsx({
      sheets: [
        { name: 'Read me', rows: [['Dear all', 'see the next sheet', 'please']] },
        { name: 'Rates', rows: rows(price) },
      ],
    })
  put('a.xlsx', await book('on request'))
  await run('a.xlsx', '--type', 'machine', '--sheet', 'Rates', '--dry-run', '--recipe', at('r.yaml'))
  assert.match(readFileSync(at('r.yaml'), 'utf8'), /sheet: Rates/)
  put('b.xlsx', await book('7,05,000 plus'))
  await run('b.xlsx', '--dry-run', '--recipe', at('r.yaml'), '--out', at('understood.csv'))
  const understood = readFileSync(at('understood.csv'), 'utf8')
  assert.match(understood, /mahindra-575-di/)
  assert.doesNotMatch(understood, /price\.0/)
})
