import { toOpenApi } from '../src/schema/api/openapi.ts'
import type { Schema } from '../src/schema/api/type.ts'

interface Parameter {
  name: string
  in: string
  required: boolean
  description: string
  schema: Schema
}

interface ContractDocument {
  paths: Record<string, { get: { parameters: Parameter[] } }>
  components: { schemas: Record<string, Schema> }
}

export const contractDocument = () => toOpenApi() as unknown as ContractDocument

/** The contract's types for the TypeScript client, from the same document as the reference. */
export function clientTypes(): string {
  const document = contractDocument()
  const types = Object.entries(document.components.schemas).map(([name, schema]) => {
    return schema.properties
      ? `${comment(schema, '')}export interface ${name} ${toObject(schema, '')}\n`
      : `${comment(schema, '')}export type ${name} = ${toType(schema, '')}\n`
  })
  const queries = Object.entries(QUERIES).map(([path, of]) => {
    const query = queryOf(path, document).map(({ name, description, required, schema }) => {
      const closed = schema.items?.type === 'string' && closedName(name, document)
      const item = closed ? `${closed} | (string & {})` : toType(schema.items ?? schema, '').replace(/^'' \| /, '')
      const type = schema.items ? `${item} | readonly (${item})[]`.replace('(string)', 'string') : item
      return `  /** ${description} */\n  ${name}${required ? '' : '?'}: ${type}${required ? '' : ' | undefined'}\n`
    })
    return `\n/** What \`GET ${path}\` takes. */\nexport interface ${of} {\n${query.join('')}}\n`
  })
  const events = `\n/** What a receiver may be sent; \`type\` says which. */\nexport type WebhookEvent = ${eventTypes(document).join(' | ')}\n`
  return `// Made from the contract by \`npm run client:types\`.\n\n${types.join('\n')}${queries.join('')}${events}`
}

/** The types of all webhook events. */
export const eventTypes = ({ components }: ContractDocument) =>
  Object.keys(components.schemas).filter((name) => name.endsWith('Event'))

/** The parameters of operations that have many, by path. */
export const QUERIES = {
  '/v1/tractors': 'SearchParameters',
  '/v1/market/listings': 'ListingParameters',
  '/v1/market/values': 'ValueParameters',
} as const

export const queryOf = (path: string, { paths }: ContractDocument) =>
  paths[path]!.get.parameters.filter((parameter) => parameter.in === 'query')

/** The type of a filter's values, where they are a closed list; others are still answered, with none. */
export function closedName(filter: string, { components }: ContractDocument): string | undefined {
  const name = filter.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
  return components.schemas[name]?.enum && name
}

function comment({ description }: Schema, indent: string): string {
  return description ? `${indent}/** ${description} */\n` : ''
}

function toObject({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) || isAlwaysThere(schema) ? '' : '?'
    return `${comment(schema, inner)}${inner}${name}${mark}: ${toType(schema, inner)}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

/** What may be null is null when it is unknown, what has a default has it: neither is left out of an answer. */
export function isAlwaysThere(schema: Schema): boolean {
  return schema.default !== undefined || / \| null$/.test(toType(schema, ''))
}

function toType(schema: Schema, indent: string): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if (schema.oneOf) return schema.oneOf.map((item) => toType(item, indent)).join(' | ')
  if (schema.const !== undefined) return quoted(schema.const)
  if (schema.enum) return schema.enum.map(quoted).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => toType({ ...schema, type }, indent)).join(' | ')
  if (schema.type === 'integer') return 'number'
  if (schema.type === 'array') {
    const item = toType(schema.items ?? {}, indent)
    return item.includes(' ') ? `(${item})[]` : `${item}[]`
  }
  if (schema.properties) return toObject(schema, indent)
  if (schema.type === 'object') {
    const value = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties
    return `Record<string, ${typeof value === 'object' ? toType(value, indent) : 'unknown'}>`
  }
  return schema.type ?? 'unknown'
}

function quoted(value: unknown): string {
  return value === null || typeof value === 'boolean' ? String(value) : `'${value}'`
}
