import { kolkataDate } from '../calendar.ts'
import type { MarketValues } from '../contract/market.ts'
import { COMPARABLE } from '../contract/values.ts'
import { type Fall, fitFall, type Offer, type Size } from './fall.ts'
import { isSeen } from './listings.ts'

/** What the catalogue knows of a machine, published or not. */
export interface Kin {
  maker: string
  class: string
  power: number | null
  /** The first figure of its class's plate. */
  size: number | null
  isPublished: boolean
}

type Step = (typeof COMPARABLE)[number]

export interface Question {
  machine_slug: string
  year: number | null
  hours: number | null
  /** Only listings there count, where there are enough. */
  state?: string | null
  /** A listing that is left aside. */
  without?: number | null
}

type Basis = 'asking' | 'sold'
type Figures = Omit<MarketValues, 'method'>

const LEAST = 5
const MOST_NAMED = 50
const MONTHS = 24
/** How far the powers of like machines lie apart, in percent. */
const [NEAR, WIDE] = [15, 30]
/** Only what readers could see counts. */
const OFFERED = ['live', 'sold', 'withdrawn', 'expired']

/**
 * Finds listings that are comparable to a machine, and their quartiles. The method is told in docs/guides/values.md.
 * `version` tells another state of what `kinOf` knows.
 */
export function createValues(kinOf: (machineSlug: string) => Kin | undefined, version: () => number) {
  const slugs = new Map<number, string>()
  const bySlug = new Map<string, Map<number, Offer>>()
  /** The offers of a class, the newest first. */
  const byClass = new Map<string, Offer[]>()
  let known = 0

  /** A machine that the catalogue does not know is like itself alone. */
  const classOf = (slug: string) => kinOf(slug)?.class ?? `${slug} `

  function remove(id: number): void {
    const slug = slugs.get(id)
    if (slug === undefined) return
    slugs.delete(id)
    bySlug.get(slug)!.delete(id)
    if (bySlug.get(slug)!.size === 0) bySlug.delete(slug)
    byClass.clear()
  }

  function put(offer: Offer): void {
    remove(offer.id)
    if (offer.machine_slug === '' || !OFFERED.includes(offer.status)) return
    slugs.set(offer.id, offer.machine_slug)
    bySlug.getOrInsertComputed(offer.machine_slug, () => new Map()).set(offer.id, offer)
    byClass.clear()
  }

  function offersOf(name: string): readonly Offer[] {
    if (known !== version()) byClass.clear()
    known = version()
    return byClass.getOrInsertComputed(name, () => {
      const own = [...bySlug].flatMap(([slug, offers]) => (classOf(slug) === name ? [...offers.values()] : []))
      return own.sort((a, b) => b.created - a.created || b.id - a.id)
    })
  }

  /** Which machines a step holds comparable to one. */
  function likeness(slug: string, step: Step): (other: string) => boolean {
    const kin = kinOf(slug)
    const isLike = (other: string) => {
      if (step === 'machine' || other === slug) return other === slug
      const its = kinOf(other)
      if (!kin || !its || (step === 'maker' && its.maker !== kin.maker)) return false
      return isNear(kin, its, step === 'wide_class' ? WIDE : NEAR)
    }
    const asked = new Map<string, boolean>()
    return (other) => asked.getOrInsertComputed(other, () => isLike(other))
  }

  function sizeOf(slug: string): Size | undefined {
    const { power = null, size = null } = kinOf(slug) ?? {}
    return power ? { of: 'power', value: power } : size ? { of: 'plate', value: size } : undefined
  }

  return {
    put,
    remove,
    /** Whether a listing names this machine. */
    isNamed: (slug: string) => bySlug.has(slug),
    /** Undefined for a machine that neither the catalogue nor a listing knows. */
    of(question: Question, asOf: number, now: number): Figures | undefined {
      const { machine_slug, year, hours, without = null } = question
      const kin = kinOf(machine_slug)
      const from = monthsBefore(asOf)
      const all = offersOf(classOf(machine_slug)).filter(({ id }) => id !== without)
      const isWithin = (at: number) => at >= from && at <= asOf
      if (!kin && !all.some((offer) => offer.machine_slug === machine_slug)) return undefined
      const asked = all.filter(({ created }) => isWithin(created))
      const told = all.filter(({ soldAt, soldFor }) => Number.isFinite(soldFor) && isWithin(soldAt))
      const sold = told.sort((a, b) => b.soldAt - a.soldAt || b.id - a.id)
      const counts: Record<Step, number> = { machine: 0, maker: 0, class: 0, wide_class: 0 }
      for (const state of question.state ? [question.state, null] : [null]) {
        for (const step of COMPARABLE) {
          const isLike = likeness(machine_slug, step)
          const isIn = (offer: Offer) => (state === null || offer.state === state) && isLike(offer.machine_slug)
          const asking = once(asked.filter(isIn), 'asking')
          counts[step] = asking.length
          if (asking.length < LEAST) continue
          const fall = fallOf(asked, question, sizeOf)
          const prices = (offers: Offer[], basis: Basis) =>
            quartiles(offers, basis, (offer) => brought(offer, basis, question, fall))
          return {
            ...{ machine_slug, year, hours, state, comparable: step },
            asking: prices(asking, 'asking'),
            sold: prices(once(sold.filter(isIn), 'sold'), 'sold'),
            ...{ listings: named(asking, now), adjusted: adjusted(fall), known: null },
            withdrawn: kin?.isPublished === false,
          }
        }
      }
      return {
        ...{ machine_slug, year, hours, state: null, comparable: null, asking: null, sold: null },
        ...{ listings: [], adjusted: null, known: counts, withdrawn: kin?.isPublished === false },
      }
    },
  }
}

