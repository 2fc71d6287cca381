import { type Db, jsonMember, type RevisionAllocator } from '../database/schema.ts'
import { type Author, SERVICE } from '../history/entries.ts'
import { noteListingsSeen } from '../history/listing-expiry.ts'
import type { PriceItem } from '../schema/api/machine.ts'
import type { JsonObject } from './check-object.ts'
import { type CheckedRow, leaveOut, warn } from './check-row.ts'
import type { Draft } from './draft.ts'
import { saveMapping } from './mapping/mapping-store.ts'
import { refuseLostKinds } from './records/class.ts'
import { hasContact } from './records/listing.ts'
import { describe } from './records/records.ts'
import { type Fault, visible } from './report.ts'
import { type RecordKey, type RecordType, STORED, type StoredOf } from './row-shapes.ts'
import type { SeenRows } from './seen-rows.ts'
import { putSources, sourcesAfter, sourcesDiffer } from './sources.ts'
import { type LoadedTable, loadWorkingSet, put, type WorkingSet, writeChanges } from './working-set.ts'

/** A record that an import creates or changes. */
export interface Difference {
  type: RecordType
  key: string
  outcome: 'created' | 'changed'
  /** Changed public fields; empty for a new record or private changes. */
  fields: string[]
  /** The fields that the row leaves out and so empties, with what they held. */
  emptied?: Record<string, string> | undefined
}

export interface BatchResult {
  created: number
  changed: number
  unchanged: number
  /** With their faults, in the order of the input. */
  rejected: CheckedRow[]
  /** Accepted rows with warnings. */
  warned: CheckedRow[]
  /** Rows whose record came before in the same input. */
  repeated: number
  /** Listings that wait in review because the guard is in doubt, instead of going live. */
  toReview: number
  /** Machines and implements that are new and not published. */
  unpublished: number
  /** How many contacts and links the guard removed from accepted rows, by field. */
  removed: Record<string, number>
  /** How many records lost a field that their row leaves out, by field. */
  emptied: Record<string, number>
  /** How many cells were left out of accepted rows, by field. */
  leftOut: Record<string, number>
  differences: Difference[]
}

export interface BatchOptions {
  now: number
  /** Whose changes they are; by default the service's own. */
  author?: Author | undefined
  /** The records that earlier batches brought. */
  seen?: SeenRows | undefined
  /** Whether to reject a row whose record came before, or that has a cell that is not understood. */
  strict?: boolean
  /** Whether listings about which the guard is in doubt wait for an operator. */
  review?: boolean
  /** How many of the differences to tell. */
  maxDifferences?: number
  /** Takes the changes instead of the database. */
  draft?: Draft | undefined
}

