import { DAY_MS, kolkataDate } from '../calendar.ts'
import type { MarketValues } from '../contract/market.ts'
import { COMPARABLE } from '../contract/values.ts'
import type { ListingRows } from './listing-rows.ts'

/** What makes machines comparable. */
export interface Kin {
  /** Maker and family, of one class and HP band: a family may reach from small to large. Null without a family. */
  family: string | null
  /** Class and HP band; null without the power. */
  class: string | null
}

export type Step = NonNullable<MarketValues['comparable']>

export interface Question {
  machine_slug: string
  year: number | null
  hours: number | null
}

/** Listings that are like a machine of a year and hours: the price and the day of each. */
export interface Comparable {
  step: Step
  prices: number[]
  days: number[]
  years: readonly [from: number, to: number]
  /** Undefined when hours were not asked for. */
  hours: readonly [from: number, to: number] | undefined
}

type Basis = 'asking' | 'sold'

const LEAST = 5
const MONTHS_MS = 24 * 30.44 * DAY_MS
/** How far years may lie apart, and hours as a share and at least: near ones first. */
const WIDTHS = [
  { years: 1, share: 1 / 3, hours: 500 },
  { years: 3, share: 2 / 3, hours: 1_000 },
] as const
/** The fence lies this many times the distance of the quartiles beyond them, in logarithms, and at least so far. */
const FENCE = 1.5
const LEAST_FENCE = Math.log(1.5)

/**
 * Finds listings that are comparable to a machine, and their quartiles. The method is told in docs/guides/values.md.
 * `without` is a listing that is left aside.
 */
export function createValues(rows: ListingRows, kinOf: (machineSlug: string) => Kin | undefined) {
  function* alike(slug: string, step: Step): Iterable<number> {
    if (step === 'machine') {
      yield* rows.ofMachine(slug)
      return
    }
    const kin = kinOf(slug)?.[step]
    if (!kin) return
    for (const other of rows.machines()) if (kinOf(other)?.[step] === kin) yield* rows.ofMachine(other)
  }

  /** The nearest comparable listings of a basis, if there are five. */
  function comparable(
    asked: Question,
    basis: Basis,
    step: Step,
    now: number,
    without?: number,
  ): Comparable | undefined {
    const { price, soldFor, soldAt, newest, year, hours, id } = rows.columns
    const all = [...alike(asked.machine_slug, step)].filter((row) => id[row] !== without)
    for (const width of WIDTHS) {
      const years = asked.year === null ? undefined : ([asked.year - width.years, asked.year + width.years] as const)
      const reach = asked.hours === null ? 0 : Math.max(width.hours, Math.round(asked.hours * width.share))
      const span = asked.hours === null ? undefined : ([Math.max(0, asked.hours - reach), asked.hours + reach] as const)
      const found: Comparable = { step, prices: [], days: [], years: years ?? [0, 9_999], hours: span }
      for (const row of all) {
        const [figure, at] = basis === 'sold' ? [soldFor[row]!, soldAt[row]!] : [price[row]!, -newest[row]!]
        if (!Number.isFinite(figure) || at < now - MONTHS_MS || at > now) continue
        if (!isIn(year[row]!, years) || !isIn(hours[row]!, span)) continue
        found.prices.push(figure)
        found.days.push(at)
      }
      dropOutliers(found)
      if (found.prices.length >= LEAST) return found
    }
    return undefined
  }

  return {
    /** The nearest step with five, by what is asked. */
    asked(question: Question, now: number, without?: number): Comparable | undefined {
      for (const step of COMPARABLE) {
        const found = comparable(question, 'asking', step, now, without)
        if (found) return found
      }
      return undefined
    },

    /** Undefined for a machine that neither the catalogue nor a listing knows. */
    of(question: Question, now: number, without?: number): Omit<MarketValues, 'method'> | undefined {
      const { machine_slug } = question
      if (kinOf(machine_slug) === undefined && rows.ofMachine(machine_slug)[Symbol.iterator]().next().done)
        return undefined
      for (const step of COMPARABLE) {
        const asking = comparable(question, 'asking', step, now, without)
        const sold = comparable(question, 'sold', step, now, without)
        if (!asking && !sold) continue
        const reason =
          asking && sold ? null : `Fewer than five comparable ${asking ? 'sold ones' : 'ones for sale'} are known.`
        return { ...question, asking: quartiles(asking), sold: quartiles(sold), comparable: step, reason }
      }
      const reason =
        'Fewer than five comparable listings of the last 24 months are known, of this machine, its family, or its class and HP band.'
      return { ...question, asking: null, sold: null, comparable: null, reason }
    },
  }
}

const isIn = (value: number, span: readonly [number, number] | undefined) =>
  span === undefined || (value >= span[0] && value <= span[1])

/** Leaves out prices that lie far from all others, so that one of them moves no quartile. */
function dropOutliers(found: Comparable): void {
  if (found.prices.length < LEAST) return
  const sorted = found.prices.toSorted((a, b) => a - b)
  const [low, high] = [Math.log(quantile(sorted, 0.25)), Math.log(quantile(sorted, 0.75))]
  const fence = Math.max(FENCE * (high - low), LEAST_FENCE)
  const isKept = (price: number) => Math.log(price) >= low - fence && Math.log(price) <= high + fence
  found.days = found.days.filter((_, at) => isKept(found.prices[at]!))
  found.prices = found.prices.filter(isKept)
}

/** Between two prices in proportion. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return below + (above - below) * (place - Math.floor(place))
}

function quartiles(found: Comparable | undefined): MarketValues['asking'] {
  if (!found) return null
  const sorted = found.prices.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(quantile(sorted, share))
  return {
    ...{ p25_inr: at(0.25), median_inr: at(0.5), p75_inr: at(0.75), count: sorted.length },
    ...{ from: kolkataDate(Math.min(...found.days)), to: kolkataDate(Math.max(...found.days)) },
  }
}
