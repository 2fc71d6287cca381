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
import { type Author, addEntries, digest, importEntries, pack, readBlocks, readHead, unpack } from './entries.ts'
import { makeChanges } from './make-changes.ts'
import { dropEventsOf, type PastState, type RedactableEntry, redactEvents } from './redact-events.ts'

// What was published by mistake, or what a person wants gone, leaves the history: the content of entries goes, their hashes
// stay, and an entry of the chain tells which, who did it and why.

export interface RedactionReason {
  reason: string
  author: Author
  now: number
}

/** What of a record's past is meant: its state at a revision, what was served between two moments, or all of it. */
export type PastRange = { revision: number } | { since: number; until: number }

/** Retracts past states of a record, never the one that is served now. Undefined when the history does not know it. */
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
    await redactEvents(trx, type, chosen)
    const removed = await redactEntries(trx, lock, 'retracted', chosen.map(endOf), context)
    if (removed === 0)
      throw new CommandError('nothing of that time is kept, or it is what is served now: change that first')
    return removed
  })
}

/** Retracts whatever an import brought and that is no longer so. */
export async function retractImport(
  trx: Db,
  lock: RevisionAllocator,
  importId: string,
  context: RedactionReason,
): Promise<number> {
  let removed = 0
  for await (const page of importEntries(trx, importId)) {
    const revisions = new Set(page.map(({ revision }) => revision))
    for (const [type, some] of Map.groupBy(page, ({ type }) => type as RecordType)) {
      const entries = await entriesOf(trx, type, [...new Set(some.map(({ key }) => key))])
      const states = [...Map.groupBy(entries, ({ key }) => key).values()].flatMap(pastStates)
      const chosen = states.filter(({ began }) => began && revisions.has(began.revision))
      await redactEvents(trx, type, chosen)
      removed += await redactEntries(trx, lock, 'retracted', chosen.map(endOf), context)
    }
  }
  return removed
}

/** The states that the entries of one record, in their order, ended. */
function pastStates(entries: readonly RedactableEntry[]): PastState[] {
  return entries.map((ended, i) => ({ ended, began: entries[i - 1], before: entries[i - 2] }))
}

const endOf = ({ ended }: PastState): RedactableEntry => ended

/** Erases a listing with all that is stored of it; its id is not taken again. Undefined for an unknown one. */
export function eraseListing(
  db: Db,
  key: string,
  context: RedactionReason,
): Promise<{ entries: number; doc: string } | undefined> {
  return writeTransaction(db, async (trx, lock) => {
    const records = await findRecords(trx, 'listing', [key])
    const entries = await entriesOf(trx, 'listing', [key])
    if (records.length + entries.length === 0) return undefined
    // Of pictures that earlier states named, too.
    const doc = [...records.map(({ doc }) => doc), ...(await readTexts(trx, entries)).values()].join('\n')
    await deleteRows(trx, 'enquiries', 'listing_id', [Number(key)])
    await trx.deleteFrom('import_undo').where('record_type', '=', 'listing').where('record_key', '=', key).execute()
    const changes = records.map((before) => ({ type: 'listing' as const, key, before, after: undefined }))
    await makeChanges(trx, lock, changes, context)
    await dropEventsOf(trx, 'listing', key)
    const removed = await redactEntries(trx, lock, 'erased', await entriesOf(trx, 'listing', [key]), context)
    // Of the newest entry: a number of its own would have no entry when nothing was left to withhold.
    const { revision } = await readHead(trx)
    const erased = { record_type: ERASED, record_key: key, id: Number(key), version: 0, revision }
    await upsertRows(trx, 'removed_records', ['record_type', 'record_key'], [erased])
    return { entries: removed, doc }
  })
}

/** The type under which an erased listing's id is kept. */
const ERASED = 'erased listing'

function entriesOf(trx: Db, type: RecordType, keys: readonly string[]): Promise<RedactableEntry[]> {
  const query = trx.selectFrom('history').select(['type', 'key', 'revision', 'at', 'block', 'place'])
  return query
    .where(whereIn(trx, 'key', keys))
    .where('type', '=', type)
    .orderBy('revision')
    .execute()
}

/** The records before of entries, by revision; none for what is withheld already. */
async function readTexts(trx: Db, entries: readonly RedactableEntry[]): Promise<Map<number, string>> {
  const blocks = new Map((await readBlocks(trx, entries)).map(({ id, bytes }) => [id, unpack(bytes)]))
  const texts = entries.map(({ revision, block, place }) => [revision, blocks.get(block ?? -1)?.[place] ?? ''] as const)
  return new Map(texts.filter(([, text]) => text !== ''))
}

/** Takes the content out of entries, and adds one for each record that tells of it. Returns of how many. */
async function redactEntries(
  trx: Db,
  lock: RevisionAllocator,
  kind: 'retracted' | 'erased',
  entries: readonly RedactableEntry[],
  { reason, author, now }: RedactionReason,
): Promise<number> {
  const texts = await readTexts(trx, entries)
  const readable = entries.filter(({ revision }) => texts.has(revision))
  if (readable.length === 0) return 0
  const byBlock = Map.groupBy(readable, ({ block }) => block)
  for (const { id, bytes, digest: firstDigest } of await readBlocks(trx, readable)) {
    const lines = unpack(bytes)
    for (const { place } of byBlock.get(id)!) lines[place] = ''
    const rest = { bytes: pack(lines), digest: firstDigest ?? digest(bytes) }
    await trx.updateTable('history_blocks').set(rest).where('id', '=', id).execute()
  }
  const acts = Array.from(
    Map.groupBy(readable, ({ type, key }) => `${type} ${key}`),
    ([name, some]) => {
      const removed = JSON.stringify(some.map(({ revision }) => [revision, digest(texts.get(revision)!)]))
      return { name, revision: lock.next(), reason, gone: removed }
    },
  )
  await upsertRows(
    trx,
    'withheld',
    [],
    acts.map(({ revision, reason, gone: removed }) => ({ revision, reason, gone: removed })),
  )
  const notes = acts.map(({ name, revision, gone: removed }) => ({
    type: kind,
    key: name,
    revision,
    line: 0,
    after: digest(`${removed}\n${reason}`),
    shown: 0,
    before: undefined,
  }))
  await addEntries(trx, lock, author, now, notes)
  return readable.length
}

/** Which of these ids of listings were erased. */
export async function erasedAmong(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const query = db.selectFrom('removed_records').select('id').where('record_type', '=', ERASED)
  return new Set((await query.where(whereIn(db, 'id', ids)).execute()).map(({ id }) => id))
}
