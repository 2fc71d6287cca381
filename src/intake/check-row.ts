import { checkExtra, isObject, type JsonObject, SOURCE_FIELDS } from './check-object.ts'
import { type CheckedDetail, toDetail } from './machine-detail.ts'
import { type MachineContent, SETTLING_FIELDS, toContent } from './machine-fields.ts'
import { checkMember, type Fault, newReport, type Report, refuseField, type Source } from './report.ts'
import { RECORD_TYPES, type RecordType, ROW_SHAPES, type RowShape } from './row-shapes.ts'

/** Where a row stands in the input, and its text for the file of rejects. */
export interface RowOrigin {
  file: string
  line: number
  /** Left out where nobody asked for it: a batch of texts is much to hold. */
  raw: string | undefined
  /** Characters of the row, by which batches are bounded. */
  size?: number
}

/** A row after every check that needs no database. */
export interface CheckedRow {
  origin: RowOrigin
  type: RecordType | undefined
  patch: boolean
  /** As they are kept; in a patch a null clears a field. */
  fields: JsonObject
  /** Names of all fields that the row carries, good or bad; not kept of a machine that replaces its record. */
  carried: readonly string[]
  sources: readonly Source[]
  /** Of a machine that replaces its record: its lists, which have left `fields`. */
  detail?: CheckedDetail
  /** Of one that also names its section: all the rest, and `fields` holds only what finds and checks the record. */
  content?: MachineContent
  faults: Fault[]
}

/** Written by `--rejects` beside the fields of a row, and passed over when the row comes back. */
export const REJECT_FIELDS: readonly string[] = ['_errors', '_from']
const ROW_FIELDS: readonly string[] = ['type', 'patch', ...REJECT_FIELDS]

export function rejectedRow(origin: RowOrigin, reason: string): CheckedRow {
  const faults = [{ path: 'row', reason }]
  return { origin, type: undefined, patch: false, fields: {}, carried: [], sources: [], faults }
}

export function checkRow(
  row: unknown,
  origin: RowOrigin,
  options: { newestPriceDay: string; defaultType?: RecordType | undefined },
): CheckedRow {
  if (!isObject(row)) return rejectedRow(origin, 'must be a JSON object')
  const report = newReport(options.newestPriceDay)
  const type = (row.type ?? options.defaultType) as RecordType
  const patch = row.patch === true
  if (row.patch !== undefined && row.patch !== null && typeof row.patch !== 'boolean') {
    refuseField(report, 'patch', 'must be true or false')
  }
  const checked: CheckedRow = {
    origin,
    type: undefined,
    patch,
    fields: {},
    carried: Object.keys(row),
    sources: report.sources,
    faults: report.faults,
  }
  if (!RECORD_TYPES.includes(type)) {
    refuseField(report, 'type', `must be one of ${RECORD_TYPES.join(', ')}`)
    return checked
  }
  checked.type = type
  checkFields(row, ROW_SHAPES[type], checked, report)
  if (type === 'machine' && !patch && report.faults.length === 0) packMachine(checked)
  return checked
}

/** A batch of rows waits for its turn: a text is far less for the garbage collector to carry than a tree of objects. */
function packMachine(checked: CheckedRow): void {
  const { fields } = checked
  checked.carried = []
  checked.detail = toDetail(fields)
  if (typeof fields.section === 'string') {
    checked.content = toContent(fields, fields.section)
    checked.fields = {}
    for (const name of SETTLING_FIELDS) checked.fields[name] = fields[name]
    return
  }
  fields.media = undefined
  fields.prices = undefined
  fields.spec = undefined
}

function checkFields(row: JsonObject, shape: RowShape, checked: CheckedRow, report: Report): void {
  const { fields, patch } = checked
  report.dropsContacts = shape.dropsContacts
  let found = 0
  for (const { name, check, required } of shape.fields) {
    const given = row[name]
    if (given !== undefined) found++
    if (given === undefined || given === null) {
      if (required && (given === null || !patch || name === shape.key)) {
        refuseField(report, name, given === null && patch ? 'cannot be cleared' : 'is missing')
      } else if (patch && given === null) fields[name] = null
      continue
    }
    const kept = checkMember(check, given, name, report)
    if (kept !== undefined) fields[name] = kept
    // An empty text says that there is nothing, which in a patch is worth keeping.
    else if (patch && !required) fields[name] = null
  }
  if (checked.carried.length === found) return
  for (const name of checked.carried) if (!shape.names.has(name)) checkOther(name, row[name], shape, report)
}

function checkOther(name: string, value: unknown, shape: RowShape, report: Report): void {
  if (ROW_FIELDS.includes(name)) return
  if (shape.computed.has(name)) refuseField(report, name, 'is computed and cannot be imported')
  else if (SOURCE_FIELDS.includes(name) && value === null) return
  else checkExtra(name, value, shape.names, shape.what, report)
}
