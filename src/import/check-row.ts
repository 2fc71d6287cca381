import { isObject } from '../lib/parsing.ts'
import { awaitsDecision, type ListingStatus } from '../listings/states.ts'
import { mayHoldContact } from '../redaction/text/slug.ts'
import { checkExtra, type JsonObject, SOURCE_FIELDS } from './check-object.ts'
import { countRemoved, guard } from './guard.ts'
import {
  type CheckedDetail,
  type MachineContent,
  machineFaults,
  noFields,
  specFaults,
  toContent,
  toDetail,
} from './machine-content.ts'
import type { Mapping } from './mapping/mapping.ts'
import { checkMember, type Fault, newReport, type RowReport, refuseField, type Source, visible } from './report.ts'
import { RECORD_TYPES, type RecordType, ROW_SHAPES, type RowShape } from './row-shapes.ts'

/** Where a row came from, and its text for the rejects file. */
interface RowOrigin {
  file: string
  line: number
  /** Undefined unless a rejects file was asked for: the texts of a batch take much memory. */
  raw: string | undefined
  /** Characters of the row; they limit the size of batches. */
  size?: number
  /** For a line of a sheet that is no row: of which type its rows are. */
  type?: RecordType
}

/** A row after every check that needs no database. */
export interface CheckedRow {
  origin: RowOrigin
  type: RecordType | undefined
  /** It changes only the fields that it carries. */
  patch: boolean
  /** For a patch that may make its record: what is missing then. */
  missing?: Fault[]
  /** The values to store; a null in a patch clears its field. */
  fields: JsonObject
  /** The names of all fields in the row, valid or not; empty for a whole machine. */
  carried: readonly string[]
  sources: readonly Source[]
  /** The lists of a whole machine, which `fields` then lacks. */
  detail?: CheckedDetail
  /** The content of a whole machine that names its section; `fields` then has only what finds and checks the record. */
  content?: MachineContent
  /** How many contacts and links the guard removed, by field; absent for none. */
  removed?: Record<string, number>
  /** Why an operator should look at the listing before buyers do. */
  doubt?: string
  /** For that reason the listing waits in review. */
  waits?: boolean
  /** For a listing that is not live yet: the fields that the guard changed, as sent. */
  sent?: JsonObject
  faults: Fault[]
  /** For a row that is a mapping. */
  mapping?: Mapping
  /** What the record gets only if it is not there yet. */
  onCreate?: JsonObject
  /** For a line of a sheet: its cells as they stand where the values say it otherwise, by their headings. */
  original?: Readonly<Record<string, string>>
  /** For a line of a sheet that is no row: why, and its text. */
  skipped?: { reason: string; text: string }
  /** What was found out about it, for people. */
  notes?: readonly Fault[]
  /** What became of it, and what the fields that it changed were and are. */
  outcome?: 'created' | 'changed' | 'unchanged' | undefined
  changes?: Readonly<Record<string, readonly [before: unknown, after: unknown]>> | undefined
  /** What is odd but accepted. */
  warnings?: Fault[] | undefined
  /** For a row that is kept without the cells that are not understood: those cells. */
  left?: LeftOut | undefined
}

/** Cells that are left out of a row: why, and what they hold, by field. */
export interface LeftOut {
  faults: Fault[]
  fields: JsonObject
}

/** A listing is guarded and sent as a whole. */
export const MAX_LISTING_BYTES = 256 * 1024
const MAX_LISTING_ITEMS = 100

/** `--rejects` adds these fields to a row; they are ignored when the row comes back. */
export const REJECT_FIELDS: readonly string[] = ['_errors', '_from']
/** `"patch": "known"` changes a record that is there, and makes one that is not. */
export const PATCH_EXISTING = 'known'
export const ROW_FIELDS: readonly string[] = ['type', 'patch', ...REJECT_FIELDS]

export function warn(row: CheckedRow, warning: Fault): void {
  row.warnings = [...(row.warnings ?? []), warning]
}

/** A row of which only the reasons for its rejection are known. */
export function rejectedRow(origin: RowOrigin, ...faults: Fault[]): CheckedRow {
  return { origin, type: undefined, patch: false, fields: {}, carried: [], sources: [], faults }
}

/** Whether a row of this type cannot be kept without the field. */
export function isNeeded(type: RecordType, field: string): boolean {
  return ROW_SHAPES[type].fields.find(({ name }) => name === field)?.required ?? true
}

