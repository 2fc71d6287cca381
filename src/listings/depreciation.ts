type F = Float64Array<ArrayBuffer>

/** A used machine that was offered, as its value is looked for. */
export interface Offer {
  id: number
  machine_slug: string
  status: string
  /** What it is offered for, since when, and what it was sold for and when; infinite or 0 where nobody told. */
  price: number
  created: number
  soldFor: number
  soldAt: number
  year: number
  /** Infinite where unknown. */
  hours: number
  state: string | null
  district: string | null
  /** Empty for one that no dealer offers. */
  dealer: string
}

/** A figure that tells how large a machine is, and which one it is. */
export interface Size {
  of: 'power' | 'plate'
  value: number
}

/** What a price changes by, in logarithms, for each later year of make and each thousand hours more. */
export interface Depreciation {
  year: number
  hours: number
  /** How many listings it was fitted from, and how far they lie from it in the middle, as a share. */
  count: number
  residual: number
}

/** Min. offers to fit a depreciation. */
const MIN_FITTED = 30
/** Newer ones tell as much. */
const MAX_FITTED = 4_000
const ROUNDS = 12
/** Slopes that change by less are found. */
const FOUND = 1e-9
/** Residuals of so many standard deviations count less (Huber), and a median residual is this share of one deviation. */
const [FAR, MIDDLE, MIN_FAR] = [1.345, 0.6745, 1e-6]

/**
 * Fits how prices fall with age and use from offers, the newest first: Huber's regression of the logarithm of the price,
 * with a level of its own for each machine, so that dear machines being young tells nothing. Machines offered once share
 * a level, by the price for each unit of their size. Undefined where fewer than thirty offers carry it.
 */
export function fitDepreciation(
  offers: Iterable<Offer>,
  by: { year: boolean; hours: boolean },
  sizeOf: (machineSlug: string) => Size | undefined,
): Depreciation | undefined {
  const carrying: Offer[] = []
  for (const offer of offers) {
    if (by.hours && !Number.isFinite(offer.hours)) continue
    if (carrying.push(offer) === MAX_FITTED) break
  }
  if (carrying.length < MIN_FITTED || !(by.year || by.hours)) return undefined
  const offered = new Map<string, number>()
  for (const { machine_slug } of carrying) offered.set(machine_slug, (offered.get(machine_slug) ?? 0) + 1)
  const [prices, years, used] = [0, 1, 2].map(() => new Float64Array(carrying.length)) as [F, F, F]
  const group = new Uint32Array(carrying.length)
  const numbers = new Map<string, number>()
  let count = 0
  for (const { machine_slug, price, year, hours } of carrying) {
    const isAlone = offered.get(machine_slug) === 1
    const size = isAlone ? sizeOf(machine_slug) : undefined
    if (isAlone && !size) continue
    group[count] = numbers.getOrInsertComputed(size ? ` ${size.of}` : machine_slug, () => numbers.size)
    prices[count] = Math.log(size ? price / size.value : price)
    if (by.year) years[count] = year
    if (by.hours) used[count] = hours / 1_000
    count++
  }
  if (count < MIN_FITTED) return undefined
  const weights = new Float64Array(count).fill(1)
  const off = new Float64Array(count)
  const means = [0, 1, 2, 3].map(() => new Float64Array(numbers.size)) as [F, F, F, F]
  let result: ReturnType<typeof solve>
  let middle = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (const mean of means) mean.fill(0)
    const [weight, p, y, h] = means
    for (let i = 0; i < count; i++) {
      const self = group[i]!
      weight[self]! += weights[i]!
      p[self]! += weights[i]! * prices[i]!
      y[self]! += weights[i]! * years[i]!
      h[self]! += weights[i]! * used[i]!
    }
    for (const sum of [p, y, h]) for (let self = 0; self < sum.length; self++) sum[self]! /= weight[self]!
    let [yy, yh, hh, yp, hp] = [0, 0, 0, 0, 0]
    for (let i = 0; i < count; i++) {
      const self = group[i]!
      const price = prices[i]! - p[self]!
      const year = years[i]! - y[self]!
      const hours = used[i]! - h[self]!
      yy += weights[i]! * year * year
      yh += weights[i]! * year * hours
      hh += weights[i]! * hours * hours
      yp += weights[i]! * year * price
      hp += weights[i]! * hours * price
    }
    const before = result
    result = solve(by, yy, yh, hh, yp, hp)
    if (result === undefined) return undefined
    const moved =
      Math.abs(result.year - (before?.year ?? Infinity)) + Math.abs(result.hours - (before?.hours ?? Infinity))
    if (moved < FOUND) break
    const { year, hours } = result
    for (let i = 0; i < count; i++) {
      const self = group[i]!
      off[i] = Math.abs(prices[i]! - p[self]! - year * (years[i]! - y[self]!) - hours * (used[i]! - h[self]!))
    }
    middle = off.toSorted()[count >> 1]!
    const bound = Math.max(FAR * (middle / MIDDLE), MIN_FAR)
    for (let i = 0; i < count; i++) weights[i] = off[i]! <= bound ? 1 : bound / off[i]!
  }
  return { ...result!, count, residual: Math.expm1(middle) }
}

/** The two slopes of the normal equations; undefined where they tell none. */
function solve(by: { year: boolean; hours: boolean }, yy: number, yh: number, hh: number, yp: number, hp: number) {
  const min = 1e-9
  if (!by.hours) return yy > min ? { year: yp / yy, hours: 0 } : undefined
  if (!by.year) return hh > min ? { year: 0, hours: hp / hh } : undefined
  const determinant = yy * hh - yh * yh
  if (!(determinant > min * yy * hh)) return undefined
  return { year: (hh * yp - yh * hp) / determinant, hours: (yy * hp - yh * yp) / determinant }
}
