import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { type Actor, type AuditEntry, audited, type Change } from '../history/audit.ts'
import type { PingParts } from '../webhooks/ping.ts'
import { type Argument, type Arguments, type Read, word } from './inputs.ts'

/**
 * What an operator sees and does, once for the commands and the console: each noun has its columns, its sheet and its
 * acts; cli/desk.ts and console/desk.ts render them.
 */

/** A state's colour. */
export type Tone = 'good' | 'bad' | 'warn' | 'calm'

/** A value to be shown. Plain text and figures stand for themselves. */
export type Cell = string | number | null | RichCell

export interface RichCell {
  text?: string
  /** A moment; null is never. */
  at?: number | null
  tone?: Tone
  look?: 'code' | 'strong' | 'clip'
  /** The page of the console that it leads to. */
  to?: string
  /** What follows it. */
  next?: Cell
  /** What stands below it on a page; in a terminal it follows. */
  below?: Cell
}

/** A cell as text alone. */
export function cellText(cell: Cell | undefined, format: (at: number | null) => string): string {
  if (typeof cell !== 'object' || cell === null) return String(cell ?? '')
  const own = cell.at === undefined ? (cell.text ?? '') : format(cell.at)
  return [own, cellText(cell.next, format), cellText(cell.below, format)].filter(Boolean).join(' ')
}

/** One value of a thing, in a table or on its sheet; undefined leaves its line out. */
export interface Column<T> {
  name: string
  of(one: T, now: number): Cell | undefined
  is?: 'number' | 'wide'
  /** Where it stands, unless everywhere: on a page, or in a terminal and a file. */
  on?: 'page' | 'terminal'
}

/** Who acts, on what, with what. */
export interface Desk {
  db: Db
  actor: Actor
  now: number
  config: Config
  /** What sending an event at once needs. */
  sending(): Promise<PingParts>
}

/** What an act did. */
export interface Done {
  text: string
  json: object
  /** It was tried in vain. */
  isBad?: boolean
  /** What else the operator should know. */
  hint?: string
  /** A key or a secret, shown this once. */
  secret?: string
  /** Nothing is left to do with it: the console leads back to the list. */
  isOver?: boolean
}

/** A change that an operator can make, by a command or a button. */
export interface Act<T, I extends Arguments = Arguments, N extends string = string> {
  /** For the help. */
  does: string
  /** Absent for an act of the commands alone. */
  button?: string
  /** What cannot be taken back is said before the button is shown. */
  warning?(one: T): string
  /** Said before the reason when it was not done. */
  undone?: string
  /** What it is done with. */
  inputs?: I
  /** Values of inputs that fit this one. */
  choices?(one: T): Record<string, readonly string[]>
  /** What else names what it is done with: the event of a subscription. */
  within?: Names
  /** Makes something new, which has no name yet. */
  isNew?: boolean
  /** Whether it makes sense now; the button is absent otherwise. */
  fits?(one: T, now: number): boolean
  /** It can be done with many at once. */
  isForMany?: boolean
  /** It changes nothing in the database that a command must name. */
  onlyReads?: boolean
  /** Undefined when there is no such thing. */
  run(desk: Desk, name: Name<N>, values: Read<I>): Promise<Done | undefined>
}

/** Infers the types of an act's inputs. */
export function actOf<T, N extends string = 'id'>() {
  return <const I extends Arguments = Record<never, never>>(act: Act<T, I, N>): Act<T> => act as unknown as Act<T>
}

/** The words that name a thing in a command and in an address, in this order. */
type Names = Readonly<Record<string, Argument<string>>>
/** Such a name: an id, or the type and the key of a record. */
export type Name<N extends string = string> = Readonly<Record<N, string>>

/** Names a thing by its id alone. */
export const byId = (noun: string, one: string) => ({
  id: word(`the id of ${one}; \`yantra ${noun} list\` shows them`),
})

/** A kind of thing that operators look after. */
export interface Noun<T> {
  /** Of the command and of the page: `keys`. */
  name: string
  /** `key`. */
  one: string
  names: Names
  nameOf(one: T): Name
  /** As scripts get it. */
  json(one: T): object
  columns: readonly Column<T>[]
  sheet: readonly Column<T>[]
  /** A longer text that follows the sheet in a terminal. */
  words?(one: T): string
  acts: Readonly<Record<string, Act<T>>>
}

/** Changes something and records it, both or neither; a change that found nothing to change is not recorded. */
export function noted<T>(
  { db, actor }: Pick<Desk, 'db' | 'actor'>,
  action: string,
  target: string,
  change: (trx: Db) => Promise<T>,
  detail: Change['detail'] | ((result: T) => Change['detail']) = {},
): Promise<T> {
  return audited(db, actor, change, (result) =>
    result === undefined || result === false
      ? undefined
      : { action, target, detail: typeof detail === 'function' ? detail(result) : detail },
  )
}

/** Removed contacts, or other counts by field: `2 from description`. */
export function fromFields(counts: Readonly<Record<string, number>>): string {
  const grouped = (count: number) => count.toLocaleString('en-IN')
  return Object.entries(counts)
    .map(([field, count]) => `${grouped(count)} from ${field}`)
    .join(', ')
}

/** Every change, by commands and in the console. */
export const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  { name: 'When', of: ({ at }) => ({ at: Date.parse(at) }) },
  { name: 'By', of: ({ by }) => ({ text: by, tone: 'calm' }) },
  { name: 'Who', of: ({ who }) => who },
  { name: 'Action', of: ({ action }) => ({ text: action, look: 'strong' }) },
  { name: 'Target', of: ({ target }) => target && { text: target, look: 'code' } },
  {
    name: 'Detail',
    is: 'wide',
    of: ({ detail }) =>
      Object.entries(detail)
        .map(
          ([name, value]) =>
            `${name.replaceAll('_', ' ')} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
        )
        .join(', '),
  },
]
