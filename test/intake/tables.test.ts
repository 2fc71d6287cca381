import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { writeOds } from 'hucre/ods'
import { writeXlsx } from 'hucre/xlsx'
import { kolkataDate } from '../../src/calendar.ts'
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
    return { code, said: stderr.replaceAll(`${folder}/`, ''), summary: stdout === '' ? undefined : JSON.parse(stdout) }
  }
  const records = async (type: string) => {
    const { stdout } = await yantra(env, 'export', '--private')
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    return rows.filter((row) => row.type === type)
  }
  const imports = async () => {
    const { stdout } = await yantra(env, 'imports', 'list', '--json')
    const shown = JSON.parse(stdout).map(({ id }: { id: string }) => yantra(env, 'imports', 'show', id))
    return (await Promise.all(shown)).map(({ stdout }) => stdout.replaceAll(`${folder}/`, ''))
  }
  await run('maker.ndjson', `${JSON.stringify({ type: 'manufacturer', slug: 'mahindra', name: 'Mahindra' })}\n`)
  return { run, records, imports }
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
      name: 'Mahindra 575 DI',
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
      'manufacturer: is a maker that is made: Acme',
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

it('says so where no line of a file names a column', async (t) => {
  const { run } = await bench(t)
  const junk = Buffer.from(Array.from({ length: 20_000 }, (_, at) => (at * 7919 + (at >> 3) * 31) % 256))
  for (const [name, bytes] of Object.entries({
    'a.csv': junk,
    'b.csv': Buffer.concat([Buffer.from([0xff, 0xfe]), junk]),
  })) {
    const { code, said, summary } = await run(name, bytes, '--type', 'machine', '--create-makers')
    assert.deepEqual([code, summary.read, summary.rejected], [1, 1, 1])
    assert.match(said, /row: has no line that names a column: is it a table\?/)
  }
})

