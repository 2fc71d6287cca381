import { isObject } from '../lib/parsing.ts'
import { awaitsDecision, type ListingStatus } from '../listings/states.ts'
import { mayHoldContact } from '../redaction/text/slug.ts'
import { checkOther, type JsonObject, RowCheck, type Source } from './field-checks.ts'
import { countRemoved, guard } from './guard.ts'
import { error, fieldOf, type Issue, isError, type RowOrigin, shownValue, warning } from './issue.ts'
import { type MachineValues, machineIssues, noFields, specIssues, toMachineValues } from './machine-content.ts'
import type { Mapping } from './mapping/mapping.ts'
import { isNeeded, RECORD_TYPES, type RecordType, ROW_SHAPES } from './row-shapes.ts'

/** A row after every check that needs no database. Nothing changes it: a batch may be tried several times. */
export interface CheckedRow {
  readonly origin: RowOrigin
  readonly type: RecordType | undefined
  readonly patch: boolean
  readonly missing?: readonly Issue[]
  /** The values to store; a null in a patch clears its field. */
  readonly fields: Readonly<JsonObject>
  readonly onCreate?: Readonly<JsonObject>
  readonly carried: readonly string[]
  readonly sources: readonly Source[]
  /** What is stored of a whole machine that names its section; `fields` then only finds and checks the record. */
  readonly machine?: MachineValues
  readonly guarded?: GuardResult
  readonly issues: readonly Issue[]
  readonly mapping?: Mapping
  readonly line?: TableRow
}

interface GuardResult {
  removed: Record<string, number>
  reviewReason: string | undefined
  sent: JsonObject
}

interface TableRow {
  /** Cells that are not understood are left out instead of rejecting the row. */
  isLenient: boolean
  input: JsonObject
  onCreate?: JsonObject
  original?: Readonly<Record<string, string>> | undefined
  skipped?: { reason: string; text: string } | undefined
}

export const MAX_LISTING_BYTES = 256 * 1024
const MAX_LISTING_ITEMS = 100

export const REJECT_FIELDS: readonly string[] = ['_errors', '_from']
/** `"patch": "known"` changes a record that exists, and creates one that does not. */
export const PATCH_EXISTING = 'known'
export const ROW_FIELDS: readonly string[] = ['type', 'patch', ...REJECT_FIELDS]

export function rejectedRow(origin: RowOrigin, issues: readonly Issue[]): CheckedRow {
  return { origin, type: undefined, patch: false, fields: {}, carried: [], sources: [], issues }
}

export interface CheckOptions {
  today: string
  defaultType?: RecordType | undefined
}

export function checkRow(row: unknown, origin: RowOrigin, options: CheckOptions, line?: TableRow): CheckedRow {
  if (!isObject(row)) return rejectedRow(origin, [error('row', 'must be a JSON object', shownValue(row))])
  const named = row.type ?? options.defaultType
  const folded = typeof named === 'string' ? named.trim().toLowerCase() : named
  if (folded === 'price') return checkPriceRow(row, origin, options)
  const type = RECORD_TYPES.find((item) => item === folded)
  if (type === undefined) {
    const found = row.type === undefined ? undefined : shownValue(row.type)
    return rejectedRow(origin, [error('type', `must be one of ${RECORD_TYPES.join(', ')}, price`, found)])
  }
  if (type === 'listing' && isTooLarge(row, origin)) {
    const reason = `is larger than ${MAX_LISTING_BYTES / 1024} kB, the most a listing may have`
    return rejectedRow(origin, [error('row', reason)])
  }
  const { onCreate } = line ?? {}
  if (!onCreate) return checkFields(row, type, origin, options.today, line)
  return partDefaults(checkFields({ ...onCreate, ...row }, type, origin, options.today, line), row, onCreate)
}

function partDefaults(checked: CheckedRow, row: JsonObject, onCreate: JsonObject): CheckedRow {
  const names = Object.keys(onCreate).filter((name) => !Object.hasOwn(row, name))
  if (names.length === 0) return checked
  const [defaults, fields] = [{} as JsonObject, {} as JsonObject]
  for (const [name, value] of Object.entries(checked.fields)) (names.includes(name) ? defaults : fields)[name] = value
  return { ...checked, fields, onCreate: defaults, carried: checked.carried.filter((name) => !names.includes(name)) }
}

function checkPriceRow(row: JsonObject, origin: RowOrigin, options: CheckOptions): CheckedRow {
  const { type: _, slug, patch: __, _errors, _from, ...price } = row
  return checkRow({ type: 'machine', patch: true, slug, price }, origin, options)
}

