import { isObject } from '../lib/parsing.ts'
import { acceptedRange, type Field as Described, type RecordPart } from '../schema/records/field.ts'
import { FIGURES, MACHINE } from '../schema/records/machine.ts'
import { type Field, freeForm, object, plainJson } from './check-object.ts'
import * as value from './check-value.ts'
import { guard } from './guard.ts'
import { type Check, refuse, refuseField } from './report.ts'

type Fields = Readonly<Record<string, Described>>

/** The checks of what an import may give, by the description of its fields, in their order. */
export function fieldsOf(fields: Fields): Field[] {
  return Object.entries(fields).map(([name, field]) => ({
    name,
    required: field.required === true,
    check: checkOf(field),
  }))
}

/** The check of a field. */
function checkOf(field: Described): Check {
  const check = valueCheck(field)
  const [least, most] = field.within ?? acceptedRange(field) ?? []
  return least === undefined ? check : value.between(least, most!, check)
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
      return required ? value.knownKey : value.orEmpty(value.knownKey)
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
      return makerCheck(field.of as RecordPart)
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

const privateObject: Check = (given, report) =>
  isObject(given) ? plainJson(given, report) : refuse(report, 'must be an object')

/** A row names its maker by slug, or by slug and name. */
function makerCheck(part: RecordPart): Check {
  const pair = object(fieldsOf(part.fields), 'a manufacturer reference')
  return (given, report) => (isObject(given) ? pair(given, report) : value.slug(given, report))
}

function oneOrSeveral(check: Check): Check {
  const several = value.list(check)
  return (given, report) => (Array.isArray(given) ? several : check)(given, report)
}

function partCheck({ name, fields, ranges = [] }: RecordPart): Check {
  const check = object(fieldsOf(fields), `a ${readable(name)}`)
  if (ranges.length === 0) return check
  return (given, report) => {
    const checked = check(given, report)
    const known = (checked ?? {}) as Record<string, number | undefined>
    for (const [low, high] of ranges) {
      if (known[low]! > known[high]!) refuseField(report, high, `must not be less than ${low}`)
    }
    return checked
  }
}

function readable(component: string): string {
  return component.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}

/** A link that is itself a contact must not be shown: it counts as absent. */
const listingUrl: Check = (given, report) => {
  if (typeof given !== 'string' || given === '' || guard().guardUrl(given) !== '') return value.url(given, report)
  report.removed++
  return undefined
}

/** Leaves out photos behind such links before checking the rest. */
function contactUrlsLeftOut(check: Check): Check {
  return (given, report) => {
    if (!Array.isArray(given)) return check(given, report)
    const isContact = (row: unknown) =>
      isObject(row) && typeof row.url === 'string' && row.url !== '' && guard().guardUrl(row.url) === ''
    const kept = given.filter((row) => !isContact(row))
    report.removed += given.length - kept.length
    return check(kept, report)
  }
}

export type CellKind = 'number' | 'flag' | 'json' | 'date' | 'moment' | 'text'

/** How to read a table's cell, by the type of its field. */
export function cellKind({ type }: Described): CellKind {
  if (type === 'date' || type === 'moment' || type === 'flag') return type
  if (type === 'integer' || type === 'number' || type === 'id' || type === 'year') return 'number'
  return type === 'list' || type === 'object' || type === 'part' || type === 'maker' ? 'json' : 'text'
}