it('refuses what may mean two things, and figures that no machine has', async (t) => {
  const { run } = await bench(t)
  const twice = await run(
    'a.csv',
    'Brand,Maker,Model,Type\nMahindra,mahindra,1,Tractor\nMahindra,Acme,2,Tractor\n',
    ...['--type', 'machine', '--create-makers', '--with', WITH],
  )
  assert.match(twice.said, /a\.csv:3: manufacturer: is ambiguous: "Brand" and "Maker" differ; found "Mahindra \/ Acme"/)
  assert.deepEqual([twice.summary.created, twice.summary.rejected], [1, 1])
  const near = await run('b.csv', 'slug,engine_hpp,hp mxn\nmahindra-1,45,9\n', '--type', 'machine', '--json')
  assert.match(near.said, /engine_hp: is the column of another name; found engine_hpp/)
  assert.match(near.said, /hp mxn: is a column that means no field: it is left out/)
  assert.equal(near.summary.changed, 1)
  const large = await run(
    'c.csv',
    'Brand,Model,Class,HP,Price\nMahindra,1,Tractor,"10,70,042",5\n',
    '--type',
    'machine',
    '--with',
    WITH,
  )
  assert.match(large.said, /price\.price_inr: is left out: is ambiguous: rupees or lakh/)
  assert.match(large.said, /engine_hp: is left out: must be from 0 to 5,000; found 1070042/)
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
  const odd = join(folder, 'odd.ndjson')
  writeFileSync(odd, ODD.map((row) => `${JSON.stringify(row)}\n`).join(''))
  assert.equal((await yantra(from, 'import', odd)).code, 0)
  // What the same rows give as NDJSON: the guard may keep a listing for review.
  const rows = join(folder, 'rows.ndjson')
  const again = { DATABASE_URL: await sqlite.newUrl(t) }
  await yantra(from, 'export', '--private', '--out', rows)
  assert.equal((await yantra(again, 'import', rows)).code, 0)
  const whole = (await yantra(again, 'export', '--private')).stdout
  assert.match((await yantra(from, 'export', '--out', join(folder, 'a.csv'))).stderr, /name it with --type/)
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

/** Makers, classes and machines whose names mean something else, too. */
const ODD = [
  { type: 'manufacturer', slug: 'case', name: 'CASE', aliases: ['Case IH'] },
  { type: 'manufacturer', slug: 'case-ih', name: 'Case IH' },
  { type: 'manufacturer', slug: 'same', name: 'Same' },
  {
    ...{ type: 'class', key: 'truck', label: 'Truck', label_hi: 'ट्रक', label_ta: 'டிரக்', plural: 'Trucks' },
    ...{ plural_hi: 'ट्रक', plural_ta: 'டிரக்குகள்', section: 'construction', kinds: [], plate: [], synonyms: [] },
  },
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

/** The rows of a table of machines under the usual header. */
const sheet = (...rows: string[]) => ['Sr,Brand,Model,Type,HP,Lift,Ex-SR,On-road,Launch', ...rows, ''].join('\n')
const OPTIONS = ['--type', 'machine', '--create-makers', '--with', `${WITH}; price date=01/11/2026`]

it('asks for words with their columns, which say nothing elsewhere, and takes the name of a maker as it is said', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Company,Model,Machine type,Steering,"Rate\n(Rs.)"',
    'Marut,AG 365,POWER,POWER,5 peti',
    'Mahindra,575 DI,Tractor,POWER,"6,87,000"',
    'Mahindra,265 DI,Tractor,,"4,95,000"',
    'Make,Model,Class,Steering,Price',
    'Mahindra,Bol 9,POWER,,1 peti',
  ].join('\n')
  const options = [
    '--type',
    'machine',
    '--create-makers',
    '--with',
    'lifecycle=current; state=MH; price source=dealer; price date=20/08/2026; price kind=on road',
  ]
  const asked = await run('a.csv', csv, ...options, '--dry-run')
  assert.deepEqual(asked.summary.not_understood, ['Machine type: POWER', 'Rate (Rs.): peti'])
  assert.doesNotMatch(asked.said, /\ufffd/)
  const { code, said } = await run(
    'a.csv',
    csv,
    ...options,
    '--means',
    'Company: Marut=Marut Drones; Machine type: POWER=power tiller; Rate (Rs.): peti=lakh',
  )
  assert.equal(code, 0, said)
  const seen = (await records('machine')).map(({ slug, machine_class, steering, prices }) => [
    slug,
    machine_class,
    steering,
    prices[0].price_inr,
  ])
  assert.deepEqual(seen, [
    ['marut-drones-ag-365', 'power_tiller', 'POWER', 500_000],
    ['mahindra-575-di', 'tractor', 'POWER', 687_000],
    ['mahindra-265-di', 'tractor', undefined, 495_000],
    ['mahindra-bol-9', 'power_tiller', undefined, 100_000],
  ])
})

it('clears by a sign only under the name of a field or beside a slug, keeps names of columns out of cells, and knows a state alone and an estimate', async (t) => {
  const { run, records } = await bench(t)
  const options = [
    '--type',
    'machine',
    '--with',
    'lifecycle=current; class=tractor; price source=dealer; price date=20/08/2026',
  ]
  await run('a.csv', 'slug,name,manufacturer,engine_hp,fuel_l\nmahindra-575-di,575 DI,mahindra,45,50\n', ...options)
  const office = [
    'Quotation of the dealer,,,,,,',
    'Company,Model,HP,fuel_l,Place,Daam,After sub.,Fuel',
    'Mahindra,575 DI,-,-,KA,6.68-6.88 lakh,5.9 lakh,CNG+डीजल',
  ].join('\n')
  const means = 'Daam=estimated price; After sub.=subsidised price'
  const { code, said } = await run('b.csv', office, ...options, '--means', means)
  assert.equal(code, 0, said)
  assert.match(said, /engine_hp: is not known, says the cell; found -/)
  assert.match(said, /price.city: is a state alone; found "KA": KA/)
  const [{ engine_hp, fuel_l, power_source, prices }] = await records('machine')
  assert.deepEqual([engine_hp, fuel_l, power_source], [45, undefined, 'dual_fuel'])
  assert.deepEqual(
    prices.map((one: Record<string, unknown>) => [one.kind, one.price_inr, one.high_inr, one.city, one.state_code]),
    [
      ['estimate', 668_000, 688_000, undefined, 'KA'],
      ['subsidised', 590_000, undefined, undefined, 'KA'],
    ],
  )
  // One letter off a state, but what every maker of engines says.
  const stage = 'Company,Model,Stage,Rate,Place\nMahindra,X 2,CEV V,"9,00,000",Pune\n'
  assert.equal((await run('d.csv', stage, ...options, '--with', `${options[3]}; price kind=on road`)).code, 0)
  assert.equal((await records('machine')).find(({ name }) => name === 'Mahindra X 2').emission_norm, 'CEV V')
  await run('d.csv', 'slug,HP\nmahindra-575-di,-\n', '--type', 'machine')
  assert.equal((await records('machine'))[0].engine_hp, undefined)
  const asked = await run('c.csv', 'Company,Model,Class\nMahindra,X 1,Flying saucer\n', ...options, '--dry-run')
  assert.match(asked.said, /What may be said:\n {2}machine class: tractor, /)
})

it('leaves out a cell that is not understood, keeps the row, and writes a patch to mend it by', async (t) => {
  const { run, records, imports } = await bench(t)
  const rejects = join(newFolder(t), 'rejects')
  const rows = [
    '1,Mahindra,575 DI,Tractor,abc,1600,"7,10,000",,31/06/2026',
    '2,Mahindra / Acme,9,Tractor,50,1600,,,',
    '3,Mahindra,9,Tractor,45,1600,7.1,,',
    '4,Mahindra,E1,Tractor,45,1600,,,',
  ]
  const { code, said, summary } = await run('a.csv', sheet(...rows), ...OPTIONS, '--rejects', rejects)
  assert.deepEqual([code, summary.created, summary.rejected], [1, 3, 1])
  assert.deepEqual(summary.left_out, { engine_hp: 1, launched_at: 1, price: 1 })
  assert.match(said, /a\.csv:2: warning: engine_hp: is left out: must be a number; found "abc"/)
  assert.match(
    said,
    /a\.csv:4: warning: price\.price_inr: is left out: is ambiguous: rupees or lakh; [^\n]*found "7\.1"/,
  )
  assert.match(said, /a\.csv:3: manufacturer: is ambiguous: /)
  assert.deepEqual(
    summary.warnings.map(({ field, rows, found }: Record<string, unknown>) => [field, rows, found]),
    [
      ['engine_hp', 1, '"abc"'],
      ['launched_at', 1, '"31/06/2026"'],
      ['price.price_inr', 1, '"7.1"'],
    ],
  )
  const [first] = await records('machine')
  assert.deepEqual([first.engine_hp, first.launched_at, first.lift_capacity_kg], [undefined, undefined, 1_600])
  const kept = readFileSync(rejects, 'utf8').trimEnd().split('\n')
  const mended = kept
    .map((line) => line.replace('"abc"', '45').replace('31/06/2026', '2026-06-30').replace('"7.1"', '710000'))
    .map((line) => line.replace('Mahindra / Acme', 'mahindra').replace('"name":"9"', '"name":"9","slug":"mahindra-10"'))
  const last = await run('mended.ndjson', mended.join('\n'))
  assert.deepEqual([last.code, last.summary.created, last.summary.changed], [0, 1, 2], last.said)
  const after = (await records('machine')).find(({ slug }) => slug === first.slug)
  assert.deepEqual([after.engine_hp, after.launched_at, after.prices[0].price_inr], [45, '2026-06-30', 710_000])
  const shown = (await imports()).join('\n')
  assert.match(
    shown,
    /Taken with a warning:\n {4}1 row {2}engine_hp: is left out: must be a number\n {8}a\.csv:2: "abc"/,
  )
  const strict = await run('b.csv', sheet('1,Mahindra,77,Tractor,abc,1600,,,'), ...OPTIONS, '--strict')
  assert.deepEqual([strict.code, strict.summary.created, strict.summary.rejected], [1, 0, 1])
})

it('leaves out a cell that contradicts another, and never fills a refused cell from --with', async (t) => {
  const { run, records } = await bench(t)
  const csv = 'Brand,Model,Type,HP,PTO HP,Drive\nMahindra,1,Tractor,45,50,2WD/4WD\n'
  const { summary } = await run('a.csv', csv, '--type', 'machine', '--with', 'lifecycle=current; drive=4wd')
  assert.deepEqual([summary.created, summary.left_out], [1, { pto_hp: 1, wheel_drive: 1 }])
  const given = summary.understood.filter(({ reason }: { reason: string }) => reason === 'is taken from --with')
  assert.deepEqual(
    given.map(({ field, rows }: { field: string; rows: number }) => [field, rows]),
    [['lifecycle', 1]],
  )
  const [one] = await records('machine')
  assert.deepEqual([one.engine_hp, one.pto_hp, one.wheel_drive], [45, undefined, undefined])
})

it('knows a maker by what offices call it, and makes one maker of its spellings', async (t) => {
  const { run, records } = await bench(t)
  const maker = (slug: string, name: string, aliases: string[] = []) =>
    JSON.stringify({ type: 'manufacturer', slug, name, aliases })
  await run('makers.ndjson', [maker('massey-ferguson', 'Massey Ferguson'), maker('kubota', 'Kubota')].join('\n'))
  const names = [
    ...['Massey', 'MF', 'M/s Massey Ferguson India Pvt. Ltd.', 'मैसी फर्ग्यूसन', 'குபோட்டா', 'Kubotta'],
    ...['Karmveer Tractors', 'कर्मवीर', 'KARMVEER', 'M/s Karmveer Ltd', 'विंध्या (Vindhya)', 'विंध्या', '"'],
  ]
  const rows = names.map((name, at) => `${at},${name === '"' ? '""""' : name},M ${at},Tractor,45,,,,`)
  const { summary, said } = await run('a.csv', sheet(...rows), ...OPTIONS)
  assert.equal(summary.created, names.length, said)
  const makers = new Map(
    (await records('machine')).map((row) => [row.name.split(/ (?=M \d)/).at(-1), row.manufacturer]),
  )
  assert.deepEqual(
    names.map((_, at) => makers.get(`M ${at}`)),
    [
      ...['massey-ferguson', 'massey-ferguson', 'massey-ferguson', 'massey-ferguson', 'kubota', 'kubota'],
      ...['karmveer', 'karmveer', 'karmveer', 'karmveer', 'vindhya', 'vindhya', 'vindhya'],
    ],
  )
})

it('reads headings, sums, notes, repeated headers, ditto marks and two price columns', async (t) => {
  const { run, records } = await bench(t)
  const rows = [
    'A,MAHINDRA,,,,,,,',
    '1,,575 DI,Tractor,45,1600,"7,10,000",7.9 lakh,Aug-23',
    'sr,BRAND,model,type,hp,lift,ex-sr,on-road,launch',
    '2,do,585 DI,"""",45,,"7,20,000",,45123',
    ',Total,2,,,,,,',
    ',Note:,Prices subject to change,,,,,,',
  ]
  const { code, summary, said } = await run('a.csv', sheet(...rows), ...OPTIONS)
  assert.deepEqual([code, summary.read, summary.created], [0, 2, 2], said)
  const [one, two] = await records('machine')
  assert.deepEqual([one.manufacturer, one.launched_at, two.launched_at], ['mahindra', '2023-08-01', '2023-07-16'])
  assert.deepEqual(
    one.prices.map(({ kind, price_inr }: Record<string, unknown>) => [kind, price_inr]),
    [
      ['ex_showroom', 710_000],
      ['on_road', 790_000],
    ],
  )
  for (const told of [
    /line 2, which has one cell alone/,
    /header that is repeated/,
    /line 6, a sum/,
    /line 7, a note/,
  ]) {
    assert.match(said, told)
  }
  const grouped = ['Make,Model,Kind,Tyres,,Weight', ',,,Front,Rear,kg', 'Mahindra,X,Tractor,6.00-16,14.9-28,1860'].join(
    '\n',
  )
  await run('g.csv', grouped, '--type', 'machine', '--with', 'lifecycle=current; class=tractor')
  const grown = (await records('machine')).find(({ name }) => name === 'Mahindra X')
  assert.deepEqual([grown.tyre_front, grown.tyre_rear, grown.operating_weight_kg], ['6.00-16', '14.9-28', 1_860])
})

it('knows a class as offices write it, and reads a kind of implement among machines as an implement', async (t) => {
  const { run, records } = await bench(t)
  const classes: [string, string][] = [
    ['Agri. Tractor', 'tractor'],
    ['कम्बाईन', 'combine_harvester'],
    ['Hitachi type excavator', 'excavator'],
    ['Backhoe Loader (JCB type)', 'backhoe_loader'],
    ['Tractor (4WD)', 'tractor'],
    ['Excavaters', 'excavator'],
    ['P.Weeder', 'power_weeder'],
    ['-', 'tractor'],
    ['NA', 'tractor'],
  ]
  const rows = classes.map(([said], at) => `${at},Mahindra,M ${at},${said},45,,,,`)
  const implement = '20,Mahindra,Gyrovator,Rotavater,,,"1,12,000",,07-Nov-14'
  const strange = '21,Mahindra,X,Zorbing,,,,,'
  const { summary, said } = await run(
    'a.csv',
    sheet(...rows, implement, strange),
    ...OPTIONS.slice(0, 3),
    '--with',
    `${WITH}; class=tractor; price date=01/11/2026`,
  )
  assert.deepEqual([summary.created, summary.rejected], [classes.length + 1, 1], said)
  assert.match(said, /machine_class: is no class that is known; found "Zorbing"/)
  assert.match(said, /launched_at: is left out: an implement has no such field; found Launch 07-Nov-14/)
  const stored = new Map((await records('machine')).map((row) => [row.name, row.machine_class]))
  assert.deepEqual(
    [...classes.keys()].map((at) => stored.get(`Mahindra M ${at}`)),
    classes.map(([, key]) => key),
  )
  const [one] = await records('implement')
  assert.deepEqual(
    [one.slug, one.kind, one.lifecycle, one.price_inr, one.price_kind],
    ['mahindra-gyrovator', 'rotavator', 'current', 112_000, 'ex_showroom'],
  )
})

it('refuses a company beside its brand, and knows what a maker or a name holds beside itself', async (t) => {
  const { run, records } = await bench(t)
  const makers = ['TAFE', 'Massey Ferguson', 'Escorts', 'Farmtrac', 'Standard'].map((name) =>
    JSON.stringify({ type: 'manufacturer', slug: name.toLowerCase().replace(' ', '-'), name }),
  )
  await run('makers.ndjson', makers.join('\n'))
  const rows = [
    '1,TAFE - Massey Ferguson,1035 DI,Tractor,36,,,,',
    '2,Massey Ferguson (TAFE),241 DI,Tractor,42,,,,',
    '3,Escorts Farmtrac,Champion 35,Tractor,35,,,,',
    '4,Standard DI-345,,Tractor,45,,,,',
    '5,,Farmtrac 60 (55 HP),Tractor,,,,,',
    '6,TAFE / Massey Ferguson,9500,Tractor,58,,,,',
  ]
  const { summary, said } = await run('a.csv', sheet(...rows), ...OPTIONS)
  assert.deepEqual([summary.created, summary.rejected], [3, 3], said)
  assert.match(said, /a\.csv:2: manufacturer: is ambiguous: /)
  assert.match(said, /a\.csv:4: manufacturer: is ambiguous: escorts or farmtrac/)
  const stored = (await records('machine')).map(({ slug, name, engine_hp }) => [slug, name, engine_hp])
  assert.deepEqual(stored, [
    ['massey-ferguson-241-di', 'Massey Ferguson 241 DI', 42],
    ['standard-di-345', 'Standard DI-345', 45],
    ['farmtrac-60', 'Farmtrac 60', 55],
  ])
})

it('keeps a heading for a maker over pages, and reads loose columns only where no other means the field', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Machine,Model,HP band,HP,Rate,Ex-showroom (Rs. lakh)',
    'MAHINDRA,,,,,',
    'Tractor,575 DI,41-50 HP,45,9,7.10',
    'Page 2,,,,,',
    'Combine,"H\n500",,101,9,24.5',
    'Others,,,,,',
    'Tractor,9,,45,9,7.10',
  ].join('\n')
  const { summary, said } = await run('a.csv', csv, ...OPTIONS)
  assert.deepEqual([summary.created, summary.rejected], [2, 1], said)
  assert.match(said, /a\.csv:8: manufacturer: is missing, and makes the slug/)
  assert.match(said, /HP band: is left out: another column is engine_hp/)
  const stored = (await records('machine')).map((row) => [
    row.name,
    row.machine_class,
    row.engine_hp,
    row.prices[0].price_inr,
  ])
  assert.deepEqual(stored, [
    ['Mahindra 575 DI', 'tractor', 45, 710_000],
    ['Mahindra H 500', 'combine_harvester', 101, 2_450_000],
  ])
})

