import { isObject } from '../../lib/parsing.ts'
import { error, type Issue, RowInputError, shownValue } from '../issue.ts'
import { RECORD_TYPES, type RecordType } from '../row-shapes.ts'
import { targetOf, targetsOf } from './targets.ts'

export const OPEN = '?'
/** A column that is not read, and one that is only shown in the preview. */
export const SKIP = 'skip'
export const NOTE = 'note'
/** As the day of prices: the one above the headers of each sheet. */
export const FROM_SHEET = 'sheet'
/** In `rows.when.column`: the section row above. */
export const SECTION = 'section'

export interface ColumnMapping {
  field: string
  unit?: string
  kind?: string
  values?: Record<string, string>
  /** Whether phone numbers in its text become the private contact: contact, drop or `?`. */
  phones?: string
}

export interface Mapping {
  version: 1
  sender: string
  type: RecordType
  sheet?: string
  header_row?: number
  columns: Record<string, ColumnMapping>
  rows?: { when: { column: string; is: string[] }; type: RecordType }[]
  identity: 'slug' | typeof OPEN | string[]
  absent: 'keep' | 'withdraw'
  constants?: Record<string, string>
  unknown_manufacturers?: 'create' | 'skip' | typeof OPEN
  date_order?: 'dmy' | 'mdy' | typeof OPEN
  fill_down?: string[]
  section_rows?: { field: string; values?: Record<string, string> }
  publish?: boolean | typeof OPEN
}

export interface StoredMapping {
  sender: string
  mapping: Mapping
  at: number
  who: string
}

export interface MappingQuestion {
  /** Its place in the mapping, such as `columns/HP/unit`; segments are escaped as in a JSON Pointer. */
  path: string
  text: string
  choices: readonly string[]
  examples: readonly string[]
}

export interface Proposal {
  mapping: Mapping
  questions: readonly MappingQuestion[]
  warnings: readonly string[]
  headers: readonly string[]
  rows: readonly { line: number; cells: readonly string[] }[]
}

type Rule = (value: unknown, path: string) => Issue[]

const expects = (reason: string, isValid: (value: unknown) => boolean): Rule => {
  return (value, path) => (isValid(value) ? [] : [error(path || 'mapping', reason, shownValue(value))])
}
const text = expects('must be a text', (value) => typeof value === 'string')
const oneOf = (...values: readonly unknown[]) =>
  expects(`must be one of ${values.join(', ')}`, (value) => values.includes(value))
const anObject = expects('must be an object', isObject)
const aList = expects('must be a list', (value) => Array.isArray(value) && value.length > 0)
const below = (path: string, name: string) => (path === '' ? name : `${path}/${name}`)
const listOf =
  (rule: Rule): Rule =>
  (value, path) =>
    Array.isArray(value) ? value.flatMap((item, i) => rule(item, below(path, String(i)))) : aList(value, path)
const recordOf =
  (rule: Rule): Rule =>
  (value, path) =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, item]) => rule(item, below(path, name)))
      : anObject(value, path)

function members(rules: Readonly<Record<string, Rule>>): Rule {
  const names = Object.keys(rules).map((name) => name.replace('?', ''))
  return (value, path) => {
    if (!isObject(value)) return anObject(value, path)
    const unknown = Object.keys(value).filter((name) => !names.includes(name))
    const issues = Object.entries(rules).flatMap(([name, rule]) => {
      const item = value[name.replace('?', '')]
      if (item !== undefined) return rule(item, below(path, name.replace('?', '')))
      return name.endsWith('?') ? [] : [error(below(path, name), 'is missing')]
    })
    return [...issues, ...unknown.map((name) => error(below(path, name), 'is not part of a mapping'))]
  }
}

