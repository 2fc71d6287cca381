import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { type Actor, type AuditChange, audited } from '../history/audit.ts'
import type { PingParts } from '../webhooks/ping.ts'
import { type Arguments, type Read, text, word } from './inputs.ts'
import type { JsonRow, RecordView } from './view.ts'

// Resources and actions are declared once: cli/ and console/ derive commands, tables, forms and pages from them.

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
export interface Action<T, A extends Arguments = Arguments, N extends string = string, R = unknown> {
  description: string
  button?: string
  /** The consequence of an action that cannot be undone. */
  warning?: string
  args?: A
  within?: Arguments
  /** Creates a record, which has no id yet. */
  isNew?: boolean
  isPossible?(item: T, now: number): boolean
  isBulk?: boolean
  isReadOnly?: boolean
  /** Runs in one transaction with its audit entry; undefined or false if there is no such record. */
  effect?(trx: Db, id: Id<N>, args: Read<A>, context: AdminContext): Promise<R | undefined | false>
  audit?(result: R, args: Read<A>): { target?: string; detail?: AuditChange['detail'] }
  report?(result: R, id: Id<N>, args: Read<A>, context: AdminContext): ActionResult | Promise<ActionResult>
  /** In place of the three above, for an action that is no transaction. */
  run?(context: AdminContext, id: Id<N>, args: Read<A>): Promise<ActionResult | undefined>
}

export function actionOf<T, N extends string = 'id'>() {
  return <const A extends Arguments = Record<never, never>, R = unknown>(action: Action<T, A, N, R>): Action<T> =>
    action as unknown as Action<T>
}

/** Runs an action and records it; undefined if there is no such record. */
export async function runAction<T>(
  { name, actions }: Pick<Resource<T>, 'name' | 'actions'>,
  verb: string,
  context: AdminContext,
  id: Id,
  args: Read<Arguments>,
): Promise<ActionResult | undefined> {
  const { effect, audit, report, run } = actions[verb]!
  if (run) return run(context, id, args)
  const target = Object.values(id).join(' ')
  const change = (trx: Db) => effect!(trx, id, args, context)
  const result = await withAudit(context, `${name}.${verb}`, target, change, (result) => audit?.(result!, args))
  return result === undefined || result === false ? undefined : report!(result, id, args, context)
}

/** The positionals that identify a record in a command and the segments in an address, in this order. */
export type Id<N extends string = string> = Readonly<Record<N, string>>

export const byId = (resource: string, singular: string, more = {}) => ({
  id: word(`the id of ${singular}; \`yantra ${resource} list\` lists them`, more),
})

export interface Rows {
  limit: number
  offset: number
}

export interface ResourceList<T, A extends Arguments = Arguments> {
  description: string
  filters: A
  /** How many a command prints unless told otherwise; without it all. */
  limit?: number
  run(db: Db, filters: Read<A>, rows: Rows, now: number): Promise<readonly T[]>
}

export function listOf<T>() {
  return <const A extends Arguments>(list: ResourceList<T, A>): ResourceList<T> => list as unknown as ResourceList<T>
}

export interface Resource<T> extends RecordView<T> {
  singular: string
  about: string
  id: Arguments
  list?: ResourceList<T>
  find?(db: Db, id: string, now: number): Promise<T | undefined>
  more?(item: T): JsonRow
  /** The record as a file. */
  file?(item: T): string
  actions: Readonly<Record<string, Action<T>>>
}

export const QUERY = { query: text('TEXT', 'words to search for') }

/** Items whose members contain every word of a query, in any case. */
export async function searchItems<T>(
  items: Iterable<T> | AsyncIterable<T>,
  query: string | undefined,
  { limit, offset }: Rows,
  json: (item: T) => JsonRow,
): Promise<T[]> {
  const words = (query ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const result: T[] = []
  for await (const item of items) {
    const content = words.length > 0 ? JSON.stringify(json(item)).toLowerCase() : ''
    if (words.every((part) => content.includes(part)) && result.push(item) >= offset + limit) break
  }
  return result.slice(offset)
}

/** Runs a change and records it in one transaction; a change without a result is not recorded. */
export function withAudit<T>(
  { db, actor }: Pick<AdminContext, 'db' | 'actor'>,
  action: string,
  target: string,
  change: (trx: Db) => Promise<T>,
  audit: (result: T) => { target?: string; detail?: AuditChange['detail'] } | undefined,
): Promise<T> {
  return audited(db, actor, change, (result) =>
    result === undefined || result === false ? undefined : { action, target, detail: {}, ...audit(result) },
  )
}
