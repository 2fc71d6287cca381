/** Durations are counted in buckets, each a third wider than the last; the first ends at 0.1 ms. */
const FIRST_MS = 0.1
const FACTOR = 4 / 3
const STEP = Math.log(FACTOR)
export const BUCKETS = 48

export function bucketOf(ms: number): number {
  if (!(ms > FIRST_MS)) return 0
  return Math.min(BUCKETS - 1, Math.ceil(Math.log(ms / FIRST_MS) / STEP))
}

/** The duration that this share of requests did not exceed, to a bucket's width; null without requests. */
export function percentile(histogram: ArrayLike<number>, share: number): number | null {
  let total = 0
  for (let at = 0; at < histogram.length; at++) total += histogram[at]!
  if (total === 0) return null
  const wanted = Math.ceil(total * share)
  let seen = 0
  for (let at = 0; at < histogram.length; at++) {
    seen += histogram[at]!
    if (seen >= wanted) return FIRST_MS * FACTOR ** at
  }
  return null
}

/** Adds one histogram to another. */
export function addTo(sum: number[], histogram: ArrayLike<number>): void {
  for (let at = 0; at < histogram.length; at++) sum[at] = (sum[at] ?? 0) + histogram[at]!
}