it('reads a heading that says what it names, and a header of two lines by what stands below', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Approved list,,,,',
    'No,Model,Specification,,Price (Rs. in lakh)',
    ',,HP,Cyl,Ex-Showroom',
    'निर्माता : मेसर्स महिन्द्रा लि. (मुंबई),,,,',
    '(क) 41 से 50 एच.पी.,,,,',
    '1,575 डी.आई.,45,4,7.10',
    'Maker - Acme (India),,,,',
    '2,Mini Rotavator 5 ft,,,1.05',
    '3,Crop 9 (50 HP),50,३,8',
  ].join('\n')
  const { summary, said } = await run(
    'a.csv',
    csv,
    ...OPTIONS.slice(0, 3),
    '--with',
    `${WITH}; class=tractor; price date=01/11/2026`,
  )
  assert.deepEqual([summary.created, summary.rejected], [3, 0], said)
  const stored = (await records('machine')).map((row) => [
    row.slug,
    row.engine_hp,
    row.cylinders,
    row.prices[0].price_inr,
  ])
  assert.deepEqual(stored, [
    ['mahindra-575-di', 45, 4, 710_000],
    ['acme-crop-9', 50, 3, 800_000],
  ])
  const [one] = await records('implement')
  assert.deepEqual([one.slug, one.kind, one.price_inr], ['acme-mini-rotavator-5-ft', 'rotavator', 105_000])
  assert.match(said, /kind: is said by the name; found rotavator/)
})

it('begins another table at a header of other columns, and takes what a heading or a name says for a cell', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'No,Company,Model,Engine,PTO,Tyre Size,,Launch,Stock',
    ',,,H.P.,H.P.,Front,Rear,Month/Yr,at yard',
    ',A) TRACTORS,,,,,,,',
    '1,Mahindra,575 DI 4WD,45,39.8,6.00-16 / 13.6-28,,2018,1',
    '2,",,",475 DI,42,38,6.00-16,13.6-28,Aug 2018,2',
    '"F) JCB and other BACKHOE LOADERS (on commission)",,,,,,,,',
    'Sr,Company,Model,Dig depth (mm),HP,Ex-showroom (Rs),Price date,,',
    '1,JCB,3DX,4772,76,2850000,2025,,',
  ].join('\n')
  const { summary, said } = await run('a.csv', csv, ...OPTIONS.slice(0, 3), '--with', WITH)
  assert.deepEqual([summary.created, summary.rejected], [3, 0], said)
  const stored = (await records('machine')).map((row) => [
    ...[row.slug, row.machine_class, row.engine_hp, row.pto_hp, row.wheel_drive, row.tyre_front, row.tyre_rear],
    ...[row.launched_at, row.dig_depth_mm, row.prices?.[0]?.observed_at],
  ])
  const none = undefined
  assert.deepEqual(
    stored.toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
    [
      ['jcb-3dx', 'backhoe_loader', 76, none, none, none, none, none, 4772, '2025-01-01'],
      ['mahindra-475-di', 'tractor', 42, 38, none, '6.00-16', '13.6-28', '2018-08-01', none, none],
      ['mahindra-575-di-4wd', 'tractor', 45, 39.8, '4wd', '6.00-16', '13.6-28', '2018-01-01', none, none],
    ],
  )
  assert.match(said, /begins a table of other columns; found line 7/)
  assert.match(
    said,
    /Left out, with the first of each:\n(?:.*column.*\n)*.*Stock at yard: is a column that means no field/,
  )
})

it('takes words as --means says them: columns, cells, units, and codes by their column', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Brand,Model,Class,HP,Dry wajan (Qtl),Sthiti now,Fuel,On road rate',
    'Mahindra,575 DI Chota,Chota,45,18.6,D,D,7.1 peti',
    'Mahindra,265 DI,tractor,30,17.9,A,D,5.2 peti',
  ].join('\n')
  const options = ['--type', 'machine', '--with', 'price source=dealer; state=PB; price date=01/11/2026']
  const first = await run('a.csv', csv, ...options, '--dry-run')
  assert.deepEqual(first.summary.not_understood, [
    'Dry wajan (Qtl)',
    'Sthiti now',
    'Class: Chota',
    'On road rate: peti',
  ])
  assert.match(first.said, /\n {2}--means 'Dry wajan \(Qtl\)=…; Sthiti now=…; Class: Chota=…; On road rate: peti=…'\n/)

  const means =
    'Dry wajan (Qtl)=weight; Sthiti now=status; Sthiti now: D=discontinued; A=current; Chota=tractor; peti=lakh'
  const { code, summary, said } = await run('a.csv', csv, ...options, '--means', means)
  assert.deepEqual([code, summary.rejected, summary.not_understood], [0, 0, []], said)
  assert.match(said, /1 row {3}Dry wajan \(Qtl\): is read as --means says; found weight qtl/)
  const seen = (await records('machine')).map(({ name, machine_class, lifecycle, power_source, ...one }) => {
    const [price] = one.prices
    return [name, machine_class, lifecycle, power_source, one.operating_weight_kg, price.kind, price.price_inr]
  })
  assert.deepEqual(seen, [
    ['Mahindra 575 DI Chota', 'tractor', 'discontinued', 'diesel', 1_860, 'on_road', 710_000],
    ['Mahindra 265 DI', 'tractor', 'current', 'diesel', 1_790, 'on_road', 520_000],
  ])

  for (const [given, reason] of [
    ['Chhota=tractor', /--means Chhota: stands nowhere in the table; did you mean chota\?/],
    ['Fuel=weigght of grain', /--means weigght of grain: means no field of a machine/],
    ['Fuel', /--means Fuel: write name=value/],
  ] as const) {
    const wrong = await run('a.csv', csv, ...options, '--means', `${means}; ${given}`)
    assert.equal(wrong.code, 2)
    assert.match(wrong.said, reason)
  }
  const two = 'MFR,Model,HP,UTH_CAP,OP_WT\n,,,KG,KG\nMahindra,595 DI,50,1600,2055\n'
  const also = 'class=tractor; lifecycle=current'
  const named = await run('b.csv', two, '--type', 'machine', '--with', also, '--dry-run')
  assert.deepEqual(named.summary.not_understood, ['UTH_CAP KG'])
  await run('b.csv', two, '--type', 'machine', '--with', also, '--means', 'UTH_CAP KG=lift capacity')
  assert.equal((await records('machine')).find(({ name }) => name === 'Mahindra 595 DI').lift_capacity_kg, 1_600)
  const unfilled = await run('a.csv', csv, ...options, '--means', `${means}; Fuel=…`)
  assert.equal(unfilled.code, 0)
  const no = 'Maker,Model,HP,PTO HP,Sts\nMahindra,415 DI,40,पता नहीं,नहीं\n'
  const meant = ['--type', 'machine', '--with', 'class=tractor', '--means', 'Sts=lifecycle; नहीं=discontinued']
  assert.deepEqual((await run('c.csv', no, ...meant)).summary.left_out, {})
  assert.equal((await records('machine')).find(({ name }) => name === 'Mahindra 415 DI').lifecycle, 'discontinued')
})

it('reads what stands above and between the rows: legends, units, kinds of price, drives, what ended', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Rate list of Shree Tractors,,,,,,,,',
    '"Sts: R = running, B = band ho gaya",,,,,,,,',
    'All rates in lakh (on road),,,,,,,,',
    'Company,Model,HP / PTO HP,Cyl,Tyre size,,Net wt. (dry),Sts,Rate,Remarks',
    ',,,,Front,Rear,,,,',
    ',,,(nos),(inch),(inch),(T),,,',
    'A) TRACTORS (mostly Mahindra) 2WD,,,,,,,,',
    'Mahindra,575 DI,45 / 39.8,4,6.00-16,13.6-28,1.86,R,7.1,',
    'Mahindra,475 DI,42,4,XS,13.6-28,1.8,B,6.9 (dlr qtn),',
    '— models closed (Co. stopped) —,,,,,,,,',
    'Mahindra,295 DI,29 kW / 34,3,,,1.9,,6.1,',
    'Total models,,3,,,,,,',
    'B) MAHINDRA / ACME,,,,,,,,',
    'Mah.,255 DI,25 / 21,2,,,1.7,,480000,production band',
    'C) GADGETS,,,,,,,,',
    'Mahindra,Jivo,24 / 22,2,,,1.1,R,5.2,',
  ].join('\n')
  const also = 'class=tractor; lifecycle=current; price source=dealer; state=PB; price date=01/11/2026'
  const open = ['--type', 'machine', '--with', also, '--means', 'C) GADGETS=…']
  const { summary, said } = await run('a.csv', csv, ...open)
  assert.deepEqual([summary.created, summary.rejected], [5, 0], said)
  assert.deepEqual(summary.not_understood, [])
  const seen = Object.fromEntries(
    (await records('machine')).map(({ name, prices: [price], ...one }) => [
      name,
      [one.engine_hp, one.pto_hp, one.wheel_drive, one.lifecycle, one.operating_weight_kg, price.kind, price.price_inr],
    ]),
  )
  assert.deepEqual(seen, {
    'Mahindra 575 DI': [45, 39.8, '2wd', 'current', 1_860, 'on_road', 710_000],
    'Mahindra 475 DI': [42, undefined, '2wd', 'discontinued', 1_800, 'dealer_quote', 690_000],
    'Mahindra 295 DI': [38.9, 34, '2wd', 'discontinued', 1_900, 'on_road', 610_000],
    'Mahindra 255 DI': [25, 21, undefined, 'discontinued', 1_700, 'on_road', 480_000],
    'Mahindra Jivo': [24, 22, undefined, 'current', 1_100, 'on_road', 520_000],
  })
  assert.match(said, /a\.csv:9: warning: tyre_front: is left out: is no size; found "XS"/)
  assert.match(said, /engine_hp: is the one of a column of two; found HP \/ PTO HP 42/)
  assert.match(said, /Sts B: is read as lines of the table explain it; found discontinued/)
})

