import { Problem } from '../errors.ts'
import type { Log } from '../lib/log.ts'
import { isObject, listChoices, oneOf, ParseError, parserOf } from '../lib/parsing.ts'
import { errorAnswer } from './answer.ts'
import {
  type InputSchema,
  type McpTool,
  type Sources,
  type ToolArgumentSchema,
  ToolError,
  type ToolResult,
} from './tool.ts'
import { findListings, getListing, listingValue } from './tools/listings.ts'
import { compareMachines, fittingImplements, getMachine, machineClasses } from './tools/machines.ts'
import { searchMachines } from './tools/search-machines.ts'

export const TOOLS: readonly McpTool[] = [
  searchMachines,
  getMachine,
  fittingImplements,
  compareMachines,
  findListings,
  getListing,
  listingValue,
  machineClasses,
]

const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true }

export const TOOL_LIST = TOOLS.map(({ run: _, isOpenWorld = false, ...tool }) => ({
  ...tool,
  annotations: { ...ANNOTATIONS, openWorldHint: isOpenWorld },
}))

/** Every failure says what to do; only our own faults are logged. */
export async function callTool(tool: McpTool, sources: Sources, input: unknown, log: Log): Promise<ToolResult> {
  try {
    return await tool.run(sources, readArguments(tool.inputSchema, input))
  } catch (error) {
    if (error instanceof ToolError) return errorAnswer(error.message)
    if (error instanceof Problem && error.status < 500) return errorAnswer(error.message)
    log.error({ err: error, tool: tool.name }, 'a tool failed')
    return errorAnswer('The catalogue cannot answer right now. Try again in a few seconds.')
  }
}

/**
 * Absent, null and empty are the same. Accepts figures as text and lists joined by commas; reports all errors at
 * once.
 */
export function readArguments(schema: InputSchema, input: unknown): Record<string, unknown> {
  if (input !== undefined && !isObject(input)) throw new ToolError('The arguments must be an object.')
  const values: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [name, value] of Object.entries(input ?? {})) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    if (!property) {
      const hint = listChoices(name, Object.keys(schema.properties))
      faults.push(`there is no argument "${name.length > 80 ? `${name.slice(0, 80)}…` : name}"${hint}`)
    } else if (value !== null && value !== '') {
      const read = property.type === 'array' ? readList(value, property) : readScalar(value, property)
      if (read instanceof ParseError) faults.push(`${name} ${read}`)
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

function readScalar(value: unknown, schema: ToolArgumentSchema): unknown {
  const { maximum } = schema
  return parserOf(maximum === undefined ? schema : { ...schema, 'x-clamp': maximum })(value)
}

function readList(
  value: unknown,
  { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: ToolArgumentSchema,
): string[] | ParseError {
  const list = typeof value === 'string' ? value.split(',') : value
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) {
    return new ParseError('must be a list of strings')
  }
  const strings = [...new Set(list.map((item) => item.trim()).filter(Boolean))]
  if (strings.length < minItems || strings.length > maxItems) {
    return new ParseError(`must have ${minItems} to ${maxItems} different items`)
  }
  const fault = items?.enum && strings.map(oneOf(items.enum)).find((read) => read instanceof ParseError)
  return fault ?? strings
}
