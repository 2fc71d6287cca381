import { type Cache, createCache } from '../lib/cache.ts'
import { kolkataDate } from '../lib/calendar.ts'
import type { MarketValues } from '../schema/api/market.ts'
import { COMPARABLE, type OFFERED_STATUSES } from '../schema/api/values.ts'
import { type Depreciation, type FittedRange, fitDepreciation, type Observation, type Size } from './depreciation.ts'
import { isOffered } from './listings.ts'
import { quantile, type Weighted } from './quantiles.ts'

/** Facts of a machine or implement of the catalogue, published or not. */
export interface ValuedMachine {
  manufacturer: string
  /** Its class, or the kind of an implement. */
  class: string
  power: number | null
  /** The first figure of its class's plate, or the width of an implement. */
  size: number | null
  wheelDrive: string | null
  /** The lowest price when new, if published. */
  newPrice: number | null
  isPublished: boolean
}

export interface ValuationRequest {
  machine_slug: string
  year: number | null
  hours: number | null
  state?: string | null
  /** Ids of listings that do not count. */
  excluded?: readonly number[]
  /** Undefined: as the catalogue has it now. */
  newPrice?: number | undefined
}

/** Listings of a class until the catalogue changes. */
interface PeerGroup {
  machines: readonly string[]
  /** Newest first. */
  observations: Observation[]
  /** Until a listing of the class changes, by what they were fitted from and for. */
  fits: Cache<string, Depreciation | undefined>
}

type Figures = Omit<MarketValues, 'method'>
type PriceFigures = NonNullable<Figures['asking']>

/** A counted listing, with its asking price adjusted to the request. */
interface Comparable extends Observation {
  adjusted: number
  weight: number
}

type Basis = 'asking' | 'sold'

const MIN_PRICES = 5
const MIN_PRICES_P10 = 20
const MAX_COUNTED = 50
const MONTHS = 24
const MAX_FITS = 512
/** Max. difference in power, in percent, of the levels `maker` and `class`, and of `wide_class`. */
const [NEAR, WIDE] = [15, 30]
/** How far outside the fitted data a value is still given: in years, and as a share of the hours. */
const [YEARS_OUTSIDE, HOURS_OUTSIDE] = [2, 0.5]

const NO_FIGURES = {
  asking: null,
  sold: null,
  listings: [],
  applied: { year: false, hours: false, state: false },
  extrapolated: false,
  capped: false,
  by: { owners: {}, wheel_drive: {}, inspection_mode: {} },
  known: null,
  reason: null,
}

/**
 * Values machines by comparable listings; docs/guides/values.md has the method. `version` changes whenever what
 * `machineOf` returns may have changed.
 */
