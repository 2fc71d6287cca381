import type { Schema } from '../src/schema/api/type.ts'
import { closedName, contractDocument, eventTypes, isAlwaysThere, QUERIES, queryOf } from './client-types.ts'

const SCALARS: Readonly<Record<string, string>> = {
  ...{ string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' },
}

/** The contract's types for the Python client: dicts with known keys. */
export function pythonTypes(): string {
  const document = contractDocument()
  const { components } = document
  const types = Object.entries(components.schemas).map(([name, schema]) =>
    schema.properties ? toClass(name, schema) : `${name}: TypeAlias = ${toType(schema)}\n`,
  )
  const queries = Object.entries(QUERIES).map(([path, of]) => {
    const parameters = queryOf(path, document).map(({ name, required, schema }) => {
      const item = toType(schema.items ?? schema)
        .replace('Literal["", ', 'Literal[')
        .replace(/ \| None$/, '')
      const closed = item === 'str' && schema.items && closedName(name, document)
      const type = schema.items ? `${closed ? `${closed} | ` : ''}${item} | Sequence[${item}]` : item
      return required ? `    ${name}: Required[${type}]\n` : `    ${name}: ${type} | None\n`
    })
    return `class ${of}(TypedDict, total=False):\n${parameters.join('')}`
  })
  return `# Made from the contract by \`npm run client:types\`.

from collections.abc import Sequence
from typing import Any, Literal, TypedDict
from typing_extensions import NotRequired, Required, TypeAlias

${types.join('\n')}
${queries.join('\n')}
WebhookEvent: TypeAlias = ${eventTypes(document).join(' | ')}
`
}

/** Keywords of Python that fields are called by. */
const KEYWORDS = ['from', 'class']

function toClass(name: string, { properties = {}, required = [] }: Schema): string {
  const inner: string[] = []
  const fields = Object.entries(properties).map(([field, schema]) => {
    // A dict within a dict is a class of its own.
    const self = schema.properties ? `${name}${field[0]!.toUpperCase()}${field.slice(1)}` : undefined
    if (self) inner.push(`${toClass(self, schema)}\n`)
    const type = self ?? toType(schema)
    const isThere = required.includes(field) || isAlwaysThere(schema)
    return [field, isThere ? type : `NotRequired[${type}]`]
  })
  // A keyword of Python names a field only in the form of a call.
  if (KEYWORDS.some((word) => word in properties)) {
    const pairs = fields.map(([field, type]) => `"${field}": ${type}`)
    return `${inner.join('')}${name} = TypedDict("${name}", {${pairs.join(', ')}})\n`
  }
  const lines = fields.map(([field, type]) => `    ${field}: ${type}\n`)
  return `${inner.join('')}class ${name}(TypedDict):\n${lines.join('')}`
}

function toType(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if (schema.oneOf) return schema.oneOf.map(toType).join(' | ')
  const choices = schema.const === undefined ? schema.enum : [schema.const]
  if (choices) return `Literal[${choices.map((item) => (item === null ? 'None' : pythonLiteral(item))).join(', ')}]`
  if (Array.isArray(schema.type)) return schema.type.map((type) => toType({ ...schema, type })).join(' | ')
  if (schema.type === 'array') return `list[${toType(schema.items ?? {})}]`
  if (schema.type === 'object') {
    const value = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties
    return `dict[str, ${typeof value === 'object' ? toType(value) : 'Any'}]`
  }
  return SCALARS[schema.type ?? ''] ?? 'Any'
}

function pythonLiteral(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)
}