it('takes the kind of a price from the nearest: cell, heading, column, lines above the header', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'All rates on road,,,,,',
    '"R = running, Dsc = discontinued",,,,,',
    'Company,Model,HP,Launch,Rate (lakh),Sts',
    'Mahindra,575 DI,45,Yr 2018,7.1,R',
    'Mahindra,475 DI,42,2020 model,6.9 (ex showroom),running',
    'Old ones - discontinued (company does not sell any),,,,,',
    'Mahindra,255 DI,25,2006,4.8,',
    'Company,Model,HP,Launch,Dealer quotation (lakh),Sts',
    'Drones - Namo list,,,,,',
    'Mahindra,Kisan X1,5,2024,9.5,running',
  ].join('\n')
  const also = 'class=tractor; lifecycle=current; price source=dealer; state=PB; price date=01/11/2026'
  const { summary, said } = await run('a.csv', csv, '--type', 'machine', '--with', also)
  assert.deepEqual([summary.created, summary.rejected], [4, 0], said)
  const seen = (await records('machine')).map((one) => [
    ...[one.name, one.machine_class, one.lifecycle, one.launched_at, one.prices[0].kind, one.prices[0].price_inr],
  ])
  assert.deepEqual(seen, [
    ['Mahindra 575 DI', 'tractor', 'current', '2018-01-01', 'on_road', 710_000],
    ['Mahindra 475 DI', 'tractor', 'current', '2020-01-01', 'ex_showroom', 690_000],
    ['Mahindra 255 DI', 'tractor', 'discontinued', '2006-01-01', 'on_road', 480_000],
    ['Mahindra Kisan X1', 'agri_drone', 'current', '2024-01-01', 'dealer_quote', 950_000],
  ])
})

it('finds known makers in names below a heading for others, and asks for values by their columns', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Model,Item,HP,Sts,Fuel',
    'MAHINDRA,,,,',
    '575 DI,Tractor,45,Running,Diesel',
    'OTHER MAKES (case to case),,,,',
    'Kubota 4341,Tractor,40,बंद (2022),Pet.',
    'Mah. 275 DI,Tractor,39,K,Diesel',
    'Mahindra 585 DI,B/hoe loader,50,Running,D',
    'XYZ HOUSE,,,,',
    'Mega T,Rice transpl.,15,Running,Diesel',
  ].join('\n')
  await run('makers.ndjson', JSON.stringify({ type: 'manufacturer', slug: 'kubota', name: 'Kubota' }))
  const options = ['--type', 'machine', '--create-makers']
  const first = await run('a.csv', csv, ...options, '--dry-run')
  assert.deepEqual(first.summary.not_understood, ['Sts: K', 'XYZ HOUSE'])
  const means = 'Sts: K=current; XYZ HOUSE=Kirloskar Agro'
  const { code, summary, said } = await run('a.csv', csv, ...options, '--means', means)
  assert.deepEqual([code, summary.created], [0, 5], said)
  const stored = (await records('machine')).map((row) => [
    ...[row.slug, row.machine_class, row.lifecycle, row.power_source],
  ])
  assert.deepEqual(stored, [
    ['mahindra-575-di', 'tractor', 'current', 'diesel'],
    ['kubota-4341', 'tractor', 'discontinued', 'petrol'],
    ['mahindra-275-di', 'tractor', 'current', 'diesel'],
    ['mahindra-585-di', 'backhoe_loader', 'current', 'diesel'],
    ['kirloskar-agro-mega-t', 'rice_transplanter', 'current', 'diesel'],
  ])
})

it('reads groups above their columns, tables that begin anew, and headings that hold for all', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Sr.,Co.,Model,Kism,HP,,Tanki (L),Tyre,,Sts,Ex-S/R Rate (Lac),Br.',
    ',,,,Eng.,PTO,,Aage,Pichhe,,,',
    '1,Mahindra,575 DI,Tr,45,39.8,47,6.00-16,14.9-28,chalu,6.31 se 6.55,JPR',
    'PART B - EARTH MOVERS (all diesel unless written),,,,,,,,,,,',
    'Sl.,Branch,Make & Model,Cyl,Price Rs. lakh ex-s/r,Wt kg,Drv,Loan,Margin,Stk,Dlr,Sts',
    'ROLLERS - TANDEM,,,,,,,,,,,',
    '1,Pune,Mahindra HD 99,4,38.5,9000,,,,,,Runng',
    'ZZZ,,,,,,,,,,,',
    '2,Pune,Mahindra X9,4,dealer quote 7.31 L,7100,,,,,,Stopd',
  ].join('\n')
  const given = 'class=tractor; price date=01/11/2026; source kind=dealer; state=IN'
  const options = ['--type', 'machine', '--create-makers', '--with', given]
  const doubted = await run('a.csv', csv, ...options, '--dry-run')
  assert.match(
    doubted.said,
    /a\.csv:9: machine_class: is not taken from --with below a heading: say by --means what it means, or heading=… if nothing; found ZZZ/,
  )
  assert.deepEqual([doubted.summary.rejected, doubted.summary.not_understood.includes('ZZZ')], [1, true])
  const { summary, said } = await run('a.csv', csv, ...options, '--means', 'ZZZ=…')
  assert.equal(summary.created, 3, said)
  const [one, two, three] = await records('machine')
  assert.deepEqual(
    [one.pto_hp, one.tyre_front, one.tyre_rear, one.fuel_l, one.lifecycle, one.prices[0].high_inr],
    [39.8, '6.00-16', '14.9-28', 47, 'current', 655_000],
  )
  assert.deepEqual(
    [two.slug, two.machine_class, two.power_source, two.prices[0].price_inr, two.prices[0].kind],
    ['mahindra-hd-99', 'tandem_roller', 'diesel', 3_850_000, 'ex_showroom'],
  )
  assert.deepEqual(
    [three.machine_class, three.power_source, three.prices[0].kind, three.lifecycle],
    ['tractor', 'diesel', 'dealer_quote', 'discontinued'],
  )
})

it('takes what cells, headings and legends say where names of columns say nothing, and tells it', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Co,Model,HP,Runs by,Wheels how,Bhaav reads,Rate (Rs),Kahani,Tyre F/R,Grade',
    'PART 1: TRACTORS (DIESEL),,,,,,,,,',
    'MAHINDRA,,,,,,,,,',
    ',575 DI,45,,2WD,ExS,680000,running,6.00-16 / 13.6-28,A',
    ',475 DI,42,petrol,2WD,on road,610000,discontinued,rear 13.6-28,B',
    'ExS = ex showroom. TEST = tractor,,,,,,,,,',
    ',275 DI,39,,4x4,on road,590000,running,180/85D12 / 9.50x20,A',
    ',265 DI,30,diesel,2WD,on road,,running,,B',
    'ट्रेकवाला,90 XY,50,diesel,2WD,,520000,running,,B',
    'PART 2: MAHINDRA,,,,,,,,,',
    ',735 FE,40,,2WD,,600000,running,,A',
  ].join('\n')
  const also = 'class=tractor; price source=dealer; state=PB; price date=01/11/2026'
  const { summary, said } = await run('a.csv', csv, '--type', 'machine', '--create-makers', '--with', also)
  assert.equal(summary.rejected, 0, said)
  const told = summary.understood.map(
    ({ field, reason, found }: Record<string, string>) => `${field} ${reason} ${found}`,
  )
  const byCells = ['power_source: Runs by', 'wheel_drive: Wheels how', 'price.kind: Bhaav reads', 'lifecycle: Kahani']
  for (const [field, column] of byCells.map((one) => one.split(': ')))
    assert.ok(told.includes(`${field} is what the cells of a column say ${column}`), told.join('\n'))
  assert.deepEqual(summary.not_understood, ['Grade', 'Co: ट्रेकवाला'])
  assert.match(said, /--with 'price kind=…'/)
  const seen = Object.fromEntries(
    (await records('machine')).map(({ name, prices, ...one }) => [
      name,
      [one.power_source, one.tyre_front, one.tyre_rear, prices?.[0]?.kind],
    ]),
  )
  assert.deepEqual(seen, {
    'Mahindra 575 DI': ['diesel', '6.00-16', '13.6-28', 'ex_showroom'],
    'Mahindra 475 DI': ['petrol', undefined, '13.6-28', 'on_road'],
    'Mahindra 275 DI': ['diesel', '180/85D12', '9.50x20', 'on_road'],
    'Mahindra 265 DI': ['diesel', undefined, undefined, undefined],
    'ट्रेकवाला 90 XY': ['diesel', undefined, undefined, undefined],
    // Another part ends what the one before said.
    'Mahindra 735 FE': [undefined, undefined, undefined, undefined],
  })
})

it('reads tables of other offices: codes and pipes, variants, kilowatts, other scripts, the kind of each price', async (t) => {
  const { run, records } = await bench(t)
  const also = ['--type', 'machine', '--create-makers', '--with']
  const prices = 'price source=dealer; state=IN; price date=01/11/2026'
  const insurer = [
    'Rates are ex-showroom unless the basis says on road. Premium rounded up to 5,000 from the 30th',
    'MAKE_CD|MAKE_NM|MODEL_NM|VARIANT_NM|VEH_CLS|SUB_CLS|PWR (kW)|LAUNCH_DT|ACTIVE_FLG|PRICE|BASIS|REMARKS',
    'M01|MAHINDRA|575 DI|XP PLUS|MISC-D|TRACTOR|33.6|20190401|Y|735000|On road|',
    'M01|MAHINDRA|475 DI|SP|MISC-D|TRACTOR|31.3|20190401|Y|690000||',
    'M01|MAHINDRA|275 DI|ECO|MISC-D|TRACTOR|29|20190401|Y|600000||price is on road',
    'Grand total|3|lines|x|x|x|x|x|x|2025000|x|x',
  ].join('\n')
  const first = await run('insurer.csv', insurer, ...also, prices, '--means', 'PWR (kW)=power')
  assert.deepEqual([first.summary.created, first.summary.rejected], [3, 0], first.said)
  const telugu = [
    'క్రమ సంఖ్య,కంపెనీ,మోడల్,యంత్రం రకం,హెచ్‌పి,ఇంధనం,బరువు (కిలోలు),ధర (రూ.),ధర రకం,స్థితి',
    '౧,మహీంద్రా,૨૬૫ DI,పవర్ టిల్లర్,౪౫ హెచ్‌పి,డీజిల్,"1,860 కిలోలు",7.30 లక్షలు,ఆన్ రోడ్,నిలిపివేయబడింది',
  ].join('\n')
  const second = await run('telugu.csv', telugu, ...also, prices)
  assert.deepEqual([second.code, second.summary.not_understood], [0, []], second.said)
  const seen = (await records('machine')).map(({ slug, engine_hp, launched_at, machine_class, prices: [price] }) => [
    ...[slug, engine_hp, launched_at, machine_class, price.kind, price.price_inr],
  ])
  assert.deepEqual(seen.toSorted(), [
    ['mahindra-265-di', 45, undefined, 'power_tiller', 'on_road', 730_000],
    ['mahindra-275-di-eco', 38.9, '2019-04-01', 'tractor', 'on_road', 600_000],
    ['mahindra-475-di-sp', 42, '2019-04-01', 'tractor', 'ex_showroom', 690_000],
    ['mahindra-575-di-xp-plus', 45.1, '2019-04-01', 'tractor', 'on_road', 735_000],
  ])
})

