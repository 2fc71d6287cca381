import { type Cache, createCache } from '../lib/cache.ts'
import { kolkataDate } from '../lib/calendar.ts'
import type { MarketValues } from '../schema/api/market.ts'
import { COMPARABLE, type OFFERED_STATUSES } from '../schema/api/values.ts'
import { type Depreciation, fitDepreciation, type Observation, type Range, type Size } from './depreciation.ts'
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
  /** Listings that do not count. */
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

/** An observation in terms of the request. `factor` brings its prices to the requested year, hours and state. */
interface Comparable {
  observation: Observation
  factor: number
  weight: number
  isAsked: boolean
  isSold: boolean
}

const MIN_PRICES = 5
const MIN_PRICES_P10 = 20
const MAX_COUNTED = 50
const MONTHS = 24
const MAX_FITS = 512
/** Max. difference in power, in percent, of the levels `maker` and `class`, and of `wide_class`. */
const [NEAR, WIDE] = [15, 30]
/** How far outside the fitted data a value is still given: in years, and as a share of the hours. */
const [YEARS_OUTSIDE, HOURS_OUTSIDE] = [2, 0.5]

/**
 * Values machines by comparable listings; docs/guides/values.md has the method. `version` changes whenever what
 * `machineOf` returns may have changed.
 */
