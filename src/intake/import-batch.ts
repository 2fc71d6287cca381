import { jsonMember } from '../database/dialect.ts'
import type { RevisionLock } from '../database/revision.ts'
import type { Db } from '../database/schema.ts'
import { type NewEvent, recordEvents, wantedEvents } from '../webhooks/outbox.ts'
import { applyRecord, type OnTaken } from './apply-record.ts'
import type { CheckedRow } from './check-row.ts'
import { refuseLostKinds } from './records/class.ts'
import type { Fault } from './report.ts'
import { ROW_SHAPES } from './row-shapes.ts'
import type { SeenRows } from './seen-rows.ts'
import { loadWorkingSet } from './working-set.ts'
import { writeChanges } from './write-changes.ts'

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
  /** How many contacts and links the guard removed from accepted rows, by field. */
  removed: Record<string, number>
}

interface BatchOptions {
  today: string
  now: number
  /** The records that earlier batches brought. */
  seen?: SeenRows | undefined
  /** Whether to reject a row whose record came before. */
  refuseRepeated?: boolean
  onTaken?: OnTaken | undefined
}

/** Applies the rows one by one, in order, and writes records and events together. */
export async function importBatch(
  trx: Db,
  lock: RevisionLock,
  rows: readonly CheckedRow[],
  { today, now, seen, refuseRepeated = false, onTaken }: BatchOptions,
): Promise<BatchResult> {
  const set = await loadWorkingSet(trx, rows, await wantedEvents(trx, now))
  const events: NewEvent[] = []
  const result = newResult()
  const kindsInUse = async (classKey: string, kinds: readonly string[]) => {
    await writeChanges(trx, lock, set)
    return findKinds(trx, classKey, kinds)
  }
  for (const row of rows) {
    const before = seen?.find(row)
    if (row.warnings) row.warnings = undefined
    if (before !== undefined && refuseRepeated) row.faults.push(repetition(row, 'comes twice in this input', before))
    if (row.type === 'class') await refuseLostKinds(set, row, kindsInUse)
    const outcome = applyRecord(set, row, { today, now, events }, onTaken)
    if (before !== undefined) result.repeated++
    if (outcome === undefined) {
      result.rejected.push(row)
      continue
    }
    result[outcome]++
    seen?.note(row)
    if (before !== undefined) warn(row, repetition(row, 'replaces an earlier row of this input', before))
    if (row.warnings) result.warned.push(row)
    if (row.removed) addCounts(result.removed, row.removed)
  }
  await writeChanges(trx, lock, set)
  await recordEvents(trx, events)
  return result
}

export function newResult(): BatchResult {
  return { created: 0, changed: 0, unchanged: 0, rejected: [], warned: [], repeated: 0, removed: {} }
}

function addCounts(total: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(more)) total[name] = (total[name] ?? 0) + count
}

function repetition(row: CheckedRow, reason: string, before: string): Fault {
  const path = ROW_SHAPES[row.type!].key
  return { path, reason, found: `${row.fields[path]} at ${before}` }
}

function warn(row: CheckedRow, warning: Fault): void {
  row.warnings = [...(row.warnings ?? []), warning]
}

async function findKinds(trx: Db, classKey: string, kinds: readonly string[]): Promise<string[]> {
  const found = await trx
    .selectFrom('machines')
    .select(jsonMember(trx, 'facts', 'kind').as('kind'))
    .distinct()
    .where('class_key', '=', classKey)
    .execute()
  return found.map((row) => row.kind).filter((one) => kinds.includes(one))
}
