import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { TSchema } from 'typebox'
import { Check, Errors } from 'typebox/value'
import { PROBLEMS } from '../../src/errors.ts'
import { EXAMPLES } from '../../src/schema/api/examples.ts'
import { NOTES } from '../../src/schema/api/notes.ts'
import { toOpenApi } from '../../src/schema/api/openapi.ts'
import { OPERATIONS } from '../../src/schema/api/operations.ts'
import { ProblemDocument } from '../../src/schema/api/type.ts'
import { WEBHOOK_EVENTS } from '../../src/schema/api/webhook.ts'
import { clientTypes } from '../../tools/client-types.ts'
import { openApiText } from '../../tools/openapi.ts'
import { pythonTypes } from '../../tools/python-types.ts'
import { OPERATION_TABLE, RESOURCES } from './resource-tables.ts'

interface Property {
  type?: string | string[]
  format?: string
  $ref?: string
  items?: Property
  default?: unknown
  oneOf?: Property[]
  description?: string
  examples?: unknown[]
}

interface Document {
  paths: Record<string, Record<string, { parameters: Parameter[]; responses: Record<string, unknown> }>>
  components: {
    schemas: Record<string, { properties?: Record<string, Property>; required?: string[]; enum?: string[] }>
  }
}

interface Parameter {
  name: string
  description?: string
  example?: unknown
  required: boolean
  schema: Property
}

const document = toOpenApi() as unknown as Document

function typeOf(property: Property): string {
  if (property.oneOf) return `${typeOf(property.oneOf[0]!)}?`
  if (property.$ref) {
    const name = property.$ref.split('/').at(-1)!
    // A closed list is a string.
    return document.components.schemas[name]?.enum ? 'string' : name
  }
  const types = [property.type ?? []].flat()
  const nullable = types.includes('null') ? '?' : ''
  const type = types.find((name) => name !== 'null')
  if (type === 'array') return `${typeOf(property.items!)}[]${nullable}`
  // How wide an integer is tells generators, not callers.
  return `${property.format?.replace('int64', 'integer') ?? type}${nullable}`
}

function describeField(name: string, property: Property, required: boolean): string {
  const fallback = 'default' in property ? ` =${JSON.stringify(property.default)}` : ''
  return `${name} ${typeOf(property)}${required ? '!' : ''}${fallback}`
}

function rows(table: string): string[] {
  return table
    .split(/,(?![^[{]*[\]}])/)
    .map((row) => row.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .sort()
}

describe('the contract', () => {
  for (const [name, table] of Object.entries(RESOURCES)) {
    it(`says of ${name} what its table says, nothing more and nothing less`, () => {
      const { properties = {}, required = [] } = document.components.schemas[name]!
      const written = Object.entries(properties).map(([key, value]) =>
        describeField(key, value, required.includes(key)),
      )
      assert.deepEqual(written.sort(), rows(table))
    })
  }

  it('has the eight operations of the seed, with their parameters', () => {
    const written = Object.fromEntries(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { parameters }]) => [
          `${method.toUpperCase()} ${path}`,
          parameters.map((p) => describeField(p.name, p.schema, p.required)).sort(),
        ]),
      ),
    )
    const table = Object.fromEntries(Object.entries(OPERATION_TABLE).map(([key, value]) => [key, rows(value)]))
    for (const [operation, parameters] of Object.entries(table))
      assert.deepEqual(written[operation], parameters, operation)
  })

  it('lets no object of a response carry a key that is not named', () => {
    const open: string[] = []
    walk(document.components.schemas, '')
    assert.deepEqual(open, [])

    function walk(value: unknown, path: string): void {
      if (typeof value !== 'object' || value === null) return
      if ('properties' in value && !('additionalProperties' in value)) open.push(path)
      for (const [key, child] of Object.entries(value)) if (key !== 'properties') walk(child, `${path}/${key}`)
      if ('properties' in value)
        for (const [key, child] of Object.entries(value.properties as object)) walk(child, `${path}/${key}`)
    }
  })

  it('has an example for every operation and event, each true to its schema', () => {
    const schemas: Record<string, TSchema> = { ...WEBHOOK_EVENTS }
    for (const { id, body, response } of OPERATIONS) {
      schemas[id] = response
      if (body) schemas[`${id}.body`] = body
    }
    for (const [name, schema] of Object.entries(schemas)) {
      assert.ok(EXAMPLES[name], `${name} has no example`)
      assert.deepEqual([...Errors(schema, EXAMPLES[name])], [], name)
    }
    for (const [name, example] of Object.entries(EXAMPLES))
      if (name.startsWith('problem.')) assert.ok(Check(ProblemDocument, example), name)
  })

  it('says of every field and parameter what it is, with an example that is true to its schema', () => {
    const used = new Set<string>()
    const silent: string[] = []
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) describeAll(name, properties)
    for (const { parameters } of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
      for (const { name, description, example, schema } of parameters) {
        assert.ok(description && example !== undefined, name)
        assert.ok(Check(schema as TSchema, example), `${name}: ${JSON.stringify(example)}`)
      }
    assert.deepEqual(silent, [])
    assert.deepEqual(
      Object.keys(NOTES).filter((name) => !used.has(name)),
      [],
      'notes that speak of nothing',
    )

    function describeAll(owner: string, properties: Record<string, Property & { properties?: never }>): void {
      for (const [key, property] of Object.entries(properties)) {
        used.add(`${owner}.${key}` in NOTES ? `${owner}.${key}` : key)
        if (!property.description) silent.push(`${owner}.${key}`)
        for (const example of property.examples ?? []) {
          const errors = [...Errors(resolve(property) as TSchema, example)]
          assert.deepEqual(errors, [], `${owner}.${key}: ${JSON.stringify(example)}`)
        }
        if (property.properties) describeAll(owner, property.properties)
      }
    }

    /** The schema with every reference replaced by what it names. */
    function resolve(schema: unknown): unknown {
      if (Array.isArray(schema)) return schema.map(resolve)
      if (typeof schema !== 'object' || schema === null) return schema
      const { $ref, ...rest } = schema as { $ref?: string }
      if ($ref) return resolve(document.components.schemas[$ref.split('/').at(-1)!])
      return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolve(value)]))
    }
  })

  it('is what openapi.json says', () => {
    const committed = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')
    assert.equal(committed, openApiText(), 'run `npm run openapi`')
  })

  it('is what the types of the client say', () => {
    const committed = (path: string) => readFileSync(new URL(`../../client/${path}`, import.meta.url), 'utf8')
    assert.equal(committed('src/contract.ts'), clientTypes(), 'run `npm run client:types`')
    const python = committed('python/contract.pyi')
    assert.equal(python, pythonTypes(), 'run `npm run client:types`')
  })

  it('has a page for every problem code', () => {
    for (const [code, { title, status }] of Object.entries(PROBLEMS)) {
      const page = readFileSync(new URL(`../../docs/problems/${code}.md`, import.meta.url), 'utf8')
      assert.ok(page.startsWith(`# ${title}\n`), code)
      assert.match(page, new RegExp(`\\b${status}\\b`), code)
    }
  })
})
