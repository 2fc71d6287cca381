import { type Cache, createCache } from '../lib/cache.ts'
import { kolkataDate } from '../lib/calendar.ts'
import type { MarketValues } from '../schema/api/market.ts'
import { COMPARABLE } from '../schema/api/values.ts'
import { type Depreciation, fitDepreciation, type Offer, type Size } from './depreciation.ts'
import { isSeen, OFFERED } from './listings.ts'

/** What the catalogue knows of a machine, published or not. */
export interface Kin {
  maker: string
  class: string
  power: number | null
  /** The first figure of its class's plate. */
  size: number | null
  isPublished: boolean
}

type ComparisonLevel = (typeof COMPARABLE)[number]

export interface Question {
  machine_slug: string
  year: number | null
  hours: number | null
  /** Only listings there count, where there are enough. */
  state?: string | null
  /** A listing that is left aside. */
  without?: number | null
}

/** What is known of a class until the catalogue changes. */
interface Kindred {
  machines: readonly string[]
  /** The newest first. */
  offers: Offer[]
  /** Falls in value until a listing changes, by the offers that they were fitted from and what was asked. */
  falls: Cache<string, Depreciation | undefined>
}

type Basis = 'asking' | 'sold'
type Figures = Omit<MarketValues, 'method'>

const MIN = 5
const MAX_NAMED = 50
const MONTHS = 24
const MAX_FALLS = 512
/** How far the powers of like machines lie apart, in percent. */
const [NEAR, WIDE] = [15, 30]

/**
 * Finds listings that are comparable to a machine, and their quartiles. The method is told in docs/guides/values.md.
 * `version` tells another state of what `kinOf` knows.
 */
