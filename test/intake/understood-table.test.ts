import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { newFolder, sqlite } from '../backends.ts'
import { yantra } from '../service.ts'

/** A sheet as offices keep it: headings, two prices, a maker with a slip, one nobody knows, cells that are refused. */
const SHEET = [
  'Rate list of the office as on 20-08-2026,,,,,,,,',
  'Company,Model,Machine type,HP / PTO HP,Ex-showroom,On-road,Place,Wt kg,Our code',
  'A. TRACTORS,,,,,,,,',
  'Mahindra,575 DI,,45 / 39.8,"6,87,000",7.42 lakh,Pune (MH),1860,x1',
  'Mahendra,Nagar 4WD,,30 / many,6.1-6.4 lakh,6.9-7.2 lakh,Pune,-,x2',
  'Karmveer Agro Industries,KV 40 (40 HP),,,5.2 lakh + GST,5.9 lakh,Nagpur,1700,',
  'B. OTHERS,,,,,,,,',
  'Karmveer,Rota 6,Rotavator,,95000,,Nagpur,410,x4',
  'Nobody knows / Somebody,Z 1,Tractor,20,"3,00,000",,Pune,900,',
  'Mahindra,There 1,Crane,49,"19,00,000",,Pune,"11,500",',
  'Mahindra,Earth 1,Flying saucer,74,"28,00,000",,Pune,"7,450",',
].join('\n')
const WITH = ['--create-makers', '--with', 'lifecycle=current; price source=dealer; state=MH']

async function desk(t: TestContext) {
  const folder = newFolder(t)
  const at = (name: string) => join(folder, name)
  writeFileSync(at('office.csv'), SHEET)
  const maker = { type: 'manufacturer', slug: 'mahindra', name: 'Mahindra' }
  const named = { slug: 'mahindra-there-1', name: 'There 1', manufacturer: 'mahindra' }
  const there = { type: 'machine', ...named, machine_class: 'mobile_crane', lifecycle: 'current' }
  writeFileSync(at('maker.ndjson'), `${JSON.stringify(maker)}\n${JSON.stringify(there)}\n`)
  async function open() {
    const env = { DATABASE_URL: await sqlite.newUrl(t) }
    const take = async (name: string, ...options: string[]) => {
      const { code, stdout, stderr } = await yantra(env, 'import', at(name), '--type', 'machine', '--json', ...options)
      return { code, said: stderr, summary: stdout === '' ? undefined : JSON.parse(stdout) }
    }
    await take('maker.ndjson')
    return { take, exported: async () => (await yantra(env, 'export', '--private')).stdout }
  }
  return { at, open }
}

const cellsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain!),
    )

for (const name of ['understood.csv', 'understood.xlsx']) {
  it(`writes what it understood to ${name}, which gives the same records as the sheet itself`, async (t) => {
    const { at, open } = await desk(t)
    const [direct, corrected] = [await open(), await open()]
    const dry = await direct.take('office.csv', ...WITH, '--dry-run', '--out', at(name))
    const before = await direct.exported()
    const taken = await direct.take('office.csv', ...WITH)
    assert.notEqual(await direct.exported(), before)
    assert.deepEqual([dry.summary.created, dry.summary.rejected], [taken.summary.created, taken.summary.rejected])
    const again = await corrected.take(name, '--create-makers')
    const counts = ({ summary: { read, created, rejected } }: typeof again) => [read, created, rejected]
    assert.deepEqual(counts(again), counts(taken), again.said)
    assert.equal(await corrected.exported(), await direct.exported())
  })
}

it('says in each row what was refused, left out or guessed, with the cells themselves beside', async (t) => {
  const { at, open } = await desk(t)
  await (await open()).take('office.csv', ...WITH, '--dry-run', '--out', at('understood.csv'))
  const [header = [], ...rows] = cellsOf(readFileSync(at('understood.csv'), 'utf8'))
  const cell = (row: number, name: string) => rows[row]![header.indexOf(name)]
  assert.deepEqual(header.slice(0, 7), [
    ...['_line', '_notes', '_section', 'type', 'manufacturer', '_manufacturer', 'name'],
  ])
  assert.deepEqual([cell(1, '_section'), cell(4, '_section')], ['A. TRACTORS', 'B. OTHERS'])
  assert.ok(['price_high_inr', 'price_source'].every((name) => header.includes(name)))
  assert.deepEqual(
    rows.map(([line]) => line),
    ['4', '5', '6', '8', '9', '10', '11'],
  )
  assert.deepEqual(
    ['engine_hp', 'pto_hp', 'price_inr', 'price_kind', 'price_on_road_inr', 'price_city', 'price_state'].map((name) =>
      cell(0, name),
    ),
    ['45', '39.8', '687000', 'ex_showroom', '742000', 'Pune', 'MH'],
  )
  assert.deepEqual(
    ['manufacturer', 'wheel_drive', 'pto_hp', '_pto_hp'].map((name) => cell(1, name)),
    ['Mahindra', '4wd', '', 'many'],
  )
  assert.match(cell(1, '_notes')!, /manufacturer: .*by a like name.*found ""Mahendra""/)
  // What a heading says for many rows is said of the first.
  const fromAbove = /machine_class: is taken from the line above the rows/
  assert.match(cell(0, '_notes')!, fromAbove)
  assert.doesNotMatch(cell(1, '_notes')!, fromAbove)
  // Of two prices the one that is understood stays.
  const kept = ['manufacturer', 'price_inr', 'price_kind'].map((name) => cell(2, name))
  assert.deepEqual(kept, ['Karmveer', '590000', 'on_road'])
  assert.match(cell(2, '_notes')!, /price_inr: is left out: .*found ""5.2 lakh \+ GST""/)
  assert.deepEqual(
    ['type', 'kind', 'price_inr', '_Our code'].map((name) => cell(3, name)),
    ['implement', 'rotavator', '95000', 'x4'],
  )
  assert.match(cell(6, '_notes')!, /^rejected: machine_class: is no class/)
  assert.deepEqual([cell(6, 'machine_class'), cell(6, 'operating_weight_kg')], ['Flying saucer', '7450'])
})

