import { type Db, jsonMember, type RevisionAllocator, whereIn } from '../database/schema.ts'
import { type Author, SERVICE } from '../history/entries.ts'
import { noteListingsSeen } from '../history/listing-expiry.ts'
import type { PriceItem } from '../schema/api/machine.ts'
import { type CheckedRow, withoutErrors } from './check-row.ts'
import type { Draft } from './draft.ts'
import type { JsonObject, Source } from './field-checks.ts'
import { error, type Issue, isError, shownValue, warning } from './issue.ts'
import { saveMapping } from './mapping/mapping-store.ts'
import { lostKinds } from './records/class.ts'
import { hasContact } from './records/listing.ts'
import { describe } from './records/records.ts'
import { type RecordType, STORED, type StoredOf } from './row-shapes.ts'
import type { SeenRows } from './seen-rows.ts'
import { sourcesAfter, sourcesDiffer } from './sources.ts'
import { keyOfRow, type LoadedTable, loadWorkingSet, sourceKey, type WorkingSet, writeChanges } from './working-set.ts'

export interface RowOutcome {
  row: CheckedRow
  status: 'created' | 'changed' | 'unchanged' | 'rejected' | 'skipped'
  issues: readonly Issue[]
  isRepeated?: boolean
  waits?: boolean
  isUnpublished?: boolean
  emptied?: Record<string, string>
  changes?: Record<string, [before: unknown, after: unknown]>
}

export interface BatchOptions {
  now: number
  author?: Author | undefined
  seen?: SeenRows | undefined
  strict?: boolean
  review?: boolean
  withChanges?: boolean
  draft?: Draft | undefined
}

export async function importBatch(
  trx: Db,
  lock: RevisionAllocator,
  rows: readonly CheckedRow[],
  options: BatchOptions,
): Promise<RowOutcome[]> {
  const { now, author = SERVICE, draft } = options
  const set = await loadWorkingSet(trx, rows)
  await draft?.fill(set, rows)
  const outcomes: RowOutcome[] = []
  for (const row of rows) {
    if (row.mapping && !draft) await saveMapping(trx, { mapping: row.mapping, at: now, who: author.who ?? '' })
    const lost = row.type === 'class' ? lostKinds(set, row) : []
    const used = lost.length > 0 ? await kindsInUse(trx, set, row.fields.key as string, draft) : new Set()
    const needed = lost.filter((kind) => used.has(kind))
    const reason = `must keep ${needed.join(', ')}: machines have it`
    outcomes.push(applyRow(set, row, options, needed.length > 0 ? [error('kinds', reason)] : []))
  }
  if (draft) await draft.take(set)
  else {
    await writeChanges(trx, lock, set, { author, now })
    const listings = outcomes.filter(({ row, status }) => row.type === 'listing' && status !== 'rejected')
    if (listings.length > 0)
      await noteListingsSeen(
        trx,
        listings.map(({ row }) => Number(row.fields.id)),
        now,
      )
  }
  return outcomes
}

/** The kinds that machines of a class have, as this import has changed them. */
async function kindsInUse(trx: Db, set: WorkingSet, classKey: string, draft: Draft | undefined): Promise<Set<unknown>> {
  const byKey = new Map([...((await draft?.machines()) ?? []), ...set.machine.byKey])
  const query = trx
    .selectFrom('machines')
    .select(jsonMember(trx, 'facts', 'kind').as('kind'))
    .distinct()
  const stored = await query
    .where('class_key', '=', classKey)
    .where(({ not }) => not(whereIn(trx, 'slug', [...byKey.keys()])))
    .execute()
  const loaded = [...byKey.values()].filter(({ class_key }) => class_key === classKey)
  return new Set([...stored.map(({ kind }) => kind), ...loaded.map(({ facts }) => JSON.parse(facts).kind)])
}

function applyRow(set: WorkingSet, row: CheckedRow, options: BatchOptions, more: readonly Issue[]): RowOutcome {
  const { seen, strict = false } = options
  if (row.line?.skipped) return { row, status: 'skipped', issues: [] }
  if (row.mapping) return { row, status: 'changed', issues: [] }
  const before = seen?.find(row)
  const issues = [...row.issues, ...more]
  if (strict && before !== undefined) issues.push(repetition(row, error, 'comes twice in this input', before))
  if (row.type === undefined || issues.some((issue) => isError(issue) || (strict && issue.severity === 'left')))
    return { row, status: 'rejected', issues }
  let outcome = applyChecked(set, { ...row, issues }, options)
  // A cell may conflict with the stored record; the row is kept without that cell.
  const remaining = outcome.status === 'rejected' && !strict && withoutErrors(outcome.row, row.fields)
  if (remaining) outcome = applyChecked(set, remaining, options)
  if (outcome.status === 'rejected') return outcome
  seen?.note(row)
  if (before === undefined) return outcome
  const reason = `${row.patch ? 'changes the record of' : 'replaces'} an earlier row of this input`
  return { ...outcome, isRepeated: true, issues: [...outcome.issues, repetition(row, warning, reason, before)] }
}

