import type { TSchema } from 'typebox'
import { VERSION } from '../../lib/version.ts'
import { type Json, toReference } from './components.ts'
import { EXAMPLES } from './examples.ts'
import type { Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { ProblemDocument } from './type.ts'
import { WEBHOOK_EVENTS } from './webhook.ts'

const STATUSES: Record<number, string> = {
  304: 'What the caller has is current.',
  400: 'Bad input. `errors` names every bad parameter or place in the body.',
  401: 'The key is missing or not good.',
  403: 'The key is of another tier.',
  404: 'There is nothing here.',
  405: 'The path does not support that method; `Allow` lists those it does.',
  408: 'The request took too long to arrive.',
  410: 'The history no longer reaches back to the cursor, or it is of another database: read without `since`. Of a sheet: what it was then was retracted.',
  409: 'The key has all the subscriptions it may have, or its `Idempotency-Key` was used for another request.',
  413: 'The body has more than 64 kB.',
  415: 'The body is not JSON.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  431: 'The request line or the headers have more than 16 kB.',
  500: 'Something went wrong on our side.',
  503: 'The service cannot answer right now; `Retry-After` says when to come back.',
}
/** Problems of callers who were counted. */
const LIMITED = [400, 401, 403, 404, 409, 410, 413, 415, 429]
const EVERYWHERE = [400, 401, 405, 408, 429, 431, 500, 503]

/** Guides that the reference links to, by their address below `/docs/`. */
const GUIDES = [
  ['quickstart', 'Quickstart'],
  ['searching', 'Searching'],
  ['figures', 'What the figures mean'],
  ['errors', 'Errors'],
  ['webhooks', 'Webhooks'],
] as const

/** With the guide about each, by its address and title. */
const TAGS: readonly (readonly [name: string, description: string, page?: string, title?: string])[] = [
  ['Catalogue', 'Machines, their sheets, classes and implements.', 'searching', 'How to search'],
  ['Market', 'Used machines for sale.', 'figures#used-listings', 'What a listing says'],
  ['Keys', 'The key that asks, and what was asked with it.', 'keys-and-limits', 'Keys and limits'],
  [
    'Webhooks',
    'Signed events about variants and prices, for enterprise keys.',
    'webhooks',
    'How to receive and verify them',
  ],
  ['Events', 'What a receiver of webhooks is sent.'],
]

/** Where a service answers that was told nothing. */
const NO_BASE = 'http://localhost:8080'

/** The OpenAPI 3.1 document of all operations and events. */
export function toOpenApi(baseUrl = NO_BASE): Json {
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
        GUIDES.map(([name, title]) => `[${title}](${baseUrl}/docs/${name})`).join(' · '),
      contact: { name: 'The operator of this service', url: `${baseUrl}/docs/keys-and-limits` },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: { description: 'Guides, from the first request to webhooks.', url: `${baseUrl}/docs` },
    servers: [{ url: baseUrl }],
    tags: TAGS.map(([name, description, page, title]) => ({
      name,
      description,
      ...(page && { externalDocs: { description: title, url: `${baseUrl}/docs/${page}` } }),
    })),
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      responses,
      headers: HEADERS,
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key: `ytr_…`.' } },
    },
  }
}

const text = (description: string, example?: string) => ({
  description,
  schema: { type: 'string' },
  ...(example && { example }),
})

const SIGNED = 'Only where `Accept-Signature` asks for it.'
const HEADERS: Json = {
  ETag: text('Send it back in `If-None-Match`.'),
  RateLimit: text('What is left of the limit, and for how long.'),
  RateLimitPolicy: text('The limit in force.'),
  WWWAuthenticate: text('`Bearer`, with an error when a key was sent.'),
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
  XRequestId: text('Quote it when you report a fault.'),
  XQueryRead: text(
    'How `q` was read when it was not plain words: a query string that, sent in place of `q` and of the parameters it names, gives the same answer. Absent for plain words.',
    'q=tractor&hp_min=47.5&hp_max=52.5&price_max=800000&sort=price_asc',
  ),
  XQueryLeftOut: text(
    'The words of `q` that were left out of the search, percent-encoded, with commas between.',
    'second,hand',
  ),
  XQueryHint: text(
    'For each filter value that is not known: the nearest known one, or the allowed values.',
    'power_source=steam is not known; allowed: diesel, electric, petrol, cng, dual_fuel, hybrid',
  ),
  XPriceKinds: text(
    'Under a price sort or bound: how many matches have which kind of price, where there are several.',
    'ex_showroom=44, dealer_quote=17',
  ),
  XSort: text('The sort that was asked for.'),
  Allow: text('The methods that the path supports.'),
  ContentDigest: text(`SHA-256 over the body as it was sent. ${SIGNED}`),
  SignatureInput: text(`What is signed, since when and with which key (RFC 9421). ${SIGNED}`),
  Signature: text(`The Ed25519 signature. ${SIGNED}`),
  MementoDatetime: text('With `as_of`: the moment whose sheet this is.', 'Sun, 15 Nov 2026 18:29:59 GMT'),
}

