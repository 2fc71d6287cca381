/** Why a row cannot be taken: the field, as a path within the row, and the reason. */
export interface Fault {
  path: string
  reason: string
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
  newestPriceDay: string
  /** In a listing, keys that name a contact are dropped instead of refused. */
  dropsContacts: boolean
}

/** The value as it is kept, or undefined after adding a fault. */
export type Check = (value: unknown, report: Report) => unknown

export function newReport(newestPriceDay: string): Report {
  return { faults: [], sources: [], newestPriceDay, dropsContacts: false }
}

export function refuse(report: Report, reason: string): undefined {
  report.faults.push({ path: '', reason })
  return undefined
}

export function refuseField(report: Report, path: string, reason: string): void {
  report.faults.push({ path, reason })
}

/** Checks a member, and puts its name before the paths of whatever was found inside it. */
export function checkMember(check: Check, value: unknown, name: string | number, report: Report): unknown {
  const faults = report.faults.length
  const sources = report.sources.length
  const checked = check(value, report)
  for (let i = faults; i < report.faults.length; i++) {
    const fault = report.faults[i]!
    fault.path = joinPath(name, fault.path)
  }
  for (let i = sources; i < report.sources.length; i++) {
    const source = report.sources[i]!
    source.pointer = `/${escapePointer(String(name))}${source.pointer}`
  }
  return checked
}

function joinPath(name: string | number, rest: string): string {
  const own = typeof name === 'number' ? `[${name}]` : name
  return rest === '' || rest.startsWith('[') ? own + rest : `${own}.${rest}`
}

export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
