import type { Fault } from '../report.ts'
import type { Pile } from '../working-set.ts'

/** The record's id: its own, the row's, or the next free one. */
export function recordId(
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
    faults.push({
      path: 'id',
      reason: 'must be the id it has or left out: an id never changes',
      found: `${given}, not ${own}`,
    })
  } else if (owner !== undefined && owner !== slug) {
    faults.push({ path: 'id', reason: 'belongs to another record', found: `${given}, of ${owner}` })
  }
  return given
}
