import { LIFECYCLES, PRICE_KINDS, SELLERS, SOURCE_KINDS, STATES } from '../../schema/records/values.ts'
import type { TableLine } from '../table-source.ts'
import { identityChoices } from './identity.ts'
import { FROM_SHEET, type Mapping, type MappingQuestion, NOTE, OPEN, pathOf, SKIP } from './mapping.ts'
import type { CatalogNames } from './names.ts'
import { daysIn } from './read-day.ts'
import { targetOf, targetsOf } from './targets.ts'
import { unitChoices } from './units.ts'

interface ProposedSheet {
  names: CatalogNames
  cellsOf(header: string): readonly string[]
  /** Choices and examples of what is open, by its unescaped path. */
  open: ReadonlyMap<string, { choices: readonly string[]; examples: ReadonlySet<string> }>
  above: readonly TableLine[]
  headers: readonly string[]
  body: readonly TableLine[]
}

const EXAMPLES = 3

/** One question for each `?` of a mapping, in its order. None depends on the answer to another. */
export function createQuestions(
  mapping: Mapping,
  { names, cellsOf, open, above, headers, body }: ProposedSheet,
): MappingQuestion[] {
  const { type, columns } = mapping
  const questions: MappingQuestion[] = []
  const ask = (path: readonly string[], text: string, choices: readonly string[], examples: Iterable<string> = []) =>
    questions.push({ path: pathOf(...path), text, choices: [...new Set(choices)], examples: [...examples] })
  const result = (...path: string[]) => open.get(path.join('/'))

  if (mapping.sender === OPEN) ask(['sender'], 'Who sends this sheet? A short name, such as shree-tractors.', [])
  for (const header of headers) {
    const { field, unit, kind, phones, values = {} } = columns[header] ?? { field: SKIP }
    const examples = [...new Set(cellsOf(header))].slice(0, EXAMPLES)
    const ofColumn = (...path: string[]) => ['columns', header, ...path]
    if (field === OPEN) {
      const choices = result('columns', header)?.choices ?? []
      ask(ofColumn('field'), `What is "${header}"?`, [...choices, SKIP, NOTE, 'or another field'], examples)
    }
    const target = targetOf(type, field)
    if (unit === OPEN)
      ask(ofColumn('unit'), `Unit of the numbers in "${header}"?`, unitChoices(target!, header), examples)
    if (kind === OPEN) ask(ofColumn('kind'), `Kind of the prices in "${header}"?`, PRICE_KINDS, examples)
    if (phones === OPEN)
      ask(
        ofColumn('phones'),
        `"${header}" holds phone numbers: the private contact, or dropped?`,
        ['contact', 'drop'],
        examples,
      )
    for (const [word, value] of Object.entries(values)) {
      if (value !== OPEN) continue
      const choices = result('columns', header, 'values', word)?.choices ?? target?.values ?? []
      ask(ofColumn('values', word), `What does "${word}" mean?`, [...choices, SKIP])
    }
  }
  if (mapping.identity === OPEN && type === 'listing') {
    const choices = identityChoices(headers, columns, body)
    ask(['identity'], 'Which columns identify a row in the next sheet?', choices)
  }
  for (const [name, value] of Object.entries(mapping.constants ?? {}))
    if (value === OPEN)
      ask(['constants', name], textOf(name), choicesOf(name), name === 'price.observed_at' ? ['2026-08-21'] : [])
  if (mapping.unknown_manufacturers === OPEN)
    ask(
      ['unknown_manufacturers'],
      'Manufacturers that are not known: create them, or reject their rows?',
      ['create', 'skip'],
      result('unknown_manufacturers')?.examples,
    )
  if (mapping.date_order === OPEN)
    ask(['date_order'], 'Is 05/06/2026 the 5th of June (dmy) or of May (mdy)?', ['dmy', 'mdy'])
  const { field, values = {} } = mapping.section_rows ?? {}
  if (field === OPEN)
    ask(
      ['section_rows', 'field'],
      'What do lines of one cell say of the rows below?',
      result('section_rows/field')?.choices ?? [],
      result('section_rows/field')?.examples,
    )
  for (const [word, value] of Object.entries(values))
    if (value === OPEN)
      ask(['section_rows', 'values', word], `What does the line "${word}" say?`, [
        SKIP,
        ...(result('section_rows', 'values', word)?.choices ?? []),
      ])
  if (mapping.publish === OPEN) ask(['publish'], 'Publish new records at once?', ['false', 'true'])
  return questions

  function textOf(name: string): string {
    const texts: Readonly<Record<string, string>> = {
      'price.kind': 'Kind of the prices?',
      'price.observed_at': 'Day of the prices? It is asked each month unless the sheet says it.',
      'price.source_kind': 'Who states the prices?',
      'price.state_code': 'State in which the prices hold?',
      seller: 'Does a dealer or an owner sell?',
      dealer_name: 'Name of the dealer? skip if owners sell.',
    }
    return texts[name] ?? `${name} of new records whose row does not say it?`
  }

  /** What the lines above the headers say comes first. */
  function choicesOf(name: string): string[] {
    const text = above.flatMap(({ cells }) => cells).join(' ')
    const states = Object.entries(STATES).flatMap(([code, state]) =>
      text.toLowerCase().includes(state.toLowerCase()) ? code : [],
    )
    switch (name) {
      case 'price.kind':
        return [...PRICE_KINDS]
      case 'price.source_kind':
        return [...SOURCE_KINDS]
      case 'price.state_code':
        return [...states, 'IN', 'a state such as PB']
      case 'price.observed_at':
        return daysIn([text]).length === 1 ? [FROM_SHEET] : daysIn([text])
      case 'state_code':
        return [...states, 'a state such as PB']
      case 'lifecycle':
        return [...LIFECYCLES]
      case 'seller':
        return [...SELLERS]
      case 'machine_class':
      case 'vehicle_class':
        return [...names.classKeys]
      case 'owners':
      case 'km':
        return [name === 'owners' ? '1' : '0', SKIP]
      case 'pin':
        return ['a PIN code such as 141001', SKIP]
      case 'year':
      case 'district':
        return [`a ${name}`, SKIP]
      case 'manufacturer':
      case 'maker_slug':
        return ['a manufacturer', SKIP]
      default:
        return [...(targetOf(type, name)?.values ?? []), SKIP]
    }
  }
}

/** All that a column may become, for a list to choose from. */
export const fieldChoices = (type: Mapping['type']): string[] => targetsOf(type)
export const kindChoices: readonly string[] = PRICE_KINDS
/** The units in which a column may be; empty for fields without one. */
export function unitChoicesOf(type: Mapping['type'], field: string, header: string): string[] {
  const target = targetOf(type, field)
  return target?.unit ? unitChoices(target, header) : []
}
