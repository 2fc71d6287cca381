/** Why a row cannot be taken: the field, as a path within the row, and the reason. */
export interface Fault {
  path: string
  /** The same for every value, so that equal reasons can be counted. */
  reason: string
  /** The value as it was found, ready to print. */
  found?: string
  /** What may have been meant. */
  suggestion?: string
}

/** Where a value came from, by its JSON Pointer within the row. */
export interface Source {
  pointer: string
  value: unknown
}

/** What is found out about a row while it is checked. */
export interface Report {
  faults: Fault[]
  sources: Source[]
  /** No price was observed after this day. */
  today: string
  /** No date but that of publication is past the end of next year. */
  lastDay: string
  /** In a listing, keys that name a contact are dropped instead of refused. */
  dropsContacts: boolean
  /** How many items a list may have. */
  maxItems: number
  /** Contacts and links that the guard took out of the field at hand. */
  removed: number
}

/** The value as it is kept, or undefined after adding a fault. */
export type Check = (value: unknown, report: Report) => unknown

export function newReport(today: string): Report {
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

/** Next year: the latest that a machine can be of. */
export function lastYear(today: string): number {
  return Number(today.slice(0, 4)) + 1
}

export function refuse(report: Report, reason: string, suggestion?: string): undefined {
  report.faults.push({ path: '', reason, ...(suggestion === undefined ? {} : { suggestion }) })
  return undefined
}

export function refuseField(report: Report, path: string, reason: string, more: Omit<Fault, 'path' | 'reason'> = {}) {
  report.faults.push({ path, reason, ...more })
}

/** Checks a member, and puts its name before the paths of whatever was found inside it. */
export function checkMember(check: Check, value: unknown, name: string | number, report: Report): unknown {
  const faults = report.faults.length
  const sources = report.sources.length
  const checked = check(value, report)
  for (let i = faults; i < report.faults.length; i++) {
    const fault = report.faults[i]!
    if (fault.path === '') fault.found ??= shown(value)
    fault.path = joinPath(name, fault.path)
  }
  for (let i = sources; i < report.sources.length; i++) {
    const source = report.sources[i]!
    source.pointer = `/${escapePointer(String(name))}${source.pointer}`
  }
  return checked
}

const MOST_SHOWN = 60

/** A value for a message: short, and as JSON writes it. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return String(value)
  return value.length > MOST_SHOWN ? `${JSON.stringify(value.slice(0, MOST_SHOWN))}…` : JSON.stringify(value)
}

function joinPath(name: string | number, rest: string): string {
  const own = typeof name === 'number' ? `[${name}]` : name
  return rest === '' || rest.startsWith('[') ? own + rest : `${own}.${rest}`
}

export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
