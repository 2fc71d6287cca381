import { isObject } from './check-object.ts'
import { unescapePointer } from './settle.ts'

/** Puts sources back where they stood. One whose place is gone goes to the place above. */
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
