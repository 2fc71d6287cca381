import { type Static, Type } from 'typebox'
import { Errors } from 'typebox/value'
import { isObject } from '../../lib/parsing.ts'
import { type Fault, RowInputError } from '../report.ts'
import { RECORD_TYPES, type RecordType } from '../row-shapes.ts'
import { targetOf, targetsOf } from './targets.ts'

/** Marks what a person still has to decide. */
export const OPEN = '?'
/** A column that is not read, and one that is only shown in the preview. */
export const SKIP = 'skip'
export const NOTE = 'note'
/** As the day of prices: the one above the headers of each sheet. */
export const FROM_SHEET = 'sheet'
/** In `rows.when.column`: the section row above. */
export const SECTION = 'section'

const oneOf = <const T extends string[]>(...values: T) => Type.Enum(values)
const closed = { additionalProperties: false }
const Texts = Type.Record(Type.String(), Type.String())
const Column = Type.Object(
  {
    field: Type.String(),
    /** Of numbers whose cells name none. */
    unit: Type.Optional(Type.String()),
    /** Of a column of prices. */
    kind: Type.Optional(Type.String()),
    /** What its words mean; `skip` leaves the field as it is. */
    values: Type.Optional(Texts),
    /** Whether phone numbers in its text become the private contact. */
    phones: Type.Optional(oneOf('contact', 'drop', OPEN)),
  },
  closed,
)
const Mapping = Type.Object(
  {
    version: Type.Literal(1),
    sender: Type.String(),
    type: oneOf(...RECORD_TYPES),
    sheet: Type.Optional(Type.String()),
    /** The line of the headers; their last line if they take two. A sheet may move it. */
    header_row: Type.Optional(Type.Integer({ minimum: 1 })),
    columns: Type.Record(Type.String(), Column),
    rows: Type.Optional(
      Type.Array(
        Type.Object(
          {
            when: Type.Object({ column: Type.String(), is: Type.Array(Type.String()) }, closed),
            type: oneOf(...RECORD_TYPES),
          },
          closed,
        ),
      ),
    ),
    /** The headers whose cells identify a row next month. Machines and implements are found by their slugs. */
    identity: Type.Union([Type.Literal('slug'), Type.Literal(OPEN), Type.Array(Type.String(), { minItems: 1 })]),
    /** What becomes of this sender's live listings that the next sheet lacks. */
    absent: oneOf('keep', 'withdraw'),
    /** What new records get; `price.…` also every price of the sheet that lacks it. */
    constants: Type.Optional(Texts),
    unknown_manufacturers: Type.Optional(oneOf('create', 'skip', OPEN)),
    date_order: Type.Optional(oneOf('dmy', 'mdy', OPEN)),
    fill_down: Type.Optional(Type.Array(Type.String())),
    /** The field that a line of one cell fills for the rows below. */
    section_rows: Type.Optional(Type.Object({ field: Type.String(), values: Type.Optional(Texts) }, closed)),
    publish: Type.Optional(Type.Union([Type.Boolean(), Type.Literal(OPEN)])),
  },
  closed,
)

export type ColumnMapping = Static<typeof Column>
/** How the sheets of one sender are read: a small file that the program proposes and a person completes. */
export type Mapping = Omit<Static<typeof Mapping>, 'type' | 'rows'> & { type: RecordType; rows?: RowRule[] }

/** Rows of another type: those whose cell of this column, or section row above, is one of these. */
interface RowRule {
  when: { column: string; is: string[] }
  type: RecordType
}

export interface StoredMapping {
  sender: string
  mapping: Mapping
  /** When it was saved, and by whom. */
  at: number
  who: string
}

/** Something about a sheet that only a person knows. */
export interface MappingQuestion {
  /** Its place in the mapping, such as `columns/HP/unit`; segments are escaped as in a JSON Pointer. */
  path: string
  text: string
  choices: readonly string[]
  /** Cells that it is about. */
  examples: readonly string[]
}

export interface Proposal {
  mapping: Mapping
  questions: readonly MappingQuestion[]
  /** What a person should know about the sheet. */
  warnings: readonly string[]
  headers: readonly string[]
  /** The first rows below the headers. */
  rows: readonly { line: number; cells: readonly string[] }[]
}