export function createValues(machineOf: (slug: string) => ValuedMachine | undefined, version: () => number) {
  const slugs = new Map<number, string>()
  const bySlug = new Map<string, Map<number, Observation>>()
  const byClass = new Map<string, PeerGroup>()
  let groupedVersion = 0

  /** A machine outside the catalogue is a separate class. */
  const classOf = (slug: string) => machineOf(slug)?.class ?? `${slug} `

  /** Updates the peer group of a machine, or drops it if a machine came or left. */
  function change(slug: string, update?: (observations: Observation[]) => void): void {
    const group = byClass.get(classOf(slug))
    group?.fits.clear()
    if (group && update) update(group.observations)
    else byClass.delete(classOf(slug))
  }

  function remove(id: number): void {
    const slug = slugs.get(id)
    if (slug === undefined) return
    slugs.delete(id)
    const same = bySlug.get(slug)!
    const observation = same.get(id)!
    same.delete(id)
    if (same.size === 0) bySlug.delete(slug)
    change(slug, same.size > 0 ? (all) => all.splice(placeOf(all, observation), 1) : undefined)
  }

  function put(observation: Observation): void {
    const { id, machine_slug: slug } = observation
    remove(id)
    if (slug === '' || !isOffered(observation.status)) return
    const isNew = !bySlug.has(slug)
    slugs.set(id, slug)
    bySlug.getOrInsertComputed(slug, () => new Map()).set(id, observation)
    change(slug, isNew ? undefined : (all) => all.splice(placeOf(all, observation), 0, observation))
  }

  function groupOf(name: string): PeerGroup {
    if (groupedVersion !== version()) byClass.clear()
    groupedVersion = version()
    return byClass.getOrInsertComputed(name, () => {
      const machines = [...bySlug.keys()].filter((slug) => classOf(slug) === name)
      const observations = machines.flatMap((slug) => [...bySlug.get(slug)!.values()])
      return { machines, observations: observations.sort(byNewest), fits: createCache(MAX_FITS) }
    })
  }

  /** The place in COMPARABLE of the first level that compares two machines of a class, or -1. */
  function levelOf(slug: string, other: string): number {
    const [self, its] = [machineOf(slug), machineOf(other)]
    if (slug === other) return 0
    if (!self || !its) return -1
    if (isNear(self, its, NEAR)) return self.manufacturer === its.manufacturer ? 1 : 2
    return isNear(self, its, WIDE) ? 3 : -1
  }

  function sizeOf(slug: string): Size | undefined {
    const { power = null, size = null } = machineOf(slug) ?? {}
    return power ? { of: 'power', value: power } : size ? { of: 'plate', value: size } : undefined
  }

  /** Fits the class for what was asked, else for the year or the hours alone: age and use never raise a price. */
  function fit(
    { observations, fits }: PeerGroup,
    { year, hours, excluded = [] }: ValuationRequest,
    from: number,
    to: number,
  ) {
    const first = firstIndex(observations, ({ created }) => created <= to)
    const end = firstIndex(observations, ({ created }) => created < from)
    const key = JSON.stringify([first, end, excluded, year === null, hours === null])
    return fits.getOrCompute(key, () => {
      const ids = new Set(excluded)
      const counted = observations.slice(first, end).filter(({ id }) => !ids.has(id))
      for (const fitted of ['year hours', 'year', 'hours', '']) {
        const by = { year: fitted.includes('year') && year !== null, hours: fitted.includes('hours') && hours !== null }
        const result = fitDepreciation(counted, by, sizeOf)
        if (result && result.year >= 0 && result.hours <= 0) return result
      }
      return undefined
    })
  }

  return {
    put,
    /** Whether a listing names this machine. */
    isNamed: (slug: string) => bySlug.has(slug),
    /** Undefined for a machine that neither the catalogue nor a listing has. */
    of(request: ValuationRequest, asOf: number): Figures | undefined {
      const { machine_slug, year, hours, state = null } = request
      const machine = machineOf(machine_slug)
      const excluded = new Set(request.excluded)
      const from = monthsBefore(asOf)
      const isWithin = (timestamp: number) => timestamp >= from && timestamp <= asOf
      const isAsked = ({ created }: Observation) => isWithin(created)
      const isSold = ({ soldAt, soldFor }: Observation) => Number.isFinite(soldFor) && isWithin(soldAt)
      const group = groupOf(classOf(machine_slug))
      const levels: Observation[][] = COMPARABLE.map(() => [])
      let isListed = false
      for (const slug of group.machines) {
        const all = [...bySlug.get(slug)!.values()].filter(({ id }) => !excluded.has(id))
        isListed ||= slug === machine_slug && all.length > 0
        const level = levels[levelOf(machine_slug, slug)]
        for (const item of distinct(all.filter((item) => isAsked(item) || isSold(item)))) level?.push(item)
      }
      if (!machine && !isListed) return undefined
      const upTo = (i: number) => levels.slice(0, i + 1).flat()
      const counted = COMPARABLE.map((name, i) => [name, upTo(i).filter(isAsked).length])
      const counts: Figures['counts'] = Object.fromEntries(counted)
      const level = COMPARABLE.findIndex((name) => counts[name] >= MIN_PRICES)
      const depreciation = level < 0 ? undefined : fit(group, request, from, asOf)
      const outside = outsideOf(request, depreciation)
      const inputs = { machine_slug, year, hours, state }
      const comparable = COMPARABLE[level] ?? null
      const withdrawn = machine?.isPublished === false
      const result = { ...inputs, comparable, ...NO_FIGURES, adjusted: adjustmentOf(depreciation), counts, withdrawn }
      if (level < 0) return { ...result, known: counts, reason: 'Fewer than five comparable listings.' }
      if (outside.reason) return { ...result, reason: outside.reason }
      const candidates = upTo(level).sort(byNearest(request))
      const isCut = candidates.length > MAX_COUNTED
      const nearest = candidates.slice(0, MAX_COUNTED).sort(byNewest)
      const comparables = nearest.map((item): Comparable => {
        const shift = stateShift(item, state, depreciation)
        const factor = Math.exp(shiftOf(item, request, depreciation) + (shift ?? 0))
        return { ...item, adjusted: Math.round(item.price * factor), weight: shift === undefined ? 0.5 : 1 }
      })
      const newPrice = request.newPrice ?? machine?.newPrice ?? Infinity
      const asked = comparables.filter(isAsked)
      const asking = figuresOf(asked, 'asking', newPrice)
      const sold = figuresOf(comparables.filter(isSold), 'sold', newPrice)
      const groups = (name: (item: Comparable) => string | null | undefined) => groupsOf(asked, name, newPrice)
      const hasEffect = (slope: number | undefined) => isCut || Boolean(slope)
      return {
        ...result,
        asking: asking.figures,
        sold: sold.figures,
        listings: comparables.map((item) => listed(item, isSold(item), newPrice)),
        applied: {
          year: year !== null && hasEffect(depreciation?.year),
          hours: hours !== null && hasEffect(depreciation?.hours) && comparables.some((item) => item.hours < Infinity),
          // If all weigh half, none weighs more than another.
          state: state !== null && comparables.some((item) => item.state !== state) && comparables.some(isFull),
        },
        extrapolated: outside.isExtrapolated,
        capped: asking.isCapped || sold.isCapped,
        by: {
          owners: groups(({ owners }) => String(owners)),
          wheel_drive: groups((item) => machineOf(item.machine_slug)?.wheelDrive),
          inspection_mode: groups(({ inspection_mode }) => inspection_mode),
        },
        reason: asking.figures ? null : 'Fewer than five of the nearest listings have an asking price of that time.',
      }
    },
  }
}