/** Headers of an answer, by their names. */
const withHeaders = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name.replaceAll('-', '')}` }]))
const SEARCH_HEADERS = ['X-Sort', 'X-Query-Read', 'X-Query-Left-Out', 'X-Query-Hint']
const SIGNED_HEADERS = ['Content-Digest', 'Signature-Input', 'Signature']
const LIMIT_HEADERS = ['RateLimit', 'RateLimit-Policy']
/** Headers of one operation. */
const OPERATION_HEADERS: Record<string, readonly string[]> = {
  getTractor: ['Memento-Datetime'],
  searchTractors: [...SEARCH_HEADERS, 'X-Price-Kinds'],
  searchListings: SEARCH_HEADERS,
}

function toOperation(operation: Operation, components: Map<string, Json>): Json {
  const { id, method, tag, summary, description, access, body, response, statuses } = operation
  const extra = OPERATION_HEADERS[id] ?? []
  const success = withHeaders(
    'X-Request-Id',
    ...LIMIT_HEADERS,
    ...(statuses.includes(304) ? ['ETag'] : []),
    ...(method === 'GET' ? SIGNED_HEADERS : []),
    ...extra,
  )
  const also = [...EVERYWHERE, ...statuses, ...(access === 'enterprise' ? [403] : [])].sort((a, b) => a - b)
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: access === 'read' ? [{}, { key: [] }] : [{ key: [] }],
    parameters: (['path', 'query', 'header'] as const).flatMap((where) => toParameters(operation, where)),
    ...(body ? { requestBody: { required: true, content: json(body, EXAMPLES[`${id}.body`], components) } } : {}),
    responses: {
      200: { description: 'Success.', headers: success, content: json(response, EXAMPLES[id], components) },
      ...Object.fromEntries(
        also.map((status) => [
          status,
          status === 304
            ? { description: STATUSES[304], headers: withHeaders('X-Request-Id', ...LIMIT_HEADERS, 'ETag', ...extra) }
            : { $ref: `#/components/responses/Problem${status}` },
        ]),
      ),
    },
  }
}

function toParameters({ parameters, query, headers }: Operation, where: 'path' | 'query' | 'header'): Json[] {
  const { properties = {} } = { path: parameters, query, header: headers }[where] ?? {}
  return Object.entries(properties).map(([name, property]) => {
    const { description, examples, ...extra } = property as Json & { description: string; examples: unknown[] }
    const { type, ...rest } = extra
    // Go's generator writes `= null` for a number whose type is a list with null in it; C#'s knows null in `oneOf` only.
    const isOpen = /integer|number/.test(String(type)) && !('x-clamp' in extra) && !('maximum' in rest)
    // Go, Java and C# have no room for the most in their usual integer.
    const format = /integer/.test(String(type)) ? { format: 'int64' } : {}
    const bounded = isOpen ? { maximum: MAX_INTEGER, ...format, ...rest } : rest
    const schema = Array.isArray(type)
      ? { oneOf: type.map((member) => withBounds(member, bounded)), default: null }
      : named({ type, ...bounded })
    const isRequired = where === 'path' || (where === 'query' && !('default' in extra))
    const parameter = { name, in: where, required: isRequired, description, ...(where === 'query' && EMPTY) }
    if (type !== 'array') return { ...parameter, schema, example: examples[0] }
    const { default: _, ...list } = extra as Json
    return { ...parameter, style: 'form', explode: false, schema: list, example: String(examples[0]).split(',') }
  })
}

/** What a number may be, in any parameter that is not lowered. */
const MAX_INTEGER = Number.MAX_SAFE_INTEGER
/** An empty parameter is as one that is left out. */
const EMPTY = { allowEmptyValue: true }

/** Kotlin's generator has no name for a value that is empty. */
function named(schema: Json & { enum?: string[] }): Json {
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
  const headers = withHeaders(
    'X-Request-Id',
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
    ...(LIMITED.includes(status) ? LIMIT_HEADERS : []),
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 405 ? ['Allow'] : []),
    ...SIGNED_HEADERS,
  )
  const example = EXAMPLES[`problem.${status}`]
  const schema = toReference(ProblemDocument, components)
  return { description, headers, content: { 'application/problem+json': { schema, ...(example ? { example } : {}) } } }
}

function json(schema: TSchema, example: unknown, components: Map<string, Json>): Json {
  return { 'application/json': { schema: toReference(schema, components), ...(example ? { example } : {}) } }
}
