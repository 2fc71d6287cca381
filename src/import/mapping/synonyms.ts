import { lazy } from '../../lib/cache.ts'
import { phrasesOf } from '../../lib/text/word-lists.ts'
import { labelsOf } from '../../schema/records/words.ts'
import { RECORD_TYPES, type RecordType } from '../row-shapes.ts'
import type { ColumnMapping } from './mapping.ts'
import { targetOf, targetsOf } from './targets.ts'
import { isForeign, isGallon, isUnitOf, type MeasureUnit, unitOfField, unitsOf } from './units.ts'
import { foldWords, lettersOf, linesOf, namesOfValues } from './words.ts'

interface Meaning {
  field: string
  kind?: string
}

const meanings = lazy(() => new Map(RECORD_TYPES.map((type) => [type, meaningsIn(type)])))

/** What each exact name means for records of a type. */
function meaningsIn(type: RecordType): Map<string, Meaning[]> {
  const result = new Map<string, Meaning[]>()
  function add(field: string, name: string, kind?: string): void {
    const key = lettersOf(name)
    const before = result.get(key) ?? []
    if (!before.some((meaning) => meaning.field === field))
      result.set(key, [...before, { field, ...(kind && { kind }) }])
  }
  // The first field of a line that the type has.
  const lines = linesOf('headers').flatMap(([fields, names]) => {
    const field = phrasesOf(fields!).find((name) => targetOf(type, name))
    return field === undefined ? [] : [[field, phrasesOf(names!)] as const]
  })
  const listed = new Set(lines.map(([field]) => field))
  for (const field of targetsOf(type)) {
    add(field, field)
    if (!listed.has(field) && targetOf(type, field)!.unit !== undefined)
      for (const label of labelsOf('spec', field)) add(field, label)
  }
  for (const [field, names] of lines) for (const name of names) add(field, name)
  if (type === 'machine' || type === 'implement')
    for (const [name, kind] of namesOfValues('price.kind'))
      for (const text of [name, `${name}price`, `price${name}`, `${name}rate`, `${name}कीमत`, `${name}விலை`])
        add(type === 'machine' ? 'price' : 'price_inr', text, kind)
  return result
}

const BRACKET = /[([]([^()[\]]*)[)\]]/
const IN = /^(?:in|me|mein|में|இல்)\s+|\s+(?:in|me|mein|में|இல்)(?=\s|$)/gu

/** A header as a name with a unit: in brackets, or in its last words. */
function* readings(header: string): Iterable<{ name: string; units?: readonly MeasureUnit[] }> {
  const inside = BRACKET.exec(header)?.[1]
  if (inside !== undefined) {
    const units = unitsOf(inside.replace(IN, ' '))
    if (units.length > 0) yield { name: header.replace(BRACKET, ' '), units }
  }
  yield { name: header }
  // Which gallons they are is asked.
  const ungalloned = foldWords(header)
    .split(' ')
    .filter((word) => !isGallon(word))
    .join(' ')
  if (ungalloned !== foldWords(header)) yield { name: ungalloned }
  const words = foldWords(header).split(' ')
  for (let count = Math.min(3, words.length - 1); count > 0; count--) {
    const units = unitsOf(words.slice(-count).join(' ').replace(IN, ' '))
    if (units.length > 0) yield { name: words.slice(0, -count).join(' ').replace(IN, ' '), units }
  }
}

/** The unit that a header, or the group above it, names for a field. */
export function unitInHeader(header: string, target: { unit?: string; also?: string }): MeasureUnit | undefined {
  for (const part of header.split(' / ').reverse())
    for (const { units = [] } of readings(part)) {
      const unit = units.find((unit) => isUnitOf(target, unit))
      if (unit) return unit
    }
  return undefined
}

/** Whether a text is the exact name of a field. */
export const isFieldName = (type: RecordType, text: string): boolean => meanings().get(type)!.has(lettersOf(text))

/** The field that a header exactly names; else those that it may mean. Below a group the sub-header counts first. */
export function fieldNamed(type: RecordType, header: string): { exact?: ColumnMapping; choices: string[] } {
  if (isForeign(header)) return { choices: [] }
  const [group, sub] = header.split(' / ')
  const texts = sub === undefined ? [header] : [`${group} ${sub}`, sub]
  const choices = new Set<string>()
  for (const text of texts) {
    const column = exactColumn(type, text, choices)
    if (!column) continue
    const target = targetOf(type, column.field)
    const unit = column.unit === undefined && target?.unit !== undefined ? unitInHeader(header, target) : undefined
    return { exact: { ...column, ...(unit && { unit: unit.name }) }, choices: [column.field] }
  }
  // The last words name a field: `Sale rate` is a rate.
  const words = foldWords(texts.at(-1)!.replace(BRACKET, ' ')).split(' ')
  for (let from = 0; from < words.length; from++)
    for (const { field } of meanings().get(type)!.get(words.slice(from).join('')) ?? []) choices.add(field)
  return { choices: [...choices] }
}

function exactColumn(type: RecordType, header: string, choices: Set<string>): ColumnMapping | undefined {
  for (const { name, units } of readings(header)) {
    const named = meanings().get(type)!.get(lettersOf(name)) ?? []
    for (const { field } of named) choices.add(field)
    const unitOf = ({ field }: Meaning) => units?.find((unit) => isUnitOf(targetOf(type, field)!, unit))
    const fitting = units ? named.filter((meaning) => unitOf(meaning) !== undefined) : named
    // Of two fields of one name the one that is stored in this unit: kW or HP, kg or t.
    const isStored = (meaning: Meaning) =>
      unitOf(meaning)?.name === unitOfField(targetOf(type, meaning.field)?.unit ?? '').name
    const certain = fitting.length > 1 && units ? fitting.filter(isStored) : fitting
    const [meaning] = certain
    if (meaning === undefined || certain.length > 1) continue
    const unit = unitOf(meaning)
    return { field: meaning.field, ...(unit && { unit: unit.name }), ...(meaning.kind && { kind: meaning.kind }) }
  }
  return undefined
}