export function createValues(kinOf: (machineSlug: string) => Kin | undefined, version: () => number) {
  const slugs = new Map<number, string>()
  const bySlug = new Map<string, Map<number, Offer>>()
  const byClass = new Map<string, Kindred>()
  let existing = 0

  /** A machine that the catalogue does not know is like itself alone. */
  const classOf = (slug: string) => kinOf(slug)?.class ?? `${slug} `

  /** Changes what is known of an offer's class, unless a machine came or went. */
  function change(slug: string, to?: (offers: Offer[]) => void): void {
    const kindred = byClass.get(classOf(slug))
    kindred?.falls.clear()
    if (kindred && to) to(kindred.offers)
    else byClass.delete(classOf(slug))
  }

  function remove(id: number): void {
    const slug = slugs.get(id)
    if (slug === undefined) return
    slugs.delete(id)
    const self = bySlug.get(slug)!
    const offer = self.get(id)!
    self.delete(id)
    if (self.size === 0) bySlug.delete(slug)
    change(slug, self.size > 0 ? (offers) => offers.splice(placeOf(offers, offer), 1) : undefined)
  }

  function put(offer: Offer): void {
    const { id, machine_slug: slug } = offer
    remove(id)
    if (slug === '' || !OFFERED.includes(offer.status)) return
    const isNew = !bySlug.has(slug)
    slugs.set(id, slug)
    bySlug.getOrInsertComputed(slug, () => new Map()).set(id, offer)
    change(slug, isNew ? undefined : (offers) => offers.splice(placeOf(offers, offer), 0, offer))
  }

  function kindredOf(name: string): Kindred {
    if (existing !== version()) byClass.clear()
    existing = version()
    return byClass.getOrInsertComputed(name, () => {
      const machines = [...bySlug.keys()].filter((slug) => classOf(slug) === name)
      const offers = machines.flatMap((slug) => [...bySlug.get(slug)!.values()])
      return { machines, offers: offers.sort(byNewest), falls: createCache(MAX_FALLS) }
    })
  }

  /** The machines that a step holds comparable to one. */
  function like(slug: string, step: ComparisonLevel, { machines }: Kindred): string[] {
    const kin = kinOf(slug)
    if (step === 'machine' || !kin) return bySlug.has(slug) ? [slug] : []
    return machines.filter((other) => {
      const its = kinOf(other)!
      if (step === 'maker' && its.maker !== kin.maker) return false
      return other === slug || isNear(kin, its, step === 'wide_class' ? WIDE : NEAR)
    })
  }

  function sizeOf(slug: string): Size | undefined {
    const { power = null, size = null } = kinOf(slug) ?? {}
    return power ? { of: 'power', value: power } : size ? { of: 'plate', value: size } : undefined
  }

  return {
    put,
    /** Whether a listing names this machine. */
    isNamed: (slug: string) => bySlug.has(slug),
    /** Undefined for a machine that neither the catalogue nor a listing knows. */
    of(question: Question, asOf: number, now: number): Figures | undefined {
      const { machine_slug, year, hours, without = null } = question
      const kin = kinOf(machine_slug)
      const from = monthsBefore(asOf)
      const kindred = kindredOf(classOf(machine_slug))
      const isWithin = (timestamp: number) => timestamp >= from && timestamp <= asOf
      const offered = (slugs: readonly string[], state: string | null) =>
        slugs
          .flatMap((slug) => [...bySlug.get(slug)!.values()])
          .filter((offer) => offer.id !== without && (state === null || offer.state === state))
      if (!kin && (!bySlug.has(machine_slug) || offered([machine_slug], null).length === 0)) return undefined
      const counts = {} as Record<ComparisonLevel, number>
      for (const state of question.state ? [question.state, null] : [null]) {
        for (const step of COMPARABLE) {
          const offers = offered(like(machine_slug, step, kindred), state)
          const asking = once(offers.filter(({ created }) => isWithin(created)).sort(byNewest), 'asking')
          counts[step] = asking.length
          if (asking.length < MIN) continue
          const reported = offers.filter(({ soldAt, soldFor }) => Number.isFinite(soldFor) && isWithin(soldAt))
          const sold = reported.sort((a, b) => b.soldAt - a.soldAt)
          const depreciation = depreciationOf(kindred, question, from, asOf, sizeOf)
          const prices = (offers: Offer[], basis: Basis) =>
            quartiles(offers, basis, (offer) => adjustPrice(offer, basis, question, depreciation))
          return {
            machine_slug,
            year,
            hours,
            state,
            comparable: step,
            asking: prices(asking, 'asking'),
            sold: prices(once(sold, 'sold'), 'sold'),
            listings: named(asking, now),
            adjusted: adjusted(depreciation),
            known: null,
            withdrawn: kin?.isPublished === false,
          }
        }
      }
      return {
        machine_slug,
        year,
        hours,
        state: null,
        comparable: null,
        asking: null,
        sold: null,
        listings: [],
        adjusted: null,
        known: counts,
        withdrawn: kin?.isPublished === false,
      }
    },
  }
}

/** Both powers, else both first figures of the plate; machines of which neither tells are not near each other. */
function isNear(item: Kin, other: Kin, percent: number): boolean {
  const [a, b] = item.power !== null && other.power !== null ? [item.power, other.power] : [item.size, other.size]
  return a !== null && b !== null && b * 100 >= a * (100 - percent) && b * 100 <= a * (100 + percent)
}

function monthsBefore(timestamp: number): number {
  const date = new Date(timestamp)
  return date.setUTCMonth(date.getUTCMonth() - MONTHS)
}

const figureOf = (offer: Offer, basis: Basis) => (basis === 'sold' ? offer.soldFor : offer.price)

const byNewest = (a: Offer, b: Offer) => b.created - a.created || b.id - a.id

/** Equal offers of one dealer are one machine, told twice: the newest counts. */
function once(offers: readonly Offer[], basis: Basis): Offer[] {
  const seen = new Set<string>()
  return offers.filter((offer) => {
    const { dealer, machine_slug, year, hours } = offer
    if (dealer === '') return true
    const key = JSON.stringify([dealer, machine_slug, year, hours, figureOf(offer, basis)])
    return !seen.has(key) && seen.add(key)
  })
}