/** Returns the mapping in a value; an error names everything that is wrong. */
export function toMapping(value: unknown): Mapping {
  if (isObject(value) && 'columns' in value && !('version' in value)) {
    const reason = 'is missing: recipes of release 1.7 are read from the database only; import the sheet again'
    throw new RowInputError([{ path: 'version', reason }])
  }
  const mapping = normalize(value)
  const faults = shapeFaults(mapping)
  if (faults.length > 0) throw new RowInputError(faults)
  const { type, columns, section_rows, constants = {} } = mapping as Mapping
  const isField = (field: string) => field === OPEN || field === SKIP || targetOf(type, field) !== undefined
  const list = () => targetsOf(type).join(', ')
  for (const [header, { field }] of Object.entries(columns))
    if (field !== NOTE && !isField(field))
      faults.push({ path: `columns/${header}`, reason: `must be skip, note or one of ${list()}`, found: field })
  if (section_rows && !isField(section_rows.field))
    faults.push({ path: 'section_rows/field', reason: `must be skip or one of ${list()}`, found: section_rows.field })
  for (const name of Object.keys(constants))
    if (!targetOf(name.startsWith('price.') ? 'machine' : type, name))
      faults.push({ path: `constants/${name}`, reason: `is not a field; one of ${list()}` })
  if (faults.length > 0) throw new RowInputError(faults)
  return mapping as Mapping
}

/** One fault for each place whose value the schema does not allow. */
function shapeFaults(mapping: unknown): Fault[] {
  return [...Map.groupBy(Errors(Mapping, mapping), ({ instancePath }) => instancePath)].flatMap(([place, errors]) => {
    const path = place.slice(1) || 'mapping'
    const allowed = errors.flatMap(({ params }) =>
      'allowedValues' in params
        ? params.allowedValues.map(String)
        : 'allowedValue' in params
          ? String(params.allowedValue)
          : [],
    )
    if (allowed.length > 0) return { path, reason: `must be one of ${allowed.join(', ')}` }
    const unknown = errors.flatMap(({ params }) =>
      'additionalProperties' in params ? params.additionalProperties : [],
    )
    if (unknown.length > 0) return unknown.map((name) => ({ path: String(name), reason: 'is not part of a mapping' }))
    return errors[0]!.keyword === 'boolean' ? [] : { path, reason: errors[0]!.message }
  })
}

/** Numbers and dates of YAML as texts; a column with a field alone as an object. */
function normalize(value: unknown): unknown {
  if (!isObject(value)) return value
  const texts = (part: unknown): unknown =>
    isObject(part)
      ? Object.fromEntries(Object.entries(part).map(([name, item]) => [name, texts(item)]))
      : typeof part === 'number' || typeof part === 'boolean'
        ? String(part)
        : (part ?? undefined)
  const columns = isObject(value.columns)
    ? Object.entries(value.columns).map(([header, column]) => [
        header,
        isObject(column) ? texts(column) : { field: texts(column) },
      ])
    : undefined
  const { constants, section_rows, sender, sheet, ...others } = value
  return {
    ...others,
    ...(columns && { columns: Object.fromEntries(columns) }),
    ...Object.fromEntries(
      Object.entries({ constants, section_rows, sender, sheet }).flatMap(([name, part]) =>
        part === undefined ? [] : [[name, texts(part)]],
      ),
    ),
  }
}

/** Whether a person still has to decide something. */
export const isOpen = (mapping: Mapping): boolean => JSON.stringify(mapping).includes(`"${OPEN}"`)

/** The mapping with choices in their places; empty ones are ignored. */
export function withChoices(mapping: Mapping, choices: Iterable<readonly [path: string, value: string]>): Mapping {
  const changed = structuredClone(mapping) as unknown as Record<string, unknown>
  for (const [path, value] of choices) {
    const names = segmentsOf(path)
    const last = names.pop()!
    let place = changed
    for (const name of names) {
      if (name === '__proto__') throw new RowInputError([{ path, reason: 'is not a place in a mapping' }])
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
