import { phrasesOf } from '../text/word-lists.ts'
import { foldWords, keysOf, linesOf, phrasesThat, says, withWesternDigits } from './table-words.ts'
import type { Written } from './written-days.ts'

// Numbers, amounts and days as people write them.

export interface Unit {
  measure: string
  /** How many of the smallest unit it is. */
  size: number
}

const units = new Map<string, Unit[]>()
for (const [measure, size, words] of linesOf('units')) {
  for (const word of phrasesOf(words!)) {
    for (const key of word === '₹' ? [word] : keysOf(word)) {
      units.set(key, [...(units.get(key) ?? []), { measure: measure!, size: Number(size) }])
    }
  }
}

/** The units that a word may mean. */
export function unitsOf(word: string): readonly Unit[] {
  const key = word === '₹' ? word : foldWords(word)
  return units.get(key) ?? units.get(key.replaceAll(' ', '')) ?? []
}

/** Where the name of a field has its unit. */
const FIELD_UNIT = /_(inr|hp|kw|cc|lph|l|mm|m|kg|t|m3|kn|hours|years)$|^(hp(?=_m(?:in|ax)$)|hours|km$)/
const byField = new Map<string, Unit | undefined>()

/** The unit of a field, by its name; undefined for a count. */
export function fieldUnit(field: string): Unit | undefined {
  if (!byField.has(field)) {
    const [, end, begin] = FIELD_UNIT.exec(field) ?? []
    const word = end ?? begin
    byField.set(field, word === undefined ? undefined : unitsOf(word)[0])
  }
  return byField.get(field)
}

const ABOUT_WORDS = phrasesThat('about')
  .toSorted((a, b) => b.length - a.length)
  .join('|')
/** What says that a number is about right, or where it begins. */
const ABOUT = new RegExp(
  `^(?:(?:${ABOUT_WORDS})(?![\\p{L}\\p{M}])|[~≈±'’=])\\.?\\s*|\\s*[(]?(?<![\\p{L}\\p{M}])(?:${ABOUT_WORDS})[).]*$|\\s*[*#†+]$|\\s*(?:@|\\bat\\b)\\s*\\d.*$`,
  'giu',
)
const NUMBER = /^(?<before>\D*?)\s*(?<figure>\d[\d,\s]*(?:\.\d+)?)\s*(?<after>[^\d]*)$/u
const INDIAN = /^\d{1,2}(?:[, ]\d\d)*[, ]\d{3}(?:\.\d+)?$/
const WESTERN = /^\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?$/
export const LAKH = 100_000
/** Smaller figures without a unit are probably in a larger one. */
const LEAST: Readonly<Record<string, readonly [number, string]>> = {
  ...{ lift_capacity_kg: [100, 'kg or tonnes'], rated_load_kg: [100, 'kg or tonnes'] },
  ...{ operating_weight_kg: [50, 'kg or tonnes'], wheelbase_mm: [300, 'mm or metres'] },
}
/** A price below this that is not said to be in lakh probably is. */
const LEAST_PRICE = 1_000
/** No part of a machine that is listed measures so few mm. */
const LEAST_MM = 30
const MAX_TONNES = 500
const [METRE] = unitsOf('m')

/**
 * A number with the unit that the cell names, else that of its column, else the field's own; one that is too small for
 * that in the unit that is given for such, if any.
 */
