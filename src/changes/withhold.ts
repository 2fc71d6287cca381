import { type RecordType, recordsAmong } from '../database/records.ts'
import { among, type Db, deleteAmong, type RevisionLock, upsertRows, writeTransaction } from '../database/schema.ts'
import type { HistoryTable } from '../database/tables/history.ts'
import { Refused } from '../errors.ts'
import { type Author, addEntries, digest, pack, readBlocks, unpack } from '../history/entries.ts'
import { makeChanges } from './make-changes.ts'

// What was published by mistake, or what a person wants gone, leaves the history: the content of entries goes, their hashes
// stay, and an entry of the chain tells which, who did it and why.

export interface Why {
  reason: string
  author: Author
  now: number
}

/** What of a record's past is meant: its state at a revision, what was served between two moments, or all of it. */
export type Past = { revision: number } | { since: number; until: number }

type Entry = Pick<HistoryTable, 'type' | 'key' | 'revision' | 'at' | 'block' | 'place'>

/** Retracts past states of a record, never the one that is served now. Undefined when the history does not know it. */
export function retract(db: Db, type: RecordType, key: string, past: Past, why: Why): Promise<number | undefined> {
  return writeTransaction(db, async (trx, lock) => {
    const entries = await entriesOf(trx, type, key)
    if (entries.length === 0) return undefined
    const chosen = entries.filter(({ revision, at }, k) => {
      const [began, from] = [entries[k - 1]?.at ?? 0, entries[k - 1]?.revision ?? -1]
      return 'revision' in past
        ? from <= past.revision && past.revision < revision
        : at > past.since && began <= past.until
    })
    await dropEvents(trx, type, key, chosen, entries)
    const gone = await withhold(trx, lock, 'retracted', chosen, why)
    if (gone === 0) throw new Refused('nothing of that time is kept, or it is what is served now: change that first')
    return gone
  })
}

/** Retracts whatever an import brought and that is no longer so. */
export async function retractImport(trx: Db, lock: RevisionLock, importId: string, why: Why): Promise<number> {
  const brought = await trx.selectFrom('history').selectAll().where('import_id', '=', importId).execute()
  let gone = 0
  for (const [name, own] of Map.groupBy(brought, ({ type, key }) => `${type} ${key}`)) {
    const [type, key] = name.split(' ') as [RecordType, string]
    const entries = await entriesOf(trx, type, key)
    const made = new Set(own.map(({ revision }) => revision))
    const chosen = entries.filter((_, k) => k > 0 && made.has(entries[k - 1]!.revision))
    await dropEvents(trx, type, key, chosen, entries)
    gone += await withhold(trx, lock, 'retracted', chosen, why)
  }
  return gone
}

/** Erases a listing with all that is stored of it; its id is not taken again. Undefined for an unknown one. */
export function eraseListing(db: Db, key: string, why: Why): Promise<{ entries: number; doc: string } | undefined> {
  return writeTransaction(db, async (trx, lock) => {
    const records = await recordsAmong(trx, 'listing', [key])
    const entries = await entriesOf(trx, 'listing', key)
    if (records.length + entries.length === 0) return undefined
    // Of pictures that earlier states named, too.
    const doc = [...records.map(({ doc }) => doc), ...(await textsOf(trx, entries)).values()].join('\n')
    await deleteAmong(trx, 'enquiries', 'listing_id', [Number(key)])
    const changes = records.map((before) => ({ type: 'listing' as const, key, before, after: undefined }))
    await makeChanges(trx, lock, changes, why)
    await dropListingEvents(trx, Number(key))
    const erased = { record_type: ERASED, record_key: key, id: Number(key), version: 0, revision: lock.next() }
    await upsertRows(trx, 'removed_records', ['record_type', 'record_key'], [erased])
    const gone = await withhold(trx, lock, 'erased', await entriesOf(trx, 'listing', key), why)
    return { entries: gone, doc }
  })
}

/** The type under which an erased listing's id is kept. */
const ERASED = 'erased listing'

