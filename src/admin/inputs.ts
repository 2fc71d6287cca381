import type { Static, TObject, TOptional, TProperties, TUnsafe } from 'typebox'
import {
  oneOf as oneOfList,
  ParseError,
  duration as parseDuration,
  parseFutureTimestamp,
  parsePastTimestamp,
  parseTimestamp,
  unwrap,
  wholeNumber,
} from '../lib/parsing.ts'
import { Type } from '../schema/api/type.ts'

/** Thrown for an argument that is missing or cannot be parsed. */
export class InvalidInput extends Error {}

export interface ArgumentSchema {
  type: 'string' | 'integer' | 'boolean'
  description: string
  enum?: readonly string[]
  format?: keyof typeof FORMATS
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  default?: string | boolean | number
  metavar?: string
}

export type Argument<T> = TUnsafe<T> & ArgumentSchema
type OptionalArgument<T> = TOptional<Argument<T>>
export type Arguments = TProperties
export type Read<A extends Arguments> = Static<TObject<A>>

/** Parses times given as text; a duration counts from now. */
const FORMATS = {
  digits: (text: string) => (/^\d+$/.test(text) ? text : new ParseError('must be a number')),
  duration: parseDuration,
  past: (text: string) => parseTimestamp(text, Date.now(), 'back'),
  future: (text: string) => parseFutureTimestamp(text, Date.now()),
  'as-of': (text: string) => parsePastTimestamp(text, Date.now()),
} satisfies Record<string, (text: string) => unknown>

/** PostgreSQL accepts no NUL, and control characters would move the cursor in a list. */
const ONE_LINE = '^\\P{Cc}*$'

type More = Partial<ArgumentSchema>

function argument<T>(schema: ArgumentSchema): OptionalArgument<T> {
  return Type.Optional(Type.Unsafe<T>(schema)) as unknown as OptionalArgument<T>
}

export function flag(description: string, more: More = {}): Argument<boolean> {
  return required(argument<boolean>({ type: 'boolean', description, default: false, ...more }))
}

export function text(metavar: string, description: string, more: More = {}) {
  return argument<string>({ type: 'string', description, metavar, ...more })
}

export function line(metavar: string, description: string, more: More = {}) {
  return text(metavar, description, { pattern: ONE_LINE, ...more })
}

export function word(description: string, more: More = {}): Argument<string> {
  return required(text('', description, more))
}

export function oneOf<const V extends string>(choices: readonly V[], description: string, more: More = {}) {
  return argument<V>({ type: 'string', description, enum: choices, metavar: choices.join('|'), ...more })
}

export function count(description: string, maximum = Number.MAX_SAFE_INTEGER, more: More = {}) {
  return argument<number>({ type: 'integer', description, minimum: 1, maximum, metavar: 'N', ...more })
}

export function duration(description: string, more: More = {}) {
  return argument<number>({ type: 'string', description, format: 'duration', metavar: 'DURATION', ...more })
}

/** A timestamp in the past; `format` may say otherwise. */
export function time(description: string, more: More = {}) {
  return argument<number>({ type: 'string', description, format: 'past', metavar: 'WHEN', ...more })
}

export function required<T>(optional: OptionalArgument<T>): Argument<T> {
  return { ...(optional as object) } as Argument<T>
}

export function withDefault<T>(optional: OptionalArgument<T>, fallback: string | number): Argument<T> {
  return { ...(optional as object), default: fallback } as unknown as Argument<T>
}

export function schemasOf(properties: Arguments): { name: string; schema: ArgumentSchema; isRequired: boolean }[] {
  const required: readonly string[] = Type.Object(properties).required ?? []
  return Object.entries(properties).map(([name, property]) => {
    const schema = property as unknown as ArgumentSchema
    return { name, schema, isRequired: required.includes(name) && schema.default === undefined }
  })
}

export function parseArgument(schema: ArgumentSchema, input: string): unknown {
  const { type, format, enum: choices, minimum, maximum, maxLength = Number.POSITIVE_INFINITY, pattern } = schema
  const text = input.trim()
  if (text === '') return new ParseError('must not be empty')
  if (format) return FORMATS[format](text)
  if (choices) return oneOfList(choices, (choice) => choice.toLowerCase())(text)
  if (type === 'integer') return wholeNumber({ min: minimum, max: maximum })(text)
  if (text.length > maxLength) return new ParseError(`must have at most ${maxLength} characters`)
  const isAllowed = pattern === undefined || (new RegExp(pattern, 'u').test(text) && text.isWellFormed())
  return isAllowed ? text : new ParseError('must have no control characters')
}

export function readArgument(name: string, schema: object, text: string): unknown {
  return unwrap(parseArgument(schema as ArgumentSchema, text), (fault) => new InvalidInput(`${name} ${fault}`))
}
