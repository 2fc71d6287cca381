import { HP_BANDS } from '../contract/values.ts'

type HpBand = (typeof HP_BANDS)[number]['name']

export function hpBand(engineHp: number | null): HpBand | null {
  if (engineHp === null) return null
  return HP_BANDS.find((band) => engineHp <= band.upTo)!.name
}
