import type { SearchIndex } from '../search/search-index.ts'

const FAR = Number.POSITIVE_INFINITY

/** Returns the rows of the nearest published machines of the same class: by power, then price, unknown ones last, then id. */
export function similarMachines(
  { columns, isShown, size, classOf }: SearchIndex,
  row: number,
  count: number,
): number[] {
  const { engine_hp: hp, price_from_inr: price, id } = columns
  const machineClass = classOf(row)
  const nearest: { row: number; byPower: number; byPrice: number; id: number }[] = []
  for (let other = 0; other < size; other++) {
    if (other === row || classOf(other) !== machineClass || !isShown(other)) continue
    const candidate = {
      row: other,
      byPower: distance(hp[row]!, hp[other]!),
      byPrice: distance(price[row]!, price[other]!),
      id: id[other]!,
    }
    if (nearest.length === count && compare(candidate, nearest[count - 1]!) >= 0) continue
    const place = nearest.findIndex((than) => compare(candidate, than) < 0)
    nearest.splice(place < 0 ? nearest.length : place, 0, candidate)
    if (nearest.length > count) nearest.pop()
  }
  return nearest.map((candidate) => candidate.row)
}

interface Distances {
  byPower: number
  byPrice: number
  id: number
}

function compare(a: Distances, b: Distances): number {
  if (a.byPower !== b.byPower) return a.byPower - b.byPower
  return a.byPrice === b.byPrice ? a.id - b.id : a.byPrice - b.byPrice
}

/** An unknown value is infinitely far. */
const distance = (a: number, b: number) => (a === FAR || b === FAR ? FAR : Math.abs(a - b))
