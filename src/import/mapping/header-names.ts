import { lazy } from '../../lib/cache.ts'
import { phrasesOf } from '../../lib/text/word-lists.ts'
import { labelsOf } from '../../schema/records/words.ts'
import { RECORD_TYPES, type RecordType } from '../row-shapes.ts'
import type { ColumnRecipe } from './mapping.ts'
import { type Target, targetOf, targetsOf } from './targets.ts'
import { isForeign, isGallon, isUnitOf, type Unit, unitOfField, unitsOf } from './units.ts'
import { foldWords, lettersOf, linesOf, namesOfValues } from './words.ts'

/** What a heading exactly names; else what it may, the likeliest first. */
interface NamedHeading {
  exact?: ColumnRecipe
  likely: readonly string[]
  /** Why nothing but leaving it out will do. */
  refused?: string
}

interface Name {
  field: string
  kind?: string
}

/** What every name means, and the words that names of each field are made of. */
const known = lazy(() => new Map(RECORD_TYPES.map((type) => [type, namesIn(type)])))

function namesIn(type: RecordType) {
  const exact = new Map<string, Name[]>()
  const words = new Map<string, Set<string>>()
  // Of a line the first field is meant that the type has.
  const lines = linesOf('headers').flatMap(([fields, names]) => {
    const field = phrasesOf(fields!).find((one) => targetOf(type, one))
    return field === undefined ? [] : [[field, phrasesOf(names!)] as const]
  })
  const listed = new Set(lines.map(([field]) => field))
  function add(field: string, name: string, kind?: string): void {
    const key = lettersOf(name)
    const meant = exact.get(key) ?? []
    if (!meant.some((one) => one.field === field)) exact.set(key, [...meant, { field, ...(kind && { kind }) }])
    const own = words.get(field) ?? new Set()
    for (const word of foldWords(name).split(' ')) own.add(word)
    words.set(field, own)
  }
  for (const field of targetsOf(type)) {
    add(field, field)
    if (!listed.has(field) && targetOf(type, field)!.unit !== undefined)
      for (const label of labelsOf('spec', field)) add(field, label)
  }
  for (const [field, names] of lines) for (const name of names) add(field, name)
  const price = type === 'machine' ? 'price' : 'price_inr'
  if (type === 'machine' || type === 'implement')
    for (const [name, kind] of namesOfValues('price.kind'))
      for (const one of [name, `${name}price`, `price${name}`, `${name}rate`, `${name}कीमत`, `${name}விலை`])
        add(price, one, kind)
  return { exact, words }
}

const BRACKET = /[([]([^()[\]]*)[)\]]/
const IN = /^(?:in|me|mein|में|இல்)\s+|\s+(?:in|me|mein|में|இல்)(?=\s|$)/gu

/** A heading as a name with a unit: in brackets, or in its last words. */
function* readings(heading: string): Iterable<{ name: string; unit?: readonly Unit[] }> {
  const inside = BRACKET.exec(heading)?.[1]
  const outside = heading.replace(BRACKET, ' ')
  if (inside !== undefined) {
    const unit = unitsOf(inside.replace(IN, ' '))
    if (unit.length > 0) yield { name: outside, unit }
  }
  yield { name: heading }
  const words = foldWords(heading).split(' ')
  for (let many = Math.min(3, words.length - 1); many > 0; many--) {
    const unit = unitsOf(words.slice(-many).join(' ').replace(IN, ' '))
    if (unit.length > 0) yield { name: words.slice(0, -many).join(' ').replace(IN, ' '), unit }
  }
}

/** The unit that a heading names for figures of this field. */
export const unitInHeading = (heading: string, target: Target): Unit | undefined =>
  [...readings(heading)].flatMap(({ unit = [] }) => unit.find((one) => isUnitOf(target, one)) ?? [])[0]

/** Whether a text is the name of a field. */
export const isName = (type: RecordType, text: string) => known().get(type)!.exact.has(lettersOf(text))

export function headingNamed(type: RecordType, heading: string): NamedHeading {
  if (isForeign(heading)) return { likely: [], refused: 'is in a foreign currency, which no price may be' }
  const { exact } = known().get(type)!
  const likely = new Set<string>()
  for (const { name, unit } of readings(heading)) {
    const meant = exact.get(lettersOf(name)) ?? []
    for (const { field } of meant) likely.add(field)
    const unitOf = ({ field }: Name) => unit?.find((one) => isUnitOf(targetOf(type, field)!, one))
    const fitting = unit ? meant.filter((one) => unitOf(one) !== undefined) : meant
    // Of two fields of one name the one that is kept in this unit: kW or HP, kg or t; `lb` is asked.
    const isOwn = (one: Name) => unitOf(one)?.name === unitOfField(targetOf(type, one.field)?.unit ?? '').name
    const sure = fitting.length > 1 && unit ? fitting.filter(isOwn) : fitting
    const [only] = sure
    if (only === undefined || sure.length > 1) continue
    const column = unitOf(only)
    return {
      exact: { field: only.field, ...(column && { unit: column.name }), ...(only.kind && { kind: only.kind }) },
      likely: [only.field],
    }
  }
  const base = foldWords(heading.replace(BRACKET, ' '))
  for (const { field } of exact.get(lettersOf(base)) ?? []) likely.add(field)
  const ofWords = foldWords(heading).split(' ')
  const withoutUnit = ofWords.filter((word) => !isGallon(word) && unitsOf(word).length === 0)
  // What a heading names stands last in it: `Sale rate` is a rate.
  for (let from = 1; from < withoutUnit.length; from++)
    for (const { field } of exact.get(withoutUnit.slice(from).join('')) ?? []) likely.add(field)
  const scored = [...known().get(type)!.words].map(([field, own]) => {
    const shared = withoutUnit.filter((word) => own.has(word)).length
    return { field, score: shared / Math.max(1, withoutUnit.length) }
  })
  for (const { field, score } of scored.toSorted((a, b) => b.score - a.score).slice(0, 4))
    if (score >= 0.3) likely.add(field)
  return { likely: [...likely].slice(0, 6) }
}
