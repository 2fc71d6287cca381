import type { TSchema } from 'typebox'
import { VERSION } from '../version.ts'
import { type Json, toReference } from './components.ts'
import { EXAMPLES } from './examples.ts'
import texts from './openapi-texts.json' with { type: 'json' }
import type { Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { ProblemDocument } from './shapes.ts'
import { WEBHOOK_EVENTS } from './webhook.ts'

const STATUSES: Record<number, string> = texts.statuses
/** Problems of callers who were counted. */
const LIMITED = [400, 404, 409, 410, 413, 415, 429]
const EVERYWHERE = [400, 401, 405, 408, 429, 431, 500, 503]

/** The OpenAPI 3.1 document of all operations and events. */
export function toOpenApi(baseUrl = ''): Json {
  const components = new Map<string, Json>()
  const paths: Record<string, Json> = {}
  for (const operation of OPERATIONS) {
    const method = operation.method.toLowerCase()
    paths[operation.path] = { ...paths[operation.path], [method]: toOperation(operation, components) }
  }
  const responses = Object.fromEntries(
    Object.entries(STATUSES)
      .filter(([status]) => status !== '304')
      .map(([status, description]) => [`Problem${status}`, toProblemResponse(Number(status), description, components)]),
  )
  const webhooks = Object.fromEntries(
    Object.entries(WEBHOOK_EVENTS).map(([type, schema]) => [type, toEvent(type, schema, components)]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Yantra',
      version: VERSION,
      summary: 'Tractors, farm and construction machines, and used listings in India.',
      description:
        'A read API. Prices are in Indian rupees; every figure carries its kind and its date. Reads answer without a key, under a rate limit; webhooks need a key of the enterprise tier.\n\n' +
        texts.guides.map(([name, title]) => `[${title}](${baseUrl}/docs/${name})`).join(' · '),
      // An address without a host is none here.
      contact: {
        name: 'The operator of this service',
        ...(baseUrl && { url: `${baseUrl}/docs/keys-and-limits` }),
      },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: { description: 'Guides, from the first request to webhooks.', url: `${baseUrl}/docs` },
    servers: [{ url: baseUrl || '/' }],
    // With the guide about each.
    tags: texts.tags.map(({ name, description, page, title }) => ({
      ...{ name, description },
      ...(page && { externalDocs: { description: title, url: `${baseUrl}/docs/${page}` } }),
    })),
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      responses,
      headers: texts.headers,
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key: `ytr_…`.' } },
    },
  }
}

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
const SEARCH_HEADERS = {
  'X-Sort': header('XSort'),
  'X-Query-Read': header('XQueryRead'),
  'X-Query-Left-Out': header('XQueryLeftOut'),
  'X-Query-Hint': header('XQueryHint'),
}
const limitHeaders = { RateLimit: header('RateLimit'), 'RateLimit-Policy': header('RateLimitPolicy') }

function toOperation(operation: Operation, components: Map<string, Json>): Json {
  const { id, tag, summary, description, access, body, response, statuses } = operation
  const success = {
    'X-Request-Id': header('RequestId'),
    ...limitHeaders,
    ...(statuses.includes(304) ? { ETag: header('ETag') } : {}),
    ...(id === 'searchTractors' ? { ...SEARCH_HEADERS, 'X-Price-Kinds': header('XPriceKinds') } : {}),
    ...(id === 'searchListings' ? SEARCH_HEADERS : {}),
  }
  const also = [...EVERYWHERE, ...statuses, ...(access === 'enterprise' ? [403] : [])].sort((a, b) => a - b)
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: access === 'enterprise' ? [{ key: [] }] : [{}, { key: [] }],
    parameters: (['path', 'query', 'header'] as const).flatMap((where) => toParameters(operation, where)),
    ...(body ? { requestBody: { required: true, content: json(body, EXAMPLES[`${id}.body`], components) } } : {}),
    responses: {
      200: { description: 'Success.', headers: success, content: json(response, EXAMPLES[id], components) },
      ...Object.fromEntries(
        also.map((status) => [
          status,
          status === 304
            ? { description: STATUSES[304], headers: { ETag: header('ETag') } }
            : { $ref: `#/components/responses/Problem${status}` },
        ]),
      ),
    },
  }
}

function toParameters({ parameters, query, headers }: Operation, where: 'path' | 'query' | 'header'): Json[] {
  const { properties = {} } = { path: parameters, query, header: headers }[where] ?? {}
  return Object.entries(properties).map(([name, property]) => {
    const { description, examples, ...own } = property as { description: string; examples: unknown[]; type: unknown }
    const { type, ...rest } = own
    // Go's generator writes `= null` for a number whose type is a list with null in it; C#'s knows null in `oneOf` only.
    const schema = Array.isArray(type) ? { oneOf: type.map((one) => withBounds(one, rest)), default: null } : named(own)
    return { name, in: where, required: where === 'path', description, schema, example: examples[0] }
  })
}

/** Kotlin's generator has no name for a value that is empty. */
function named(schema: { enum?: string[]; type: unknown }): Json {
  if (!schema.enum?.includes('')) return schema
  return { ...schema, 'x-enum-varnames': schema.enum.map((value) => (value || 'none').toUpperCase()) }
}

function withBounds(type: string, { default: _, ...bounds }: Json): Json {
  return type === 'null' ? { type } : { type, ...bounds }
}

function toEvent(
  type: string,
  schema: TSchema & { description?: string; 'x-name'?: string },
  components: Map<string, Json>,
): Json {
  return {
    post: {
      operationId: type.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase()),
      summary: type,
      description: `${schema.description} Signed with \`X-Service-Signature\` and the Standard Webhooks headers. Answer with any 2xx.`,
      security: [],
      // A tag of their own: generators make one class of each tag.
      tags: ['Events'],
      // The generator of Python clients has no type of its own for a body that is received.
      requestBody: {
        required: true,
        content: json(schema, EXAMPLES[type], components),
        'x-py-typing': schema['x-name'],
      },
      responses: { '2XX': { description: 'Taken.' }, '4XX': { description: 'Not taken: it is sent again later.' } },
    },
  }
}

function toProblemResponse(status: number, description: string, components: Map<string, Json>): Json {
  const headers = {
    'X-Request-Id': header('RequestId'),
    ...(status === 429 || status === 503 ? { 'Retry-After': header('RetryAfter') } : {}),
    ...(LIMITED.includes(status) ? limitHeaders : {}),
    ...(status === 401 ? { 'WWW-Authenticate': header('WWWAuthenticate') } : {}),
  }
  const example = EXAMPLES[`problem.${status}`]
  const schema = toReference(ProblemDocument, components)
  return { description, headers, content: { 'application/problem+json': { schema, ...(example ? { example } : {}) } } }
}

function json(schema: TSchema, example: unknown, components: Map<string, Json>): Json {
  return { 'application/json': { schema: toReference(schema, components), ...(example ? { example } : {}) } }
}
