import type { CheckedRow } from './check-row.ts'
import type { Fault } from './report.ts'
import type { RecordType } from './row-shapes.ts'
import { type Pile, recordKey, type WorkingSet } from './working-set.ts'

export type Outcome = 'created' | 'changed' | 'unchanged'

/** The record's id: its own, the one the row gives, or the next that is free. */
export function settleId(
  pile: Pile<{ id: number; slug: string }>,
  slug: string,
  given: unknown,
  faults: Fault[],
): number {
  const own = pile.bySlug.get(slug)?.id
  if (typeof given !== 'number') {
    if (own !== undefined) return own
    if (pile.lastId < Number.MAX_SAFE_INTEGER) return pile.lastId + 1
    faults.push({ path: 'id', reason: 'is missing, and none is left to give: the highest possible one is in use' })
    return 0
  }
  const owner = pile.slugById.get(given)
  if (own !== undefined && own !== given) {
    faults.push({ path: 'id', reason: `must be ${own} or left out: an id never changes` })
  } else if (owner !== undefined && owner !== slug) {
    faults.push({ path: 'id', reason: `belongs to ${owner}` })
  }
  return given
}

/** An unknown record cannot be patched. */
export function mayPatch(row: CheckedRow, exists: boolean, key: string): boolean {
  if (row.patch && !exists) row.faults.push({ path: key, reason: 'there is no such record to patch' })
  return !row.patch || exists
}

/** The row's fields over those of the record for a patch, alone otherwise; without nulls. */
export function mergeFields(row: CheckedRow, before: () => Record<string, unknown>): Record<string, unknown> {
  if (!row.patch) return row.fields
  const merged = { ...before(), ...row.fields }
  for (const name of Object.keys(merged)) if (merged[name] === null) delete merged[name]
  return merged
}

/** The record's sources as they are to be kept: a JSON text, empty when there are none. */
export function settleSources(set: WorkingSet, type: RecordType, key: string | number, row: CheckedRow): string {
  const known = row.patch ? set.sources.get(recordKey(type, key)) : undefined
  if (row.sources.length === 0 && !known) return ''
  const kept = Object.entries(known ? (JSON.parse(known) as Record<string, unknown>) : {}).filter(
    // A patch brings a field whole, with the sources inside it.
    ([pointer]) => !row.carried.includes(unescapePointer(pointer.split('/')[1] ?? '')),
  )
  const given = row.sources.map(({ pointer, value }) => [pointer, value] as [string, unknown])
  const all = [...kept, ...given].sort(([a], [b]) => (a < b ? -1 : 1))
  return all.length === 0 ? '' : JSON.stringify(Object.fromEntries(all))
}

export function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

export function sourcesDiffer(set: WorkingSet, type: RecordType, key: string | number, sources: string): boolean {
  if (set.sources.size === 0) return sources !== ''
  return (set.sources.get(recordKey(type, key)) ?? '') !== sources
}

export function putSources(set: WorkingSet, type: RecordType, key: string | number, sources: string): void {
  if (!sourcesDiffer(set, type, key, sources)) return
  set.sources.set(recordKey(type, key), sources)
  set.changedSources.add(recordKey(type, key))
}
