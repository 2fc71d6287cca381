import { among, rowsAmong } from '../database/bulk.ts'
import { countRows } from '../database/count-rows.ts'
import type { Db } from '../database/schema.ts'
import type { ManufacturerTable, SourceTable } from '../database/tables/catalogue.ts'
import { toFields } from './machine-fields.ts'
import { implementFields } from './records/implement.ts'
import { listingFields } from './records/listing.ts'
import { RECORD_TYPES, type RecordType, ROW_SHAPES } from './row-shapes.ts'
import { restoreSources } from './sources.ts'

const PAGE = 1_000
const LISTING_FIELDS = ROW_SHAPES.listing.names

type Row = Record<string, unknown>

interface Page {
  rows: Row[]
  /** Where the next page begins. */
  last: number | string
}

/**
 * Exports every record as a row that can be imported again, a page at a time. Makers and classes come before the
 * records that name them, even when they are new during the export. No transaction stays open between pages. Sellers'
 * contacts and sources are left out unless `withPrivate`.
 */
export async function* exportRows(
  db: Db,
  options: { withPrivate: boolean },
): AsyncGenerator<{ type: RecordType; rows: Row[] }> {
  const given = { manufacturer: new Set<unknown>(), class: new Set<unknown>() }

  async function* give(type: RecordType, rows: Row[]) {
    if (type === 'manufacturer') for (const { slug } of rows) given.manufacturer.add(slug)
    if (type === 'class') for (const { key } of rows) given.class.add(key)
    if (options.withPrivate) await addPrivate(db, type, rows)
    yield { type, rows: rows.map((row) => ({ type, ...withoutNulls(row) })) }
  }

  for (const type of RECORD_TYPES) {
    let after: number | string | undefined
    for (;;) {
      const page = await PAGES[type](db, after)
      if (page.rows.length === 0) break
      const makers = missing(given.manufacturer, type === 'manufacturer' ? [] : page.rows, ({ manufacturer }) => [
        manufacturer,
      ])
      const newMakers = await rowsAmong(db, 'manufacturers', 'slug', makers)
      if (newMakers.length > 0) yield* give('manufacturer', newMakers.map(toMakerRow))
      const classes = missing(given.class, page.rows, ({ machine_class, fits_classes = [] }) => [
        machine_class,
        ...(fits_classes as unknown[]),
      ])
      const newClasses = await rowsAmong(db, 'classes', 'key', classes)
      if (newClasses.length > 0) yield* give('class', newClasses.map(toClassRow))
      yield* give(type, page.rows)
      after = page.last
    }
  }
}

function missing(given: ReadonlySet<unknown>, rows: readonly Row[], namesIn: (row: Row) => unknown[]): string[] {
  const names = new Set(rows.flatMap(namesIn).filter((name) => name && !given.has(name)))
  return [...names] as string[]
}

/** How many rows an export has. */
export async function countRecords(db: Db): Promise<number> {
  let total = 0
  for (const table of ['manufacturers', 'classes', 'machines', 'implements', 'listings'] as const)
    total += await countRows(db, table)
  return total
}

const PAGES: Record<RecordType, (trx: Db, after: number | string | undefined) => Promise<Page>> = {
  async manufacturer(trx, after) {
    const rows = await pageOf(trx.selectFrom('manufacturers').selectAll(), after)
    return toPage(rows, toMakerRow)
  },
  async class(trx, after) {
    const query = trx.selectFrom('classes').select(['key', 'doc']).orderBy('key').limit(PAGE)
    const rows = await (after === undefined ? query : query.where('key', '>', after as string)).execute()
    return {
      rows: rows.map(toClassRow),
      last: rows.at(-1)?.key ?? '',
    }
  },
  async machine(trx, after) {
    const rows = await pageOf(trx.selectFrom('machines').selectAll(), after)
    return toMadePage(trx, rows, toFields)
  },
  async implement(trx, after) {
    const rows = await pageOf(trx.selectFrom('implements').selectAll(), after)
    return toMadePage(trx, rows, implementFields)
  },
  async listing(trx, after) {
    const rows = await pageOf(trx.selectFrom('listings').selectAll(), after)
    return toPage(rows, (row) => ({ id: row.id, ...listingFields(row) }))
  },
}

function toMakerRow({ id, slug, name, aliases }: ManufacturerTable): Row {
  return { id, slug, name, aliases: JSON.parse(aliases) }
}

function toClassRow({ key, doc }: { key: string; doc: string }): Row {
  return { key, ...JSON.parse(doc) }
}

/** The part of a query builder that paging by id needs. */
interface ById<R> {
  where(column: 'id', operator: '>', value: number): ById<R>
  orderBy(column: 'id'): ById<R>
  limit(count: number): ById<R>
  execute(): Promise<R[]>
}

function pageOf<R>(query: ById<R>, after: number | string | undefined): Promise<R[]> {
  return query
    .where('id', '>', Number(after ?? 0))
    .orderBy('id')
    .limit(PAGE)
    .execute()
}

function toPage<R extends { id: number }>(rows: R[], toRow: (row: R) => Row): Page {
  return { rows: rows.map(toRow), last: rows.at(-1)?.id ?? 0 }
}

/** A page of records that have a maker. */
async function toMadePage<R extends { id: number; slug: string; manufacturer_id: number }>(
  trx: Db,
  rows: R[],
  fieldsOf: (row: R) => Row,
): Promise<Page> {
  const ids = [...new Set(rows.map((row) => row.manufacturer_id))]
  const makers = await rowsAmong(trx, 'manufacturers', 'id', ids)
  const slugs = new Map(makers.map(({ id, slug }) => [id, slug]))
  return toPage(rows, (row) => {
    const { id, slug, manufacturer_id } = row
    return { id, slug, manufacturer: slugs.get(manufacturer_id), ...fieldsOf(row) }
  })
}

/** A whole row needs no nulls. */
function withoutNulls(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}

async function addPrivate(trx: Db, type: RecordType, rows: Row[]): Promise<void> {
  const keyField = type === 'listing' ? 'id' : type === 'class' ? 'key' : 'slug'
  const byKey = new Map(rows.map((row) => [String(row[keyField]), row]))
  if (type === 'listing') await addContacts(trx, byKey)
  const sources = await trx
    .selectFrom('sources')
    .select(['record_key', 'doc'])
    .where('record_type', '=', type satisfies SourceTable['record_type'])
    .where(among(trx, 'record_key', [...byKey.keys()]))
    .execute()
  for (const { record_key, doc } of sources) restoreSources(byKey.get(record_key)!, JSON.parse(doc))
}

/** Adds the contact and the texts as sent: an import guards them again. */
async function addContacts(trx: Db, byId: ReadonlyMap<string, Row>): Promise<void> {
  const contacts = await rowsAmong(trx, 'listing_contacts', 'listing_id', [...byId.keys()].map(Number))
  for (const { listing_id, doc, texts } of contacts) {
    const row = byId.get(String(listing_id))!
    const sent = texts === '' ? [] : Object.entries(JSON.parse(texts) as Row)
    for (const [name, value] of sent) if (LISTING_FIELDS.has(name)) row[name] = value
    if (doc !== '') row.contact = JSON.parse(doc)
  }
}