function entriesOf(trx: Db, type: RecordType, key: string): Promise<Entry[]> {
  const query = trx.selectFrom('history').select(['type', 'key', 'revision', 'at', 'block', 'place'])
  return query.where('key', '=', key).where('type', '=', type).orderBy('revision').execute()
}

/** The records before of entries, by revision; none for what is withheld already. */
async function textsOf(trx: Db, entries: readonly Entry[]): Promise<Map<number, string>> {
  const blocks = new Map((await readBlocks(trx, entries)).map(({ id, bytes }) => [id, unpack(bytes)]))
  const texts = entries.map(({ revision, block, place }) => [revision, blocks.get(block ?? -1)?.[place] ?? ''] as const)
  return new Map(texts.filter(([, text]) => text !== ''))
}

/** Takes the content out of entries, and adds one that tells of it. Returns of how many. */
async function withhold(
  trx: Db,
  lock: RevisionLock,
  kind: 'retracted' | 'erased',
  entries: readonly Entry[],
  { reason, author, now }: Why,
): Promise<number> {
  const texts = await textsOf(trx, entries)
  const own = entries.filter(({ revision }) => texts.has(revision))
  if (own.length === 0) return 0
  for (const { id, bytes, digest: known } of await readBlocks(trx, own)) {
    const lines = unpack(bytes)
    for (const { block, place } of own) if (block === id) lines[place] = ''
    const rest = { bytes: pack(lines), digest: known ?? digest(bytes) }
    await trx.updateTable('history_blocks').set(rest).where('id', '=', id).execute()
  }
  const gone = JSON.stringify(own.map(({ revision }) => [revision, digest(texts.get(revision)!)]))
  const revision = lock.next()
  await trx.insertInto('withheld').values({ revision, reason, gone }).execute()
  const { type, key } = own[0]!
  const note = { type: kind, key: `${type} ${key}`, revision, line: 0, after: digest(`${gone}\n${reason}`) }
  await addEntries(trx, author, now, [{ ...note, shown: 0, before: undefined }])
  return own.length
}

/** Removes kept events that show these states of a machine, and what the next one tells of its prices before. */
async function dropEvents(trx: Db, type: RecordType, key: string, chosen: readonly Entry[], all: readonly Entry[]) {
  if (type !== 'machine') return
  for (const entry of chosen) {
    const began = all[all.indexOf(entry) - 1]?.at ?? 0
    const query = trx.selectFrom('events').select(['id', 'created_at', 'body'])
    const events = await query.where('created_at', '>=', began).where('created_at', '<=', entry.at).execute()
    const own = events.filter(({ body }) => JSON.parse(body).data.machine?.slug === key)
    const gone = own.filter(({ created_at }) => created_at < entry.at || began === entry.at).map(({ id }) => id)
    await deleteEvents(trx, gone)
    for (const { id, body } of own) {
      const event = JSON.parse(body)
      if (gone.includes(id) || !event.data.previous) continue
      for (const name of Object.keys(event.data.previous)) event.data.previous[name] = null
      const set = { body: JSON.stringify(event) }
      await trx.updateTable('events').set(set).where('id', '=', id).execute()
    }
  }
}

/** Removes kept events of a listing but the last, which tells that it is gone. */
async function dropListingEvents(trx: Db, id: number) {
  const query = trx.selectFrom('events').select(['id', 'type', 'body']).where('type', 'like', 'listing.%')
  const own = (await query.execute()).filter(({ type, body }) => {
    const { data } = JSON.parse(body)
    return type !== 'listing.withdrawn' && (data.listing?.id ?? data.id) === id
  })
  const ids = own.map((event) => event.id)
  await deleteEvents(trx, ids)
}

async function deleteEvents(trx: Db, ids: readonly string[]) {
  for (const table of ['attempts', 'deliveries'] as const) await deleteAmong(trx, table, 'event_id', ids)
  await deleteAmong(trx, 'events', 'id', ids)
}

/** Which of these ids of listings were erased. */
export async function erasedAmong(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const query = db.selectFrom('removed_records').select('id').where('record_type', '=', ERASED)
  return new Set((await query.where(among(db, 'id', ids)).execute()).map(({ id }) => id))
}