const texts = listOf(text)
const words = recordOf(text)
const identity = oneOf('slug', OPEN)
const MAPPING = members({
  version: oneOf(1),
  sender: text,
  type: oneOf(...RECORD_TYPES),
  'sheet?': text,
  'header_row?': expects('must be the number of a line', (value) => Number.isInteger(value) && Number(value) > 0),
  columns: recordOf(
    members({
      field: text,
      'unit?': text,
      'kind?': text,
      'values?': words,
      'phones?': oneOf('contact', 'drop', OPEN),
    }),
  ),
  'rows?': listOf(members({ when: members({ column: text, is: texts }), type: oneOf(...RECORD_TYPES) })),
  identity: (value, path) => (typeof value === 'string' ? identity : listOf(text))(value, path),
  absent: oneOf('keep', 'withdraw'),
  'constants?': words,
  'unknown_manufacturers?': oneOf('create', 'skip', OPEN),
  'date_order?': oneOf('dmy', 'mdy', OPEN),
  'fill_down?': texts,
  'section_rows?': members({ field: text, 'values?': words }),
  'publish?': oneOf(true, false, OPEN),
})

export function toMapping(value: unknown): Mapping {
  if (isObject(value) && 'columns' in value && !('version' in value)) {
    const reason = 'is missing: recipes of release 1.7 are read from the database only; import the sheet again'
    throw new RowInputError([error('version', reason)])
  }
  const mapping = normalize(value) as Mapping
  const issues = MAPPING(mapping, '')
  if (issues.length > 0) throw new RowInputError(issues)
  const unknown = fieldIssues(mapping)
  if (unknown.length > 0) throw new RowInputError(unknown)
  return mapping
}

function fieldIssues({ type, columns, section_rows, constants = {} }: Mapping): Issue[] {
  const list = targetsOf(type).join(', ')
  const check = (path: string, field: string, others: readonly string[]) =>
    field === OPEN || others.includes(field) || targetOf(type, field)
      ? []
      : [error(path, `must be ${others.join(', ')} or one of ${list}`, field)]
  return [
    ...Object.entries(columns).flatMap(([header, { field }]) => check(`columns/${header}`, field, [SKIP, NOTE])),
    ...(section_rows ? check('section_rows/field', section_rows.field, [SKIP]) : []),
    ...Object.keys(constants).flatMap((name) =>
      targetOf(name.startsWith('price.') ? 'machine' : type, name)
        ? []
        : [error(`constants/${name}`, `is not a field; one of ${list}`)],
    ),
  ]
}

/** Numbers and dates of YAML as texts; a column with a field alone as an object. */
function normalize(value: unknown): unknown {
  if (!isObject(value)) return value
  const asTexts = (part: unknown): unknown =>
    isObject(part)
      ? Object.fromEntries(Object.entries(part).map(([name, item]) => [name, asTexts(item)]))
      : typeof part === 'number' || typeof part === 'boolean'
        ? String(part)
        : (part ?? undefined)
  const asColumn = (column: unknown) => (isObject(column) ? asTexts(column) : { field: asTexts(column) })
  const result: Record<string, unknown> = { ...value }
  for (const name of ['constants', 'section_rows', 'sender', 'sheet'])
    if (result[name] !== undefined) result[name] = asTexts(result[name])
  if (isObject(value.columns))
    result.columns = Object.fromEntries(
      Object.entries(value.columns).map(([header, column]) => [header, asColumn(column)]),
    )
  return result
}

export const isOpen = (mapping: Mapping): boolean => JSON.stringify(mapping).includes(`"${OPEN}"`)

export function withChoices(mapping: Mapping, choices: Iterable<readonly [path: string, value: string]>): Mapping {
  const changed = structuredClone(mapping) as unknown as Record<string, unknown>
  for (const [path, value] of choices) {
    const names = segmentsOf(path)
    const last = names.pop()!
    let place = changed
    for (const name of names) {
      if (name === '__proto__') throw new RowInputError([error(path, 'is not a place in a mapping')])
      if (!Object.hasOwn(place, name) || !isObject(place[name])) place[name] = {}
      place = place[name] as Record<string, unknown>
    }
    if (value.trim() === '') continue
    if (path === 'identity') place[last] = value === OPEN || value === 'slug' ? value : value.split(' + ')
    else if (path === 'publish') place[last] = value === OPEN ? OPEN : value === 'true'
    else place[last] = value.trim()
  }
  return toMapping(changed)
}

export const pathOf = (...segments: readonly string[]): string =>
  segments.map((segment) => segment.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
export const segmentsOf = (path: string): string[] =>
  path.split('/').map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