it('takes a corrected table as it says: names, makers, rows that were taken out', async (t) => {
  const { at, open } = await desk(t)
  const { take, exported } = await open()
  await take('office.csv', ...WITH, '--dry-run', '--out', at('understood.xlsx'))
  const { rows } = (await readXlsx(readFileSync(at('understood.xlsx')))).sheets[0]!
  const header = rows[0] as string[]
  const put = (row: number, name: string, value: unknown) => {
    rows[row]![header.indexOf(name)] = value as string
  }
  put(2, 'manufacturer', 'Marut Drones')
  put(2, 'name', 'Total 48 (48 HP)')
  put(2, 'pto_hp', 25)
  put(7, 'machine_class', 'Backhoe loader')
  put(7, 'price_date', new Date('2026-08-21'))
  rows[1]!.push('a remark')
  rows[0]!.push('Our own')
  rows.splice(4, 1)
  const file = at('corrected.xlsx')
  writeFileSync(file, await writeXlsx({ sheets: [{ name: 'Rows', rows: rows as (string | number)[][] }] }))
  const { summary, said } = await take('corrected.xlsx', '--create-makers')
  assert.deepEqual([summary.read, summary.created, summary.rejected], [6, 4, 2], said)
  const records = (await exported())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const named = (name: string) => records.find((one) => one.name === name)
  assert.equal(named('Marut Drones').slug, 'marut-drones')
  const { slug, manufacturer, pto_hp, wheel_drive } = named('Total 48 (48 HP)')
  assert.deepEqual(
    [slug, manufacturer, pto_hp, wheel_drive],
    ['marut-drones-total-48-48-hp', 'marut-drones', 25, '4wd'],
  )
  assert.deepEqual(
    [named('Mahindra Earth 1').machine_class, named('Mahindra Earth 1').prices[0].observed_at],
    ['backhoe_loader', '2026-08-21'],
  )
  assert.equal(named('Mahindra Rota 6'), undefined)
  assert.ok(
    summary.understood.some(
      ({ field, reason }: Record<string, string>) => field === 'Our own' && reason!.startsWith('is left out'),
    ),
  )
})

it('refuses a name that is no table, a file that is none, and words for a table that has none of its own', async (t) => {
  const { at, open } = await desk(t)
  const { take } = await open()
  assert.equal((await take('office.csv', '--dry-run', '--out', at('understood.txt'))).code, 2)
  assert.equal((await take('maker.ndjson', '--dry-run', '--out', at('understood.csv'))).code, 2)
  assert.equal((await take('office.csv', '--dry-run', '--out', at('office.csv'))).code, 2)
  assert.equal((await take('office.csv', '--dry-run', '--out', at('none.csv'), '--means', 'Nowhere=x')).code, 2)
  assert.equal(existsSync(at('none.csv')), false)
  await take('office.csv', ...WITH, '--dry-run', '--out', at('understood.csv'))
  assert.match((await take('understood.csv', '--means', 'x=y')).said, /--means: correct the cells/)
})

it('asks for no meanings of a corrected table, and writes no table of what is none', async (t) => {
  const { at, open } = await desk(t)
  const { take, exported } = await open()
  const table =
    '_line,_notes,type,manufacturer,name,machine_class,lifecycle\n2,,machine,Nobody,X 1,Hovercraft,current\n'
  writeFileSync(at('corrected.csv'), table)
  const { said, summary } = await take('corrected.csv')
  assert.deepEqual([summary.rejected, summary.not_understood], [1, []])
  assert.doesNotMatch(said, /--means/)
  writeFileSync(at('noise.xlsx'), Buffer.alloc(3_000, 7))
  const noise = await take('noise.xlsx', '--dry-run', '--out', at('noise.csv'))
  assert.doesNotMatch(noise.said, /What was understood/)
  assert.equal(existsSync(at('noise.csv')), false)
  // A folder that is not there is told before anything is kept.
  const before = await exported()
  assert.equal((await take('office.csv', ...WITH, '--out', at('nowhere/x.csv'))).code, 2)
  assert.equal(await exported(), before)
})