function checkFields(
  row: JsonObject,
  type: RecordType,
  origin: RowOrigin,
  today: string,
  line: TableRow | undefined,
): CheckedRow {
  const shape = ROW_SHAPES[type]
  const check = new RowCheck(today, shape.holdsContacts, shape.holdsContacts ? MAX_LISTING_ITEMS : undefined)
  const patch = row.patch === true || row.patch === PATCH_EXISTING
  if (!patch && row.patch != null && row.patch !== false)
    check.refuseMember('patch', `must be true, false or "${PATCH_EXISTING}"`, shownValue(row.patch))
  const missing: Issue[] = []
  const fields: JsonObject = type === 'machine' && !patch ? noFields() : {}
  let known = 0
  for (const { name, check: checkValue, required } of shape.fields) {
    const input = row[name]
    if (input !== undefined) known++
    if (input === undefined || input === null) {
      if (!required) {
        if (patch && input === null) fields[name] = null
      } else if (patch && input === undefined && name !== shape.key) missing.push(error(name, 'is missing'))
      else check.refuseMember(name, input === null && patch ? 'cannot be cleared' : 'is missing')
      continue
    }
    const value = check.checkMember(checkValue, input, name)
    if (value !== undefined) fields[name] = value
    // An empty text means nothing; in a patch that clears the field.
    else if (patch && !required) fields[name] = null
  }
  const carried = Object.keys(row)
  if (carried.length > known)
    for (const name of carried) {
      if (shape.names.has(name) || ROW_FIELDS.includes(name)) continue
      if (shape.computed.has(name))
        check.refuseMember(name, 'is computed and cannot be imported', shownValue(row[name]))
      else checkOther(name, row[name], shape.names, shape.what, check)
    }
  if (fields.price && !patch) check.refuseMember('price', 'belongs into prices: the row replaces the machine')
  if (type === 'machine') {
    check.issues.push(...specIssues(fields))
    if (!patch) check.issues.push(...machineIssues(fields))
  }
  checkSlugs(type, fields, check)
  const { sources, issues } = check
  const isWhole = type === 'machine' && !patch && issues.length === 0
  if (isWhole && fields.section !== undefined)
    return packMachine({ origin, type, patch, fields, carried, sources, issues })
  const mayCreate = row.patch === PATCH_EXISTING
  const checked: CheckedRow = {
    ...{ origin, type, patch, fields, carried, sources, issues },
    ...(mayCreate && { missing }),
    ...(line && { line }),
  }
  const remaining = withoutErrors(checked, row) ?? checked
  if (remaining.issues.some(isError)) return remaining
  return type === 'listing' ? guardListing(remaining, row, check.removed) : remaining
}

/** Rejects a slug that holds a contact. A machine may be called by such digits, and a listing may name it so. */
function checkSlugs(type: RecordType, fields: JsonObject, check: RowCheck): void {
  for (const name of ROW_SHAPES[type].slugs) {
    const value = fields[name]
    const contact = typeof value === 'string' && mayHoldContact(value) ? guard().contactInSlug(value) : undefined
    if (contact === undefined) continue
    if (name === 'slug' && type === 'machine') check.issues.push(warning(name, `reads like ${contact}`))
    else if (name !== 'machine_slug' || contact === 'an e-mail address') check.refuseMember(name, `holds ${contact}`)
  }
}

export function withoutErrors(row: CheckedRow, input: Readonly<JsonObject>): CheckedRow | undefined {
  const { type, line, issues, carried } = row
  if (!line?.isLenient || !issues.some(isError)) return undefined
  const names = new Set(issues.filter(isError).map(fieldOf))
  for (const name of names) if (!carried.includes(name) || isNeeded(type!, name)) return undefined
  const isRetained = (name: string) => !names.has(name)
  return {
    ...row,
    fields: Object.fromEntries(Object.entries(row.fields).filter(([name]) => isRetained(name))),
    carried: carried.filter(isRetained),
    sources: row.sources.filter(({ pointer }) => isRetained(pointer.split('/')[1]!)),
    issues: issues.map((issue) =>
      isError(issue)
        ? { ...issue, severity: 'left', cell: line.input[fieldOf(issue)] ?? input[fieldOf(issue)] }
        : issue,
    ),
  }
}

/** The contact itself and the sender are stored apart and not guarded. */
function guardListing(row: CheckedRow, input: JsonObject, dropped: Record<string, number> | undefined): CheckedRow {
  const { sender, ...visible } = row.fields
  const guarded: JsonObject = guard().guardListing(visible)
  const removed = { ...dropped }
  for (const [name, value] of Object.entries(guarded)) {
    const count = countRemoved(visible[name], value)
    if (count > 0) removed[name] = (removed[name] ?? 0) + count
  }
  const fields = { ...visible, ...guarded }
  const reviewReason = fields.status === 'live' ? guard().doubtOfListing(fields) : undefined
  const names = Object.keys(removed)
  // Only a patch without a status may belong to a listing of any status.
  const status = (reviewReason === undefined ? fields.status : 'review') as ListingStatus | undefined
  const isSent = status === undefined ? row.patch : awaitsDecision(status)
  const sent = isSent ? Object.fromEntries(names.map((name) => [name, input[name]])) : {}
  return {
    ...row,
    fields: sender === undefined ? fields : { ...fields, sender },
    ...((names.length > 0 || reviewReason !== undefined) && { guarded: { removed, reviewReason, sent } }),
  }
}

function isTooLarge(row: JsonObject, { size }: RowOrigin): boolean {
  if (size !== undefined && size * 3 <= MAX_LISTING_BYTES) return false
  try {
    return Buffer.byteLength(JSON.stringify(row)) > MAX_LISTING_BYTES
  } catch {
    // Nested too deeply to be written.
    return true
  }
}

/** A waiting batch costs the garbage collector far less as texts than as objects. Its class may decide the section. */
function packMachine(row: CheckedRow): CheckedRow {
  const { id, slug, manufacturer, machine_class, section, kind, is_sample } = row.fields
  const fields = { id, slug, manufacturer, machine_class, section, kind, is_sample }
  return { ...row, fields, carried: [], machine: toMachineValues(row.fields) }
}
