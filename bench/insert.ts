import { NO_PRICE, summarisePrices } from '../src/catalog/price-summary.ts'
import { openDatabase } from '../src/database/open.ts'
import { type Db, upsertRows, writeTransaction } from '../src/database/schema.ts'
import { Machine, type MediaItem, type PriceItem } from '../src/schema/api/machine.ts'
import { generateMachines, generateManufacturers } from './generate.ts'

export type Row = { type: string; [field: string]: unknown }

const STORED_ELSEWHERE = new Set(['id', 'slug', 'manufacturer', 'machine_class', 'published_at'])
const FACTS = Object.keys(Machine.properties).filter((field) => !STORED_ELSEWHERE.has(field))

/** All makers and this many machines. */
export function* generateRows(machines: number): Generator<Row> {
  for (const manufacturer of generateManufacturers()) yield { ...manufacturer }
  yield* generateMachines(machines)
}

/** A SQLite file that holds them. */
export async function makeDatabase(path: string, machines: number): Promise<void> {
  await using db = await openDatabase({ kind: 'sqlite', path })
  await insertRows(db, generateRows(machines))
}

/** Rows of import files straight into the tables, unchecked: many of them, quickly. */
export async function insertRows(db: Db, rows: Iterable<Row>, batch = 5_000): Promise<void> {
  const manufacturerIds = new Map<string, number>()
  let created = 0
  let held: Row[] = []
  for (const row of rows) {
    held.push(row)
    if (held.length === batch) await flush()
  }
  await flush()

  async function flush(): Promise<void> {
    await writeTransaction(db, async (trx, lock) => {
      const rowsOf = <R>(type: string, toRow: (row: Row, revision: number) => R) =>
        held.filter((row) => row.type === type).map((row) => toRow(row, lock.next()))
      await upsertRows(trx, 'manufacturers', ['slug'], rowsOf('manufacturer', toManufacturer))
      await upsertRows(trx, 'classes', ['key'], rowsOf('class', toClass))
      await upsertRows(trx, 'machines', ['slug'], rowsOf('machine', toMachine))
      await upsertRows(trx, 'implements', ['slug'], rowsOf('implement', toImplement))
    })
    held = []
  }

  function toManufacturer({ slug, name, aliases }: Row, revision: number) {
    const id = manufacturerIds.get(String(slug)) ?? manufacturerIds.size + 1
    manufacturerIds.set(String(slug), id)
    const self = { id, slug: String(slug), name: String(name), aliases: JSON.stringify(aliases ?? []) }
    return { ...self, colour: null, revision }
  }

  function toClass({ type: _, key, ...doc }: Row, revision: number) {
    return { key: String(key), doc: JSON.stringify(doc), revision }
  }

  function toMachine(row: Row, revision: number) {
    const { media = [], prices = [], spec = [], linkage = [], aliases = [] } = row
    const facts = FACTS.filter((field) => row[field] !== undefined && row[field] !== null && !(field in DETAIL))
    return {
      id: Number(row.id ?? ++created),
      slug: String(row.slug),
      manufacturer_id: manufacturerIds.get(String(row.manufacturer))!,
      class_key: String(row.machine_class),
      published_at: (row.published_at as string | undefined) ?? null,
      facts: JSON.stringify({ section: 'farm', ...Object.fromEntries(facts.map((field) => [field, row[field]])) }),
      detail: JSON.stringify({ media, prices, spec }),
      ...NO_PRICE,
      ...summarisePrices(prices as PriceItem[]),
      media_image: (media as MediaItem[]).find((item) => item.kind === 'image')?.url ?? null,
      linkage: JSON.stringify(linkage),
      aliases: JSON.stringify(aliases),
      version: 1,
      announced: 1,
      revision,
    }
  }

  function toImplement(row: Row, revision: number) {
    const { type: _, id, slug, manufacturer, published_at, hp_min, hp_max, linkage, ...doc } = row
    return {
      id: Number(id ?? ++created),
      slug: String(slug),
      manufacturer_id: manufacturerIds.get(String(manufacturer))!,
      published_at: (published_at as string | undefined) ?? null,
      doc: JSON.stringify(doc),
      hp_min: (hp_min as number | undefined) ?? null,
      hp_max: (hp_max as number | undefined) ?? null,
      linkage: JSON.stringify(linkage ?? []),
      announced: row.published_at ? 1 : 0,
      revision,
    }
  }
}

const DETAIL = { media: true, prices: true, spec: true }