/** Compares powers, else first figures of the plate; without a figure that both have, machines are not near. */
function isNear(a: ValuedMachine, b: ValuedMachine, percent: number): boolean {
  const [own, other] = a.power !== null && b.power !== null ? [a.power, b.power] : [a.size, b.size]
  if (own === null || other === null) return false
  return other * 100 >= own * (100 - percent) && other * 100 <= own * (100 + percent)
}

function monthsBefore(timestamp: number): number {
  const date = new Date(timestamp)
  return date.setUTCMonth(date.getUTCMonth() - MONTHS)
}

const byNewest = (a: Observation, b: Observation) => b.created - a.created || b.id - a.id

const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)

/** By difference in year, then in hours, then newest first. */
function byNearest({ year, hours }: ValuationRequest) {
  const years = (item: Observation) => (year === null ? 0 : Math.abs(item.year - year))
  const used = (item: Observation) => (hours === null ? 0 : Math.abs(item.hours - hours))
  return (a: Observation, b: Observation) => compare(years(a), years(b)) || compare(used(a), used(b)) || byNewest(a, b)
}

/** Keeps the newest of equal listings of one dealer, which are of one machine. All are of one model. */
function distinct(observations: readonly Observation[]): Observation[] {
  const byKey = new Map<string | number, Observation>()
  for (const item of observations) {
    const { id, dealer, year, hours, price, soldFor } = item
    const key = dealer === '' ? id : `${dealer} ${year} ${hours} ${price} ${soldFor}`
    const other = byKey.get(key)
    if (!other || byNewest(item, other) < 0) byKey.set(key, item)
  }
  return [...byKey.values()]
}

