import { isDate } from '../calendar.ts'
import { foldWords, withoutNoughts } from './table-words.ts'

// Numbers, amounts and days as people write them.

/** What was read, or why it is refused. */
export type Written<T> = { value: T; told?: string } | { reason: string }

/** Each unit by its words: what it measures, and how many of the smallest unit it is. */
const UNITS: readonly [measure: string, size: number, words: string][] = [
  [
    'hp',
    1,
    'hp, bhp, h p, horsepower, horse power, ps, एचपी, एच पी, हॉर्सपावर, हॉर्स पावर, अश्वशक्ति, अश्वशक्ती, अ श, ஹெச்பி, ஹெச் பி, எச்பி, எச் பி, குதிரைத்திறன், குதிரை சக்தி',
  ],
  ['kw', 1, 'kw, kilowatt, kilowatts'],
  ['cc', 1, 'cc, cm3, ccm, c c, cubic cm, cu cm, सीसी, சிசி'],
  ['l', 1, 'l, lt, ltr, ltrs, litre, litres, liter, liters, lit, lits, lts, लीटर, लिटर, ली, लि, லிட்டர், லி'],
  ['lph', 1, 'lph, l h, ltr hr, litre hour'],
  ['mm', 1, 'mm, m m, mms, millimetre, millimetres, millimeter, मिमी, मि मी, எம்எம், மிமீ, மி மீ'],
  ['mm', 10, 'cm, centimetre, सेमी'],
  ['mm', 1_000, 'm, mtr, mtrs, metre, metres, meter, meters, मीटर, மீட்டர்'],
  ['ft', 1, 'ft, feet, foot, फीट, அடி'],
  ['inch', 1, 'in, inch, inches, इंच'],
  [
    'kg',
    1,
    'kg, kgs, kgf, kilogram, kilograms, kilo, kilos, kgs wt, किलो, किग्रा, कि ग्रा, किलोग्राम, கிலோ, கிலோகிராம், கிகி, கி கி, கி',
  ],
  ['kg', 100, 'quintal, quintals, qtl, qtls, q, क्विंटल, कुंतल, குவிண்டால்'],
  ['kg', 1_000, 't, ton, tons, tonne, tonnes, mt, m t, टन, டன்'],
  ['kn', 1, 'kn'],
  ['m3', 1, 'm3, cum, cu m, cubic metre, cubic meter'],
  ['h', 1, 'h, hr, hrs, hour, hours, घंटे, घंटा, மணி, மணிநேரம்'],
  ['year', 1, 'y, yr, yrs, year, years, साल, वर्ष, ஆண்டு, வருடம்'],
  ['km', 1, 'km, kms, kilometre, kilometres, kilometers, किमी, கிமீ'],
  ['inr', 1, 'rs, inr, rs rs, rupees, rupee, ₹, रु, रू, रुपये, रुपए, रुपया, ரூ, ரூபாய்'],
  ['inr', 100_000, 'l, lakh, lakhs, lac, lacs, lk, lkh, lkhs, l lakh, लाख, लाखों, लक्ष, லட்சம், இலட்சம், லட்ச, ல'],
  ['inr', 10_000_000, 'cr, crore, crores, करोड़, कोटी, கோடி'],
  ['inr', 1_000, 'k, thousand, thousands, 000, हजार, ஆயிரம்'],
]

export interface Unit {
  measure: string
  size: number
}

