import * as moments from '../lib/parsing.ts'
import { type Fault, oneOf as oneOfList, orThrow, wholeNumber } from '../lib/parsing.ts'

/** Something given that cannot be understood. */
export class InvalidInput extends Error {}

/** How a form shows an input, which a command takes as an option. */
interface FormField {
  label: string
  note?: string
  placeholder?: string
  /** Filled in; a command has no such default. */
  value?: string
  /** Of a text of several lines. */
  rows?: number
  maxlength?: number
}

/** What an operator gives: an option or a word of a command, a field of a form. */
export interface Argument<T = unknown> {
  /** For the help; for a word, what it is: "the id of a key". */
  says: string
  /** The name of an option's value in the help; absent for a switch. */
  takes?: string
  /** The possible values, when they can be listed. */
  choices?: readonly string[]
  required?: boolean
  /** The default; `true` for a switch that `--no-…` turns off. */
  fallback?: string | true
  form?: FormField
  read(given: string, name: string): T
}

export type Arguments = Readonly<Record<string, Argument>>
export type Read<A extends Arguments> = { [Name in keyof A]: A[Name] extends Argument<infer T> ? T : never }

export function flag(says: string, fallback?: true): Argument<boolean> {
  return { says, ...(fallback && { fallback }), read: Boolean }
}

export function text(takes: string, says: string): Argument<string | undefined> {
  return value(takes, says, readText)
}

/** Any value read from text. `read` throws a InvalidInput for what it does not understand. */
export function value<T>(takes: string, says: string, read: Argument<T>['read']): Argument<T | undefined> {
  return { says, takes, read }
}

/** One of a closed list, in any case. A long list is named by a word, with where it is explained. */
export function oneOf<const V extends string>(
  choices: readonly V[],
  says: string,
  takes: string = choices.join('|'),
): Argument<V | undefined> {
  return { says, takes, choices, read: readBy(oneOfList(choices, (text) => text.toLowerCase())) }
}

/** A required word: "the id of a key". */
export function word(says: string): Argument<string> {
  return { says, required: true, read: readText }
}

export function required<T>(argument: Argument<T | undefined>): Argument<T> {
  return { ...argument, required: true } as Argument<T>
}

/** The same with what a form needs. */
export function inForm<A extends Argument>(argument: A, form: FormField): A {
  return { ...argument, form }
}

export function withDefault<T>(argument: Argument<T | undefined>, fallback: string): Argument<T> {
  return { ...argument, fallback } as Argument<T>
}

export function count(says: string, most: number, least = 1): Argument<number | undefined> {
  return value('N', says, readBy(wholeNumber({ least, most })))
}

/** In milliseconds. */
export function duration(says: string): Argument<number | undefined> {
  return value('DURATION', says, readBy(moments.duration))
}

/** A moment, or its distance from now: ahead, where it must lie, or back. */
export function moment(direction: 'ahead' | 'back', says: string): Argument<number | undefined> {
  const how = `a date-time (2027-03-31T18:30:00+05:30), a date, which begins at 00:00 UTC, or ${direction === 'ahead' ? 'a duration from now' : 'a duration back from now'} (30s, 15m, 24h, 90d)`
  const read = (given: string) =>
    direction === 'ahead' ? moments.futureMoment(given, Date.now()) : moments.moment(given, Date.now(), 'back')
  return value('WHEN', `${says}: ${how}`, readBy(read))
}

function readBy<T>(read: (given: string) => T | Fault): Argument<T>['read'] {
  return (given, name) => orThrow(read(given), (fault) => new InvalidInput(`${name} ${fault}`))
}

/** Without blanks around it. */
export function readTrimmed(most: number): Argument<string>['read'] {
  return (given, name) => {
    const text = given.trim()
    if (text === '') throw new InvalidInput(`${name} is missing`)
    if (text.length > most) throw new InvalidInput(`${name} has at most ${most} characters`)
    return text
  }
}

function readText(given: string): string {
  return given
}
