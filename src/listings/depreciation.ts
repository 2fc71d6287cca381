/** A used machine that is or was for sale. Unknown prices and hours are infinite; times are in milliseconds. */
export interface Observation {
  id: number
  machine_slug: string
  /** Manufacturer and model as the listing has them. */
  name: string
  status: string
  price: number
  created: number
  soldFor: number
  soldAt: number
  year: number
  hours: number
  owners: number
  inspection_mode: string
  state: string | null
  district: string | null
  /** Empty if no dealer offers it. */
  dealer: string
}

/** How large a machine is, and by which measure. */
export interface Size {
  of: 'power' | 'plate'
  value: number
}

/** Changes of the logarithm of a price. */
export interface Depreciation {
  /** For each later year of manufacture; 0 if not fitted. */
  year: number
  /** For each 1,000 hours more; 0 if not fitted. */
  hours: number
  /** How dear a state is; undefined without enough listings. */
  stateEffect(state: string): number | undefined
  /** The same for the states that have too few listings, together. */
  elsewhere: number | undefined
  count: number
  /** Years and hours that it was fitted from. */
  fitted: { year: FittedRange; hours: FittedRange }
}

export type FittedRange = readonly [min: number, max: number]

/** Min. listings to fit depreciation, and to fit how dear a state is. */
const MIN_FITTED = 30
/** More listings change the result little. */
const MAX_FITTED = 4_000
const MAX_ROUNDS = 25
const CONVERGED = 1e-7
/** Huber's bound in standard deviations; a median residual is this share of one; smallest bound. */
const [HUBER, MEDIAN_SHARE, MIN_BOUND] = [1.345, 0.6745, 1e-6]

/**
 * Fits how prices depend on year, hours and state: Huber's regression of the logarithm of the price, with a level for
 * each machine. Machines listed once share a level by the price per unit of size. `observations` are newest first.
 */
export function fitDepreciation(
  observations: Iterable<Observation>,
  by: { year: boolean; hours: boolean },
  sizeOf: (machineSlug: string) => Size | undefined,
): Depreciation | undefined {
  const newest = Iterator.from(observations).filter(({ hours }) => !by.hours || Number.isFinite(hours))
  const bySlug = Map.groupBy(newest.take(MAX_FITTED), ({ machine_slug }) => machine_slug)
  const points = [...bySlug].flatMap(([slug, same]) => {
    const size = same.length === 1 ? sizeOf(slug) : undefined
    if (same.length === 1 && !size) return []
    const machine = size ? ` ${size.of}` : slug
    return same.map(({ price, year, hours, state }) => {
      const thousands = by.hours ? hours / 1_000 : 0
      return { machine, state: state ?? '', price: Math.log(price / (size?.value ?? 1)), year, hours: thousands }
    })
  })
  if (points.length < MIN_FITTED) return undefined
  const perState = Map.groupBy(points, ({ state }) => state)
  const hasEffect = (state: string) => (perState.get(state)?.length ?? 0) >= MIN_FITTED
  const machines = createLevels(points.map(({ machine }) => machine))
  const states = createLevels(points.map(({ state }) => (hasEffect(state) ? state : '')))
  const [prices, years, hours] = (['price', 'year', 'hours'] as const).map((name) =>
    Float64Array.from(points, (point) => point[name]),
  ) as FitColumns
  const weights = new Float64Array(points.length).fill(1)
  const effects = new Float64Array(states.names.length)
  let slopes: Slopes = { year: 0, hours: 0 }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const priced = prices.map((price, i) => price - effects[states.of[i]!]!)
    const [p, y, h] = [priced, years, hours].map((values) => machines.center(values, weights)) as FitColumns
    const dot = (a: Vector, b: Vector) => {
      let sum = 0
      for (let i = 0; i < a.length; i++) sum += weights[i]! * a[i]! * b[i]!
      return sum
    }
    const next = solve(by, dot(y, y), dot(y, h), dot(h, h), dot(y, p), dot(h, p))
    if (next === undefined) return undefined
    const residuals = p.map((price, i) => price - next.year * y[i]! - next.hours * h[i]!)
    const shifts = states.means(residuals, weights)
    for (let state = 0; state < shifts.length; state++) effects[state]! += shifts[state]!
    const moved = [next.year - slopes.year, next.hours - slopes.hours, ...shifts]
    slopes = next
    if (round > 0 && Math.max(...moved.map(Math.abs)) < CONVERGED) break
    const off = residuals.map((residual, i) => Math.abs(residual - shifts[states.of[i]!]!))
    const bound = Math.max(HUBER * (off.toSorted()[off.length >> 1]! / MEDIAN_SHARE), MIN_BOUND)
    for (let i = 0; i < off.length; i++) weights[i] = Math.min(1, bound / off[i]!)
  }
  const effectOf = (state: string) => effects[states.names.indexOf(state)]
  return {
    ...slopes,
    stateEffect: (state) => (hasEffect(state) ? effectOf(state) : undefined),
    elsewhere: states.of.filter((state) => states.names[state] === '').length < MIN_FITTED ? undefined : effectOf(''),
    count: points.length,
    fitted: { year: rangeOf(points.map(({ year }) => year)), hours: rangeOf(points.map(({ hours }) => hours * 1_000)) },
  }
}

type Vector = Float64Array<ArrayBuffer>
type FitColumns = [prices: Vector, years: Vector, hours: Vector]

/** Numbers the levels of a category, for means over each level. */
function createLevels(values: readonly string[]) {
  const names = [...new Set(values)]
  const numbers = new Map(names.map((name, i) => [name, i]))
  const of = Uint32Array.from(values, (value) => numbers.get(value)!)
  function means(figures: Vector, weights: Vector): Vector {
    const sums = new Float64Array(names.length)
    const totals = new Float64Array(names.length)
    for (let i = 0; i < of.length; i++) {
      sums[of[i]!]! += weights[i]! * figures[i]!
      totals[of[i]!]! += weights[i]!
    }
    return sums.map((sum, level) => sum / totals[level]!)
  }
  return {
    names,
    of,
    means,
    /** Returns the distance of each figure from the mean of its level. */
    center(figures: Vector, weights: Vector): Vector {
      const levels = means(figures, weights)
      return figures.map((figure, i) => figure - levels[of[i]!]!)
    },
  }
}

type Slopes = Pick<Depreciation, 'year' | 'hours'>

/** Solves the normal equations; undefined if the data determine no slope. */
function solve(
  by: { year: boolean; hours: boolean },
  ...[yy, yh, hh, yp, hp]: [number, number, number, number, number]
): Slopes | undefined {
  const min = 1e-9
  if (!by.year && !by.hours) return { year: 0, hours: 0 }
  if (!by.hours) return yy > min ? { year: yp / yy, hours: 0 } : undefined
  if (!by.year) return hh > min ? { year: 0, hours: hp / hh } : undefined
  const determinant = yy * hh - yh * yh
  if (!(determinant > min * yy * hh)) return undefined
  return { year: (hh * yp - yh * hp) / determinant, hours: (yy * hp - yh * yp) / determinant }
}

function rangeOf(values: readonly number[]): FittedRange {
  return [Math.min(...values), Math.max(...values)]
}