/** The units that a word may mean. */
export function unitsOf(word: string): Unit[] {
  const folded = word === '₹' ? word : foldWords(word)
  return UNITS.filter(([, , words]) =>
    words.split(', ').some((word) => word === folded || foldWords(word) === folded),
  ).map(([measure, size]) => ({ measure, size }))
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

/** What says that a number is about right, or where it begins. */
const ABOUT =
  /^(?:approx(?:imate(?:ly)?)?|appx|apprx|about|around|abt|circa|nearly|from|starts?(?:ing)?(?: (?:at|from))?|लगभग|करीब|अनुमानित|सुमारे|தோராயமாக|சுமார்|ஏறத்தாழ|[~≈±'’=])\.?\s*|\s*[(]?\b(?:approx(?:imate(?:ly)?)?|appx|onwards?|plus|only|each|nos?\.)[).]*$|\s*(?:से शुरू|लगभग|மட்டும்|மாத்திரம்|मात्र|फक्त|[*#†+])$|\s*(?:@|\bat\b)\s*\d.*$/giu

const NUMBER = /^(?<before>\D*?)\s*(?<figure>\d[\d,\s]*(?:\.\d+)?)\s*(?<after>[^\d]*)$/u
const INDIAN = /^\d{1,2}(?:[, ]\d\d)*[, ]\d{3}(?:\.\d+)?$/
const WESTERN = /^\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?$/
/** What stands behind a count. */
const COUNTED = ['cyl', 'cylinder', 'cylinders', 'nos', 'no', 'gear', 'gears', 'rows', 'row', 'सिलेंडर', 'सिले', 'சிலிண்டர்']
const LAKH = 100_000
/** A price below this without a unit is probably in lakh. */
const LEAST_PRICE = 1_000

/** A number with the unit that the cell names, else that of its column, else the field's own. */
export function readNumber(given: string, field: string, columnUnit?: Unit): Written<number> {
  const own = fieldUnit(field)
  const text = withWesternDigits(given)
    .replace(/\(([^()\d]*)\)\s*$/u, (all, said: string) => (ABOUT.test(said) ? '' : all))
    .replace(ABOUT, '')
    .replace(ABOUT, '')
    .trim()
  // `45 HP (33.5 kW)`: what is in the unit of the field.
  const said = text.split(/[()/|]/).filter((part) => /\d/.test(part))
  if (own && said.length > 1) {
    const inOwn = said.filter((part) => wordUnit(part)?.measure === own.measure)
    if (inOwn.length === 1) return readNumber(inOwn[0]!, field, columnUnit)
  }
  const parts =
    own?.measure === 'inr' ? /^(.*?\d[\d.]*\s*\p{L}[\p{L}\p{M}]*)\s+(\d[\d.]*\s*\p{L}[\p{L}\p{M}]*)$/u.exec(text) : null
  if (parts) {
    // `5 lakh 78 thousand`.
    const [large, small] = parts.slice(1).map((part) => readNumber(part, field)) as [Written<number>, Written<number>]
    if ('value' in large && 'value' in small && small.value < large.value) return { value: large.value + small.value }
  }
  const { before = '', figure = '', after = '' } = NUMBER.exec(text)?.groups ?? {}
  if (figure === '') return { reason: 'must be a number' }
  const plain = /[, ]/.test(figure.trim()) ? ungrouped(figure.trim()) : Number(figure)
  if (plain === undefined) {
    const [whole, ...rest] = figure.trim().split(/[, ]/)
    return { reason: `is ambiguous: ${whole}.${rest.join('')} or ${whole}${rest.join('')}` }
  }
  const lead = before.trim()
  // Where a file lost the sign of the rupee a question mark stands.
  if (lead !== '' && !(own?.measure === 'inr' && (isMoney(lead) || lead === '?'))) return { reason: 'must be a number' }
  // `4,65,000/-` and `Rs. 4.65 lakh only` are usual.
  const word = after
    .replace(/^\s*\/-?|[/-]+\s*$|\bonly\b|\.$/gi, '')
    .replace(/^\s*(?:rs\.?|inr)\s+/i, '')
    .trim()
  if (word === '') {
    if (own?.measure === 'inr' && !columnUnit && plain < LEAST_PRICE) {
      return {
        reason: `is ambiguous: ${figure} rupees or ${figure} lakh; name the unit in the cell or above the column`,
      }
    }
    if (columnUnit?.size === LAKH && plain >= LAKH) {
      return { value: plain, told: 'is read in rupees, though its column is in lakh' }
    }
    return inUnit(plain, columnUnit ?? own, own, field)
  }
  const units = unitsOf(word)
  const unit = units.find(({ measure }) => measure === own?.measure) ?? units[0]
  if (!own && COUNTED.includes(foldWords(word))) return { value: plain }
  if (!unit) return { reason: `has a unit that is not known here: ${word}` }
  return inUnit(plain, unit, own, field)
}

function inUnit(plain: number, unit: Unit | undefined, own: Unit | undefined, field: string): Written<number> {
  if (!unit || !own) return unit ? { reason: `is a number without a unit: ${field} counts` } : { value: plain }
  if (unit.measure !== own.measure) return { reason: `is in ${unit.measure}, and ${field} is in ${own.measure}` }
  // Without the last bits, which a factor may change.
  return { value: Number(((plain * unit.size) / own.size).toPrecision(14)) }
}

/** The unit that stands behind a number. */
function wordUnit(part: string): Unit | undefined {
  return unitsOf(/\d\s*([^\d]*)$/u.exec(part)?.[1] ?? '')[0]
}

function isMoney(word: string): boolean {
  return unitsOf(word.replace(/[.\s]+$/, '')).some(({ measure, size }) => measure === 'inr' && size === 1)
}

/** A number with groups of digits; undefined where a comma may stand for the point. */
function ungrouped(figure: string): number | undefined {
  return INDIAN.test(figure) || WESTERN.test(figure) ? Number(figure.replace(/[, ]/g, '')) : undefined
}

/** Digits of Devanagari and Tamil as European ones. */
function withWesternDigits(text: string): string {
  return withoutNoughts(text.normalize('NFKC')).replace(/[०-९௦-௯]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (code < 0x0b00 ? 0x0966 : 0x0be6))
  })
}

/** `6.82 - 7.14 lakh`: the lower bound with the unit of the upper one. */
export function splitRange(text: string): [string, string] | undefined {
  const [, low, high] = /^(.*?\d[^\d]*?)\s*(?:-|–|—|\bto\b|से)\s*([^\d]*\d.*)$/iu.exec(text) ?? []
  if (low === undefined || high === undefined || /[-–—]|\bto\b/.test(high.replace(/\/-/g, ''))) return undefined
  const unit = /[^\d.,\s].*$/u.exec(high)?.[0] ?? ''
  return [/\p{L}\s*$/u.test(low.replace(/^(?:rs\.?|₹|inr)/i, '')) ? low : `${low} ${unit}`, high]
}

/** Beginnings of the names of months, in three languages. */
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const OTHER_MONTHS = [
  'जन, फर, मार्च, अप्र, मई, जून, जुल, अग, सित, अक्, नव, दिस',
  'जाने, फेब्रु, मार्च, एप्रि, मे, जून, जुलै, ऑग, सप्, ऑक्, नोव्, डिसें',
  'ஜன, பிப், மார், ஏப், மே, ஜூன், ஜூலை, ஆக, செப், அக், நவ, டிச',
].map((names) => names.split(', '))

function monthOf(name: string): number {
  const found = OTHER_MONTHS.map((names) => names.findIndex((begin) => name.startsWith(begin)) + 1)
  return Math.max(...found)
}

/** A day, written with the day first or with the name of the month. */
export function readDay(text: string): Written<string> {
  const given = withWesternDigits(text)
    .replace(/^(?:दि(?:नांक)?|dt|dated?)[.:\s]+/iu, '')
    .trim()
  const iso = given.replace(/[T ]\d\d:\d\d.*$/, '')
  if (isDate(iso)) return { value: iso }
  // The number of a day, as a spreadsheet keeps it.
  if (/^[2-6]\d{4}(?:\.\d+)?$/.test(given)) {
    const day = new Date((Math.floor(Number(given)) - 25_569) * 86_400_000).toISOString().slice(0, 10)
    return { value: day, told: 'is read as the day that a spreadsheet keeps under a number' }
  }
  // `Aug 2023`, `Aug-23`, `08/2023`: its first day.
  const [, month0, year0] =
    /^([\p{L}\p{M}]{2,12}|\d{1,2})[\s.,/'’-]+((?:19|20)\d\d|(?<=\p{L}\p{M}*[\s.,/'’-]+)\d\d)$/u.exec(given) ?? []
  if (month0 !== undefined) {
    const first = readDay(`1 ${month0} ${year0}`)
    return 'value' in first ? { ...first, told: 'is read as the first day of a month' } : first
  }
  // `2022/08/05` and `July 1, 2018`.
  const turned = given
    .replace(/^(\d{4})[./](\d{1,2})[./](\d{1,2})$/, '$3-$2-$1')
    .replace(/^(\p{L}[\p{L}\p{M}]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u, '$2 $1 $3')
    .replace(/^(\d{1,2})(?:st|nd|rd|th)\b/i, '$1')
  const [, first, second, third] =
    /^(\d{1,2})[\s./-]+(\d{1,2}|[\p{L}\p{M}]{2,12})\.?[\s./,-]+(\d{2}|\d{4})$/u.exec(turned) ?? []
  if (first === undefined) return { reason: 'is no day: write 21/08/2026, 21 Aug 2026 or 2026-08-21' }
  const named = MONTHS.indexOf(second!.slice(0, 3).toLowerCase()) + 1 || monthOf(second!)
  const month = /^\d/.test(second!) ? Number(second) : named
  const year = third!.length === 2 ? `20${third}` : third!
  const day = `${year}-${String(month).padStart(2, '0')}-${first.padStart(2, '0')}`
  if (isDate(day)) return { value: day }
  const swapped = `${year}-${first.padStart(2, '0')}-${String(month).padStart(2, '0')}`
  return {
    reason: isDate(swapped)
      ? `is no day with the day first; with the month first it is ${swapped}`
      : 'is no day of the calendar',
  }
}

