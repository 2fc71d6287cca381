import { isObject } from '../lib/parsing.ts'
import { acceptedRange, type Field as Described, type RecordPart } from '../schema/records/field.ts'
import { FIGURES, MACHINE } from '../schema/records/machine.ts'
import { freeForm, type ObjectField, object, plainJson } from './check-object.ts'
import * as value from './check-value.ts'
import { guard } from './guard.ts'
import { type Check, refuse, refuseField } from './report.ts'

type Fields = Readonly<Record<string, Described>>

/** The checks of what an import may give, by the description of its fields, in their order. */
export function fieldsOf(fields: Fields): ObjectField[] {
  return Object.entries(fields).map(([name, field]) => ({
    name,
    required: field.required === true,
    check: checkOf(field),
  }))
}

/** The check of a field. */
function checkOf(field: Described): Check {
  const check = valueCheck(field)
  const [min, max] = field.within ?? acceptedRange(field) ?? []
  return min === undefined ? check : value.between(min, max!, check)
}

function valueCheck(field: Described): Check {
  const { required } = field
  switch (field.type) {
    case 'id':
      return value.id
    case 'slug':
      return required ? value.slug : value.orEmpty(value.slug)
    case 'key':
      return value.key
    case 'keyword':
      return required ? value.existingKey : value.orEmpty(value.existingKey)
    case 'slug-or-key':
      return value.slugOrKey
    case 'name':
      return value.oneLine(required ? value.filledText : value.text)
    case 'text':
      return field.empty ? value.anyText : required ? value.filledText : value.text
    case 'url':
      return field.guarded ? listingUrl : required ? value.filledUrl : value.url
    case 'pin':
      return value.pin
    case 'colour':
      return value.colour
    case 'choice':
      return value.oneOf(field.values!)
    case 'state':
      return value.stateCode(field.values!)
    case 'field':
      return value.oneOf(field.figures ? FIGURES : PUBLIC)
    case 'maker':
      return manufacturerCheck(field.of as RecordPart)
    case 'date':
      return field.until === 'ever' ? value.anyDay : field.until === 'today' ? value.pastDate : value.date
    case 'moment':
      return value.dateTime
    case 'year':
      return value.year
    case 'integer':
      return value.integer
    case 'number':
      return value.number
    case 'flag':
      return value.flag
    case 'object':
      return field.private ? privateObject : freeForm
    case 'part':
      return oneOrSeveral(partCheck(field.of as RecordPart))
    case 'list': {
      const of = field.of!
      const items = value.list('fields' in of ? partCheck(of) : checkOf(of), { unique: field.unique === true })
      return field.guarded ? contactUrlsLeftOut(items) : items
    }
  }
}

/** The fields of a sheet. */
const PUBLIC = Object.keys(MACHINE).filter((name) => !(MACHINE as Fields)[name]!.private)

const privateObject: Check = (input, report) =>
  isObject(input) ? plainJson(input, report) : refuse(report, 'must be an object')

/** A row names its maker by slug, or by slug and name. */
function manufacturerCheck(part: RecordPart): Check {
  const pair = object(fieldsOf(part.fields), 'a manufacturer reference')
  return (input, report) => (isObject(input) ? pair(input, report) : value.slug(input, report))
}

function oneOrSeveral(check: Check): Check {
  const several = value.list(check)
  return (input, report) => (Array.isArray(input) ? several : check)(input, report)
}

function partCheck({ name, fields, ranges = [] }: RecordPart): Check {
  const check = object(fieldsOf(fields), `a ${readable(name)}`)
  if (ranges.length === 0) return check
  return (input, report) => {
    const checked = check(input, report)
    const existing = (checked ?? {}) as Record<string, number | undefined>
    for (const [low, high] of ranges) {
      if (existing[low]! > existing[high]!) refuseField(report, high, `must not be less than ${low}`)
    }
    return checked
  }
}

function readable(component: string): string {
  return component.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}

/** A link that is itself a contact must not be shown: it counts as absent. */
const listingUrl: Check = (input, report) => {
  if (typeof input !== 'string' || input === '' || guard().guardUrl(input) !== '') return value.url(input, report)
  report.removed++
  return undefined
}

/** Leaves out photos behind such links before checking the rest. */
function contactUrlsLeftOut(check: Check): Check {
  return (input, report) => {
    if (!Array.isArray(input)) return check(input, report)
    const isContact = (row: unknown) =>
      isObject(row) && typeof row.url === 'string' && row.url !== '' && guard().guardUrl(row.url) === ''
    const remaining = input.filter((row) => !isContact(row))
    report.removed += input.length - remaining.length
    return check(remaining, report)
  }
}

export type CellKind = 'number' | 'flag' | 'json' | 'date' | 'moment' | 'text'

/** How to read a table's cell, by the type of its field. */
export function cellKind({ type }: Described): CellKind {
  if (type === 'date' || type === 'moment' || type === 'flag') return type
  if (type === 'integer' || type === 'number' || type === 'id' || type === 'year') return 'number'
  return type === 'list' || type === 'object' || type === 'part' || type === 'maker' ? 'json' : 'text'
}
