import { findRecords, type RecordType } from '../database/records.ts'
import {
  type Db,
  deleteRows,
  type RevisionAllocator,
  upsertRows,
  whereIn,
  writeTransaction,
} from '../database/schema.ts'
import { CommandError } from '../errors.ts'
import {
  type Author,
  appendEntries,
  digest,
  pack,
  readBefore,
  readBlocks,
  readHead,
  unpack,
  withheldDigest,
} from './entries.ts'
import { deleteByRecord, makeChanges } from './make-changes.ts'
import { deleteEventsOf, type PastState, type RedactableEntry, redactEvents } from './redact-events.ts'

// Entries lose their content. Their hashes stay, and a new entry says which, who and why.

export interface RedactionReason {
  reason: string
  author: Author
  now: number
}

export type PastRange = { revision: number } | { since: number; until: number }

/** Never retracts the current state. Undefined if the history does not know the record. */
export function retract(
  db: Db,
  type: RecordType,
  key: string,
  past: PastRange,
  context: RedactionReason,
): Promise<number | undefined> {
  return writeTransaction(db, async (trx, lock) => {
    const states = pastStates(await entriesOf(trx, type, [key]))
    if (states.length === 0) return undefined
    const chosen = states.filter(({ began, ended }) =>
      'revision' in past
        ? (began?.revision ?? -1) <= past.revision && past.revision < ended.revision
        : // A clock that was ahead may have dated an entry later than now.
          ended.at > past.since && Math.min(began?.at ?? 0, context.now) <= past.until,
    )
    const removed = await retractStates(trx, lock, type, chosen, context)
    if (removed === 0)
      throw new CommandError('nothing of that time is kept, or it is what is served now: change that first')
    return removed
  })
}

const KEYS_AT_ONCE = 1_000

export async function retractImport(
  trx: Db,
  lock: RevisionAllocator,
  importId: string,
  context: RedactionReason,
): Promise<number> {
  const query = trx.selectFrom('history').select(['type', 'key', 'revision'])
  const imported = await query.where('import_id', '=', importId).execute()
  const revisions = new Set(imported.map(({ revision }) => revision))
  let removed = 0
  for (const [type, some] of Map.groupBy(imported, ({ type }) => type as RecordType)) {
    const keys = [...new Set(some.map(({ key }) => key))]
    for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
      const entries = await entriesOf(trx, type, keys.slice(from, from + KEYS_AT_ONCE))
      const states = [...Map.groupBy(entries, ({ key }) => key).values()].flatMap(pastStates)
      const chosen = states.filter(({ began }) => began && revisions.has(began.revision))
      removed += await retractStates(trx, lock, type, chosen, context)
    }
  }
  return removed
}

function pastStates(entries: readonly RedactableEntry[]): PastState[] {
  return entries.map((ended, i) => ({ ended, began: entries[i - 1], before: entries[i - 2] }))
}

async function retractStates(
  trx: Db,
  lock: RevisionAllocator,
  type: RecordType,
  states: readonly PastState[],
  context: RedactionReason,
): Promise<number> {
  await redactEvents(trx, type, states)
  const entries = states.map(({ ended }) => ended)
  return redactEntries(trx, lock, 'retracted', entries, context)
}

/** The id stays reserved. Undefined for an unknown listing. */
export function eraseListing(
  db: Db,
  key: string,
  context: RedactionReason,
): Promise<{ entries: number; doc: string } | undefined> {
  return writeTransaction(db, async (trx, lock) => {
    const records = await findRecords(trx, 'listing', [key])
    const entries = await entriesOf(trx, 'listing', [key])
    if (records.length + entries.length === 0) return undefined
    // Earlier states may name other photos.
    const doc = [...records.map(({ doc }) => doc), ...(await readBefore(trx, entries)).filter(Boolean)].join('\n')
    await deleteRows(trx, 'enquiries', 'listing_id', [Number(key)])
    await deleteByRecord(trx, 'import_undo', 'listing', [key])
    const changes = records.map((before) => ({ type: 'listing' as const, key, before, after: undefined }))
    await makeChanges(trx, lock, changes, context)
    await deleteEventsOf(trx, 'listing', key)
    const removed = await redactEntries(trx, lock, 'erased', await entriesOf(trx, 'listing', [key]), context)
    // A new revision would have no entry if nothing was redacted.
    const { revision } = await readHead(trx)
    const erased = { record_type: ERASED, record_key: key, id: Number(key), version: 0, revision }
    await upsertRows(trx, 'removed_records', ['record_type', 'record_key'], [erased])
    return { entries: removed, doc }
  })
}

/** The type that reserves an erased listing's id. */
const ERASED = 'erased listing'

function entriesOf(trx: Db, type: RecordType, keys: readonly string[]): Promise<RedactableEntry[]> {
  const query = trx.selectFrom('history').select(['type', 'key', 'revision', 'at', 'block', 'place'])
  const ofKeys = query.where(whereIn(trx, 'key', keys)).where('type', '=', type)
  return ofKeys.orderBy('revision').execute()
}

/** Returns the number of redacted entries. */
async function redactEntries(
  trx: Db,
  lock: RevisionAllocator,
  kind: 'retracted' | 'erased',
  entries: readonly RedactableEntry[],
  { reason, author, now }: RedactionReason,
): Promise<number> {
  const texts = await readBefore(trx, entries)
  const readable = entries.flatMap((entry, i) => (texts[i] ? { ...entry, digest: digest(texts[i]) } : []))
  if (readable.length === 0) return 0
  const byBlock = Map.groupBy(readable, ({ block }) => block)
  for (const { id, bytes, digest: firstDigest } of await readBlocks(trx, readable)) {
    const lines = unpack(bytes)
    for (const { place } of byBlock.get(id)!) lines[place] = ''
    const rest = { bytes: pack(lines), digest: firstDigest ?? digest(bytes) }
    await trx.updateTable('history_blocks').set(rest).where('id', '=', id).execute()
  }
  const byRecord = Map.groupBy(readable, ({ type, key }) => `${type} ${key}`)
  const acts = Array.from(byRecord, ([key, some]) => {
    const gone = JSON.stringify(some.map(({ revision, digest }) => [revision, digest]))
    return { key, row: { revision: lock.next(), reason, gone } }
  })
  const rows = acts.map(({ row }) => row)
  await upsertRows(trx, 'withheld', [], rows)
  const notes = acts.map(({ key, row }) => ({ type: kind, key, revision: row.revision, after: withheldDigest(row) }))
  await appendEntries(trx, lock, author, now, notes)
  return readable.length
}

export async function erasedAmong(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const query = db.selectFrom('removed_records').select('id').where('record_type', '=', ERASED)
  return new Set((await query.where(whereIn(db, 'id', ids)).execute()).map(({ id }) => id))
}
