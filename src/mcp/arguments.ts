import { isDate } from '../calendar.ts'
import { nearestName } from '../text/nearest-name.ts'
import { type ArgumentSchema, type InputSchema, ToolError } from './tool.ts'

/** A value for the tool, or what is wrong with it. */
type Read = { value: unknown } | { fault: string }

/**
 * The checked arguments of a call. Absent, null and empty are the same. Agents sometimes write figures as text, and
 * lists as words joined by commas: both are accepted. All errors are reported at once.
 */
export function readArguments(schema: InputSchema, given: unknown): Record<string, unknown> {
  if (given !== undefined && !isObject(given)) throw new ToolError('The arguments must be an object.')
  const values: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [name, value] of Object.entries(given ?? {})) {
    const known = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    if (!known) faults.push(unknownName(name, Object.keys(schema.properties)))
    else if (value !== null && value !== '') {
      const read = readers[known.type](value, known)
      if ('fault' in read) faults.push(`${name} ${read.fault}`)
      else values[name] = read.value
    }
  }
  for (const name of schema.required ?? []) {
    const isFaulty = faults.some((fault) => fault.startsWith(`${name} `))
    if (values[name] === undefined && !isFaulty) faults.push(`${name} is missing`)
  }
  if (faults.length > 0) throw new ToolError(`Bad arguments. ${faults.join('. ')}`)
  return values
}

const readers: Record<ArgumentSchema['type'], (value: unknown, schema: ArgumentSchema) => Read> = {
  string(value, { enum: allowed, format, maxLength }) {
    if (typeof value !== 'string') return { fault: 'must be a string' }
    if (maxLength !== undefined && value.length > maxLength && [...value].length > maxLength) {
      return { fault: `must have at most ${maxLength} characters` }
    }
    if (format === 'date' && !isDate(value)) return { fault: 'must be a day of the calendar, YYYY-MM-DD' }
    return allowed ? choice(value, allowed) : { value }
  },
  number(value, { minimum = 0 }) {
    const number = toNumber(value, /^[0-9]+(?:\.[0-9]+)?$/)
    return number !== undefined && number >= minimum ? { value: number } : { fault: `must be a number from ${minimum}` }
  },
  integer(value, { minimum = 0, maximum }) {
    const number = toNumber(value, /^[0-9]+$/)
    if (number === undefined || !Number.isInteger(number) || number < minimum) {
      return { fault: `must be a whole number from ${minimum}` }
    }
    return { value: Math.min(number, maximum ?? number) }
  },
  array(value, { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }) {
    const list = typeof value === 'string' ? value.split(',') : value
    if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) {
      return { fault: 'must be a list of strings' }
    }
    const strings = [...new Set(list.map((item) => item.trim()).filter(Boolean))]
    if (strings.length < minItems || strings.length > maxItems) {
      return { fault: `must have ${minItems} to ${maxItems} different items` }
    }
    const faults = items?.enum ? strings.map((item) => choice(item, items.enum!)).filter((read) => 'fault' in read) : []
    return faults[0] ?? { value: strings }
  },
}

function toNumber(value: unknown, digits: RegExp): number | undefined {
  const number = typeof value === 'string' && digits.test(value) ? Number(value) : value
  return typeof number === 'number' && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined
}

function choice(value: string, allowed: readonly string[]): Read {
  if (allowed.includes(value)) return { value }
  const nearest = nearestName(value, allowed)
  const told = nearest ? `did you mean "${nearest}"?` : `it is one of ${allowed.join(', ')}`
  return { fault: `does not know "${shortened(value)}"; ${told}` }
}

function unknownName(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  const told = nearest
    ? `did you mean ${nearest}?`
    : known.length > 0
      ? `there are ${known.join(', ')}`
      : 'it takes none'
  return `there is no argument "${shortened(name)}"; ${told}`
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