export function createValues(machineOf: (slug: string) => ValuedMachine | undefined, version: () => number) {
  const slugs = new Map<number, string>()
  const bySlug = new Map<string, Map<number, Observation>>()
  const byClass = new Map<string, PeerGroup>()
  let groupedVersion = 0

  /** A machine outside the catalogue is a class of its own. */
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
  function fit({ observations, fits }: PeerGroup, request: ValuationRequest, from: number, to: number) {
    const { year, hours, excluded = [] } = request
    const first = firstIndex(observations, ({ created }) => created <= to)
    const end = firstIndex(observations, ({ created }) => created < from)
    const key = JSON.stringify([first, end, excluded, year === null, hours === null])
    return fits.getOrCompute(key, () => {
      const counted = observations.slice(first, end).filter(({ id }) => !excluded.includes(id))
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
      const { machine_slug, year, hours, state = null, excluded = [] } = request
      const machine = machineOf(machine_slug)
      const from = monthsBefore(asOf)
      const isWithin = (timestamp: number) => timestamp >= from && timestamp <= asOf
      const isAsked = ({ created }: Observation) => isWithin(created)
      const isSold = ({ soldAt, soldFor }: Observation) => Number.isFinite(soldFor) && isWithin(soldAt)
      const group = groupOf(classOf(machine_slug))
      const levels: Observation[][] = COMPARABLE.map(() => [])
      let isListed = false
      for (const slug of group.machines) {
        const all = [...bySlug.get(slug)!.values()].filter(({ id }) => !excluded.includes(id))
        isListed ||= slug === machine_slug && all.length > 0
        levels[levelOf(machine_slug, slug)]?.push(...distinct(all.filter((item) => isAsked(item) || isSold(item))))
      }
      if (!machine && !isListed) return undefined
      const countUpTo = (i: number) =>
        levels
          .slice(0, i + 1)
          .flat()
          .filter(isAsked).length
      const counts = Object.fromEntries(COMPARABLE.map((level, i) => [level, countUpTo(i)])) as Figures['counts']
      const level = COMPARABLE.findIndex((name) => counts[name] >= MIN_PRICES)
      const depreciation = level < 0 ? undefined : fit(group, request, from, asOf)
      const outside = outsideOf(request, depreciation)
      const result = {
        ...{ machine_slug, year, hours, state, comparable: COMPARABLE[level] ?? null },
        ...{ asking: null, sold: null, listings: [], adjusted: adjustmentOf(depreciation), known: null },
        ...{ applied: { year: false, hours: false, state: false }, extrapolated: false, capped: false, counts },
        ...{ by: { owners: {}, wheel_drive: {}, inspection_mode: {} }, reason: null },
        withdrawn: machine?.isPublished === false,
      }
      if (level < 0) return { ...result, known: counts, reason: 'Fewer than five comparable listings.' }
      if (outside.reason) return { ...result, reason: outside.reason }
      const candidates = levels.slice(0, level + 1).flat()
      const isCut = candidates.length > MAX_COUNTED
      const comparables = candidates
        .sort(byNearest(request))
        .slice(0, MAX_COUNTED)
        .sort(byNewest)
        .map((observation): Comparable => {
          const shift = stateShift(observation, state, depreciation)
          const factor = Math.exp(shiftOf(observation, request, depreciation) + (shift ?? 0))
          const weight = shift === undefined ? 0.5 : 1
          return { observation, factor, weight, isAsked: isAsked(observation), isSold: isSold(observation) }
        })
      const newPrice = request.newPrice ?? machine?.newPrice ?? Infinity
      const some = (test: (item: Comparable) => boolean) => comparables.some(test)
      const asked = comparables.filter((item) => item.isAsked)
      const asking = figuresOf(asked, 'asking', newPrice)
      const sold = figuresOf(
        comparables.filter((item) => item.isSold),
        'sold',
        newPrice,
      )
      const groups = (groupName: (item: Comparable) => string | null | undefined) =>
        groupsOf(asked, groupName, newPrice)
      return {
        ...result,
        asking: asking.figures,
        sold: sold.figures,
        listings: comparables.map((item) => listed(item, newPrice)),
        applied: {
          year: year !== null && (isCut || Boolean(depreciation?.year)),
          hours: hours !== null && (isCut || Boolean(depreciation?.hours)) && some(hasHours),
          state: some(isOfAnotherState(state)) && some(({ weight }) => weight === 1),
        },
        extrapolated: outside.isExtrapolated,
        capped: asking.isCapped || sold.isCapped,
        by: {
          owners: groups(({ observation }) => String(observation.owners)),
          wheel_drive: groups(({ observation }) => machineOf(observation.machine_slug)?.wheelDrive),
          inspection_mode: groups(({ observation }) => observation.inspection_mode),
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
  const checks: { name: string; value: number | null; fitted: Range; limits: Range }[] = []
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
  const isOutside = (value: number | null, [min, max]: Range) => value !== null && (value < min || value > max)
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

const isOfAnotherState =
  (state: string | null) =>
  ({ observation }: Comparable) =>
    state !== null && observation.state !== state

const hasHours = ({ observation }: Comparable) => Number.isFinite(observation.hours)

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

/** The price that was asked, or that it was sold for, in terms of the request. */
function adjustedPrice({ observation, factor }: Comparable, basis: 'asking' | 'sold' = 'asking'): number {
  const { price, soldFor } = observation
  const asking = Math.round(price * factor)
  return basis === 'sold' ? Math.round((soldFor * asking) / price) : asking
}

function figuresOf(items: readonly Comparable[], basis: 'asking' | 'sold', newPrice: number) {
  if (items.length < MIN_PRICES) return { figures: null, isCapped: false }
  const prices = sortWeighted(items.map((item) => [adjustedPrice(item, basis), item.weight]))
  const capped = prices.map(([price, weight]): Weighted => [Math.min(price, newPrice), weight])
  const [p10_inr, p25_inr, median_inr, p75_inr] = [0.1, 0.25, 0.5, 0.75].map((share) =>
    Math.round(quantile(capped, share)),
  ) as [number, number, number, number]
  const days = items.map(({ observation }) => (basis === 'sold' ? observation.soldAt : observation.created))
  const figures: PriceFigures = {
    p10_inr: items.length < MIN_PRICES_P10 ? null : p10_inr,
    ...{ p25_inr, median_inr, p75_inr, count: items.length, error_pct: tenths(leaveOneOutError(prices)) },
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
      const prices = sortWeighted(same.map((item) => [Math.min(adjustedPrice(item), newPrice), item.weight]))
      return [name, { median_inr: Math.round(quantile(prices, 0.5)), count: same.length }]
    }),
  )
}

function listed(item: Comparable, newPrice: number): Figures['listings'][number] {
  const { id, status, machine_slug, name, price, soldFor, year, hours, state, district, created } = item.observation
  return {
    ...{ id, status: status as (typeof OFFERED_STATUSES)[number], machine_slug, name, price_inr: price },
    ...{ sold_price_inr: item.isSold ? soldFor : null, adjusted_inr: Math.min(adjustedPrice(item), newPrice) },
    ...{ weight: item.weight, year, hours: Number.isFinite(hours) ? hours : null },
    ...{ state_code: state as 'PB' | null, district, at: new Date(created).toISOString() },
  }
}

const sortWeighted = (values: readonly Weighted[]) => values.toSorted(([a], [b]) => a - b)
