import { lazy } from '../../lib/cache.ts'
import { phrasesOf } from '../../lib/text/word-lists.ts'
import { foldWords, keyOf, linesOf } from './words.ts'

export interface MeasureUnit {
  name: string
  measure: string
  size: number
}

const units = lazy(() => {
  const byName = new Map<string, MeasureUnit>()
  const byWord = new Map<string, MeasureUnit[]>()
  for (const [measure, size, name, words] of linesOf('units')) {
    const unit = byName.getOrInsertComputed(name!, () => ({ name: name!, measure: measure!, size: Number(size) }))
    for (const key of new Set([name!, ...phrasesOf(words!)].map(keyOf))) {
      const existing = byWord.getOrInsertComputed(key, () => [])
      if (!existing.includes(unit)) existing.push(unit)
    }
  }
  return { byName, byWord }
})

export const unitsOf = (word: string): readonly MeasureUnit[] => units().byWord.get(keyOf(word)) ?? []
export const unitNamed = (name: string): MeasureUnit | undefined => units().byName.get(name) ?? unitsOf(name)[0]

/** Units of fields that the list of units calls otherwise. */
const OF_FIELDS: Readonly<Record<string, string>> = { INR: 'rupees', '': 'count' }
export const unitOfField = (unit: string): MeasureUnit => units().byName.get(OF_FIELDS[unit] ?? unit)!

/** Of the units that a word may mean the one that the field is measured in. */
export function unitIn(word: string, field: MeasureUnit): MeasureUnit | undefined {
  const found = unitsOf(word)
  return found.find(({ measure }) => measure === field.measure) ?? found[0]
}

/** The rate of the day is not known. */
const FOREIGN = /(?:^|[^\p{L}])(?:us\s?\$|usd|\$|€|eur|euro|euros|£|gbp|dollars?|¥|jpy|cny|aed|npr)(?![\p{L}])/iu
export const isForeign = (text: string) => FOREIGN.test(text)

/** There are two kinds of gallons: which is asked. */
export const isGallon = (word: string) => /^(?:gal|gals|gallon|gallons|गैलन|கேலன்)$/.test(foldWords(word))

interface UnitFields {
  unit?: string
  also?: string
}

export const isUnitOf = ({ unit, also }: UnitFields, { measure }: MeasureUnit) =>
  unit !== undefined && (measure === unitOfField(unit).measure || measure === also)

export function unitChoices(field: UnitFields, header: string): string[] {
  const saysGallons = foldWords(header).split(' ').some(isGallon)
  const all = [...units().byName.values()].filter((unit) => isUnitOf(field, unit)).map(({ name }) => name)
  return all.filter((name) => name.startsWith('gallon') === saysGallons)
}

/** A number of one unit in another of its measure, without the last bits, which a factor may change. */
export const converted = (number: number, from: MeasureUnit, to: MeasureUnit) =>
  from.size === to.size ? number : Number(((number * from.size) / to.size).toPrecision(12))