/** Both powers, else both first figures of the plate; machines of which neither tells are not near each other. */
function isNear(one: Kin, other: Kin, percent: number): boolean {
  const [a, b] = one.power !== null && other.power !== null ? [one.power, other.power] : [one.size, other.size]
  return a !== null && b !== null && b * 100 >= a * (100 - percent) && b * 100 <= a * (100 + percent)
}

function monthsBefore(moment: number): number {
  const date = new Date(moment)
  return date.setUTCMonth(date.getUTCMonth() - MONTHS)
}

const figureOf = (offer: Offer, basis: Basis) => (basis === 'sold' ? offer.soldFor : offer.price)

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
function fallOf(offers: readonly Offer[], { year, hours }: Question, sizeOf: (slug: string) => Size | undefined) {
  for (const by of ['year hours', 'year', 'hours']) {
    const asked = { year: by.includes('year') && year !== null, hours: by.includes('hours') && hours !== null }
    const fall = fitFall(offers, asked, sizeOf)
    if (fall && fall.year >= 0 && fall.hours <= 0) return fall
  }
  return undefined
}

/** The price at the year and hours asked for. One that tells no hours is brought to the year alone. */
function brought(offer: Offer, basis: Basis, { year, hours }: Question, fall: Fall | undefined): number {
  const price = figureOf(offer, basis)
  if (fall === undefined) return price
  const years = year === null ? 0 : year - offer.year
  const used = hours === null || !Number.isFinite(offer.hours) ? 0 : (hours - offer.hours) / 1_000
  return price * Math.exp(fall.year * years + fall.hours * used)
}

const tenths = (share: number) => Math.round(share * 1_000) / 10 + 0

function adjusted(fall: Fall | undefined): Figures['adjusted'] {
  if (fall === undefined) return null
  const percent = (slope: number) => (slope === 0 ? null : tenths(Math.expm1(slope)))
  return { year_pct: percent(-fall.year), hours_1000_pct: percent(fall.hours), fitted_from: fall.count }
}

/** Those that a reader may see. */
function named(offers: readonly Offer[], now: number): Figures['listings'] {
  const seen = offers.filter(({ status, soldAt }) => isSeen({ status, sold_at: soldAt }, now))
  return seen.slice(0, MOST_NAMED).map(({ id, status, price, year, hours, state, district, created }) => ({
    ...{ id, status: status as 'live', price_inr: price, year, hours: Number.isFinite(hours) ? hours : null },
    ...{ state_code: state as 'PB' | null, district, at: new Date(created).toISOString() },
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
  if (offers.length < LEAST) return null
  const sorted = offers.map(priceOf).sort((a, b) => a - b)
  const [p25_inr, median_inr, p75_inr] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share))
  const days = offers.map(({ created, soldAt }) => (basis === 'sold' ? soldAt : created))
  return {
    ...{ p25_inr: p25_inr!, median_inr: median_inr!, p75_inr: p75_inr!, count: offers.length },
    spread_pct: tenths((p75_inr! - p25_inr!) / 2 / median_inr!),
    ...{ from: kolkataDate(days.at(-1)!), to: kolkataDate(days[0]!) },
  }
}
