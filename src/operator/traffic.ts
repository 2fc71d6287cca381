import { sql } from 'kysely'
import { DAY_MS, kolkataDate } from '../calendar.ts'
import type { Db } from '../database/schema.ts'
import { recordUses } from '../keys/key-store.ts'

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS

/** What was counted in one minute, or in some of them. */
interface Totals {
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
  refused: number
}

export type Traffic = ReturnType<typeof createTraffic>

/** Counts answers in memory. `operationOf` names a route's operation; undefined leaves it out. */
export function createTraffic(operationOf: (route: string) => string | undefined) {
  const operations = new Map<string, string | undefined>()
  let uses = new Map<string, Map<string, Use>>()
  let totals = emptyTotals()

  function newUse(keyId: string, operation: string): Use {
    const use = { keyId, operation, requests: 0, errors: 0, refused: 0 }
    uses.getOrInsertComputed(keyId, () => new Map()).set(operation, use)
    return use
  }

  return {
    /** Counts an answered request. Cheap: it runs on every one. */
    note(route: string, status: number, seconds: number, keyId = ''): void {
      const operation = operations.getOrInsertComputed(route, operationOf)
      if (operation === undefined) return
      const isError = status >= 500
      totals.requests++
      if (isError) totals.errors++
      else if (status >= 400) totals.refused++
      totals.histogram[bucketOf(seconds * 1_000)]!++
      const use = uses.get(keyId)?.get(operation) ?? newUse(keyId, operation)
      use.requests++
      if (isError) use.errors++
      else if (status >= 400) use.refused++
    },
    /** What was counted since the last call. */
    take() {
      const counted = { ...totals, uses: [...uses.values()].flatMap((own) => [...own.values()]) }
      totals = emptyTotals()
      uses = new Map()
      return counted
    },
  }
}

function emptyTotals(): Totals {
  return { requests: 0, errors: 0, refused: 0, histogram: new Array<number>(BUCKETS).fill(0) }
}

function addTotals(sum: Totals, more: Totals): void {
  sum.requests += more.requests
  sum.errors += more.errors
  sum.refused += more.refused
  for (const [at, count] of more.histogram.entries()) sum.histogram[at] = (sum.histogram[at] ?? 0) + count
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

/** A little longer than it is shown. */
const KEPT_MS = DAY_MS + 2 * QUARTER_MS
const USE_DAYS = 92

/** Writes what a process counted: a row for each minute, and callers' use by day. */
export function createTrafficLog(process: string, traffic: Traffic) {
  /** Minutes that may still change, or are not written yet. */
  const open = new Map<number, Totals>()
  let unsaved: (Use & { at: number })[] = []
  let prunedAt = 0

  return {
    /** Call it in a transaction, then `saved` when it is committed. */
    async write(trx: Db, now: number): Promise<void> {
      const { uses, ...counted } = traffic.take()
      unsaved.push(...uses.map((use) => ({ ...use, at: now })))
      if (counted.requests > 0) addTotals(open.getOrInsertComputed(now - (now % MINUTE_MS), emptyTotals), counted)
      for (const [at, { histogram, ...counts }] of open) {
        const values = { ...counts, histogram: JSON.stringify(histogram) }
        await trx
          .insertInto('traffic')
          .values({ span: MINUTE_MS, at, process, ...values })
          .onConflict((conflict) => conflict.columns(['span', 'at', 'process']).doUpdateSet(values))
          .execute()
      }
      await addUses(trx, unsaved, kolkataDate(now))
      if (now - prunedAt > QUARTER_MS) await prune(trx, now)
    },
    saved(now: number): void {
      unsaved = []
      if (now - prunedAt > QUARTER_MS) prunedAt = now
      for (const at of open.keys()) if (at + MINUTE_MS <= now) open.delete(at)
    },
  }
}

/** How often keys were used, and when last. */
async function addUses(trx: Db, uses: readonly (Use & { at: number })[], day: string): Promise<void> {
  // In one order, so two processes never deadlock.
  const sorted = uses.toSorted((a, b) => (`${a.keyId} ${a.operation}` < `${b.keyId} ${b.operation}` ? -1 : 1))
  for (const { keyId, operation, requests, errors, refused } of sorted) {
    await trx
      .insertInto('key_use')
      .values({ day, key_id: keyId, operation, requests, errors, refused })
      .onConflict((conflict) =>
        conflict.columns(['day', 'key_id', 'operation']).doUpdateSet({
          requests: sql`key_use.requests + excluded.requests`,
          errors: sql`key_use.errors + excluded.errors`,
          refused: sql`key_use.refused + excluded.refused`,
        }),
      )
      .execute()
  }
  const last = new Map<string, number>()
  for (const { keyId, at } of uses) if (keyId !== '') last.set(keyId, Math.max(at, last.get(keyId) ?? 0))
  if (last.size > 0) await recordUses(trx, last)
}

async function prune(trx: Db, now: number): Promise<void> {
  await trx
    .deleteFrom('traffic')
    .where('at', '<', now - KEPT_MS)
    .execute()
  await trx
    .deleteFrom('key_use')
    .where('day', '<', kolkataDate(now - USE_DAYS * DAY_MS))
    .execute()
}

/** An hour or a day of all processes: its points, with empty ones too, and all of it together. */
export type TrafficSpan = ReturnType<typeof gather>

/** The last hour by minutes, and the last day by quarters of an hour. */
export async function readTraffic(db: Db, now: number): Promise<Record<'hour' | 'day', TrafficSpan>> {
  const rows = await db
    .selectFrom('traffic')
    .select(['at', 'requests', 'errors', 'refused', 'histogram'])
    .where('span', '=', MINUTE_MS)
    .where('at', '>', now - DAY_MS)
    .execute()
  const minutes = rows.map(({ histogram, ...row }) => ({ ...row, histogram: JSON.parse(histogram) as number[] }))
  return { hour: gather(minutes, MINUTE_MS, 60, now), day: gather(minutes, QUARTER_MS, 96, now) }
}

function gather(minutes: readonly (Totals & { at: number })[], span: number, count: number, now: number) {
  const first = now - (now % span) - (count - 1) * span
  const sums = Array.from({ length: count }, emptyTotals)
  const all = emptyTotals()
  for (const { at, ...row } of minutes) {
    const sum = sums[Math.floor((at - first) / span)]
    for (const total of sum ? [sum, all] : []) addTotals(total, row)
  }
  return { points: sums.map((sum, n) => ({ at: first + n * span, ...measured(sum) })), total: measured(all) }
}

function measured({ histogram, ...counts }: Totals) {
  return { ...counts, p50: percentile(histogram, 0.5), p99: percentile(histogram, 0.99) }
}

export type DayUse = Awaited<ReturnType<typeof readUse>>[number]

/** Requests by day in India, key and operation since a day, newest first; for one key or all. */
export async function readUse(db: Db, since: string, keyId?: string) {
  let query = db
    .selectFrom('key_use')
    .select(['day', 'key_id as keyId', 'operation', 'requests', 'errors', 'refused'])
    .where('day', '>=', since)
  if (keyId !== undefined) query = query.where('key_id', '=', keyId)
  return query.orderBy('day', 'desc').orderBy('key_id').orderBy('operation').execute()
}
