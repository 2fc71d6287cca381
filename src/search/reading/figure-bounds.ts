import { type Measure, NEAR, type Said } from './said.ts'
import type { Sense } from './vocabulary.ts'

export interface ReadFigure {
  end: number
  said: Said
  /** The text states neither a bound nor a range, so values near it pass. */
  isNear: boolean
}

export type Measured = Measure | 'cylinders'

const MAX_KILOGRAMS = 2_000_000
const MAX: Record<Measured, number> = {
  ...{ hp: 2_000, price: 5_000_000_000, cylinders: 16 },
  ...{ weight: MAX_KILOGRAMS, lift: MAX_KILOGRAMS, mass: MAX_KILOGRAMS },
}

export const fits = (measure: Measured, value: number) =>
  value > 0 && value <= MAX[measure] && (measure !== 'cylinders' || Number.isInteger(value))

/** The bounds that a figure, or a range of two, states. */
export function finish(
  measure: Measured,
  value: number | [number, number],
  sense: Sense | undefined,
  end: number,
): ReadFigure {
  const isNear = typeof value === 'number' && sense !== 'max' && sense !== 'min' && sense !== 'from'
  const share = measure === 'cylinders' ? 0 : NEAR[measure]
  const [low, high] =
    typeof value !== 'number'
      ? value
      : [
          sense === 'max' ? null : isNear ? value * (1 - share) : value,
          sense === 'min' || sense === 'from' ? null : isNear ? value * (1 + share) : value,
        ]
  if (measure === 'cylinders') return { end, said: { cylinders: high ?? low! }, isNear }
  const said = {
    ...(low !== null && { [`${measure}_min`]: tidy(low, measure) }),
    ...(high !== null && { [`${measure}_max`]: tidy(high, measure) }),
  }
  return { end, said, isNear }
}

/** Rounds away the error of binary fractions. All bounds but those on power are whole. */
function tidy(value: number, measure: Measured): number {
  return measure === 'hp' ? Math.round(value * 1e4) / 1e4 : Math.round(value)
}
