import { sql } from 'kysely'
import { isPostgres } from '../database/dialect.ts'
import type { RevisionLock } from '../database/revision.ts'
import type { Db } from '../database/schema.ts'
import { type NewEvent, recordEvents, wantedEvents } from '../webhooks/outbox.ts'
import { applyClass } from './apply-class.ts'
import { applyImplement } from './apply-implement.ts'
import { applyListing } from './apply-listing.ts'
import { applyMachine } from './apply-machine.ts'
import { applyMaker } from './apply-maker.ts'
import type { CheckedRow } from './check-row.ts'
import type { Outcome } from './settle.ts'
import { loadWorkingSet, type WorkingSet } from './working-set.ts'
import { writeChanges } from './write-changes.ts'

export interface BatchResult {
  created: number
  changed: number
  unchanged: number
  /** With their faults, in the order of the input. */
  rejected: CheckedRow[]
}

/** Takes the rows in their order, each as if it came alone, and writes records and events together. */
export async function importBatch(
  trx: Db,
  lock: RevisionLock,
  rows: readonly CheckedRow[],
  { today, now }: { today: string; now: number },
): Promise<BatchResult> {
  const set = await loadWorkingSet(trx, rows, await wantedEvents(trx, now))
  const events: NewEvent[] = []
  const result: BatchResult = { created: 0, changed: 0, unchanged: 0, rejected: [] }
  const kindsInUse = async (classKey: string, kinds: readonly string[]) => {
    await writeChanges(trx, lock, set)
    return findKinds(trx, classKey, kinds)
  }
  for (const row of rows) {
    const outcome =
      row.type === 'class' ? await applyClass(set, row, kindsInUse) : applyRow(set, row, { today, now, events })
    if (outcome === undefined) result.rejected.push(row)
    else result[outcome]++
  }
  await writeChanges(trx, lock, set)
  await recordEvents(trx, events)
  return result
}

function applyRow(
  set: WorkingSet,
  row: CheckedRow,
  context: { today: string; now: number; events: NewEvent[] },
): Outcome | undefined {
  if (row.type === 'machine') return applyMachine(set, row, context)
  if (row.type === 'implement') return applyImplement(set, row)
  if (row.type === 'listing') return applyListing(set, row)
  return row.type === 'manufacturer' ? applyMaker(set, row) : undefined
}

async function findKinds(trx: Db, classKey: string, kinds: readonly string[]): Promise<string[]> {
  const kind = isPostgres(trx) ? sql<string>`facts::json ->> 'kind'` : sql<string>`facts ->> '$.kind'`
  const found = await trx
    .selectFrom('machines')
    .select(kind.as('kind'))
    .distinct()
    .where('class_key', '=', classKey)
    .execute()
  return found.map((row) => row.kind).filter((one) => kinds.includes(one))
}