export function readNumber(
  given: string,
  field: string,
  columnUnit?: Unit,
  small: (plain: number) => Unit | undefined = () => undefined,
): Written<number> {
  const own = fieldUnit(field)
  const isPrice = own?.measure === 'inr'
  const western = withWesternDigits(given)
  let told: string | undefined
  const text = western
    // A remark, or the unit, in brackets.
    .replace(/\(([^()\d]*)\)\s*$/u, (all, said: string) => {
      if (unitsOf(said).length > 0) return ` ${said}`
      if (changes(said, isPrice)) return all
      if (said.replace(ABOUT, '').trim() !== '') told ??= 'is read without its remark'
      return ''
    })
    .trim()
    .replace(ABOUT, '')
    .trim()
  // `45 HP (33.5 kW)`: what is in the unit of the field.
  const said = text.split(/[()/|]/).filter((part) => /\d/.test(part))
  if (own && said.length > 1) {
    const unitOf = (part: string) => unitsOf(/\d\s*([^\d]*)$/u.exec(part)?.[1] ?? '')[0]
    const inOwn = said.filter((part) => unitOf(part)?.measure === own.measure)
    if (inOwn.length === 1) return readNumber(inOwn[0]!, field, columnUnit)
  }
  const { before = '', figure = '', after = '' } = NUMBER.exec(text)?.groups ?? {}
  if (figure === '') return { reason: 'must be a number' }
  const [whole, ...groups] = figure.trim().split(/[, ]/)
  // Where groups are of no usual length, a comma may stand for the point.
  if (groups.length > 0 && !INDIAN.test(figure.trim()) && !WESTERN.test(figure.trim())) {
    return { reason: `is ambiguous: ${whole}.${groups.join('')} or ${whole}${groups.join('')}` }
  }
  const plain = Number(whole + groups.join(''))
  const lead = before.trim()
  // Where a file lost the sign of the rupee a question mark stands.
  if (lead !== '' && !(isPrice && (isMoney(lead) || lead === '?'))) return { reason: 'must be a number' }
  // `4,65,000/-` and `Rs. 4.65 lakh only` are usual.
  const words = after.replace(/^\s*\/-?|[/-]+\s*$|\.$/g, '').trim()
  if (words === '' || (isPrice && isMoney(words))) {
    if (isPrice && (columnUnit?.size ?? 1) === 1 && plain < LEAST_PRICE) return { reason: asked('rupees or lakh') }
    const isOwn = words === '' && (columnUnit?.size ?? 1) === own?.size && (columnUnit ?? own)?.measure === own?.measure
    // Nothing lifts so many tonnes.
    if (
      words === '' &&
      own?.measure === 'kg' &&
      own.size === 1000 &&
      (columnUnit?.size ?? 1000) === 1000 &&
      plain >= MAX_TONNES
    )
      return { value: plain / 1000, told: 'is read in kg: it is too much for tonnes' }
    if (isOwn && own.measure === 'mm' && plain < LEAST_MM && plain > 0)
      return inUnit(plain, METRE, own, field, 'is read in metres: it is too small for mm')
    const [least = 0, readings] = (isOwn && LEAST[field]) || []
    const unit = plain < least ? small(plain) : undefined
    if (unit) return inUnit(plain, unit, own, field, SMALL)
    if (plain < least && columnUnit === undefined) return { reason: asked(readings!) }
    // No machine costs so many lakh, or thousands, or weighs so many tonnes.
    const isLarger = own && columnUnit && columnUnit.measure === own.measure && columnUnit.size > own.size
    if (
      isLarger &&
      /^(?:inr|kg)$/.test(own.measure) &&
      plain >= (isPrice && columnUnit.size < LAKH ? LAKH : LEAST_PRICE)
    ) {
      const larger = isPrice ? (columnUnit.size < LAKH ? 'thousands' : 'lakh') : 'a larger unit'
      return { value: plain, told: `is read in ${isPrice ? 'rupees' : 'kg'}, though its column is in ${larger}` }
    }
    return inUnit(plain, columnUnit ?? own, own, field, told)
  }
  const { unit, remark } = unitIn(words, own)
  if (!own && says('counted', words)) return withTold(plain, told)
  if (!unit || (remark !== '' && changes(remark, isPrice))) {
    return { reason: `has a unit that is not known here: ${words}` }
  }
  return inUnit(plain, unit, own, field, remark === '' ? told : 'is read without its remark')
}

