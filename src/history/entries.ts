import { hash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Db, findRows, type RevisionAllocator, upsertRows } from '../database/schema.ts'
import type { HistoryHeadTable, HistoryTable } from '../database/tables/history.ts'
import { RECORD_TYPES, RECORDS, type RecordType, type StoredOf } from '../schema/records/records.ts'

export interface Author {
  by: HistoryTable['made_by']
  who: string
  importId?: string
}

export const SERVICE: Author = { by: 'service', who: '' }

/** Stored columns of each type, in order, with the JSON text before each value. */
const COLUMNS = Object.fromEntries(
  RECORD_TYPES.map((type) => [
    type,
    Object.entries(RECORDS[type].columns).map(([name, kind], i) => ({
      name,
      head: `${i === 0 ? '{' : ','}"${name}":`,
      isJson: kind === 'json',
    })),
  ]),
) as Record<RecordType, { name: string; head: string; isJson: boolean }[]>
const JSON_COLUMNS = new Set(
  Object.values(COLUMNS).flatMap((columns) => columns.flatMap(({ name, isJson }) => (isJson ? name : []))),
)
const RECORDS_IN_BLOCK = 64
/** Level 3 is as fast as level 1 on these texts, and smaller. */
const COMPRESSION = { level: 3 }

export function recordText(type: RecordType, record: StoredOf<RecordType>): string {
  const row = record as unknown as Record<string, string | number | null>
  let text = ''
  for (const { name, head, isJson } of COLUMNS[type]) {
    const value = row[name]!
    text += head
    text += isJson || typeof value !== 'string' ? value : JSON.stringify(value)
  }
  return `${text}}`
}

export function readRecord<T extends RecordType>(text: string): StoredOf<T> {
  const row = JSON.parse(text) as Record<string, unknown>
  for (const name of JSON_COLUMNS) if (name in row) row[name] = JSON.stringify(row[name])
  return row as unknown as StoredOf<T>
}

export function digest(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url')
}

const HASHED = [
  ...(['revision', 'at', 'made_by', 'who', 'import_id', 'line'] as const),
  ...(['type', 'key', 'shown', 'block', 'place', 'after'] as const),
]

export function entryHash(entry: Omit<HistoryTable, 'hash'>, blockDigest: string, before: string): string {
  return digest(JSON.stringify([...HASHED.map((name) => entry[name]), blockDigest, before]))
}

export function withheldDigest({ gone, reason }: { gone: string; reason: string }): string {
  return digest(`${gone}\n${reason}`)
}

export function readHead(db: Db): Promise<HistoryHeadTable> {
  return db.selectFrom('history_head').selectAll().executeTakeFirstOrThrow()
}

type EntryKey = Pick<HistoryTable, 'type' | 'key' | 'revision'>

/** `before` is the text of the previous record. */
export interface NewEntry extends EntryKey, Partial<Pick<HistoryTable, 'line' | 'after' | 'shown'>> {
  before?: string | undefined
}

/** Replicas' clocks differ by less. */
const MAX_CLOCK_SKEW_MS = 5_000

/** Whether the clock was ahead when the last entry was made. */
export function wasAhead(head: HistoryHeadTable, now: number): boolean {
  return head.at > now + MAX_CLOCK_SKEW_MS
}

/**
 * Adds entries in the order of their revisions. After a clock that was ahead, an entry of type `clock` follows: all
 * before it was made by its time.
 */
export async function appendEntries(
  trx: Db,
  lock: RevisionAllocator,
  author: Author,
  now: number,
  entries: readonly NewEntry[],
): Promise<void> {
  const head = await readHead(trx)
  const isBack = wasAhead(head, now)
  const all: readonly NewEntry[] = isBack ? [...entries, { type: 'clock', key: '', revision: lock.next() }] : entries
  if (all.length === 0) return
  const timestamp = isBack ? now : Math.max(now, head.at)
  let last = head.hash
  const rows: HistoryTable[] = []
  for (let from = 0; from < all.length; from += RECORDS_IN_BLOCK) {
    const some = all.slice(from, from + RECORDS_IN_BLOCK)
    const changed = some.filter(({ before }) => before !== undefined)
    const id = changed.at(-1)?.revision ?? null
    let blockDigest = ''
    if (id !== null) {
      const bytes = pack(changed.map(({ before }) => before!))
      blockDigest = digest(bytes)
      await trx.insertInto('history_blocks').values({ id, bytes }).execute()
    }
    let count = 0
    for (const { before, line = 0, after = null, shown = 0, ...key } of some) {
      const isNew = before === undefined
      const { by: made_by, who, importId: import_id = '' } = key.type === 'clock' ? SERVICE : author
      const [block, place] = isNew ? [null, 0] : [id, count++]
      const row = { ...key, at: timestamp, made_by, who, import_id, line, shown, block, place, after, hash: '' }
      last = row.hash = entryHash(row, isNew ? '' : blockDigest, last)
      rows.push(row)
    }
  }
  await upsertRows(trx, 'history', [], rows)
  const { revision } = all.at(-1)!
  await trx.updateTable('history_head').set({ revision, at: timestamp, hash: last }).execute()
}

/** Undefined for an entry without a previous record, empty if that is redacted. */
export async function readBefore(db: Db, entries: readonly Pick<HistoryTable, 'block' | 'place'>[]) {
  const blocks = new Map((await readBlocks(db, entries)).map(({ id, bytes }) => [id, unpack(bytes)]))
  return entries.map(({ block, place }) => (block === null ? undefined : blocks.get(block)?.[place]))
}

export async function readBlocks(db: Db, entries: readonly Pick<HistoryTable, 'block'>[]) {
  const ids = new Set(entries.map(({ block }) => block).filter((block) => block !== null))
  return findRows(db, 'history_blocks', 'id', [...ids])
}

export function pack(lines: readonly string[]): Buffer {
  return deflateRawSync(lines.join('\n'), COMPRESSION)
}

export function unpack(bytes: Uint8Array): string[] {
  return inflateRawSync(bytes).toString().split('\n')
}
