import { iso } from '../lib/calendar.ts'

export type JsonRow = Readonly<Record<string, unknown>>

/** Records as JSON for scripts; tables and details show the same members under the same names. */
export interface RecordView<T> {
  name: string
  json(item: T): JsonRow
  columns: readonly string[]
  texts?: Readonly<Record<string, (item: T, now: number) => string>>
  path?(item: T): string
}

/** The members of a record that a surface shows; all without names. */
export function membersOf<T>(
  { json, texts = {} }: Pick<RecordView<T>, 'json' | 'texts'>,
  item: T,
  now: number,
  names?: readonly string[],
): [name: string, value: unknown][] {
  const row = json(item)
  return (names ?? Object.keys({ ...row, ...texts })).map((name) => [name, texts[name]?.(item, now) ?? row[name]])
}

export const labelOf = (name: string) => name.replaceAll('_', ' ')

export const isTime = (name: string) => /(?:^|_)(?:at|since)$/.test(name)

export type Severity = 'good' | 'bad' | 'warn' | 'calm'

const STATES: Record<Exclude<Severity, 'calm'>, readonly string[]> = {
  good: ['active', 'applied', 'delivered', 'done', 'live', 'new', 'published', 'running', 'sent'],
  bad: ['died', 'failed', 'failing', 'gone', 'rejected', 'revoked'],
  warn: ['changed', 'disabled', 'expired', 'interrupted', 'not published', 'open', 'pending', 'review', 'waiting'],
}

export function severityOf(state: string): Severity {
  return (['good', 'bad', 'warn'] as const).find((severity) => STATES[severity].includes(state)) ?? 'calm'
}

export function plainText(value: unknown, name = ''): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return /(?:^|_)id$|year|pin/.test(name) ? String(value) : value.toLocaleString('en-IN')
  if (Array.isArray(value)) return value.map((item) => plainText(item)).join(', ')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .filter(([, item]) => item !== null)
    .map(([key, item]) => `${labelOf(key)} ${plainText(item, key)}`)
    .join(', ')
}

/** The columns of times, in milliseconds, as ISO 8601. */
export function withIsoTimes<T extends object>(
  row: T,
): { [K in keyof T]: T[K] extends number | null ? T[K] | string : T[K] } {
  const entries = Object.entries(row).map(([name, value]) => [name, isTime(name) ? iso(value) : value])
  return Object.fromEntries(entries)
}
