import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { findRecords, keyOf } from '../database/records.ts'
import { countRows, type Db, findRows, readPages } from '../database/schema.ts'
import { manufacturerSlugs, removedSince, statesAt } from '../history/states.ts'
import { describe } from './records/records.ts'
import { RECORD_TYPES, type RecordKey, type RecordType, ROW_SHAPES, STORED, type StoredOf } from './row-shapes.ts'
import { restoreSources } from './sources.ts'
import { sourcesAmong } from './working-set.ts'

const PAGE = 1_000

type ExportRow = Record<string, unknown>
type Stored = StoredOf<RecordType> & { id?: number; manufacturer_id?: number }

/**
 * Exports every record as a row that can be imported again, a page at a time. Makers and classes come before the
 * records that name them, even when they are new during the export. No transaction stays open between pages. Sellers'
 * contacts and sources are left out unless `withPrivate`; `asOf` gives the records as they were then, which have neither.
 */
export async function* exportRows(
  db: Db,
  options: { withPrivate: boolean; asOf?: number | undefined },
): AsyncGenerator<{ type: RecordType; rows: ExportRow[] }> {
  const input = { manufacturer: new Set<unknown>(), class: new Set<unknown>() }

  async function* give(type: RecordType, rows: ExportRow[]) {
    if (type === 'manufacturer' || type === 'class') for (const row of rows) input[type].add(row[STORED[type].key])
    if (options.withPrivate) await addPrivate(db, type, rows)
    if (rows.length > 0) yield { type, rows: rows.map((row) => ({ type, ...withoutNulls(row) })) }
  }

  async function* giveNamed(type: 'manufacturer' | 'class', names: readonly unknown[]) {
    const missing = [...new Set(names)].filter((name) => name && !input[type].has(name)) as string[]
    const result =
      options.asOf === undefined
        ? await findRecords(db, type, missing)
        : [...(await statesAt(db, type, missing, { timestamp: options.asOf })).values()]
    yield* give(type, await toRows(db, type, result))
  }

  for (const type of RECORD_TYPES) {
    for await (const page of options.asOf === undefined ? recordsOf(db, type) : pagesAsOf(db, type, options.asOf)) {
      const rows = await toRows(db, type, page)
      if (type !== 'manufacturer') {
        const manufacturers = rows.map(({ manufacturer }) => manufacturer)
        yield* giveNamed('manufacturer', manufacturers)
        const classes = rows.flatMap((row) => [row.machine_class, ...((row.fits_classes ?? []) as unknown[])])
        yield* giveNamed('class', classes)
      }
      yield* give(type, rows)
    }
  }
}

export async function countRecords(db: Db): Promise<number> {
  let total = 0
  for (const type of RECORD_TYPES) total += await countRows(db, STORED[type].table)
  return total
}

function recordsOf(db: Db, type: RecordType): AsyncGenerator<Stored[]> {
  const order = orderOf(type)
  return readPages(db, STORED[type].table, order, order === 'id' ? 0 : '') as AsyncGenerator<Stored[]>
}

async function* pagesAsOf(db: Db, type: RecordType, timestamp: number): AsyncGenerator<Stored[]> {
  const removed = await removedSince(db, type, { timestamp })
  const order = orderOf(type)
  async function* read(keys: readonly string[]) {
    for (let i = 0; i < keys.length; i += PAGE) {
      const some = keys.slice(i, i + PAGE)
      const states = await statesAt(db, type, some, { timestamp })
      yield some.flatMap((key) => states.get(key) ?? []) as Stored[]
    }
  }
  for await (const page of recordsOf(db, type)) {
    const keys: string[] = []
    for (const row of page) {
      while (removed.length > 0 && removed[0]!.order < (row[order] as RecordKey)) keys.push(removed.shift()!.key)
      keys.push(String(keyOf(type, row as never)))
    }
    yield* read(keys)
  }
  yield* read(removed.map(({ key }) => key))
}

function orderOf(type: RecordType): keyof Stored {
  const { key } = STORED[type]
  return (key === 'slug' ? 'id' : key) as keyof Stored
}

export async function toRows(db: Db, type: RecordType, records: readonly Stored[]): Promise<ExportRow[]> {
  const slugs = await manufacturerSlugs(db, records)
  const { key } = STORED[type]
  return records.map((record) => {
    const row: ExportRow = record.id === undefined ? {} : { id: record.id }
    row[key] = record[key as keyof Stored]
    if (record.manufacturer_id !== undefined) row.manufacturer = slugs.get(record.manufacturer_id)
    return Object.assign(row, describe(type).fieldsOf(record))
  })
}

function withoutNulls(row: ExportRow): ExportRow {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}

async function addPrivate(db: Db, type: RecordType, rows: readonly ExportRow[]): Promise<void> {
  const byKey = new Map(rows.map((row) => [String(row[STORED[type].key]), row]))
  if (type === 'listing') await addContacts(db, byKey)
  for (const { record_key, doc } of await sourcesAmong(db, type, [...byKey.keys()])) {
    restoreSources(byKey.get(record_key)!, JSON.parse(doc))
  }
}

async function addContacts(db: Db, byId: ReadonlyMap<string, ExportRow>): Promise<void> {
  const ids = [...byId.keys()].map(Number)
  const contacts = await findRows(db, 'listing_contacts', 'listing_id', ids)
  for (const { listing_id, doc, texts } of contacts) {
    const row = byId.get(String(listing_id))!
    const sent = texts === '' ? [] : Object.entries(JSON.parse(texts) as ExportRow)
    for (const [name, value] of sent) if (ROW_SHAPES.listing.names.has(name)) row[name] = value
    if (doc !== '') row.contact = JSON.parse(doc)
  }
  for (const { listing_id, sender, identity, number } of await findRows(db, 'listing_senders', 'listing_id', ids))
    byId.get(String(listing_id))!.sender = { name: sender, identity, ...(number !== '' && { number }) }
}

/** A file that replaces the one of that name only when it is complete. Only its owner may read it. */
export async function openReplacement(path: string) {
  const draft = `${path}.${process.pid}.part`
  const file = createWriteStream(draft, { mode: 0o600, flush: true })
  await once(file, 'open')
  const stream = path.endsWith('.gz') ? createGzip() : file
  if (stream !== file) {
    stream.pipe(file)
    file.once('error', (error) => stream.destroy(error))
  }
  // A full disk shows here; without a listener it would end the process.
  const failed = new Promise<never>((_, reject) => {
    for (const item of new Set<Writable>([stream, file])) item.once('error', reject)
  })
  failed.catch(() => {})
  return {
    stream: stream as Writable,
    async complete(): Promise<void> {
      stream.end()
      await Promise.race([finished(file), failed])
      await rename(draft, path)
    },
    async discard(): Promise<void> {
      file.destroy()
      await rm(draft, { force: true })
    },
  }
}