/** Applies the rows one by one, in order, and writes records and events together. Changes the rows. */
export async function importBatch(
  trx: Db,
  lock: RevisionAllocator,
  rows: readonly CheckedRow[],
  options: BatchOptions,
): Promise<BatchResult> {
  const { now, author = SERVICE, seen, strict = false, review = false, maxDifferences = 0, draft } = options
  const set = await loadWorkingSet(trx, rows)
  await draft?.fill(set, rows)
  const result = newResult()
  const write = () => (draft ? draft.take(set) : writeChanges(trx, lock, set, { author, now }))
  const kindsInUse = async (classKey: string, kinds: readonly string[]) => {
    await write()
    const used = await (draft ? draft.kindsOf(trx, classKey) : kindsOf(trx, classKey))
    return kinds.filter((kind) => used.has(kind))
  }
  for (const row of rows) {
    if (row.skipped) continue
    if (row.mapping) {
      if (!draft) await saveMapping(trx, { mapping: row.mapping, at: now, who: author.who ?? '' })
      result.changed++
      continue
    }
    const before = seen?.find(row)
    const left = row.left?.faults ?? []
    if (strict) row.faults.push(...left)
    if (before !== undefined && strict) row.faults.push(repetition(row, 'comes twice in this input', before))
    if (row.type === 'class') await refuseLostKinds(set, row, kindsInUse)
    const differences = result.differences.length < maxDifferences ? result.differences : undefined
    const apply = () => applyRow(set, row, review, result.emptied, differences)
    const outcome = apply() ?? (!strict && leaveOut(row, row.fields) ? apply() : undefined)
    if (outcome === undefined) {
      if (!strict) row.faults.push(...left)
      result.rejected.push(row)
      continue
    }
    result[outcome]++
    row.outcome = outcome
    seen?.note(row)
    if (before !== undefined) {
      result.repeated++
      const does = row.patch ? 'changes the record of' : 'replaces'
      warn(row, repetition(row, `${does} an earlier row of this input`, before))
    }
    for (const note of row.notes ?? []) warn(row, note)
    for (const fault of left) {
      warn(row, { ...fault, reason: `is left out: ${fault.reason}` })
      addCounts(result.leftOut, { [fault.path.split(/[.[]/)[0]!]: 1 })
    }
    if (row.warnings) result.warned.push(row)
    if (row.removed) addCounts(result.removed, row.removed)
    if (row.waits) result.toReview++
    if (outcome === 'created' && isUnpublished(set, row)) result.unpublished++
  }
  await write()
  const listings = rows.filter(({ type, outcome }) => type === 'listing' && outcome !== undefined)
  if (!draft && listings.length > 0)
    await noteListingsSeen(
      trx,
      listings.map(({ fields }) => Number(fields.id)),
      now,
    )
  return result
}

function isUnpublished(set: WorkingSet, { type, fields }: CheckedRow): boolean {
  if (type !== 'machine' && type !== 'implement') return false
  return set[type].byKey.get(fields.slug as string)?.published_at === null
}

export function newResult(): BatchResult {
  return {
    created: 0,
    changed: 0,
    unchanged: 0,
    repeated: 0,
    toReview: 0,
    unpublished: 0,
    rejected: [],
    warned: [],
    removed: {},
    emptied: {},
    leftOut: {},
    differences: [],
  }
}

/** Applies a row to the working set; undefined when it is rejected. */
function applyRow(
  set: WorkingSet,
  row: CheckedRow,
  review: boolean,
  emptied: Record<string, number>,
  differences: Difference[] | undefined,
): 'created' | 'changed' | 'unchanged' | undefined {
  const { type } = row
  if (type === undefined) return undefined
  const description = describe(type)
  const table = set[type] as LoadedTable<StoredOf<RecordType>>
  const keyField = STORED[type].key
  const key = row.fields[keyField] as RecordKey | undefined
  if (key === undefined) return undefined
  const existing = table.byKey.get(key)
  if (row.patch && !existing) {
    const none = { path: keyField, reason: 'there is no such record to patch', found: String(key) }
    row.faults.push(...(row.missing ?? [none]))
    if (row.faults.length > 0) return undefined
  }
  if (!existing && row.onCreate) Object.assign(row.fields, row.onCreate)
  const fields = row.patch ? overlaid(existing ? description.fieldsOf(existing) : {}, row.fields) : row.fields
  if (row.fields.price) putPrice(row, fields)
  let created = description.make({ set, row, key, known: existing, fields, review })
  if (!created || row.faults.length > 0) return undefined
  const sources = sourcesAfter(set, type, key, row)
  const isSame = existing && description.compared.every((column) => existing[column] === created!.record[column])
  if (isSame && created.isSameApart !== false && !sourcesDiffer(set, type, key, sources)) return 'unchanged'
  // A sample record that an operator changes becomes the operator's own.
  if (fields.is_sample && row.patch && row.fields.is_sample === undefined) {
    created = description.make({ set, row, key, known: existing, fields: { ...fields, is_sample: undefined }, review })!
  }
  const { record } = created
  const lost = existing && !row.patch ? lostFields(set, row, existing, record, sources) : undefined
  for (const name of Object.keys(lost ?? {})) addCounts(emptied, { [name]: 1 })
  created.putRest?.()
  put(table, key, record, row.origin.line)
  putSources(set, type, key, sources)
  const outcome = existing ? 'changed' : 'created'
  if (existing && row.original) row.changes = changesOf(description.fieldsOf(existing), description.fieldsOf(record))
  differences?.push({
    type,
    key: String(key),
    outcome,
    fields: existing ? differing(description.fieldsOf(existing), description.fieldsOf(record)) : [],
    emptied: lost,
  })
  return outcome
}

/** What a whole row leaves out although its record has it, each warned about; undefined for nothing. */
function lostFields(
  set: WorkingSet,
  row: CheckedRow,
  existing: StoredOf<RecordType>,
  record: StoredOf<RecordType>,
  sources: string,
): Record<string, string> | undefined {
  const { fieldsOf } = describe(row.type!)
  const after = fieldsOf(record)
  const lost: Record<string, string> = {}
  for (const [name, value] of Object.entries(fieldsOf(existing))) {
    if (isFilled(value) && !isFilled(after[name]) && row.fields[name] === undefined) lost[name] = visible(value)
  }
  // What is private is named, not shown.
  if (row.type === 'listing' && hasContact(set, existing as StoredOf<'listing'>) && !row.fields.contact) {
    lost.contact = 'a contact'
  }
  if (sources === '' && sourcesDiffer(set, row.type!, row.fields[STORED[row.type!].key] as RecordKey, '')) {
    lost.source = 'sources'
  }
  for (const [path, result] of Object.entries(lost)) {
    warn(row, { path, reason: 'is left out by the row, which empties it', found: result })
  }
  return Object.keys(lost).length > 0 ? lost : undefined
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

function differing(before: JsonObject, after: JsonObject): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}

/** What changed, by field: as it was and as it is. */
function changesOf(before: JsonObject, after: JsonObject): Record<string, [unknown, unknown]> {
  return Object.fromEntries(differing(before, after).map((name) => [name, [before[name], after[name]]]))
}

/** Puts each price of the row in the place of one for the same kind, state, city and day, else behind the others. */
function putPrice(row: CheckedRow, fields: JsonObject): void {
  const prices = [...((fields.prices ?? []) as PriceItem[])]
  const same = ({ kind, state_code, city, observed_at }: PriceItem) =>
    [kind, state_code, city, observed_at].join('\u0000')
  const places = [row.fields.price as PriceItem | PriceItem[]].flat().map((price) => {
    const existing = prices.findIndex((item) => same(item) === same(price))
    const i = existing === -1 ? prices.length : existing
    prices[i] = price
    return i
  })
  fields.prices = prices
  delete fields.price
  // The sources of the other prices stay with them.
  row.sources = row.sources.map(({ pointer, value }) => ({
    pointer: pointer.replace(/^\/price\/(?:(\d+)\/)?/, (_, i = 0) => `/prices/${places[Number(i)]}/`),
    value,
  }))
}

/** A null in a patch clears its field. */
function overlaid(before: JsonObject, patch: JsonObject): JsonObject {
  const merged = { ...before, ...patch }
  for (const name of Object.keys(merged)) if (merged[name] === null) delete merged[name]
  return merged
}

export function addCounts(total: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(more)) total[name] = (total[name] ?? 0) + count
}

function repetition(row: CheckedRow, reason: string, before: string): Fault {
  const path = STORED[row.type!].key
  return { path, reason, found: `${row.fields[path]} at ${before}` }
}

async function kindsOf(trx: Db, classKey: string): Promise<Set<string>> {
  const kinds = trx.selectFrom('machines').select(jsonMember(trx, 'facts', 'kind').as('kind'))
  const result = await kinds.distinct().where('class_key', '=', classKey).execute()
  return new Set(result.map(({ kind }) => kind))
}
