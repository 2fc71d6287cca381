import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { type Actor, type AuditChange, type AuditEntry, audited } from '../history/audit.ts'
import type { PingParts } from '../webhooks/ping.ts'
import { type Arguments, type Read, word } from './inputs.ts'

// Resources and actions are declared once here; cli/resource-commands.ts and console/resource-parts.ts render them.

/** The colour of a state. */
export type Severity = 'good' | 'bad' | 'warn' | 'calm'

/** A value to show. Text and numbers stand for themselves. */
export type Cell = string | number | null | RichCell

export interface RichCell {
  text?: string
  /** Shown relative to now; null is "never". */
  timestamp?: number | null
  severity?: Severity
  style?: 'code' | 'strong' | 'clip'
  /** The console page it links to. */
  path?: string
  next?: Cell
  /** On a page in the line below; in a terminal after it. */
  below?: Cell
}

/** A cell as text alone. */
export function cellText(cell: Cell | undefined, format: (timestamp: number | null) => string): string {
  if (typeof cell !== 'object' || cell === null) return String(cell ?? '')
  const text = cell.timestamp === undefined ? (cell.text ?? '') : format(cell.timestamp)
  return [text, cellText(cell.next, format), cellText(cell.below, format)].filter(Boolean).join(' ')
}

/** A value of a record in a table or in its details; undefined omits the line. */
export interface ActionField<T> {
  name: string
  value(item: T, now: number): Cell | undefined
  kind?: 'number' | 'wide'
  /** Where it is shown, unless everywhere; a CSV file counts as a terminal. */
  surface?: 'page' | 'terminal'
}

/** What an action needs of its surroundings. */
export interface AdminContext {
  db: Db
  actor: Actor
  now: number
  config: Config
  /** For events that are sent at once. */
  sending(): Promise<PingParts>
}

export interface ActionResult {
  text: string
  json: object
  /** The action ran, and what it tried failed. */
  hasFailed?: boolean
  hint?: string
  /** A key or a secret, shown this once. */
  secret?: string
  /** The record has no page any more. */
  isRemoved?: boolean
}

/** A change that an operator can make, by a command or a button. */
export interface Action<T, A extends Arguments = Arguments, N extends string = string> {
  /** For the help. */
  description: string
  /** Absent for an action of the commands alone. */
  button?: string
  /** The consequence, shown before the button of an action that cannot be undone. */
  warning?(item: T): string
  /** Precedes the reason of an error. */
  failure?: string
  args?: A
  /** Choices of arguments that depend on the record. */
  choices?(item: T): Record<string, readonly string[]>
  /** Names a part of the record: the event of a subscription. */
  within?: Arguments
  /** Creates a record, which has no id yet. */
  isNew?: boolean
  /** Whether the button is shown. */
  isPossible?(item: T, now: number): boolean
  /** Can be applied to a selection. */
  isBulk?: boolean
  /** Changes nothing in the database. */
  isReadOnly?: boolean
  /** Undefined if there is no such record. */
  run(context: AdminContext, id: Id<N>, args: Read<A>): Promise<ActionResult | undefined>
}

/** Infers the types of an action's arguments. */
export function actionOf<T, N extends string = 'id'>() {
  return <const A extends Arguments = Record<never, never>>(action: Action<T, A, N>): Action<T> =>
    action as unknown as Action<T>
}

/** The positionals that identify a record in a command and the segments in an address, in this order. */
export type Id<N extends string = string> = Readonly<Record<N, string>>

export const byId = (resource: string, singular: string) => ({
  id: word(`the id of ${singular}; \`yantra ${resource} list\` lists them`),
})

/** A kind of record that operators manage. */
export interface Resource<T> {
  /** Of the command and the page: `keys`. */
  name: string
  /** `key`. */
  singular: string
  id: Arguments
  idOf(item: T): Id
  json(item: T): object
  columns: readonly ActionField<T>[]
  details: readonly ActionField<T>[]
  /** A longer text below the details in a terminal. */
  text?(item: T): string
  find?(db: Db, id: string, now: number): Promise<T | undefined>
  actions: Readonly<Record<string, Action<T>>>
}

/** Runs a change and records it in one transaction; a change without a result is not recorded. */
export function withAudit<T>(
  { db, actor }: Pick<AdminContext, 'db' | 'actor'>,
  action: string,
  target: string,
  change: (trx: Db) => Promise<T>,
  detail: AuditChange['detail'] | ((result: T) => AuditChange['detail']) = {},
): Promise<T> {
  return audited(db, actor, change, (result) =>
    result === undefined || result === false
      ? undefined
      : { action, target, detail: typeof detail === 'function' ? detail(result) : detail },
  )
}

/** Counts by field: `2 from description`. */
export function describeCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([field, count]) => `${count.toLocaleString('en-IN')} from ${field}`)
    .join(', ')
}

/** Entries of the audit log. */
export const AUDIT_COLUMNS: readonly ActionField<AuditEntry>[] = [
  { name: 'When', value: ({ at: timestamp }) => ({ timestamp: Date.parse(timestamp) }) },
  { name: 'By', value: ({ by }) => ({ text: by, severity: 'calm' }) },
  { name: 'Who', value: ({ who }) => who },
  { name: 'Action', value: ({ action }) => ({ text: action, style: 'strong' }) },
  { name: 'Target', value: ({ target }) => target && { text: target, style: 'code' } },
  { name: 'Detail', kind: 'wide', value: ({ detail }) => Object.entries(detail).map(describeDetail).join(', ') },
]

function describeDetail([name, value]: [string, unknown]): string {
  return `${name.replaceAll('_', ' ')} ${typeof value === 'string' ? value : JSON.stringify(value)}`
}