/** `8F + 2R`, `8+2`, `8 forward, 2 reverse`. */
export function readGears(text: string): Written<{ gears_fwd: number; gears_rev: number }> {
  const [, forward, reverse] =
    /^(?:[\p{L}\p{M}]+\s*[:=-]?\s*)?(\d+)\s*(?:f|fwd|forward|for|आगे|முன்)?\.?\s*(?:gears?)?\s*(?:[+/,&x:|-]|and|\s)\s*(?:r|rev|reverse)?\s*[:=-]?\s*(\d+)\s*(?:r|rev|reverse|पीछे|பின்)?\.?\s*(?:gears?)?$/iu.exec(
      withWesternDigits(text).trim(),
    ) ?? []
  if (forward === undefined) return { reason: 'is not understood: write 8 + 2 for 8 forward and 2 reverse gears' }
  return { value: { gears_fwd: Number(forward), gears_rev: Number(reverse) } }
}

/** `2 years / 2000 hours`, `2 yr`, `2000 hrs or 2 yrs`. */
export function readWarranty(text: string): Written<Record<string, number>> {
  const value: Record<string, number> = {}
  for (const part of withWesternDigits(text).split(/\/|\bor\b|,(?!\d)|\+|&|और|या/i)) {
    const years = readNumber(part.trim(), 'warranty_years')
    const hours = readNumber(part.trim(), 'warranty_hours')
    const isBare = /^\s*\d+\s*$/.test(part)
    if ('value' in years && (isBare ? Number(part) <= 15 : true)) value.warranty_years = years.value
    else if ('value' in hours && !isBare) value.warranty_hours = hours.value
    else return { reason: 'is not understood: write 2 years, 2000 hours, or both with / between' }
  }
  return { value }
}

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  single: 1,
  पहला: 1,
  दूसरा: 2,
  तीसरा: 3,
  முதல்: 1,
}

