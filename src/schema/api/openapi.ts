import type { TSchema } from 'typebox'
import { VERSION } from '../../lib/version.ts'
import { type Json, toReference } from './components.ts'
import { EXAMPLES } from './examples.ts'
import type { Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { ProblemDocument } from './type.ts'
import { WEBHOOK_EVENTS } from './webhook.ts'

const STATUSES: Record<number, string> = {
  304: 'Not modified.',
  400: 'Invalid input; `errors` lists every invalid parameter or place in the body.',
  401: 'The API key is missing or invalid.',
  403: 'The tier of the API key does not allow this operation.',
  404: 'Not found.',
  405: 'Method not allowed; `Allow` lists the supported methods.',
  408: 'The request did not arrive in time.',
  410: 'The cursor is no longer valid (read again without `since`), or the requested past state was retracted.',
  409: 'The key has the maximum number of subscriptions, or its `Idempotency-Key` was used for another request.',
  413: 'The body exceeds 64 kB.',
  415: 'The body is not JSON.',
  429: 'Rate limit exceeded; retry after `Retry-After` seconds.',
  431: 'The request line or the headers exceed 16 kB.',
  500: 'Internal server error.',
  503: 'Service unavailable; retry after `Retry-After` seconds.',
}
const LIMITED = [400, 401, 403, 404, 409, 410, 413, 415, 429]
const EVERYWHERE = [400, 401, 405, 408, 429, 431, 500, 503]

const GUIDES = [
  ['quickstart', 'Quickstart'],
  ['searching', 'Searching'],
  ['figures', 'What the figures mean'],
  ['errors', 'Errors'],
  ['webhooks', 'Webhooks'],
] as const

/** With the guide about each. */
const TAGS: readonly (readonly [name: string, description: string, page?: string, title?: string])[] = [
  ['Catalogue', 'Machines, classes and implements.', 'searching', 'How to search'],
  ['Market', 'Used machines for sale.', 'figures#used-listings', 'Fields of a listing'],
  ['Keys', 'The key of the request and its usage.', 'keys-and-limits', 'Keys and limits'],
  ['Webhooks', 'Subscriptions to signed events, for enterprise keys.', 'webhooks', 'How to receive and verify events'],
  ['Events', 'Events that subscribers receive.'],
]

/** Used without BASE_URL. */
const NO_BASE = 'http://localhost:8080'

/** Returns the OpenAPI 3.1 document. */
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
        'A read API. Prices are in Indian rupees and have a kind and a date. Reads need no key and are rate-limited; webhooks need a key of the enterprise tier.\n\n' +
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

const SIGNED = 'Sent if `Accept-Signature` requests it.'
const HEADERS: Json = {
  ETag: text('Version of the response, for `If-None-Match`.'),
  RateLimit: text('Remaining requests and the time until the limit resets.'),
  RateLimitPolicy: text('Rate limit in force.'),
  WWWAuthenticate: text('`Bearer`, with an error if a key was sent.'),
  RetryAfter: { description: 'Seconds to wait before retrying.', schema: { type: 'integer' } },
  XRequestId: text('Request id for error reports.'),
  XQueryRead: text(
    'How `q` was interpreted: an equivalent query string to send instead of `q` and of the parameters it names; absent for plain words.',
    'q=tractor&hp_min=47.5&hp_max=52.5&price_max=800000&sort=price_asc',
  ),
  XQueryLeftOut: text('Ignored words of `q`, percent-encoded and separated by commas.', 'second,hand'),
  XQueryHint: text(
    'For each unknown filter value: the nearest known one, or the allowed values.',
    'power_source=steam is not known; allowed: diesel, electric, petrol, cng, dual_fuel, hybrid',
  ),
  XPriceKinds: text(
    'Matches per kind of price, if a price sort or bound mixes several kinds.',
    'ex_showroom=44, dealer_quote=17',
  ),
  XSort: text('Requested sort.'),
  Allow: text('Supported methods of the path.'),
  ContentDigest: text(`SHA-256 digest of the body as sent. ${SIGNED}`),
  SignatureInput: text(`Signed components, time and key id (RFC 9421). ${SIGNED}`),
  Signature: text(`Ed25519 signature. ${SIGNED}`),
  MementoDatetime: text('Date-time of the returned state, with `as_of`.', 'Sun, 15 Nov 2026 18:29:59 GMT'),
}

const withHeaders = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name.replaceAll('-', '')}` }]))
const SEARCH_HEADERS = ['X-Sort', 'X-Query-Read', 'X-Query-Left-Out', 'X-Query-Hint']
const SIGNED_HEADERS = ['Content-Digest', 'Signature-Input', 'Signature']
const LIMIT_HEADERS = ['RateLimit', 'RateLimit-Policy']
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
    // Go's generator writes `= null` for a type list with null; C#'s knows null only in `oneOf`.
    const isOpen = /integer|number/.test(String(type)) && !('x-clamp' in extra) && !('maximum' in rest)
    // Go, Java and C# need a 64-bit integer for the maximum.
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

/** The default maximum of a parameter. */
const MAX_INTEGER = Number.MAX_SAFE_INTEGER
const EMPTY = { allowEmptyValue: true }

/** Kotlin's generator has no name for an empty value. */
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
      description: `${schema.description} Signed with \`X-Service-Signature\` and the Standard Webhooks headers; respond with any 2xx.`,
      security: [],
      // Generators make one class of each tag.
      tags: ['Events'],
      // Python's generator has no type for a received body.
      requestBody: {
        required: true,
        content: json(schema, EXAMPLES[type], components),
        'x-py-typing': schema['x-name'],
      },
      responses: {
        '2XX': { description: 'Accepted.' },
        '4XX': { description: 'Rejected; the event is sent again later.' },
      },
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