it('reads a heading that names a maker and a class as both, and two powers under one title', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Make,Model,HP / PTO,Fuel,Drive,Branch',
    'TRACTORS,,,,,',
    'Mahindra,575 DI,45 / 41,Diesel,2WD,A',
    '8) Mahindra – Backhoe Loader,,,,,',
    ',EarthMaster,74 / 60,Diesel,4WD,A',
  ].join('\n')
  const { summary, said } = await run('a.csv', csv, '--type', 'machine', '--with', 'lifecycle=current')
  assert.deepEqual([summary.created, summary.rejected], [2, 0], said)
  assert.deepEqual(
    (await records('machine')).map((row) => [row.name, row.machine_class, row.engine_hp, row.pto_hp]),
    [
      ['Mahindra 575 DI', 'tractor', 45, 41],
      ['Mahindra EarthMaster', 'backhoe_loader', 74, 60],
    ],
  )
})

it('reads two figures of one column, and one for the field that the class has', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Make,Model,Type,HP (PTO),Fuel/Drive,Drum / blade width (mm),Lifting cap. (T),Price,Terms,Engine No.',
    'Mahindra,575 DI,Tractor,45 HP (PTO 39),DIESEL/2WD,,1.6,₹ 6.20 - 6.45 Lakh*,showroom,E-1',
    'Mahindra,585 DI,Tractor,50 / 44.9,4WD,,1.8,"₹ 7,20,000 - ₹ 7,50,000*",on road,E-2',
    'Hamm,311,Soil compactor,110 (100),DIESEL,2140,,-,,E-3',
    'CASE,845 B,Motor grader,150 (140),-,3960,,Rs. 9 lakh,ex showroom,E-4',
    'ACE,14XW,Pick and carry crane,49.5 (45),NA,,14,21 lakh,showroom,E-5',
  ].join('\n')
  const also = 'lifecycle=current; price source=dealer; state=PB; price date=01/11/2026'
  const { summary, said } = await run('a.csv', csv, '--type', 'machine', '--create-makers', '--with', also)
  assert.deepEqual([summary.created, summary.left_out], [5, {}], said)
  const seen = (await records('machine')).map(({ prices: [price] = [], ...one }) => [
    ...[one.engine_hp, one.pto_hp, one.power_source, one.wheel_drive, one.drum_width_mm, one.blade_width_mm],
    ...[one.lift_capacity_kg, one.lift_capacity_t, price?.kind, price?.price_inr, price?.high_inr, one.engine],
  ])
  const no = undefined
  assert.deepEqual(seen, [
    [45, 39, 'diesel', '2wd', no, no, 1_600, no, 'ex_showroom', 620_000, 645_000, no],
    [50, 44.9, no, '4wd', no, no, 1_800, no, 'on_road', 720_000, 750_000, no],
    [110, 100, 'diesel', no, 2_140, no, no, no, no, no, no, no],
    [150, 140, no, no, no, 3_960, no, no, 'ex_showroom', 900_000, no, no],
    [49.5, 45, no, no, no, no, no, 14, 'ex_showroom', 2_100_000, no, no],
  ])
})

it('writes what a machine lifts to the field that its class shows', async (t) => {
  const { run, records } = await bench(t)
  const rows = [
    'Godrej,GX 250,Forklift,2500 kg',
    'Bobcat,S450,Skid steer loader,612 kg',
    'ACE,14XW,Pick and carry crane,14 t',
    'Mahindra,575 DI,Tractor,1600 kg',
  ]
  const means = ['--type', 'machine', '--create-makers', '--with', 'lifecycle=current']
  for (const [at, name] of ['Cap / Lift', 'Cap/Lift (kg)', 'Lifting Cap. (T)', 'Max capacity lifting'].entries()) {
    const csv = [`Make,Model,Type,${name}`, ...rows.map((row) => row.replace(',', `,${at} `))].join('\n')
    const { summary, said } = await run(`${at}.csv`, csv, ...means)
    assert.deepEqual([summary.created, summary.left_out], [4, {}], said)
    const all = (await records('machine')).filter((one) => one.name.includes(` ${at} `))
    assert.deepEqual(
      all.map((one) => [one.rated_load_kg, one.lift_capacity_t, one.lift_capacity_kg]),
      [
        [2_500, undefined, undefined],
        [612, undefined, undefined],
        [undefined, 14, undefined],
        [undefined, undefined, 1_600],
      ],
      name,
    )
  }
  // Of a fork lift beside its capacity a `Lift` may be a height.
  const two =
    'Make,Model,Type,Capacity,Lift\nGodrej,GX 300,Forklift,3000 kg,4500\nGodrej,GX 350,Forklift,3500 kg,3500 kg'
  const { summary, said } = await run('two.csv', two, ...means)
  assert.deepEqual([summary.created, summary.left_out], [2, { rated_load_kg: 1 }], said)
})

it('asks in the first dry run for every column, code and heading, with what may be said', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Mfr,Mdl,Cat,Pwr (HP),Fl,Zxq,X-SR Price,OR Price',
    'न्यू हॉलंड — ट्रॅक्टर,,,,,,,',
    ',3630 TX,,55,D,LV,9 lakh,9.8 lakh',
    ',3037 TX,,39,D,WD,7 lakh,7.6 lakh',
    'Mahindra,EarthMaster SX,BHL,74,D,LV,29 lakh,0.31 Cr',
    'Mahindra,Jivo 245,TRC,24,P,LV,5 lakh,5.5 lakh',
    ',,,,,,,',
    '"TRC - Tractor; BHL - Backhoe loader",,,,,,,',
    '"Fl: D = Diesel, P = Petrol",,,,,,,',
  ].join('\n')
  const first = await run('a.csv', csv, '--type', 'machine', '--dry-run')
  assert.deepEqual(first.summary.not_understood, ['Zxq', 'न्यू हॉलंड'])
  assert.match(
    first.said,
    /--with 'lifecycle=…; price observed at=…; price source kind=…; price state code=…'\n[\s\S]*What may be said:\n {2}lifecycle: upcoming, current, discontinued\n {2}price source kind: manufacturer, dealer, /,
  )
  const { summary, said } = await run(
    ...(['a.csv', csv, '--type', 'machine', '--create-makers'] as const),
    ...['--with', 'price date=01/07/2026; price source kind=survey; state=MH'],
    ...['--means', 'Zxq=status; Zxq: LV=current; Zxq: WD=discontinued; न्यू हॉलंड=New Holland'],
  )
  assert.deepEqual([summary.created, summary.rejected, summary.not_understood], [4, 0, []], said)
  assert.deepEqual(
    (await records('machine')).map((one) => [
      ...[one.slug, one.machine_class, one.engine_hp, one.power_source, one.lifecycle],
      ...one.prices.map((item: { kind: string; price_inr: number }) => `${item.kind} ${item.price_inr}`),
    ]),
    [
      ['new-holland-3630-tx', 'tractor', 55, 'diesel', 'current', 'ex_showroom 900000', 'on_road 980000'],
      ['new-holland-3037-tx', 'tractor', 39, 'diesel', 'discontinued', 'ex_showroom 700000', 'on_road 760000'],
      ['mahindra-earthmaster-sx', 'backhoe_loader', 74, 'diesel', 'current', 'ex_showroom 2900000', 'on_road 3100000'],
      ['mahindra-jivo-245', 'tractor', 24, 'petrol', 'current', 'ex_showroom 500000', 'on_road 550000'],
    ],
  )
})

it('reads codes, towns and makers where the table says them once, and what a spreadsheet made of gears', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Rate list as on 20-08-2026,,,,,,,,,,',
    'Co.,Model ka naam,Kind,HP,PTO,Gear F+R,Brk/Cl/Strg,Warr.,Rate (lakh),Rt type,Sthan,Dinank,Sts,Engine No.',
    'MAHINDRA TRACTORS,,,,,,,,,,,,,',
    ',575 DI,,45 / 39.8,<-,08-Feb,OIB SC PS,24 mths/2000 hr,6.20 to 6.45,EX,LDH,30-Jul,R,1',
    ',585 DI,TR,50,44.9 PTO,12-Mar,oib+sc+p/s,2 saal,"Rs.7,20,000/- to 7,50,000/-",O/R,Raipur (C.G.),,X,2',
    '"=== JHON DEER tractor - rates of circular 01.08.2026 ===",,,,,,,,,,,,,',
    ',5310,,55,46.7,9+3,-,5 yr,11,,,,R,3',
    'ACME - ZETA,,Tractor only,,,,,,,,,,,',
    'Acme,X1,,35,30,8+2,,,5.1,,,,R,4',
    ',X2,,39,33,8+2,,,5.6,,,,--"--,5',
    'Zeta,Z1,BHL,76,,4+4,,,31,Q,,,R,6',
    ',Z2,--"--,76,,,,,32,,,,R,7',
    '"1) Rt type: EX/EXS = ex showroom, OR or O/R = on road, Q/Qtn = quotation given by dealer",,,,,,,,,,,,,',
    '"2) Sthan: LDH Ludhiana, RPR Raipur, BPL Bhopal",,,,,,,,,,,,,',
    '"4) Sts: R running, X = company stopped",,,,,,,,,,,,,',
    '6) Kind: TR tractor PT power tiller BHL backhoe loader,,,,,,,,,,,,,',
  ].join('\n')
  const given = 'class=tractor; price kind=ex showroom; price source=dealer; state=MP'
  const options = ['--type', 'machine', '--create-makers', '--with', given]
  const asked = await run('a.csv', csv, ...options, '--dry-run')
  assert.deepEqual(asked.summary.not_understood, ['JHON DEER'])
  assert.match(asked.said, /a\.csv:7: manufacturer: is missing, and makes the slug/)
  const means = 'JHON DEER=John Deere'
  const { summary, said } = await run('a.csv', csv, ...options, '--means', means)
  assert.deepEqual([summary.created, summary.rejected, summary.left_out], [7, 0, {}], said)
  const seen = (await records('machine')).map(({ slug, prices: [price], ...one }) => [
    ...[slug, one.machine_class, one.engine_hp, one.pto_hp, one.gears_fwd, one.gears_rev, one.lifecycle],
    ...[one.brakes, one.clutch, one.steering, one.warranty_years, one.warranty_hours],
    ...[price.kind, price.price_inr, price.high_inr, price.city, price.state_code, price.observed_at],
  ])
  assert.deepEqual(
    seen.map((one) => one.filter((value) => value !== undefined).join(' ')),
    [
      `mahindra-575-di tractor 45 39.8 8 2 current oil immersed single power 2 2000 ex_showroom 620000 645000 Ludhiana PB ${lastJuly()}`,
      'mahindra-585-di tractor 50 44.9 12 3 discontinued oil immersed single power 2 on_road 720000 750000 Raipur CG 2026-08-20',
      'john-deere-5310 tractor 55 46.7 9 3 current 5 ex_showroom 1100000 MP 2026-08-01',
      'acme-x1 tractor 35 30 8 2 current ex_showroom 510000 MP 2026-08-20',
      'acme-x2 tractor 39 33 8 2 current ex_showroom 560000 MP 2026-08-20',
      'zeta-z1 backhoe_loader 76 4 4 current dealer_quote 3100000 MP 2026-08-20',
      'zeta-z2 backhoe_loader 76 current ex_showroom 3200000 MP 2026-08-20',
    ],
  )
})

