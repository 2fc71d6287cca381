import { lazy } from '../../lib/cache.ts'
import { phrasesOf } from '../../lib/text/word-lists.ts'
import { foldWords, lettersOf, linesOf } from './words.ts'

/** A unit: what it measures, and how many of that measure's own unit it is. */
export interface MeasureUnit {
  name: string
  measure: string
  size: number
}

const all = lazy(() =>
  linesOf('units').map(([measure, size, name, words]) => ({
    unit: { name: name!, measure: measure!, size: Number(size) },
    words: [name!, ...phrasesOf(words!)],
  })),
)
const byWord = lazy(() => {
  const result = new Map<string, MeasureUnit[]>()
  for (const { unit, words } of all())
    for (const key of new Set(words.map(keyOf))) result.set(key, [...(result.get(key) ?? []), unit])
  return result
})

/** `₹` and `%` are no letters. */
const keyOf = (word: string) => lettersOf(word) || word.trim()

/** The units that a word may mean. */
export const unitsOf = (word: string): readonly MeasureUnit[] => byWord().get(keyOf(word)) ?? []

/** The units of fields by what the field is in. */
const OF_FIELDS: Readonly<Record<string, string>> = { INR: 'rupees', '': 'count' }

/** The unit of a field, as records describe it. */
export const unitOfField = (unit: string): MeasureUnit =>
  all().find((item) => item.unit.name === (OF_FIELDS[unit] ?? unit))!.unit

interface UnitFields {
  unit?: string
  also?: string
}

/** The units in which a field may be written. */
function unitsFor(field: string): string[] {
  const { measure } = unitOfField(field)
  return all().flatMap(({ unit }) => (unit.measure === measure ? unit.name : []))
}

/** Of the units that a word may mean the one that the field is measured in. */
export function unitIn(word: string, field: MeasureUnit): MeasureUnit | undefined {
  const result = unitsOf(word)
  return result.find(({ measure }) => measure === field.measure) ?? result[0]
}

/** Money of other countries: nobody knows the day's rate. */
const FOREIGN = /(?:^|[^\p{L}])(?:us\s?\$|usd|\$|€|eur|euro|euros|£|gbp|dollars?|¥|jpy|cny|aed|npr)(?![\p{L}])/iu
export const isForeign = (text: string) => FOREIGN.test(text)

/** Gallons are of two kinds: which is asked. */
const GALLONS: Readonly<Record<string, number>> = { 'gallon (US)': 3.785411784, 'gallon (imperial)': 4.54609 }
export const isGallon = (word: string) => /^(?:gal|gals|gallon|gallons|गैलन|கேலன்)$/.test(foldWords(word))

/** Whether figures of a target may be in this unit. */
export const isUnitOf = ({ unit, also }: UnitFields, { measure }: MeasureUnit) =>
  unit !== undefined && (measure === unitOfField(unit).measure || measure === also)

/** The units in which a column may be, the kinds of gallons where its heading says them. */
export const unitChoices = ({ unit, also }: UnitFields, header: string): string[] =>
  foldWords(header).split(' ').some(isGallon)
    ? Object.keys(GALLONS)
    : [...unitsFor(unit!), ...(also === undefined ? [] : unitsFor(also))]

/** The unit that a recipe names. */
export function unitNamed(name: string): MeasureUnit | undefined {
  const gallon = GALLONS[name]
  return gallon === undefined ? unitsOf(name)[0] : { name, measure: 'l', size: gallon }
}

/** A figure of one unit in another of its measure, without the last bits, which a factor may change. */
export const converted = (figure: number, from: MeasureUnit, to: MeasureUnit) =>
  from.size === to.size ? figure : Number(((figure * from.size) / to.size).toPrecision(12))