/** `1st`, `2nd owner`, `first`. */
export function readOrdinal(text: string): Written<number> {
  const word = foldWords(withWesternDigits(text)).replace(/\s*(?:owners?|hand)$/, '')
  const figure = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1]
  const value = figure === undefined ? ORDINALS[word] : Number(figure)
  return value === undefined ? { reason: 'must be a number' } : { value }
}

/** `2019`, `Mar 2019`, `03/2019`. */
export function readYear(text: string): Written<number> {
  const given = withWesternDigits(text).trim()
  const [, year] = /^(?:(?:\d{1,2}|\p{L}{3,9})\.?[\s./-]+)?((?:19|20)\d\d)$/u.exec(given) ?? []
  if (year !== undefined) return { value: Number(year) }
  const day = readDay(given)
  return 'value' in day ? { value: Number(day.value.slice(0, 4)) } : { reason: 'is no year: write 2019' }
}

/** `Cat II`, `CAT-2`, `category 1 & 2`. */
export function readLinkage(text: string): string[] {
  const roman: Readonly<Record<string, string>> = { iii: '3', ii: '2', i: '1', iv: '4' }
  const parts = text.split(/[,;/&+]|\band\b/i).map((part) => foldWords(part).replace(/^(?:category|cat)\s*/, ''))
  return parts.filter((part) => part !== '').map((part) => `cat-${(roman[part] ?? part).replace(' ', '')}`)
}
