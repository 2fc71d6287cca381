import { meantBy, priceKindOf } from './column-words.ts'
import { isLegend } from './legends.ts'
import { toStateCode, townIn } from './states.ts'
import { columnOf } from './table-columns.ts'
import { driveIn, foldWords, holds, isEnded, meantShort, meantValue, says, withWesternDigits } from './table-words.ts'
import { readDay } from './written-days.ts'
import { unitsOf } from './written-values.ts'

// What one line or remark of a table says by itself, about prices and machines.

/**
 * What is said outside the cells of a row about a field: by lines above it, or by its name; with the place that a
 * heading says it of, as long as which it holds. What is said last counts.
 */
export type Said = readonly (readonly [field: string, text: string, reason: string, of?: string])[]

export const ABOVE = 'is taken from the line above the rows'
export const FIRST = 'is taken from the lines above the header'
/** The field of a unit that holds for a column. */
export const UNIT = 'unit of '
const KIND = /\bon[\s-]?road\b|\bex[\s-]?showroom\b/i
const DAY = /(?<!\d)\d{1,2}(?:st|nd|rd|th)?[\s./-]+(?:\d{1,2}|[\p{L}\p{M}]{3,12})[\s.,/-]+(?:\d{4}|\d{2})(?![\d/])/gu
const MONTH = /(?<![\p{L}\p{M}\d]|\d[\s.-])\p{L}[\p{L}\p{M}]{2,11}[\s.,'’-]+20\d\d(?![\d-])/gu

/** What a line above the header says of all rows: about prices, and with `all` their fuel and drive. */
export function saidFirst(title: string): Said {
  const facts = holds('all', title) ? factsIn(title) : []
  return [
    ...pricesSaid(title),
    ...facts.flatMap(([field, text]) =>
      /^(?:power_source|wheel_drive)$/.test(field) ? [[field, text, FIRST] as const] : [],
    ),
  ]
}

/** The state that a heading has in its first brackets. */
export const stateIn = (title: string) => toStateCode(/\(([^()]{2,20})\)/.exec(title)?.[1] ?? '')

/** The days that a line names, unless it says how long they hold. */
export function daysIn(title: string): string[] {
  const parts = title.split(/[()]/).filter((part) => !holds('until', part))
  const text = withWesternDigits(parts.join(' '))
  const days = text.match(DAY) ?? text.match(MONTH) ?? []
  return [...new Set(days.flatMap((day) => ('value' in readDay(day) ? [day] : [])))]
}

/** What a line says about the prices below: their unit, kind and day. */
export function pricesSaid(title: string, reason = FIRST): Said {
  // `Part A: rates are ex-showroom` says nothing about the other parts.
  if (/^\W*(?:part|section)\b[^:]{0,9}:/i.test(title) && reason === FIRST) return []
  // Of an amount nothing is a unit.
  const words = foldWords(title.replace(/[1-9][\d,.]*\p{L}*/gu, ' ')).split(' ')
  const isOfPrices = words.some((word) => meantBy(word.replace(/s$/, '')).includes('price.price_inr'))
  const isOfKind =
    reason === ABOVE &&
    (KIND.test(title) || stateIn(title) !== undefined || (holds('branch', title) && townIn(title) !== undefined))
  const days =
    isOfPrices || isOfKind || says('day of prices', words.find((word) => says('day of prices', word)) ?? '')
      ? daysIn(title)
      : []
  const day = days.length === 1 ? [['price.observed_at', days[0]!, reason] as const] : []
  // A heading says it without a word for prices, too.
  if (!isOfPrices && (reason !== ABOVE || isLegend(title) || !KIND.test(title))) return day
  // `ex-showroom unless on road is written`.
  const [usual = ''] = title.split(/\b(?:unless|except|otherwise|if not)\b/i)
  // `CR crane` is no crore.
  const money = (isLegend(title) ? [] : words).filter(
    (word) => word.length > 1 && unitsOf(word).some(({ measure, size }) => measure === 'inr' && size > 1),
  )
  const kind =
    /quot|qtn|कोट|கொட்/iu.test(usual) || priceKindOf(usual) !== 'dealer_quote' ? priceKindOf(usual) : undefined
  return [
    ...day,
    ...(money.length > 0 ? [[`${UNIT}price.price_inr`, money[0]!, reason] as const] : []),
    ...(kind === undefined ? [] : [['price.kind', kind, reason] as const]),
  ]
}

const REMARK = 'is said by the remark'

/** What a remark plainly says: that its machine is no longer made, its fuel, and the kind of its price. */
export function saidByRemark(remark: string): Said {
  const parts = remark.split(/[;,|]|\s[-–—]\s/u).map((part) => foldWords(part).split(' '))
  const fuels = parts.flatMap((words) => {
    const plain = words.filter((word) => !says('beside fuel', word) && !/^\d+$/.test(word)).join(' ')
    return plain.length > 2 ? (meantShort('power_source', plain) ?? []) : []
  })
  // A kind is not said beside another amount.
  const kinds = /\d/.test(remark) ? [] : pricesSaid(remark, REMARK).filter(([field]) => field === 'price.kind')
  return [
    ...(isEnded(remark) ? [['lifecycle', 'discontinued', REMARK] as const] : []),
    ...(fuels.length === 1 ? [['power_source', fuels[0]!, REMARK] as const] : []),
    ...kinds,
  ]
}

/** What a line says about the machines below: their drive, that they are no longer made, the unit of a column. */
export function factsIn(title: string): Said {
  const facts: [string, string, string][] = []
  const drive = driveIn(title, meantValue('wheel_drive', title))
  if (drive !== undefined) facts.push(['wheel_drive', drive, ABOVE])
  const fuel = meantValue('power_source', title)
  if (fuel !== undefined) facts.push(['power_source', fuel, ABOVE])
  if (isEnded(title)) facts.push(['lifecycle', 'discontinued', ABOVE])
  else if (title.split(/[-–—,;.()]/).some((part) => meantValue('lifecycle', part) === 'upcoming'))
    facts.push(['lifecycle', 'upcoming', ABOVE])
  const words = foldWords(title).split(' ')
  for (const [at, word] of words.entries()) {
    // `wt in T`, `weight in TON here`.
    const lead = says('joint', words[at - 1] ?? '') ? words[at - 2] : word.length < 2 ? undefined : words[at - 1]
    const { target } = lead === undefined ? {} : columnOf('machine', `${lead} ${word}`)
    const isUnit = unitsOf(word).length > 0 && target !== undefined && target !== columnOf('machine', word).target
    if (isUnit && /_(?:kg|mm|l)$/.test(target)) facts.push([UNIT + target, word, ABOVE])
  }
  return facts
}
