/** A value and its weight. */
export type Weighted = readonly [value: number, weight: number]

/**
 * Returns the quantile of weighted values, interpolated. A value stands at the middle of its weight, the smallest at 0 and
 * the largest at 1, so that equal weights give the usual quantile. `sorted` is ascending and not empty.
 */
export function quantile(sorted: readonly Weighted[], share: number): number {
  let sum = 0
  const places = sorted.map(([, weight]) => {
    sum += weight
    return sum - weight / 2
  })
  const place = places[0]! + share * (places.at(-1)! - places[0]!)
  const next = places.findIndex((other) => other >= place)
  if (next <= 0) return sorted[0]![0]
  const [low, high] = [sorted[next - 1]![0], sorted[next]![0]]
  return low + ((high - low) * (place - places[next - 1]!)) / (places[next]! - places[next - 1]!)
}
