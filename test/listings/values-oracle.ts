import type { GeneratedMachine } from '../../bench/generate.ts'
import type { GeneratedListing } from '../../bench/generate-listings.ts'

/** A generated listing as values ask for it. */
export interface AskedValue {
  machine_slug: string
  year: number | null
  hours: number | null
  state: string | null
  without: number | null
  asOf: number
}

const STEPS = ['machine', 'maker', 'class', 'wide_class'] as const
const SHOWN_MS = 90 * 86_400_000

/** What a value must be, found plainly: every listing looked at for every step, levels and slopes fitted in turns. */
export function valuePlainly(
  listings: readonly GeneratedListing[],
  machines: ReadonlyMap<string, GeneratedMachine>,
  asked: AskedValue,
  now: number,
) {
  const own = machines.get(asked.machine_slug)!
  const began = new Date(asked.asOf)
  began.setUTCFullYear(began.getUTCFullYear() - 2)
  const isWithin = (moment: number) => moment >= began.getTime() && moment <= asked.asOf
  const rest = listings.filter((one) => one.id !== asked.without)
  const offered = rest.filter((one) => isWithin(Date.parse(one.created_at)))
  const isOfStep = (slug: string, step: (typeof STEPS)[number]) => {
    const other = machines.get(slug)!
    if (step === 'machine') return slug === own.slug
    if (other.machine_class !== own.machine_class) return false
    if (step === 'maker' && other.manufacturer !== own.manufacturer) return false
    if (slug === own.slug) return true
    const most = step === 'wide_class' ? 0.3 : 0.15
    return (
      own.engine_hp != null && other.engine_hp != null && Math.abs(other.engine_hp / own.engine_hp - 1) <= most + 1e-12
    )
  }
  const countOnce = (some: readonly GeneratedListing[]) => {
    const told = new Map<string, GeneratedListing>()
    for (const one of some) {
      const name = one.dealer_name
        ? `${one.dealer_name} ${one.machine_slug} ${one.year} ${one.hours} ${one.price_inr}`
        : String(one.id)
      const before = told.get(name)
      const isNewer =
        !before || one.created_at > before.created_at || (one.created_at === before.created_at && one.id > before.id)
      if (isNewer) told.set(name, one)
    }
    return [...told.values()]
  }
  const known: Record<string, number> = {}
  for (const state of asked.state ? [asked.state, null] : [null]) {
    for (const step of STEPS) {
      const isIn = (one: GeneratedListing) => isOfStep(one.machine_slug!, step) && (!state || one.state_code === state)
      const found = countOnce(offered.filter(isIn))
      known[step] = found.length
      if (found.length < 5) continue
      const fall = fitPlainly(
        offered.filter((one) => machines.get(one.machine_slug!)!.machine_class === own.machine_class),
        asked,
        (slug) => machines.get(slug)!.engine_hp,
      )
      const bring = (one: GeneratedListing, price: number) => {
        const years = asked.year === null ? 0 : asked.year - one.year
        const hours = asked.hours === null || one.hours === undefined ? 0 : asked.hours - one.hours
        return fall ? price * Math.exp(fall.year * years + (fall.hours * hours) / 1_000) : price
      }
      const sold = countOnce(rest.filter((one) => isIn(one) && one.sold !== null && isWithin(one.sold)))
      return {
        ...{ step, state, known: null, fitted: fall?.count ?? null, count: found.length },
        asking: quarters(found.map((one) => bring(one, one.price_inr))),
        sold: sold.length < 5 ? null : quarters(sold.map((one) => bring(one, one.sold_price_inr!))),
        ids: found
          .filter(({ status, sold }) => status === 'live' || (status === 'sold' && sold! + SHOWN_MS >= now))
          .sort((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : b.id - a.id))
          .slice(0, 50)
          .map(({ id }) => id),
      }
    }
  }
  return { step: null, state: null, known, fitted: null, count: 0, asking: null, sold: null, ids: [] }
}

function quarters(prices: number[]): number[] {
  prices.sort((a, b) => a - b)
  return [1, 2, 3].map((quarter) => {
    const place = ((prices.length - 1) * quarter) / 4
    const rest = place % 1
    return prices[place - rest]! * (1 - rest) + (prices[Math.ceil(place)] ?? 0) * rest
  })
}

/** A level for each machine, or by price per HP for all that are offered once, and a slope for year and hours, each in turn the best for the others; far ones count less. */
function fitPlainly(
  listings: readonly GeneratedListing[],
  asked: AskedValue,
  powerOf: (slug: string) => number | null | undefined,
): { year: number; hours: number; count: number } | undefined {
  const by = { year: asked.year !== null, hours: asked.hours !== null }
  if (!by.year && !by.hours) return undefined
  const carrying = listings.filter((one) => !by.hours || one.hours !== undefined)
  const sizes = Map.groupBy(carrying, ({ machine_slug }) => machine_slug)
  const points = carrying
    .filter(({ machine_slug }) => sizes.get(machine_slug)!.length > 1 || powerOf(machine_slug!))
    .map((one) => ({
      isAlone: sizes.get(one.machine_slug)!.length === 1,
      ...{ y: Math.log(one.price_inr), a: by.year ? one.year - 2015 : 0, h: by.hours ? one.hours! / 1_000 : 0 },
      ...{ slug: one.machine_slug!, level: 0, weight: 1, off: 0 },
    }))
  for (const one of points) if (one.isAlone) one.y -= Math.log(powerOf(one.slug)!)
  const without = (what: 'year' | 'hours') => fitPlainly(listings, { ...asked, [what]: null }, powerOf)
  const nextBest = () => (by.year && by.hours ? (without('hours') ?? without('year')) : undefined)
  if (points.length < 30) return nextBest()
  const groups = [...Map.groupBy(points, ({ slug, isAlone }) => (isAlone ? '' : slug)).values()]
  let [perYear, perHour] = [0, 0]
  for (let round = 0; round < 12; round++) {
    for (let turn = 0; turn < 400; turn++) {
      for (const group of groups) {
        let [sum, weight] = [0, 0]
        for (const one of group) {
          sum += one.weight * (one.y - perYear * one.a - perHour * one.h)
          weight += one.weight
        }
        for (const one of group) one.level = sum / weight
      }
      let [up, down] = [0, 0]
      for (const { y, a, h, level, weight } of points) {
        up += weight * a * (y - level - perHour * h)
        down += weight * a * a
      }
      const before = perYear + perHour
      if (by.year) perYear = up / down
      ;[up, down] = [0, 0]
      for (const { y, a, h, level, weight } of points) {
        up += weight * h * (y - level - perYear * a)
        down += weight * h * h
      }
      if (by.hours) perHour = up / down
      if (Math.abs(perYear + perHour - before) < 1e-12) break
    }
    for (const one of points) one.off = Math.abs(one.y - one.level - perYear * one.a - perHour * one.h)
    const middle = points.map(({ off }) => off).sort((a, b) => a - b)[Math.floor(points.length / 2)]!
    for (const one of points) one.weight = Math.min(1, (1.345 * middle) / 0.6745 / one.off)
  }
  if (perYear < 0 || perHour > 0) return nextBest()
  return { year: perYear, hours: perHour, count: points.length }
}
