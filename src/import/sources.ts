import { isObject } from '../lib/parsing.ts'
import type { CheckedRow } from './check-row.ts'
import { unescapePointer } from './report.ts'
import type { RecordKey, RecordType } from './row-shapes.ts'
import { put, sourceKey, type WorkingSet } from './working-set.ts'

// Where values came from. Sources are stored apart from their record, by JSON Pointer.

/** The record's sources after this row: a JSON text, empty for none. */
export function sourcesAfter(set: WorkingSet, type: RecordType, key: RecordKey, row: CheckedRow): string {
  const existing = row.patch ? set.sources.byKey.get(sourceKey(type, key))?.doc : undefined
  if (row.sources.length === 0 && !existing) return ''
  const remaining = Object.entries(existing ? (JSON.parse(existing) as Record<string, unknown>) : {}).filter(
    // A patch replaces a whole field, with the sources inside it.
    ([pointer]) => !row.carried.includes(unescapePointer(pointer.split('/')[1] ?? '')),
  )
  const input = row.sources.map(({ pointer, value }) => [pointer, value] as [string, unknown])
  const all = [...remaining, ...input].sort(([a], [b]) => (a < b ? -1 : 1))
  return all.length === 0 ? '' : JSON.stringify(Object.fromEntries(all))
}

export function sourcesDiffer(set: WorkingSet, type: RecordType, key: RecordKey, sources: string): boolean {
  if (set.sources.byKey.size === 0) return sources !== ''
  return (set.sources.byKey.get(sourceKey(type, key))?.doc ?? '') !== sources
}

export function putSources(set: WorkingSet, type: RecordType, key: RecordKey, sources: string): void {
  if (!sourcesDiffer(set, type, key, sources)) return
  put(set.sources, sourceKey(type, key), { record_type: type, record_key: String(key), doc: sources })
}

/** Puts sources back in their places. A source whose place is gone goes to the place above. */
export function restoreSources(row: Record<string, unknown>, sources: Record<string, unknown>): void {
  for (const [pointer, value] of Object.entries(sources)) {
    const segments = pointer.split('/').slice(1).map(unescapePointer)
    const name = segments.pop()!
    let place: unknown = row
    for (const segment of segments) {
      const inside: unknown = Array.isArray(place)
        ? place[Number(segment)]
        : isObject(place)
          ? place[segment]
          : undefined
      if (typeof inside !== 'object' || inside === null) break
      place = inside
    }
    if (isObject(place)) place[name] ??= value
    else row[name] ??= value
  }
}