/** Its class's fall in value by what was asked, else by the year or the hours alone: age and use make nothing dearer. */
function depreciationOf(
  { offers, falls }: Kindred,
  { year, hours, without = null }: Question,
  from: number,
  to: number,
  sizeOf: (slug: string) => Size | undefined,
): Depreciation | undefined {
  const first = firstOf(offers, ({ created }) => created <= to)
  const end = firstOf(offers, ({ created }) => created < from)
  const key = JSON.stringify([first, end, without, year === null, hours === null])
  return falls.getOrCompute(key, () => {
    const among = offers.slice(first, end)
    for (const by of ['year hours', 'year', 'hours']) {
      const reported = { year: by.includes('year') && year !== null, hours: by.includes('hours') && hours !== null }
      const requested = among.values().filter(({ id }) => id !== without)
      const depreciation = fitDepreciation(requested, reported, sizeOf)
      if (depreciation && depreciation.year >= 0 && depreciation.hours <= 0) return depreciation
    }
    return undefined
  })
}

/** The first of these for which it holds, as it does for all behind that one. */
function firstOf(offers: readonly Offer[], holds: (offer: Offer) => boolean): number {
  let [low, high] = [0, offers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(offers[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

const placeOf = (offers: readonly Offer[], offer: Offer) => firstOf(offers, (item) => byNewest(item, offer) >= 0)

/** The price at the year and hours asked for. One that tells no hours is brought to the year alone. */
function adjustPrice(
  offer: Offer,
  basis: Basis,
  { year, hours }: Question,
  depreciation: Depreciation | undefined,
): number {
  const price = figureOf(offer, basis)
  if (depreciation === undefined) return price
  const years = year === null ? 0 : year - offer.year
  const used = hours === null || !Number.isFinite(offer.hours) ? 0 : (hours - offer.hours) / 1_000
  return price * Math.exp(depreciation.year * years + depreciation.hours * used)
}

const tenths = (share: number) => Math.round(share * 1_000) / 10 + 0

function adjusted(depreciation: Depreciation | undefined): Figures['adjusted'] {
  if (depreciation === undefined) return null
  const percent = (slope: number) => (slope === 0 ? null : tenths(Math.expm1(slope)))
  return {
    year_pct: percent(-depreciation.year),
    hours_1000_pct: percent(depreciation.hours),
    fitted_from: depreciation.count,
  }
}

/** Those that a reader may see. */
function named(offers: readonly Offer[], now: number): Figures['listings'] {
  const seen = offers.filter(({ status, soldAt }) => isSeen({ status, sold_at: soldAt }, now))
  return seen.slice(0, MAX_NAMED).map(({ id, status, price, year, hours, state, district, created }) => ({
    id,
    status: status as 'live',
    price_inr: price,
    year,
    hours: Number.isFinite(hours) ? hours : null,
    state_code: state as 'PB' | null,
    district,
    at: new Date(created).toISOString(),
  }))
}

/** Between two prices in proportion. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return Math.round(below + (above - below) * (place - Math.floor(place)))
}

/** Of offers with the newest first. */
function quartiles(offers: readonly Offer[], basis: Basis, priceOf: (offer: Offer) => number): Figures['asking'] {
  if (offers.length < MIN) return null
  const sorted = offers.map(priceOf).sort((a, b) => a - b)
  const [p25_inr, median_inr, p75_inr] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share))
  const days = offers.map(({ created, soldAt }) => (basis === 'sold' ? soldAt : created))
  return {
    p25_inr: p25_inr!,
    median_inr: median_inr!,
    p75_inr: p75_inr!,
    count: offers.length,
    spread_pct: tenths((p75_inr! - p25_inr!) / 2 / median_inr!),
    from: kolkataDate(days.at(-1)!),
    to: kolkataDate(days[0]!),
  }
}