/** The last 30 July in India. */
function lastJuly(): string {
  const today = kolkataDate(Date.now())
  const year = Number(today.slice(0, 4))
  return `${today >= `${year}-07-30` ? year : year - 1}-07-30`
}

it('takes an empty cell from the row above where --with says so, and a column of classes beside a class for the rest', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Make,Model,M/c kind,HP,Rate,Rate date',
    'Mahindra,575 DI,TR,45,"6,87,000",21/08/2026',
    'Mahindra,475 DI,TR,42,"6,47,000",',
    'Mahindra,EarthMaster SX,BHL,74,"26,50,000",5/6/2026',
    'Mahindra,EarthMaster VX,,57,"25,10,000"',
  ].join('\n')
  const given = `${WITH}; machine class=tractor; price kind=ex showroom; price date=-do-; clutch=-do-`
  const { summary, said } = await run('a.csv', csv, '--type', 'machine', '--with', given)
  assert.equal(summary.created, 4, said)
  const told = summary.understood.filter(({ reason }: { reason: string }) => /row above|no such column/.test(reason))
  assert.deepEqual(told, [
    { field: 'price.observed_at', reason: 'is taken from the row above', rows: 2, found: '21/08/2026' },
    { field: '--with clutch', reason: 'is left out: the table has no such column', rows: 1 },
  ])
  assert.deepEqual(
    (await records('machine')).map(({ machine_class, prices }) => [machine_class, prices[0].observed_at]),
    [
      ['tractor', '2026-08-21'],
      ['tractor', '2026-08-21'],
      ['backhoe_loader', '2026-06-05'],
      ['tractor', '2026-06-05'],
    ],
  )
})

it('reads small figures in the unit that they can only be in, one size of tyres by the class, and leaves out the rest', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'S.No,Kind,Make,Model,HP,Op Wt,Dig Dpth,W/Base,Tyres F/R,Rate,Rate Dt,Place,Brake',
    '1,BHL,Mahindra,SX 90,56 kW,7460,4.77,,9.00-16,32.50,21/08/2026,Hyd,Oil imersed',
    'EXCAVTORS (crawler) - rate in Lakhs,,,,,,,,,,,,',
    '2,,Mahindra,EX 70,55,7.1,4960,,,31.5,21/08/2026,Hyd,',
    'Mahindra total - 2 models,,,,,,,,,,,,',
    '3,EX,Mahindra,EX 110,86,11.3,5.1 m,,,46.2,21/08/2026,HYD,',
    'WHEEL LOADERS - rate in Cr.,,,,,,,,,,,,',
    '4,WL,Mahindra,W 17,125,10.2,,,17.5-25,0.42,21/08/2026,Pune,',
    'SOIL COMPACTORS,,,,,,,,,,,,',
    '5,SC,Mahindra,C 11,100,11.1,,,23.1-26,38,21/08/2026,Pune,',
    'CRANES - Cap. in T (truck / RT),,,,,,,,,,,,',
    '6,,Mahindra,T 20,150,22,,,11.00-20,95,21/08/2026,Wgl,',
    'TRACTORS,,,,,,,,,,,,',
    '7,,Mahindra,575 DI,45,1.86,,1.945,13.6-28,7.1,21/08/2026,Pune,',
    '8,,Mahindra,475 DI,42,18.6,,1945,6.00-16 / 13.6-28,6.8,21/08/2026,Pune,',
  ].join('\n')
  const options = ['--type', 'machine', '--with', `${WITH}; price kind=ex showroom`]
  const asked = await run('a.csv', csv, ...options, '--dry-run')
  assert.deepEqual(asked.summary.not_understood, [...['Place: Hyd', 'Kind: EX', 'CRANES', 'Place: Wgl']])
  assert.match(
    asked.said,
    /price_inr: is left out: is ambiguous: rupees or lakh; name the unit in the cell, or the column/,
  )
  const answers = ['Hyderabad', 'excavator', 'mobile crane', 'Warangal']
  const answered = asked.summary.not_understood.map((word: string, at: number) => `${word}=${answers[at]}`)
  const means = [...answered, 'Rate=price in lakh']
  const { summary, said } = await run('a.csv', csv, ...options, '--means', means.join('; '))
  assert.deepEqual(
    [summary.created, summary.rejected, summary.left_out],
    [8, 0, { tyres: 2, operating_weight_kg: 1 }],
    said,
  )
  const seen = (await records('machine')).map(({ slug, prices: [price], ...one }) => [
    ...[slug.slice(9), one.machine_class, one.operating_weight_kg, one.dig_depth_mm, one.wheelbase_mm],
    ...[one.tyre_front, one.tyre_rear, price.price_inr, price.city, one.brakes],
  ])
  assert.deepEqual(
    seen.map((one) => one.filter((value) => value !== undefined && value !== null).join(' ')),
    [
      'sx-90 backhoe_loader 7460 4770 3250000 Hyderabad oil immersed',
      'ex-70 excavator 7100 4960 3150000 Hyderabad',
      'ex-110 excavator 11300 5100 4620000 Hyderabad',
      'w-17 wheel_loader 10200 17.5-25 17.5-25 4200000 Pune',
      'c-11 soil_compactor 11100 23.1-26 3800000 Pune',
      't-20 mobile_crane 22000 11.00-20 11.00-20 9500000 Warangal',
      '575-di tractor 1860 1945 710000 Pune',
      '475-di tractor 1945 6.00-16 13.6-28 680000 Pune',
    ],
  )
})

it('leaves the names of other columns alone that hold a word of --means, and tells towns by their Latin names', async (t) => {
  const { run, records } = await bench(t)
  const csv = 'Make,Model,Type,HP,Rate,Rate Dt,Place\nMahindra,575 DI,Tractor,45,7.1,21/08/2026,भोपाल\n'
  const given = 'lifecycle=current; price source=dealer; price kind=ex showroom'
  const { summary, said } = await run(
    'a.csv',
    csv,
    ...['--type', 'machine', '--with', given, '--means', 'Rate=price in lakh'],
  )
  assert.equal(summary.created, 1, said)
  const [{ prices }] = await records('machine')
  assert.partialDeepStrictEqual(prices, [
    { price_inr: 710_000, observed_at: '2026-08-21', city: 'Bhopal', state_code: 'MP' },
  ])
})

it('names a maker that it makes as most rows spell it, and tells the other spellings', async (t) => {
  const { run, records } = await bench(t)
  const rows = ['Karmver,K 1', 'Karmveer,K 2', 'Karmveer,K 3'].map((row) => `${row},Power tiller`)
  const csv = ['Make,Model,Type', ...rows].join('\n')
  const { summary, said } = await run(
    'a.csv',
    csv,
    '--type',
    'machine',
    '--create-makers',
    '--with',
    'lifecycle=current',
  )
  assert.equal(summary.created, 3, said)
  assert.deepEqual(
    (await records('manufacturer')).map(({ slug, name }) => [slug, name]),
    [
      ['mahindra', 'Mahindra'],
      ['karmveer', 'Karmveer'],
    ],
  )
  assert.match(said, /1 row +manufacturer: is a maker that is made: Karmveer, by a like name; found "Karmver"/)
})

it('reads codes of brakes, clutch and steering in one column as in columns of their own', async (t) => {
  const { run, records } = await bench(t)
  const cells = ['DDB/S/M', 'OIB/D/PS', 'OIB', 'oil/SC/P', 'OIB/double clutch/PS']
  const table = `Make,Model,Type,HP,Brk/Clutch/Strg\n${cells.map((cell, at) => `Mahindra,A${at},Tractor,45,${cell}\n`).join('')}`
  const { said } = await run('a.csv', table, '--type', 'machine', '--with', 'lifecycle=current')
  assert.deepEqual(
    (await records('machine')).map(({ brakes, clutch, steering }) => [brakes, clutch, steering]),
    [
      ['dry disc', 'single', 'mechanical'],
      ['oil immersed', 'dual', 'power'],
      ['oil immersed', undefined, undefined],
      ['oil immersed', 'single', 'power'],
      ['oil immersed', 'double', 'power'],
    ],
    said,
  )
})

