import { HP_BANDS } from '../../schema/api/values.ts'
import type { Locale } from '../locale.ts'

export function count(locale: Locale, word: 'machine' | 'used' | 'implement', n: number): string {
  return locale.say(`${word}Count`, { n: locale.figure(n) })
}

export const BANDS = HP_BANDS.map(({ name, upTo }, i) => {
  return { name, from: i === 0 ? null : HP_BANDS[i - 1]!.upTo + 1, to: upTo === Infinity ? null : upTo }
})

export function boundsText(locale: Locale, from: number | null, to: number | null, unit?: string): string {
  const write = (value: number) => (unit ? locale.measure(value, unit) : locale.money(value))
  if (from === null) return locale.say('upTo', { value: write(to!) })
  if (to === null) return locale.say('atLeast', { value: write(from) })
  if (from === to) return write(from)
  return `${unit ? locale.figure(from) : write(from)}–${write(to)}`
}