const SMALL = 'is read in a larger unit: it is too small for that of its column'
const asked = (units: string) => `is ambiguous: ${units}; name the unit in the cell, or the column with it by --means`

/** The unit that words begin with, and what stands behind it; of money the larger one: `lakh Rs.` are lakh. */
function unitIn(words: string, own: Unit | undefined): { unit?: Unit; remark: string } {
  const all = foldWords(words).split(' ')
  const rest = own?.measure === 'inr' ? all.filter((word) => !isMoney(word)) : all
  for (let end = rest.length; end > 0; end--) {
    const known = unitsOf(rest.slice(0, end).join(' '))
    const unit = known.find(({ measure }) => measure === own?.measure) ?? known[0]
    if (unit) return { unit, remark: rest.slice(end).join(' ') }
  }
  return { remark: words }
}

/** Whether a remark behind a number changes what it says. */
function changes(remark: string, isPrice: boolean): boolean {
  const words = foldWords(remark).split(' ')
  return words.some((word) => says('changes', word) || (isPrice && says('changes money', word)))
}

const withTold = (value: number, told: string | undefined) => (told === undefined ? { value } : { value, told })

const HP_OF_KW = 1.34102

function inUnit(
  plain: number,
  unit: Unit | undefined,
  own: Unit | undefined,
  field: string,
  told: string | undefined,
): Written<number> {
  if (!unit || !own) return unit ? { reason: `is a number without a unit: ${field} counts` } : withTold(plain, told)
  if (unit.measure === 'kw' && own.measure === 'hp') {
    return { value: Math.round(plain * HP_OF_KW * 10) / 10, told: 'is made HP from kW' }
  }
  if (unit.measure !== own.measure) return { reason: `is in ${unit.measure}, and ${field} is in ${own.measure}` }
  // Without the last bits, which a factor may change.
  return withTold(Number(((plain * unit.size) / own.size).toPrecision(14)), told)
}

function isMoney(word: string): boolean {
  return unitsOf(word.replace(/[.\s]+$/, '')).some(({ measure, size }) => measure === 'inr' && size === 1)
}

/** `6.82 - 7.14 lakh`: the lower bound with the unit of the upper one. */
export function splitRange(given: string): [string, string] | undefined {
  const text = given.replace(/[*#†]+\s*$|(?:வரை|तक|पर्यंत)\s*$/gu, '').replaceAll('/-', ' ')
  const [, low, high] = /^(.*?\d[^\d]*?)\s*(?:-|–|—|~|\b(?:to|se)\b|से|ते|முதல்|mudhal)\s*([^\d]*\d.*)$/iu.exec(text) ?? []
  if (low === undefined || high === undefined || /[-–—]|\b(?:to|se)\b/.test(high.replace(/\/-/g, ''))) return undefined
  const unit = /[^\d.,\s₹].*$/u.exec(high.replace(/^\s*(?:rs\.?|₹|inr)\s*/i, ''))?.[0] ?? ''
  return [/\p{L}\s*$/u.test(low.replace(/^(?:rs\.?|₹|inr)/i, '')) ? low : `${low} ${unit}`, high]
}

/** `1st`, `2nd owner`. */
export function readOrdinal(text: string): Written<number> {
  const word = foldWords(withWesternDigits(text)).replace(/\s*(?:owners?|hand)$/, '')
  const [, figure] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word) ?? []
  return figure === undefined ? { reason: 'must be a number' } : { value: Number(figure) }
}

/** `Cat II`, `CAT-2`, `category 1 & 2`. */
export function readLinkage(text: string): string[] {
  const roman: Readonly<Record<string, string>> = { iii: '3', ii: '2', i: '1', iv: '4' }
  const parts = text.split(/[,;/&+]|\band\b/i).map((part) => foldWords(part).replace(/^(?:category|cat)\s*/, ''))
  return parts.filter((part) => part !== '').map((part) => `cat-${(roman[part] ?? part).replace(' ', '')}`)
}
