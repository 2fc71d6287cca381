import type { TObject } from 'typebox'
import { isDate } from '../calendar.ts'
import { badInput, type InputError } from '../errors.ts'
import { nearestName } from '../text/nearest-name.ts'

/** The parts of a parameter's schema that parsing uses. */
interface ParameterSchema {
  type: string | string[]
  default?: unknown
  enum?: readonly (string | null)[]
  format?: string
  /** In code points. */
  maxLength?: number
  /** A larger number is lowered to this. */
  'x-clamp'?: number
}

type Fault = Omit<InputError, 'parameter'>
type Parse = (text: string) => { value: unknown } | { fault: Fault }

/** The parser ignores any further ones. */
const MAX_PARAMETERS = 200

/**
 * Makes the parser of an operation's query string. It reports all errors at once. An empty value counts as absent; an
 * unknown or repeated parameter is an error.
 */
export function queryParser<T>(schema: TObject): (query: string) => T {
  const parsers = new Map<string, Parse>()
  const defaults: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const parameter = property as unknown as ParameterSchema
    parsers.set(name, parserOf(parameter))
    defaults[name] = parameter.default ?? null
  }

  return (query) => {
    const values = { ...defaults }
    if (query === '') return values as T
    const errors: InputError[] = []
    const seen = new Set<string>()
    const pairs = query.split('&', MAX_PARAMETERS + 1)
    if (pairs.length > MAX_PARAMETERS) {
      throw badInput([{ parameter: '', message: `more than ${MAX_PARAMETERS} parameters` }])
    }
    for (const pair of pairs) {
      if (pair === '') continue
      const at = pair.indexOf('=')
      const name = decode(at < 0 ? pair : pair.slice(0, at))
      const text = at < 0 ? '' : decode(pair.slice(at + 1))
      const error = take(name, text)
      if (error) errors.push(error)
    }
    if (errors.length > 0) throw badInput(errors)
    return values as T

    function take(name: string | undefined, text: string | undefined): InputError | undefined {
      if (name === undefined) return { parameter: '', message: 'a name is not percent-encoded UTF-8' }
      const parse = parsers.get(name)
      if (!parse) return unknown(name, parsers.keys())
      if (seen.has(name)) return { parameter: name, message: 'is given more than once' }
      seen.add(name)
      if (text === undefined) return { parameter: name, message: 'is not percent-encoded UTF-8' }
      if (text === '') return undefined
      const result = parse(text)
      if ('fault' in result) return { parameter: name, ...result.fault }
      values[name] = result.value
      return undefined
    }
  }
}

/** The raw query of an address: a parsed one loses repeated parameters. */
export function queryString(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

/** A positive integer from the path. */
export function positiveInteger(parameter: string, text: string): number {
  const value = Number(text)
  if (/^[1-9][0-9]*$/.test(text) && Number.isSafeInteger(value)) return value
  throw badInput([{ parameter, message: `must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}` }])
}

function unknown(name: string, known: Iterable<string>): InputError {
  const suggestion = nearestName(name, known)
  const shown = name.length > 80 ? `${name.slice(0, 80)}…` : name
  return { parameter: shown, message: 'is not a parameter here', ...(suggestion ? { suggestion } : {}) }
}

function decode(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

function parserOf(schema: ParameterSchema): Parse {
  const types = [schema.type].flat()
  if (types.includes('integer')) return (text) => integer(text, schema)
  if (types.includes('number')) return number
  if (schema.format === 'date') return date
  const allowed = schema.enum?.filter((value): value is string => Boolean(value))
  if (allowed) return (text) => choice(text, allowed)
  const { maxLength } = schema
  return (text) => {
    if (maxLength !== undefined && text.length > maxLength && [...text].length > maxLength) {
      return { fault: { message: `must have at most ${maxLength} characters` } }
    }
    return { value: text }
  }
}

function integer(text: string, schema: ParameterSchema): ReturnType<Parse> {
  const clamp = schema['x-clamp']
  const value = Number(text)
  if (/^[0-9]+$/.test(text)) {
    if (clamp !== undefined && value > clamp) return { value: clamp }
    if (Number.isSafeInteger(value)) return { value }
  }
  return { fault: { message: `must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, in digits` } }
}

function number(text: string): ReturnType<Parse> {
  const value = Number(text)
  if (/^[0-9]+(?:\.[0-9]+)?$/.test(text) && value <= Number.MAX_SAFE_INTEGER) return { value }
  return { fault: { message: 'must be a number in digits, with an optional fraction such as 47.5' } }
}

function date(text: string): ReturnType<Parse> {
  return isDate(text) ? { value: text } : { fault: { message: 'must be a day of the calendar, YYYY-MM-DD' } }
}

function choice(text: string, allowed: readonly string[]): ReturnType<Parse> {
  if (allowed.includes(text)) return { value: text }
  const suggestion = nearestName(text, allowed)
  const message = `must be one of ${allowed.join(', ')}`
  return { fault: { message, allowed, ...(suggestion ? { suggestion } : {}) } }
}