it('takes what --means says of a word that another answer means, and of a heading with brackets as it is asked for', async (t) => {
  const { run, records } = await bench(t)
  const table =
    'Make,Model,HP,Cyl,2W/4W\nAJOOBA (AJB) VIBHAG - ex-showroom 1/4/2025,,,,\nMahindra,B1,45,do,2\nMahindra,B2,45,teen,4\nMahindra,B3,45,2,4\n'
  const asked = await run('a.csv', table, '--type', 'machine', '--with', 'lifecycle=current', '--dry-run')
  assert.match(asked.said, /AJOOBA VIBHAG=…/)
  const means = 'Cyl: do=2;Cyl: teen=3;2W/4W: 2=2wd;2W/4W: 4=4wd;AJOOBA VIBHAG=tractor'
  const { said } = await run('a.csv', table, '--type', 'machine', '--with', 'lifecycle=current', '--means', means)
  assert.deepEqual(
    (await records('machine')).map(({ machine_class, cylinders, wheel_drive }) => [
      machine_class,
      cylinders,
      wheel_drive,
    ]),
    [
      ['tractor', 2, '2wd'],
      ['tractor', 3, '4wd'],
      ['tractor', 2, '4wd'],
    ],
    said,
  )
})

it('reads a column of amounts that each say their kind as amounts', async (t) => {
  const { run, records } = await bench(t)
  const amounts = ['6.5 lakh (on road)', '7.2 lakh (on road)', '8 lakh (subsidised)']
  const table = `Make,Model,Type,HP,Rate (Rs)\n${amounts.map((cell, at) => `Mahindra,A${at},Tractor,45,${cell}\n`).join('')}`
  const given = 'lifecycle=current;price date=1/4/2025;price source=dealer;price state=PB'
  const { said } = await run('a.csv', table, '--type', 'machine', '--with', given)
  assert.deepEqual(
    (await records('machine')).map(({ prices: [price] }) => [price?.price_inr, price?.kind]),
    [
      [650_000, 'on_road'],
      [720_000, 'on_road'],
      [800_000, 'subsidised'],
    ],
    said,
  )
})

it('keeps the name of a machine whose row leaves the maker out of it, and reads the kind of an amount said to be an estimate', async (t) => {
  const { run, records } = await bench(t)
  const options = ['--type', 'machine', '--with', 'lifecycle=current']
  await run('a.csv', 'Slug,Make,Model,Type,HP\nmahindra-575-di,Mahindra,Mahindra 575 DI,Tractor,45\n', ...options)
  const price = `${options.at(-1)};price date=1/4/2025;price source=dealer;price state=PB`
  const table = 'Make,Model,Type,HP,Price\nMahindra,575 DI,Tractor,46,6.5 lakh estimate\n'
  const { summary, said } = await run('b.csv', table, '--type', 'machine', '--with', price)
  assert.deepEqual([summary.created, summary.changed], [0, 1], said)
  const [machine] = await records('machine')
  assert.deepEqual([machine.name, machine.engine_hp, machine.prices[0].kind], ['Mahindra 575 DI', 46, 'estimate'], said)
})

it('knows a machine that is there by another spacing of its name, tells it, and makes no second one', async (t) => {
  const { run, records } = await bench(t)
  const table = (name: string, hp: number) => `Make,Model,Type,HP\nMahindra,${name},Tractor,${hp}\n`
  const options = ['--type', 'machine', '--with', 'lifecycle=current']
  await run('a.csv', table('MU4501', 45), ...options)
  const { summary, said } = await run('b.csv', table('MU 4501', 46), ...options)
  assert.deepEqual([summary.created, summary.changed], [0, 1], said)
  assert.match(said, /name: is another spelling of a machine that is there; found MU 4501: mahindra-mu4501/)
  assert.deepEqual(
    (await records('machine')).map(({ slug, name, engine_hp }) => [slug, name, engine_hp]),
    [['mahindra-mu4501', 'Mahindra MU4501', 46]],
  )
})

it('reads cells of several fields, and codes by the legend of their parts', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Company,Model,Type,HP (PTO),Cyl / CC,"Drive, Fuel",Clutch/Strg,WB mm / Wt kg,Rate (Rs),Rate kind-place,Dt of quot.,Remarks',
    'Mahindra,575 DI,T,45 (39.8),3/2048,"4WD, D",S/MS,1960 / 1890,"6,50,000",Q-MZP,03.04.2025,petrol pump ke paas',
    'Mahindra,475 DI,T,33hp pto 29.6,3cyl 2048cc,D,D/PS,WB 1970,"5,50,000",ES PAT,03.04.2025,',
    'Mahindra,275 DI,T,45,4,2WD,,405kg,"5,20,000",,03.04.2025,',
    '"Type: T tractor, PT power tiller",,,,,,,,,,,',
    '"EX excavator, WL wheel loader, BHL backhoe loader",,,,,,,,,,,',
    '"Rate kind: Q = dealer quotation, ES = ex-showroom",,,,,,,,,,,',
    '"Place (Bihar): MZP Muzaffarpur, PAT Patna. Bahar: KOL Kolkata (W.B.)",,,,,,,,,,,',
    '"Clutch: S single, D dual.  Strg: PS power, MS mechanical",,,,,,,,,,,',
  ].join('\n')
  const also = 'lifecycle=current; price source=dealer; price kind=estimate; state=BR'
  const { summary, said } = await run('a.csv', csv, '--type', 'machine', '--with', also)
  assert.deepEqual([summary.created, summary.rejected, summary.not_understood], [3, 0, []], said)
  const seen = (await records('machine')).map(({ prices: [price], ...one }) => [
    ...[one.name, one.engine_hp, one.pto_hp, one.cylinders, one.engine_cc, one.wheel_drive, one.power_source],
    ...[one.clutch, one.steering, one.wheelbase_mm, one.operating_weight_kg, price.kind, price.city],
  ])
  const none = undefined
  assert.deepEqual(seen, [
    [
      'Mahindra 575 DI',
      45,
      39.8,
      3,
      2048,
      '4wd',
      'diesel',
      'single',
      'mechanical',
      1960,
      1890,
      'dealer_quote',
      'Muzaffarpur',
    ],
    ['Mahindra 475 DI', 33, 29.6, 3, 2048, none, 'diesel', 'dual', 'power', 1970, none, 'ex_showroom', 'Patna'],
    ['Mahindra 275 DI', 45, none, 4, none, '2wd', none, none, none, none, 405, 'estimate', none],
  ])
})

it('takes a column of two things as --means names it, answers from a file, and says all that is wrong with them at once', async (t) => {
  const { run, records } = await bench(t)
  const csv =
    'Company,Model,Takat,Samay,Rate\nMahindra,575 DI,45 / 39.8,2024-08-21,687000\nMahindra,265 DI,30 (25.5),,495000\n'
  const options = ['--type', 'machine']
  const same = 'class=tractor; lifecycle=current; state=Bihar; price source=dealer; price kind=on road'
  const answers = join(newFolder(t), 'answers.txt')
  writeFileSync(answers, 'Takat=engine hp / pto hp\nSamay=price date\n')
  const wrong = await run(
    'a.csv',
    csv,
    ...options,
    '--with',
    `${same}; Nonsens=1`,
    '--means',
    'Takat=weigght of grain; Chota=x; Samay=price date',
  )
  assert.equal(wrong.code, 2)
  for (const said of [
    /^a\.csv: --means weigght of grain: means no field/m,
    /^a\.csv: --with Nonsens: means no/m,
    /^a\.csv: --means Chota: stands nowhere/m,
  ])
    assert.match(wrong.said, said)
  assert.deepEqual(await records('machine'), [])
  assert.equal((await run('a.csv', csv, ...options, '--means', '@nowhere.txt')).code, 2)
  const right = await run('a.csv', csv, ...options, '--with', `${same}; Samay=-do-`, '--means', `@${answers}`)
  assert.equal(right.code, 0, right.said)
  const seen = (await records('machine')).map(({ engine_hp, pto_hp, prices }) => [
    engine_hp,
    pto_hp,
    prices[0].observed_at,
  ])
  assert.deepEqual(seen, [
    [45, 39.8, '2024-08-21'],
    [30, 25.5, '2024-08-21'],
  ])
})

it('leaves out parts of used machines, and what the operator leaves out, and takes what a remark plainly says', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Company,Model,HP,Rate (Rs),Remarks',
    'A. TRACTORS (diesel),,,,',
    'Mahindra,575 DI,45,650000,Trem IV',
    'Mahindra,275 DI,39,550000,petrol engine; 4 row',
    'Mahindra,475 DI,42,600000,spare battery set extra',
    'Purana (SECOND HAND) tractor - sirf margin ke liye,,,,',
    'Mahindra,B-275 DI,39,190000,2011 ka',
    'Krishi yantra - pichhe wale,,,,',
    'Mahindra,Hal 2 phaar,,160000,',
    'B. TRACTORS 4WD,,,,',
    'Mahindra,265 DI,30,500000,',
  ].join('\n')
  const also = 'lifecycle=current; price source=dealer; price kind=estimate; state=BR; price date=1/4/2025'
  const given = ['--type', 'machine', '--with', also, '--means', 'Krishi yantra - pichhe wale=left out']
  const { summary, said } = await run('a.csv', csv, ...given)
  assert.deepEqual([summary.read, summary.rejected], [4, 0], said)
  assert.deepEqual(
    (await records('machine')).map((one) => [one.name, one.power_source]),
    [
      ['Mahindra 575 DI', 'diesel'],
      ['Mahindra 275 DI', 'petrol'],
      ['Mahindra 475 DI', 'diesel'],
      ['Mahindra 265 DI', undefined],
    ],
  )
  assert.match(said, /leaves out rows below a heading of what is used, or left out; found Purana/)
  assert.match(said, /power_source: is said by the remark; found petrol/)
})

