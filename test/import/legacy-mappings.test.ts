import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { Kysely, sql } from 'kysely'
import { migrate } from '../../src/database/migrate.ts'
import type { Db } from '../../src/database/schema.ts'
import { sqliteDialect } from '../../src/database/sqlite.ts'
import { newFolder, sqlite } from '../backends.ts'
import { yantra } from '../service.ts'

const MAPPING = {
  type: 'listing',
  columns: {
    Lot: { field: 'left out' },
    Make: { field: 'maker_name', words: { Sonalka: 'sonalika', 'N.K.': 'left out' } },
    ...{
      Model: { field: 'variant_name' },
      Year: { field: 'year' },
      Hours: { field: 'hours' },
      Price: { field: 'price_inr', unit: 'rupees' },
    },
  },
  new: {
    status: 'live',
    vehicle_class: 'tractor',
    km: '0',
    owners: '1',
    district: 'Moga',
    state_code: 'PB',
    pin: '142001',
    created_at: '2026-08-01',
    seller: 'dealer',
    dealer_name: 'Shree',
  },
  makers: 'known',
  days: 'day-month',
}

/** The id that release 1.7 gave to the listing of a line. */
const oldId = (line: number) =>
  Number.parseInt(createHash('sha256').update(`shree\njune.csv\n${line}`).digest('hex').slice(0, 13), 16)

const OLD = [
  ['Mahindra', '575 DI', 2018, 2300, 450_000],
  ['Swaraj', '744 FE', 2016, 3200, 410_000],
  ['Swaraj', '855 FE', 2015, 3900, 380_000],
] as const

it('turns recipes into mappings, and keeps the ids of listings that release 1.7 imported', async (t) => {
  const url = await sqlite.newUrl(t)
  const folder = newFolder(t)
  const put = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const db = new Kysely({ dialect: sqliteDialect(url.slice('file:'.length), {}) }) as Db
  await migrate(db, 28)
  const savedMapping = JSON.stringify(MAPPING)
  await sql`insert into recipes (name, recipe, at, who) values ('shree', ${savedMapping}, 1, 'asha')`.execute(db)
  await db.destroy()

  const env = { DATABASE_URL: url }
  const { stdout } = await yantra(env, 'mappings', 'list', '--json')
  const [{ sender, who, mapping }] = JSON.parse(stdout)
  assert.deepEqual(
    [sender, who, mapping.identity, mapping.date_order, mapping.unknown_manufacturers],
    ['shree', 'asha', '?', 'dmy', 'skip'],
  )
  assert.deepEqual(mapping.columns.Make, { field: 'maker_name', values: { Sonalka: 'sonalika', 'N.K.': 'skip' } })
  assert.deepEqual([mapping.columns.Lot, mapping.constants.status], [{ field: 'skip' }, 'live'])

  const rows = OLD.map(([maker_name, variant_name, year, hours, price_inr], i) => {
    const maker_slug = maker_name.toLowerCase()
    const { seller, dealer_name, created_at: _, owners: __, km: ___, ...constants } = MAPPING.new
    return {
      ...{ type: 'listing', id: oldId(i + 2), created_at: '2026-08-01T00:00:00+05:30', ...constants, owners: 1, km: 0 },
      ...{ maker_name, maker_slug, variant_name, year, hours, price_inr, seller, dealer_name },
      variant_slug: `${maker_slug}-${variant_name.toLowerCase().replace(' ', '-')}`,
    }
  })
  const manufacturers = ['mahindra', 'swaraj'].map((slug) => ({
    type: 'manufacturer',
    slug,
    name: slug[0]!.toUpperCase() + slug.slice(1),
  }))
  // As the record of an import in release 1.7 names it.
  const june = put('june.csv', [...manufacturers, ...rows].map((row) => JSON.stringify(row)).join('\n'))
  assert.equal((await yantra(env, 'import', june, '--format', 'ndjson')).code, 0)

  const cells = OLD.map(([manufacturer, model, year, hours, price], i) =>
    [`L${i + 1}`, manufacturer, model, year, hours, price].join(','),
  )
  const header = 'Lot,Make,Model,Year,Hours,Price'
  // One row inserted at the top, one price changed, one gone.
  const july = put(
    'july.csv',
    [header, 'L9,Mahindra,475 DI,2020,900,510000', cells[0]!.replace('450000', '440000'), cells[1]].join('\n'),
  )
  const first = await yantra(env, 'import', july, '--sender', 'shree', '--yes')
  assert.equal(first.code, 3, first.stderr)
  assert.match(first.stderr, /identity: Which columns identify a row in the next sheet\?/)
  const file = join(folder, 'july.mapping.yaml')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/identity: "\?".*/, 'identity: [Lot]'))
  const requested = await yantra(env, 'import', july, '--mapping', file)
  assert.equal(requested.code, 3, requested.stderr)
  assert.match(
    requested.stderr,
    new RegExp(`Imported before release 2\\.0 and matched by no row: 1\\n +${oldId(4)} Swaraj 855 FE, 2015`),
  )
  const done = await yantra(env, 'import', july, '--mapping', file, '--yes', '--json')
  const { created, changed, unchanged } = JSON.parse(done.stdout)
  assert.deepEqual([created, changed + unchanged], [1, 2], done.stderr)
  const exported = (await yantra(env, 'export', '--private')).stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const listings = exported.filter(({ type }) => type === 'listing')
  const names = new Map(listings.map(({ id, variant_name }) => [id, variant_name]))
  assert.deepEqual(
    [names.get(oldId(2)), names.get(oldId(3)), names.get(oldId(4)), names.size],
    ['575 DI', '744 FE', '855 FE', 4],
  )
  // From now on the identity finds them, in any order.
  const august = put('august.csv', [header, cells[1], 'L9,Mahindra,475 DI,2020,950,510000', cells[0]].join('\n'))
  const next = JSON.parse((await yantra(env, 'import', august, '--sender', 'shree', '--yes', '--json')).stdout)
  assert.deepEqual([next.created, next.rejected], [0, 0])
})