function repetition(row: CheckedRow, make: typeof warning, reason: string, before: string): Issue {
  const path = STORED[row.type!].key
  return make(path, reason, `${row.fields[path]} at ${before}`)
}

function applyChecked(
  set: WorkingSet,
  row: CheckedRow,
  { review = false, withChanges = false }: BatchOptions,
): RowOutcome {
  const type = row.type!
  const description = describe(type)
  const table = set[type] as LoadedTable<StoredOf<RecordType>>
  const key = keyOfRow(type, row.fields)!
  const existing = table.byKey.get(key)
  const issues = [...row.issues]
  const rejected = () => ({ row: { ...row, issues }, status: 'rejected' as const, issues })
  if (row.patch && !existing)
    issues.push(...(row.missing ?? [error(STORED[type].key, 'there is no such record to patch', String(key))]))
  if (issues.some(isError)) return rejected()
  const applied = existing || !row.onCreate ? row : { ...row, fields: { ...row.onCreate, ...row.fields } }
  const stored = existing && row.patch ? description.fieldsOf(existing) : {}
  const overlaid = row.patch ? withoutNulls({ ...stored, ...applied.fields }) : applied.fields
  const { fields, sources } = withPrice(overlaid, row.sources)
  const make = (input: JsonObject) =>
    description.make({ set, row: applied, key, existing, fields: input, review, issues })
  let made = make(fields)
  if (!made) return rejected()
  const sourceText = sourcesAfter(set, type, key, row, sources)
  const isSame = existing && description.compared.every((column) => existing[column] === made!.record[column])
  const outcome: RowOutcome = { row, status: existing ? 'changed' : 'created', issues, waits: made.waits ?? false }
  if (isSame && !made.changesApart && !sourcesDiffer(set, type, key, sourceText))
    return { ...outcome, status: 'unchanged' }
  // A sample record that an operator changes becomes the operator's own.
  if (fields.is_sample && row.patch && row.fields.is_sample === undefined)
    made = make({ ...fields, is_sample: undefined })!
  const { record } = made
  if (existing && !row.patch) {
    const emptied = emptiedFields(set, row, existing, record, sourceText)
    for (const [path, held] of Object.entries(emptied))
      issues.push(warning(path, 'is left out by the row, which empties it', held))
    outcome.emptied = emptied
  }
  if (!existing) outcome.isUnpublished = (record as { published_at?: unknown }).published_at === null
  if (existing && withChanges)
    outcome.changes = changesBetween(description.fieldsOf(existing), description.fieldsOf(record))
  made.putRest?.()
  table.put(key, record, row.origin.line)
  if (sourcesDiffer(set, type, key, sourceText))
    set.sources.put(sourceKey(type, key), { record_type: type, record_key: String(key), doc: sourceText })
  return outcome
}

function emptiedFields(
  set: WorkingSet,
  row: CheckedRow,
  existing: StoredOf<RecordType>,
  record: StoredOf<RecordType>,
  sources: string,
): Record<string, string> {
  const type = row.type!
  const { fieldsOf } = describe(type)
  const after = fieldsOf(record)
  const emptied: Record<string, string> = {}
  for (const [name, value] of Object.entries(fieldsOf(existing)))
    if (isFilled(value) && !isFilled(after[name]) && row.fields[name] === undefined) emptied[name] = shownValue(value)
  const key = keyOfRow(type, row.fields)!
  // What is private is named, not shown.
  if (type === 'listing' && hasContact(set, key as number) && !row.fields.contact) emptied.contact = 'a contact'
  if (sources === '' && sourcesDiffer(set, type, key, '')) emptied.source = 'sources'
  return emptied
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

function changesBetween(before: JsonObject, after: JsonObject): Record<string, [unknown, unknown]> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(changed.map((name) => [name, [before[name], after[name]]]))
}

/** Puts each price of a row in the place of one for the same kind, state, city and day, else behind the others. */
function withPrice(fields: JsonObject, sources: readonly Source[]): { fields: JsonObject; sources: readonly Source[] } {
  const { price, ...others } = fields
  if (!price) return { fields, sources }
  const prices = [...((fields.prices ?? []) as PriceItem[])]
  const keyOf = ({ kind, state_code, city, observed_at }: PriceItem) => [kind, state_code, city, observed_at].join('\0')
  const places = [price as PriceItem | PriceItem[]].flat().map((item) => {
    const existing = prices.findIndex((other) => keyOf(other) === keyOf(item))
    const i = existing === -1 ? prices.length : existing
    prices[i] = item
    return i
  })
  const moved = sources.map(({ pointer, value }) => ({
    pointer: pointer.replace(/^\/price\/(?:(\d+)\/)?/, (_, i = 0) => `/prices/${places[Number(i)]}/`),
    value,
  }))
  return { fields: { ...others, prices }, sources: moved }
}

const withoutNulls = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
