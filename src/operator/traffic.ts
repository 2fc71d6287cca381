export const MINUTE_MS = 60_000
export const QUARTER_MS = 15 * MINUTE_MS
export const SPANS = [MINUTE_MS, QUARTER_MS] as const

/** What was counted in one minute or quarter of an hour. */
export interface Totals {
  requests: number
  /** Answers of 500 and above. */
  errors: number
  /** Answers of 400 to 499. */
  refused: number
  histogram: number[]
}

/** Requests of one caller to one operation; without a key the id is empty. */
export interface Use {
  keyId: string
  operation: string
  requests: number
  errors: number
}

export type Traffic = ReturnType<typeof createTraffic>

/** Counts answers in memory. `operationOf` names a route's operation; undefined leaves it out. */
export function createTraffic(operationOf: (route: string) => string | undefined) {
  const operations = new Map<string, string | undefined>()
  let uses = new Map<string, Map<string, Use>>()
  let requests = 0
  let errors = 0
  let refused = 0
  const histogram = new Uint32Array(BUCKETS)

  function newUse(keyId: string, operation: string): Use {
    const use = { keyId, operation, requests: 0, errors: 0 }
    uses.getOrInsertComputed(keyId, () => new Map()).set(operation, use)
    return use
  }

  return {
    /** Counts an answered request. Cheap: it runs on every one. */
    note(route: string, status: number, seconds: number, keyId = ''): void {
      const operation = operations.getOrInsertComputed(route, operationOf)
      if (operation === undefined) return
      const isError = status >= 500
      requests++
      if (isError) errors++
      else if (status >= 400) refused++
      histogram[bucketOf(seconds * 1_000)]!++
      const use = uses.get(keyId)?.get(operation) ?? newUse(keyId, operation)
      use.requests++
      if (isError) use.errors++
    },
    /** What was counted since the last call. */
    take(): Totals & { uses: Use[] } {
      const counted = { requests, errors, refused, histogram: [...histogram] }
      const all = [...uses.values()].flatMap((own) => [...own.values()])
      uses = new Map()
      requests = errors = refused = 0
      histogram.fill(0)
      return { ...counted, uses: all }
    },
  }
}

export function emptyTotals(): Totals {
  return { requests: 0, errors: 0, refused: 0, histogram: new Array<number>(BUCKETS).fill(0) }
}

export function addTotals(sum: Totals, more: Totals): void {
  sum.requests += more.requests
  sum.errors += more.errors
  sum.refused += more.refused
  addTo(sum.histogram, more.histogram)
}

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
