import { headerId } from '../src/developer-docs/markdown.ts'
import { toOpenApi } from '../src/schema/api/openapi.ts'
import type { Schema } from '../src/schema/api/type.ts'

interface Described {
  summary: string
  description: string
  parameters?: { name: string; in: string; required: boolean; description: string; schema: Schema; example: unknown }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  responses: Record<string, { $ref?: string; content?: { 'application/json'?: { schema: Schema } } }>
}

interface Document {
  info: { version: string; description: string }
  paths: Record<string, Record<string, Described>>
  webhooks: Record<string, { post: Described }>
  components: { schemas: Record<string, Schema> }
}

/** Every operation, event and resource as Markdown, from the same document as the interactive reference. */
export function referenceText(): string {
  const { info, paths, webhooks, components } = toOpenApi() as unknown as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      describeOperation(`${method.toUpperCase()} ${path}`, operation),
    ),
  )
  const events = Object.entries(webhooks).map(
    ([type, { post }]) => `| \`${type}\` | ${post.description} | ${bodyOf(post)} |`,
  )
  return [
    '# Reference',
    `Version ${info.version}. ${info.description.split('\n')[0]} How to use it is in the [guides](README.md); what an error means, in [errors](errors.md). The same as [OpenAPI 3.1](../../openapi.json).`,
    '## Operations',
    ...operations,
    '## Events',
    'Sent to [webhook](webhooks.md) subscriptions.',
    table('event | when | body', events),
    '## Resources',
    'A field that is marked with * is always there.',
    ...Object.entries(components.schemas).map(([name, schema]) => describeResource(name, schema)),
  ]
    .join('\n\n')
    .concat('\n')
}

function describeOperation(name: string, { summary, description, parameters = [], responses, ...rest }: Described) {
  const rows = parameters.map(
    ({ name, required, schema, description, example }) =>
      `| \`${name}\`${required ? '*' : ''} | ${typeName(schema)} | ${line(description)} | ${example === '' ? '' : `\`${example}\``} |`,
  )
  const sent = bodyOf(rest)
  const [errors, answer] = [Object.keys(responses).filter((status) => status !== '200'), responses[200]]
  return [
    `### ${summary}`,
    `\`${name}\``,
    description,
    ...(rows.length > 0 ? [table('parameter | type | | example', rows)] : []),
    ...(sent ? [`Body: ${sent}.`] : []),
    `Answers 200 with ${typeName(answer!.content!['application/json']!.schema)}; also ${errors.join(', ')}.`,
  ].join('\n\n')
}

function bodyOf({ requestBody }: Pick<Described, 'requestBody'>): string {
  const schema = requestBody?.content['application/json'].schema
  return schema ? typeName(schema) : ''
}

function describeResource(name: string, schema: Schema): string {
  const about = schema.description ? [schema.description] : []
  if (schema.enum) {
    return [`### ${name}`, ...about, `One of ${schema.enum.map((value) => `\`${value}\``).join(', ')}.`].join('\n\n')
  }
  const rows = Object.entries(schema.properties ?? {}).map(([key, property]) => {
    const always = schema.required?.includes(key) ? '*' : ''
    return `| \`${key}\`${always} | ${typeName(property)} | ${line(property.description ?? '')} |`
  })
  return [`### ${name}`, ...about, table('field | type | ', rows)].join('\n\n')
}

function typeName(schema: Schema): string {
  const { $ref, oneOf, type, items, format, additionalProperties } = schema
  if ($ref) return link($ref.split('/').at(-1)!)
  if (oneOf) return oneOf.map(typeName).join(' or ')
  if (schema.enum)
    return schema.enum
      .filter(Boolean)
      .map((value) => `\`${value}\``)
      .join(', ')
  const kinds = [type ?? 'any'].flat()
  return kinds
    .map((kind) => {
      if (kind === 'array' && items) return `list of ${typeName(items)}`
      if (kind === 'object' && typeof additionalProperties === 'object')
        return `map to ${typeName(additionalProperties)}`
      return kind === 'null' ? 'null' : (format ?? kind)
    })
    .join(' or ')
}

const link = (name: string) => `[${name}](#${headerId(name)})`
const line = (text: string) => text.replaceAll('\n', ' ').replaceAll('|', '\\|')
const table = (head: string, rows: readonly string[]) =>
  [
    `| ${head} |`,
    `|${head
      .split('|')
      .map(() => '---|')
      .join('')}`,
    ...rows,
  ].join('\n')
