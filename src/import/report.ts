/** Why a row is rejected: the path of the field within the row, and the reason. */
export interface Fault {
  path: string
  /** Does not contain the value, so that equal reasons can be counted. */
  reason: string
  /** The value, ready to print. */
  found?: string | undefined
  /** What may have been meant. */
  suggestion?: string | undefined
}

/** The source of a value, by its JSON Pointer within the row. */
export interface Source {
  pointer: string
  value: unknown
}

/** What the checks of a row collect. */
export interface RowReport {
  faults: Fault[]
  sources: Source[]
  /** No price was observed after this day. */
  today: string
  /** No date except that of publication may be later than the end of next year. */
  lastDay: string
  /** A listing drops keys that name a contact; other rows are refused. */
  dropsContacts: boolean
  /** The most items of a list. */
  maxItems: number
  /** How many contacts and links the guard removed from the current field. */
  removed: number
}

/** Returns the value to store, or undefined after adding a fault. */
export type Check = (value: unknown, report: RowReport) => unknown

export function newReport(today: string): RowReport {
  return {
    faults: [],
    sources: [],
    today,
    lastDay: `${lastYear(today)}-12-31`,
    dropsContacts: false,
    maxItems: Number.POSITIVE_INFINITY,
    removed: 0,
  }
}

/** Next year is the latest year of a machine. */
export function lastYear(today: string): number {
  return Number(today.slice(0, 4)) + 1
}

export function refuse(report: RowReport, reason: string, suggestion?: string): undefined {
  report.faults.push({ path: '', reason, ...(suggestion === undefined ? {} : { suggestion }) })
  return undefined
}

export function refuseField(
  report: RowReport,
  path: string,
  reason: string,
  more: Omit<Fault, 'path' | 'reason'> = {},
) {
  report.faults.push({ path, reason, ...more })
}

/** Checks a member and puts its name before the paths of its faults. */
export function checkMember(check: Check, value: unknown, name: string | number, report: RowReport): unknown {
  const faults = report.faults.length
  const sources = report.sources.length
  const checked = check(value, report)
  for (let i = faults; i < report.faults.length; i++) {
    const fault = report.faults[i]!
    if (fault.path === '') fault.found ??= visible(value)
    fault.path = joinPath(name, fault.path)
  }
  for (let i = sources; i < report.sources.length; i++) {
    const source = report.sources[i]!
    source.pointer = `/${escapePointer(String(name))}${source.pointer}`
  }
  return checked
}

const MAX_SHOWN = 60

/** A value for a message: short, as JSON. */
export function visible(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return String(value)
  return value.length > MAX_SHOWN ? `${JSON.stringify(value.slice(0, MAX_SHOWN))}…` : JSON.stringify(value)
}

function joinPath(name: string | number, rest: string): string {
  const self = typeof name === 'number' ? `[${name}]` : name
  return rest === '' || rest.startsWith('[') ? self + rest : `${self}.${rest}`
}

export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

export function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** The rest of an input cannot be read; the rows before it count. */
export class RowInputError extends Error {
  readonly faults: readonly Fault[]
  line: number | undefined

  constructor(reason: string | readonly Fault[]) {
    const faults = typeof reason === 'string' ? [{ path: 'row', reason }] : reason
    super(faults.map((fault) => fault.reason).join(', '))
    this.faults = faults
  }

  at(line: number): RowInputError {
    this.line ??= line
    return this
  }
}