/** Leaves out the fields that have faults; false when the row cannot do without them. */
export function leaveOut(row: CheckedRow, input: JsonObject): boolean {
  const { left, type, faults, carried } = row
  const names = new Set(faults.map(({ path }) => path.split(/[.[]/)[0]!))
  if (!left || !type || names.size === 0) return false
  if ([...names].some((name) => !carried.includes(name) || isNeeded(type, name))) return false
  for (const name of names) {
    left.fields[name] = input[name]
    delete row.fields[name]
  }
  left.faults.push(...faults.splice(0))
  row.carried = carried.filter((name) => !names.has(name))
  row.sources = row.sources.filter(({ pointer }) => !names.has(pointer.split('/')[1]!))
  return true
}

export function checkRow(
  row: unknown,
  origin: RowOrigin,
  options: { today: string; defaultType?: RecordType | undefined },
  { left, onCreate }: { left?: LeftOut | undefined; onCreate?: JsonObject } = {},
): CheckedRow {
  if (onCreate) return checkWithDefaults(row as JsonObject, onCreate, origin, { ...options, left })
  if (!isObject(row)) return rejectedRow(origin, { path: 'row', reason: 'must be a JSON object', found: visible(row) })
  const input = row.type ?? options.defaultType
  const named = typeof input === 'string' ? input.trim().toLowerCase() : input
  if (named === 'price') return checkPriceRow(row, origin, options)
  const report = newReport(options.today)
  const type = RECORD_TYPES.find((item) => item === named)
  const patch = row.patch === true || row.patch === PATCH_EXISTING
  if (row.patch !== undefined && row.patch !== null && !patch && row.patch !== false) {
    refuseField(report, 'patch', `must be true, false or "${PATCH_EXISTING}"`, { found: visible(row.patch) })
  }
  const checked: CheckedRow = {
    origin,
    type: undefined,
    patch,
    fields: type === 'machine' && !patch ? noFields() : {},
    carried: Object.keys(row),
    sources: report.sources,
    faults: report.faults,
    ...(row.patch === PATCH_EXISTING && { missing: [] }),
    ...(left && { left }),
  }
  if (type === undefined) {
    const result = row.type === undefined ? {} : { found: visible(row.type) }
    refuseField(report, 'type', `must be one of ${RECORD_TYPES.join(', ')}, price`, result)
    return checked
  }
  checked.type = type
  if (type === 'listing' && isTooLarge(row, origin)) {
    refuseField(report, 'row', `is larger than ${MAX_LISTING_BYTES / 1024} kB, the most a listing may have`)
    return checked
  }
  checkFields(row, ROW_SHAPES[type], checked, report)
  if (checked.fields.price && !patch) refuseField(report, 'price', 'belongs into prices: the row replaces the machine')
  if (type === 'machine') {
    report.faults.push(...specFaults(checked.fields))
    // A patch is checked later, together with its record.
    if (!patch) report.faults.push(...machineFaults(checked.fields))
    if (!patch && report.faults.length === 0) packMachine(checked)
  }
  checkSlugs(checked, report)
  leaveOut(checked, row)
  if (type === 'listing' && checked.faults.length === 0) {
    guardFields(checked)
    const reviewReason =
      checked.fields.status === 'live' ? guard().doubtOfListing({ ...checked.fields, sender: undefined }) : undefined
    if (reviewReason !== undefined) checked.doubt = reviewReason
    keepSent(checked, row)
  }
  return checked
}

/** Checks a row together with what its record gets if it is new, and parts them again. */
function checkWithDefaults(
  row: JsonObject,
  onCreate: JsonObject,
  origin: RowOrigin,
  { left, ...options }: { today: string; left: LeftOut | undefined },
): CheckedRow {
  const checked = checkRow({ ...onCreate, ...row }, origin, options, { left })
  const input = Object.keys(onCreate).filter((name) => !Object.hasOwn(row, name) && checked.fields[name] !== undefined)
  checked.onCreate = Object.fromEntries(input.map((name) => [name, checked.fields[name]]))
  for (const name of Object.keys(checked.onCreate)) delete checked.fields[name]
  checked.carried = checked.carried.filter((name) => Object.hasOwn(row, name))
  return checked
}

/** Rejects a slug that holds a contact. A machine may be called by such digits, and a listing may name it so. */
function checkSlugs(checked: CheckedRow, report: RowReport): void {
  for (const name of ROW_SHAPES[checked.type!].slugs) {
    const value = checked.fields[name]
    if (typeof value !== 'string') continue
    const contact = mayHoldContact(value) ? guard().contactInSlug(value) : undefined
    if (contact === undefined) continue
    if (name === 'slug' && checked.type === 'machine') warn(checked, { path: name, reason: `reads like ${contact}` })
    else if (name !== 'machine_slug' || contact === 'an e-mail address') refuseField(report, name, `holds ${contact}`)
  }
}

/** A row of one price is a patch of its machine. */
function checkPriceRow(row: JsonObject, origin: RowOrigin, options: { today: string }): CheckedRow {
  const { type: _, slug, patch: __, _errors, _from, ...price } = row
  return checkRow({ type: 'machine', patch: true, slug, price }, origin, options)
}

/** The contact itself is stored apart and not guarded. */
function guardFields(checked: CheckedRow): void {
  const { sender: _, ...visible } = checked.fields
  const guarded = guard().guardListing(visible)
  for (const [name, value] of Object.entries(guarded)) {
    const count = countRemoved(checked.fields[name], value)
    if (count > 0) addRemoved(checked, name, count)
    checked.fields[name] = value
  }
}

/** Only a patch without a status may belong to a listing of any status. */
function keepSent(checked: CheckedRow, row: JsonObject): void {
  const { removed, fields, patch, doubt: reviewReason } = checked
  const status = (reviewReason === undefined ? fields.status : 'review') as ListingStatus | undefined
  if (!removed || !(status === undefined ? patch : awaitsDecision(status))) return
  checked.sent = Object.fromEntries(Object.keys(removed).map((name) => [name, row[name]]))
}

function isTooLarge(row: JsonObject, { size }: RowOrigin): boolean {
  // A code unit takes at most three bytes.
  if (size !== undefined && size * 3 <= MAX_LISTING_BYTES) return false
  try {
    return Buffer.byteLength(JSON.stringify(row)) > MAX_LISTING_BYTES
  } catch {
    // Nested too deeply to be written.
    return true
  }
}

/** A waiting batch costs the garbage collector far less as texts than as objects. */
function packMachine(checked: CheckedRow): void {
  const { fields } = checked
  checked.carried = []
  checked.detail = toDetail(fields)
  if (typeof fields.section === 'string') {
    const { id, slug, manufacturer, machine_class, section, kind, is_sample } = fields
    checked.fields = { id, slug, manufacturer, machine_class, section, kind, is_sample }
    checked.content = toContent(fields, section)
    return
  }
  Object.assign(fields, { media: undefined, prices: undefined, spec: undefined })
}

function checkFields(row: JsonObject, shape: RowShape, checked: CheckedRow, report: RowReport): void {
  const { fields, patch } = checked
  report.dropsContacts = shape.holdsContacts
  if (shape.holdsContacts) report.maxItems = MAX_LISTING_ITEMS
  let result = 0
  for (const { name, check, required } of shape.fields) {
    const input = row[name]
    if (input !== undefined) result++
    if (input === undefined || input === null) {
      if (!required) {
        if (patch && input === null) fields[name] = null
      } else if (patch && input === undefined && name !== shape.key) {
        checked.missing?.push({ path: name, reason: 'is missing' })
      } else refuseField(report, name, input === null && patch ? 'cannot be cleared' : 'is missing')
      continue
    }
    const remaining = checkMember(check, input, name, report)
    noteRemoved(checked, name, report)
    if (remaining !== undefined) fields[name] = remaining
    // An empty text means nothing; in a patch that clears the field.
    else if (patch && !required) fields[name] = null
  }
  if (checked.carried.length === result) return
  for (const name of checked.carried) {
    if (shape.names.has(name)) continue
    checkOther(name, row[name], shape, report)
    noteRemoved(checked, name, report)
  }
}

function noteRemoved(checked: CheckedRow, name: string, report: RowReport): void {
  if (report.removed > 0) addRemoved(checked, name, report.removed)
  report.removed = 0
}

function addRemoved(checked: CheckedRow, name: string, count: number): void {
  checked.removed = { ...checked.removed, [name]: (checked.removed?.[name] ?? 0) + count }
}

function checkOther(name: string, value: unknown, shape: RowShape, report: RowReport): void {
  if (ROW_FIELDS.includes(name)) return
  if (shape.computed.has(name))
    refuseField(report, name, 'is computed and cannot be imported', { found: visible(value) })
  else if (SOURCE_FIELDS.includes(name) && value === null) return
  else checkExtra(name, value, shape.names, shape.what, report)
}
