import { Fault, oneOf, readerOf, whatThereIs } from '../reading/scalars.ts'
import { type ArgumentSchema, type InputSchema, ToolError } from './tool.ts'

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
    if (!known) {
      const told = whatThereIs(name, Object.keys(schema.properties))
      faults.push(`there is no argument "${name.length > 80 ? `${name.slice(0, 80)}…` : name}"; ${told}`)
    } else if (value !== null && value !== '') {
      const read = known.type === 'array' ? readList(value, known) : readScalar(value, known)
      if (read instanceof Fault) faults.push(`${name} ${read}`)
      else values[name] = read
    }
  }
  for (const name of schema.required ?? []) {
    const isFaulty = faults.some((fault) => fault.startsWith(`${name} `))
    if (values[name] === undefined && !isFaulty) faults.push(`${name} is missing`)
  }
  if (faults.length > 0) throw new ToolError(`Bad arguments. ${faults.join('. ')}`)
  return values
}

function readScalar(value: unknown, schema: ArgumentSchema): unknown {
  const { maximum } = schema
  return readerOf(maximum === undefined ? schema : { ...schema, 'x-clamp': maximum })(value)
}

function readList(
  value: unknown,
  { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: ArgumentSchema,
): string[] | Fault {
  const list = typeof value === 'string' ? value.split(',') : value
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) {
    return new Fault('must be a list of strings')
  }
  const strings = [...new Set(list.map((item) => item.trim()).filter(Boolean))]
  if (strings.length < minItems || strings.length > maxItems) {
    return new Fault(`must have ${minItems} to ${maxItems} different items`)
  }
  const fault = items?.enum && strings.map(oneOf(items.enum)).find((read) => read instanceof Fault)
  return fault ?? strings
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
