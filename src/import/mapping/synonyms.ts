import { lazy } from '../../lib/cache.ts'
import { phrasesOf } from '../../lib/text/word-lists.ts'
import { labelsOf } from '../../schema/records/words.ts'
import { RECORD_TYPES, type RecordType } from '../row-shapes.ts'
import type { ColumnMapping } from './mapping.ts'
import { targetOf, targetsOf } from './targets.ts'
import { isForeign, isGallon, isUnitOf, type MeasureUnit, unitOfField, unitsOf } from './units.ts'
import { foldWords, lettersOf, linesOf, namesOfValues } from './words.ts'

interface FieldSynonym {
  field: string
  kind?: string
}

const fieldNames = lazy(() => new Map(RECORD_TYPES.map((type) => [type, fieldNamesIn(type)])))

function fieldNamesIn(type: RecordType): Map<string, FieldSynonym[]> {
  const result = new Map<string, FieldSynonym[]>()
  function add(field: string, name: string, kind?: string): void {
    const names = result.getOrInsertComputed(lettersOf(name), () => [])
    if (!names.some((other) => other.field === field)) names.push({ field, ...(kind && { kind }) })
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

const namesOf = (type: RecordType, text: string) => fieldNames().get(type)!.get(lettersOf(text)) ?? []

export const isFieldName = (type: RecordType, text: string): boolean => namesOf(type, text).length > 0

const BRACKET = /[([]([^()[\]]*)[)\]]/
const IN = /^(?:in|me|mein|में|இல்)\s+|\s+(?:in|me|mein|में|இல்)(?=\s|$)/gu
const LONGEST_UNIT = 3

function* readings(header: string): Iterable<{ name: string; units?: readonly MeasureUnit[] }> {
  const inside = BRACKET.exec(header)?.[1] ?? ''
  const bracketed = inside === '' ? [] : unitsOf(inside.replace(IN, ' '))
  if (bracketed.length > 0) yield { name: header.replace(BRACKET, ' '), units: bracketed }
  yield { name: header }
  const words = foldWords(header).split(' ')
  // Which gallons they are is asked.
  if (words.some(isGallon)) yield { name: words.filter((word) => !isGallon(word)).join(' ') }
  for (let count = Math.min(LONGEST_UNIT, words.length - 1); count > 0; count--) {
    const units = unitsOf(words.slice(-count).join(' ').replace(IN, ' '))
    if (units.length > 0) yield { name: words.slice(0, -count).join(' ').replace(IN, ' '), units }
  }
}

export function unitInHeader(header: string, target: { unit?: string; also?: string }): MeasureUnit | undefined {
  const units = header
    .split(' / ')
    .reverse()
    .flatMap((part) => [...readings(part)].flatMap(({ units = [] }) => units))
  return units.find((unit) => isUnitOf(target, unit))
}

/** The field that a header exactly names; else those that it may mean. Below a group the sub-header counts first. */
export function fieldNamed(type: RecordType, header: string): { exact?: ColumnMapping; choices: string[] } {
  if (isForeign(header)) return { choices: [] }
  const [group, sub] = header.split(' / ')
  const texts = sub === undefined ? [header] : [`${group} ${sub}`, sub]
  const choices = new Set<string>()
  for (const text of texts) {
    const column = exactColumn(type, text, choices)
    if (!column) continue
    const target = targetOf(type, column.field)!
    const unit = column.unit ?? (target.unit === undefined ? undefined : unitInHeader(header, target)?.name)
    return { exact: { ...column, ...(unit !== undefined && { unit }) }, choices: [column.field] }
  }
  const words = foldWords(texts.at(-1)!.replace(BRACKET, ' ')).split(' ')
  for (let from = 0; from < words.length; from++)
    for (const { field } of namesOf(type, words.slice(from).join(''))) choices.add(field)
  return { choices: [...choices] }
}

function exactColumn(type: RecordType, header: string, choices: Set<string>): ColumnMapping | undefined {
  for (const { name, units } of readings(header)) {
    const named = namesOf(type, name).map(({ field, kind }) => {
      const target = targetOf(type, field)!
      return { field, kind, target, unit: units?.find((unit) => isUnitOf(target, unit)) }
    })
    for (const { field } of named) choices.add(field)
    const fitting = units ? named.filter(({ unit }) => unit !== undefined) : named
    // Of two fields of one name the one that is stored in this unit: kW or HP, kg or t.
    const stored = fitting.filter(({ target, unit }) => unit && unit.name === unitOfField(target.unit!).name)
    const certain = fitting.length > 1 ? stored : fitting
    if (certain.length !== 1) continue
    const [{ field, kind, unit }] = certain as [(typeof certain)[0]]
    return { field, ...(unit && { unit: unit.name }), ...(kind && { kind }) }
  }
  return undefined
}
