import type { Db } from '../database/schema.ts'
import type { ImportTable } from '../database/tables/imports.ts'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import type { CheckedRow } from './check-row.ts'
import { guard } from './guard.ts'
import { type ImportOptions, importRows } from './import-rows.ts'
import { insertImport, updateImport } from './import-store.ts'
import { createRejectExamples } from './reject-examples.ts'
import type { ImportSummary } from './tally.ts'

const SIGN_EVERY_MS = 5_000
const FIRST_SUMMARY: ImportSummary = {
  read: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  rejected: 0,
  repeated: 0,
  removed: {},
  reasons: [],
}

export interface RecordedOptions extends ImportOptions {
  /** The input's name for people. */
  file: string
  by: ImportTable['by']
  /** Gets the id of the record. */
  onBegin?: (id: string) => void
}

/** Runs `importRows` and records its start, its progress every few seconds, and its end. */
export async function recordedImport(
  db: Db,
  batches: AsyncIterable<readonly CheckedRow[]>,
  { file, by, onBegin, ...options }: RecordedOptions,
): Promise<ImportSummary> {
  // A dry run changes nothing, so it is not recorded.
  if (options.dryRun) return importRows(db, batches, options)
  const now = options.now ?? Date.now
  const id = await insertImport(db, { file, by, now: now() })
  onBegin?.(id)
  const examples = createRejectExamples()
  let last = FIRST_SUMMARY
  let signedAt = performance.now()

  function note(summary: Readonly<ImportSummary>, state: ImportTable['state']): Promise<void> {
    const { reasons, removed, ...counts } = summary
    const named = knownFields(removed)
    return updateImport(db, id, { ...counts, removed: named, reasons: examples.of(reasons), state, seen_at: now() })
  }

  try {
    const summary = await importRows(db, batches, {
      ...options,
      async onBatch(soFar, result) {
        last = soFar
        examples.add(result.rejected)
        // During one transaction over all rows nothing else can be written.
        if (!options.strict && performance.now() - signedAt > SIGN_EVERY_MS) {
          signedAt = performance.now()
          await note(soFar, 'running').catch(unlessAway)
        }
        await options.onBatch?.(soFar, result)
      },
    })
    await note(summary, options.signal?.aborted ? 'interrupted' : 'done')
    return summary
  } catch (error) {
    // The one transaction kept nothing.
    const kept = options.strict ? { ...last, created: 0, changed: 0 } : last
    await note(kept, 'failed').catch(() => {})
    throw error
  }
}

/** A field name outside the contract may itself be a contact. */
function knownFields(removed: Readonly<Record<string, number>>): Record<string, number> {
  const named: Record<string, number> = {}
  for (const [name, count] of Object.entries(removed)) {
    const field = guard().guardText(name) === name ? name : 'other'
    named[field] = (named[field] ?? 0) + count
  }
  return named
}

function unlessAway(error: unknown): void {
  if (!(error instanceof DatabaseUnavailable)) throw error
}
