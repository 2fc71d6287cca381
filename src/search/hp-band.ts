/** Each band holds what does not exceed its upper bound; the last holds the rest. */
export const HP_BANDS = [
  'up to 20 HP',
  '21-30 HP',
  '31-40 HP',
  '41-50 HP',
  '51-60 HP',
  '61-75 HP',
  'above 75 HP',
] as const

const UPPER = [20, 30, 40, 50, 60, 75]

export function hpBand(engineHp: number | null): (typeof HP_BANDS)[number] | null {
  if (engineHp === null) return null
  const at = UPPER.findIndex((bound) => engineHp <= bound)
  return HP_BANDS[at < 0 ? UPPER.length : at]!
}
