import { isObject } from '../lib/parsing.ts'
import type { CheckedRow } from './check-row.ts'
import { type Source, unescapePointer } from './field-checks.ts'
import type { RecordKey, RecordType } from './row-shapes.ts'
import { sourceKey, type WorkingSet } from './working-set.ts'

export function sourcesAfter(
  set: WorkingSet,
  type: RecordType,
  key: RecordKey,
  { patch, carried }: CheckedRow,
  sources: readonly Source[],
): string {
  const existing = patch ? set.sources.byKey.get(sourceKey(type, key))?.doc : undefined
  const remaining = Object.entries<unknown>(existing ? JSON.parse(existing) : {}).filter(
    // A patch replaces a whole field, with the sources inside it.
    ([pointer]) => !carried.includes(unescapePointer(pointer.split('/')[1] ?? '')),
  )
  const all = [...remaining, ...sources.map(({ pointer, value }): [string, unknown] => [pointer, value])]
  if (all.length === 0) return ''
  return JSON.stringify(Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1))))
}

export function sourcesDiffer(set: WorkingSet, type: RecordType, key: RecordKey, sources: string): boolean {
  if (set.sources.byKey.size === 0) return sources !== ''
  return (set.sources.byKey.get(sourceKey(type, key))?.doc ?? '') !== sources
}

/** Puts sources back in their places. A source whose place is gone goes to the place above. */
export function restoreSources(row: Record<string, unknown>, sources: Record<string, unknown>): void {
  for (const [pointer, value] of Object.entries(sources)) {
    const segments = pointer.split('/').slice(1).map(unescapePointer)
    const name = segments.pop()!
    let place: unknown = row
    for (const segment of segments) {
      const inside: unknown = (place as Record<string, unknown>)[segment]
      if (typeof inside !== 'object' || inside === null) break
      place = inside
    }
    if (isObject(place)) place[name] ??= value
    else row[name] ??= value
  }
}