it('takes the town, the kind and the day of a branch for all its parts, up to the next branch', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Make,Model,HP,Rate (Rs),Remarks',
    'PUNE BRANCH (PN)  -  ex-showroom Pune as on 01.04.2025,,,,',
    ',TRACTORS,,,',
    'Mahindra,575 DI,45,650000,',
    ',(Swaraj dealer - Hadapsar. 724 XM see Nashik list),,,',
    'Mahindra,275 DI,39,550000,',
    ',POWER TILLERS,,,',
    'VST,130 DI,13,250000,',
    'NASHIK BRANCH - Tractors - dealer quotations May 2025,,,,',
    'Mahindra,475 DI,42,600000,',
    ',CAPTAIN (Rajkot) TRACTORS,,,',
    'Captain,200 DI,20,350000,',
  ].join('\n')
  const also = 'lifecycle=current; price source=dealer'
  const { summary, said } = await run('a.csv', csv, '--type', 'machine', '--create-makers', '--with', also)
  assert.deepEqual([summary.read, summary.rejected, summary.left_out], [5, 0, {}], said)
  assert.deepEqual(
    (await records('machine')).map(({ name, prices: [price] }) => [name, price.city, price.kind, price.observed_at]),
    [
      ['Mahindra 575 DI', 'Pune', 'ex_showroom', '2025-04-01'],
      ['Mahindra 275 DI', 'Pune', 'ex_showroom', '2025-04-01'],
      ['VST 130 DI', 'Pune', 'ex_showroom', '2025-04-01'],
      ['Mahindra 475 DI', 'Nashik', 'dealer_quote', '2025-05-01'],
      ['Captain 200 DI', 'Nashik', 'dealer_quote', '2025-05-01'],
    ],
    said,
  )
  // One that nobody knows ends the one above.
  const two = [
    ...['Make,Model,HP,Rate (Rs)', 'PUNE BRANCH - ex-showroom as on 01.04.2025,,,', 'Mahindra,585 DI,50,700000'],
    ...['XYZ BRANCH - on road rates of 10.05.2025,,,', 'Mahindra,595 DI,50,750000', ''],
  ].join('\n')
  await run('b.csv', two, '--type', 'machine', '--with', `${also}; class=tractor; state=MH`)
  const { prices } = (await records('machine')).find(({ name }) => name === 'Mahindra 595 DI')
  assert.deepEqual([prices[0].city, prices[0].kind, prices[0].observed_at], [undefined, 'on_road', '2025-05-10'])
})

it('ends a branch at a heading that names another place or day, and reads no drive in the number of one', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Make,Model,HP,Rate (Rs)',
    'NASHIK (MH) - Sahyadri House - on road 10.04.2025,,,',
    'Mahindra,575 DI,45,650000',
    'SAGAR (MP) - Bundelkhand Tractor House - Mahindra / Swaraj - 25.04.2025,,,',
    'Mahindra,475 DI,42,600000',
    'MAHINDRA - 01.05.2025,,,',
    'Mahindra,275 DI,39,550000',
    '4. WHEEL LOADERS,,,',
    'Mahindra,W 17,125,4200000',
  ].join('\n')
  const also =
    'lifecycle=current; price source=dealer; class=tractor; price kind=estimate; price date=1/1/2025; state=IN'
  const { summary, said } = await run('a.csv', csv, '--type', 'machine', '--with', also)
  assert.deepEqual([summary.created, summary.left_out], [4, {}], said)
  const seen = (await records('machine')).map(({ wheel_drive, prices: [price] }) => [
    ...[price.city, price.state_code, price.kind, price.observed_at, wheel_drive],
  ])
  const none = undefined
  assert.deepEqual(seen, [
    ['Nashik', 'MH', 'on_road', '2025-04-10', none],
    ['Sagar', 'MP', 'estimate', '2025-04-25', none],
    [none, 'IN', 'estimate', '2025-01-01', none],
    [none, 'IN', 'estimate', '2025-01-01', none],
  ])
})

it('keeps an answer for one column out of the name of another, and a name as it is that begins with its maker', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Make,Model,Class,Quotn.,Dt. of quotn.',
    'Mahindra,Mahindera 575,Tractor,650000,21/08/2025',
    'Mahindra,-do- 475,Tractor,600000,21/08/2025',
  ].join('\n')
  const also = 'lifecycle=current; price source=dealer; price kind=on road; state=PB; price date=1/1/2024'
  const { said } = await run('a.csv', csv, '--type', 'machine', '--with', also, '--means', 'Quotn.=price')
  assert.deepEqual(
    (await records('machine')).map(({ name, prices }) => [name, prices[0].price_inr, prices[0].observed_at]),
    [
      ['Mahindera 575', 650_000, '2025-08-21'],
      ['-do- 475', 600_000, '2025-08-21'],
    ],
    said,
  )
})

it('keeps the unit of a column that --means names as a field', async (t) => {
  const { run, records } = await bench(t)
  const csv = (name: string) => `Make,Model,Class,Rate (lakh),X to (lakh)\nMahindra,${name},Tractor,6.5,6.9\n`
  const also = 'lifecycle=current; price source=dealer; price kind=on road; state=PB; price date=1/1/2024'
  for (const [name, meant] of [
    ['575 DI', 'price high inr'],
    ['475 DI', 'price high in lakh'],
  ] as const) {
    const { code, said } = await run(
      ...(['a.csv', csv(name), '--type', 'machine', '--with', also] as const),
      ...['--means', `X to (lakh)=${meant}`],
    )
    assert.equal(code, 0, said)
  }
  for (const { prices } of await records('machine')) assert.equal(prices[0].high_inr, 690_000)
})

it('ends a kind of price, and a branch, with the part that says it, and leaves out used stock that is not for the list', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'Unit cost list w.e.f. 01/04/2025 (valid upto 31/03/2026),,,,,',
    'Loc: SLP Solapur / HYD Hyderabad; Kind: ES ex-showroom,,,,,',
    'Particulars,Make,HP,Drive-Fuel,Unit cost,Kind-Loc',
    '1. TRACTORS,,,,,',
    '575 DI,Mahindra,47,2WD-D,7.35 L,ES-SLP',
    '(i) Kolhapur dist. prices - on road,,,,,',
    '475 DI,Mahindra,42,2WD-D,6.95 L,',
    '(ii) rates after subsidy,,,,,',
    '275 DI,Mahindra,39,4WD-E,2.10 L,',
    'Used stock (not for list),,,,,',
    '265 DI,Mahindra,30,2WD-D,1.10 L,',
    '2. POWER TILLERS,,,,,',
    '130 DI,VST,13,-D,2.20 L,',
    '131 DI,VST,13,-D,2.20 L,Q-HYD',
  ].join('\n')
  const also = 'lifecycle=current; price source=dealer; price kind=estimate; state=MH'
  const { summary, said } = await run('a.csv', csv, '--type', 'machine', '--create-makers', '--with', also)
  assert.deepEqual([summary.read, summary.rejected, summary.left_out], [5, 0, {}], said)
  assert.deepEqual(
    (await records('machine')).map(({ name, wheel_drive, power_source, prices: [price] }) => [
      ...[name, wheel_drive, power_source, price.kind, price.city, price.observed_at],
    ]),
    [
      ['Mahindra 575 DI', '2wd', 'diesel', 'ex_showroom', 'Solapur', '2025-04-01'],
      ['Mahindra 475 DI', '2wd', 'diesel', 'on_road', 'Kolhapur', '2025-04-01'],
      ['Mahindra 275 DI', '4wd', 'electric', 'subsidised', undefined, '2025-04-01'],
      ['VST 130 DI', undefined, 'diesel', 'estimate', undefined, '2025-04-01'],
      ['VST 131 DI', undefined, 'diesel', 'dealer_quote', 'Hyderabad', '2025-04-01'],
    ],
    said,
  )
})

it('reads the heading of the first part where it stands above the header, up to the next part', async (t) => {
  const { run, records } = await bench(t)
  const csv = (first: string) =>
    [
      'Machine rate register,,,',
      `${first},,,`,
      'Company,Model,HP,Lift (kg)',
      'Mahindra,575 DI,45,1500',
      'B. RICE TRANSPLANTERS,,,',
      'Mahindra,MP461,4.5,',
    ].join('\n')
  const seen = async (first: string) => {
    const { said } = await run('a.csv', csv(first), '--type', 'machine', '--with', 'lifecycle=current; class=tractor')
    const made = (await records('machine')).map((one) => [one.name, one.machine_class, one.power_source])
    return [made, said] as const
  }
  const [made, said] = await seen('A. TRACTOR (all diesel) - FY 2023-24')
  const expected = [
    ['Mahindra 575 DI', 'tractor', 'diesel'],
    ['Mahindra MP461', 'rice_transplanter', undefined],
  ]
  assert.deepEqual(made, expected, said)
  assert.match(said, /power_source: is taken from the line above the rows; found diesel/)
  const [all] = await seen('(all diesel)')
  assert.deepEqual(all[1], ['Mahindra MP461', 'rice_transplanter', 'diesel'])
})

it('reads no code as crore, ends units at a header that names its own, and a heading of a maker at a row of another', async (t) => {
  const { run, records } = await bench(t)
  const csv = [
    'TR tractor; CR crane; DP dumper; BHL backhoe loader,,,,,,',
    'PART II - PX IN RS. LAKH; Op wt in TON unless cell says other,,,,,,',
    'Cat.,Mfr,Model,Px (Rs. lakh),Kind,Op wt (T),Rated load',
    'BHL,JCB,3DXZ,35.9,Q,7.5,1830',
    'sub-tot BHL,19 nos,,,,,',
    '>> JCB,,,,,,',
    'BHL,,4DXZ,39.9,,8.5,',
    'BHL,Mahindra,EarthMaster Z,35.9,,7.5,',
    'BHL,,EarthMaster Y,35.9,,7.5,',
    'PART III - OTHERS (px in full Rs. again),,,,,,',
    'Cat.,OEM,Model,Ex-Sh. Px Rs.,Kind,Op wt kg,HP',
    'TR,Mahindra,575 DI,735000,OR,1860,47',
    'TR,Mahindra,475 DI,650000,,1800,42',
  ].join('\n')
  const also = 'lifecycle=current; price source=dealer; price kind=estimate; state=TG; price date=1/4/25'
  const means = 'Px (Rs. lakh)=price; Ex-Sh. Px Rs.=ex-showroom price; Kind=price kind'
  const given = ['--type', 'machine', '--create-makers', '--with', also, '--means', means]
  const { summary, said } = await run('a.csv', csv, ...given)
  assert.deepEqual([summary.read, summary.rejected], [6, 0], said)
  assert.deepEqual(
    (await records('machine')).map(({ name, manufacturer, operating_weight_kg, prices: [price] }) => [
      ...[name, manufacturer, operating_weight_kg, price.price_inr, price.kind],
    ]),
    [
      ['JCB 3DXZ', 'jcb', 7_500, 3_590_000, 'dealer_quote'],
      ['JCB 4DXZ', 'jcb', 8_500, 3_990_000, 'estimate'],
      ['Mahindra EarthMaster Z', 'mahindra', 7_500, 3_590_000, 'estimate'],
      ['Mahindra EarthMaster Y', 'mahindra', 7_500, 3_590_000, 'estimate'],
      ['Mahindra 575 DI', 'mahindra', 1_860, 735_000, 'on_road'],
      ['Mahindra 475 DI', 'mahindra', 1_800, 650_000, 'ex_showroom'],
    ],
    said,
  )
})