/** Returns the first index for which a test holds, as it does for all after it. */
function firstIndex(observations: readonly Observation[], test: (item: Observation) => boolean): number {
  let [low, high] = [0, observations.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (test(observations[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

const placeOf = (all: readonly Observation[], item: Observation) =>
  firstIndex(all, (other) => byNewest(other, item) >= 0)

function outsideOf({ year, hours }: ValuationRequest, depreciation: Depreciation | undefined) {
  const checks: { name: string; value: number | null; fitted: FittedRange; limits: FittedRange }[] = []
  if (depreciation?.year) {
    const [min, max] = depreciation.fitted.year
    const limits = [min - YEARS_OUTSIDE, max + YEARS_OUTSIDE] as const
    checks.push({ name: 'Year', value: year, fitted: [min, max], limits })
  }
  if (depreciation?.hours) {
    const [min, max] = depreciation.fitted.hours
    const limits = [min * (1 - HOURS_OUTSIDE), max * (1 + HOURS_OUTSIDE)] as const
    checks.push({ name: 'Hours', value: hours, fitted: [min, max], limits })
  }
  const isOutside = (value: number | null, [min, max]: FittedRange) => value !== null && (value < min || value > max)
  const far = checks.find(({ value, limits }) => isOutside(value, limits))
  const reason = far && `${far.name} ${far.value} is too far outside the fitted data, ${far.fitted.join(' to ')}.`
  return { reason, isExtrapolated: checks.some(({ value, fitted }) => isOutside(value, fitted)) }
}

/** Change of the logarithm of a price to the requested year and hours. A listing without hours is adjusted by year. */
function shiftOf({ year, hours }: Observation, to: ValuationRequest, depreciation: Depreciation | undefined): number {
  if (!depreciation) return 0
  const years = to.year === null ? 0 : to.year - year
  const thousands = to.hours === null || !Number.isFinite(hours) ? 0 : (to.hours - hours) / 1_000
  return depreciation.year * years + depreciation.hours * thousands
}

/** The same to a state; undefined if its effect cannot be fitted. */
function stateShift(
  item: Observation,
  state: string | null,
  depreciation: Depreciation | undefined,
): number | undefined {
  if (state === null || item.state === state) return 0
  const [to, from] = [depreciation?.stateEffect(state), depreciation?.stateEffect(item.state ?? '')]
  const origin = from ?? depreciation?.elsewhere
  return to === undefined || origin === undefined ? undefined : to - origin
}

const isFull = ({ weight }: Comparable) => weight === 1

const tenths = (share: number) => Math.round(share * 1_000) / 10 + 0

function adjustmentOf(depreciation: Depreciation | undefined): Figures['adjusted'] {
  if (!depreciation?.year && !depreciation?.hours) return null
  const percent = (slope: number) => (slope === 0 ? null : tenths(Math.expm1(slope)))
  return {
    year_pct: percent(-depreciation.year),
    hours_1000_pct: percent(depreciation.hours),
    fitted_from: depreciation.count,
  }
}

function figuresOf(items: readonly Comparable[], basis: Basis, newPrice: number) {
  if (items.length < MIN_PRICES) return { figures: null, isCapped: false }
  const isSold = basis === 'sold'
  const prices = sortWeighted(
    items.map(({ adjusted, price, soldFor, weight }) => {
      return [isSold ? Math.round((soldFor * adjusted) / price) : adjusted, weight]
    }),
  )
  const capped = prices.map(([price, weight]): Weighted => [Math.min(price, newPrice), weight])
  const [p10_inr, p25_inr, median_inr, p75_inr] = [0.1, 0.25, 0.5, 0.75].map((share) =>
    Math.round(quantile(capped, share)),
  ) as [number, number, number, number]
  const days = items.map(({ soldAt, created }) => (isSold ? soldAt : created))
  const figures: PriceFigures = {
    p10_inr: items.length < MIN_PRICES_P10 ? null : p10_inr,
    p25_inr,
    median_inr,
    p75_inr,
    count: items.length,
    error_pct: tenths(leaveOneOutError(prices)),
    spread_pct: tenths((p75_inr - p25_inr) / 2 / median_inr),
    from: kolkataDate(Math.min(...days)),
    to: kolkataDate(Math.max(...days)),
  }
  return { figures, isCapped: p75_inr < Math.round(quantile(prices, 0.75)) }
}

/** The median share by which the median of the other prices misses a price. */
function leaveOneOutError(prices: readonly Weighted[]): number {
  const errors = prices.map(([price, weight], i): Weighted => {
    return [Math.abs(quantile(prices.toSpliced(i, 1), 0.5) / price - 1), weight]
  })
  return quantile(sortWeighted(errors), 0.5)
}

function groupsOf(
  items: readonly Comparable[],
  nameOf: (item: Comparable) => string | null | undefined,
  newPrice: number,
): Figures['by']['owners'] {
  const large = [...Map.groupBy(items, nameOf)].filter(([name, same]) => name && same.length >= MIN_PRICES)
  return Object.fromEntries(
    large.map(([name, same]) => {
      const prices = sortWeighted(same.map(({ adjusted, weight }) => [Math.min(adjusted, newPrice), weight]))
      return [name, { median_inr: Math.round(quantile(prices, 0.5)), count: same.length }]
    }),
  )
}

function listed(item: Comparable, isSold: boolean, newPrice: number): Figures['listings'][number] {
  const { id, machine_slug, name, price, year, weight, district } = item
  return {
    id,
    status: item.status as (typeof OFFERED_STATUSES)[number],
    machine_slug,
    name,
    price_inr: price,
    sold_price_inr: isSold ? item.soldFor : null,
    adjusted_inr: Math.min(item.adjusted, newPrice),
    weight,
    year,
    hours: Number.isFinite(item.hours) ? item.hours : null,
    state_code: item.state as 'PB' | null,
    district,
    at: new Date(item.created).toISOString(),
  }
}

const sortWeighted = (values: readonly Weighted[]) => values.toSorted(([a], [b]) => a - b)
