import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ask } from '../ask.ts'
import { sqlite } from '../backends.ts'
import { startService, yantra } from '../service.ts'

/** What a schema of the document bounds. */
interface Schema {
  $ref?: string
  type?: string
  enum?: string[]
  const?: unknown
  oneOf?: Schema[]
  items?: Schema
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  minItems?: number
  uniqueItems?: boolean
  'x-clamp'?: number
  properties?: Record<string, Schema>
  required?: string[]
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  allowEmptyValue?: boolean
  schema: Schema
  example: unknown
}

interface Described {
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema; example: Record<string, unknown> }> }
  responses: Record<string, { $ref?: string; headers?: Record<string, object> }>
}

interface Document {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema>; responses: Record<string, { headers: Record<string, object> }> }
}

/** Texts that a pattern takes or does not, whoever's it is. */
const TEXTS = [
  ...['', ' ', '2026-03-01', '2026-13-01', '2026-3-1', '2026-03-01T09:30:00+05:30', '2026-03-01T09:30Z', 'yesterday'],
  ...['2026-03-01T09:30:00', '2026-03-01T25:00:00Z', '2026-03-01T09:30:00+15:00', '24h', '90d', '5w', 'a b', 'x'],
  ...['http://127.0.0.1:3000/hook', 'https://127.0.0.1:3000', 'ftp://127.0.0.1/', 'http://a@127.0.0.1:3000/', '//x/'],
  ...[
    'HTTP://127.0.0.1:3000/?a=1',
    'http://127.0.0.1:3000/ a',
    'http://127.0.0.1:3000/\\a',
    'http://',
    'é',
    '0b9c-5a3e',
  ],
]
const INTEGERS = ['0', '1', '-1', '1.5', 'x', '0x10', '1e3', ' 1', '9007199254740991', '9007199254740992']
const NUMBERS = ['0', '47.5', '-1', '1e3', '.5', 'NaN', '9007199254740991', '9007199254740993']
const DATES = ['2024-02-29', '2026-02-30', '2026-2-1', '20260201', 'x']
/** A bound that moves with the year, which no document can name. */
const MOVING = 'year'
/** What is read of a text beyond its form: a cursor is one that was given. */
const EXISTING_ONLY = new Set(['since'])

/** Values at the edges of a schema, each with whether it is declared. */
function edges(name: string, schema: Schema): [value: string, isDeclared: boolean][] {
  const [item = schema] = schema.oneOf ?? []
  const inBounds = (value: string) =>
    Number(value) >= (item.minimum ?? Number.NEGATIVE_INFINITY) &&
    Number(value) <= (item['x-clamp'] === undefined ? (item.maximum ?? Number.NaN) : Number.POSITIVE_INFINITY)
  if (item.type === 'integer')
    return INTEGERS.filter((value) => name !== MOVING || value.length < 5).map((value) => [
      value,
      /^[0-9]+$/.test(value) && inBounds(value),
    ])
  if (item.type === 'number')
    return NUMBERS.map((value) => [
      value,
      /^[0-9]+(\.[0-9]+)?$/.test(value) && BigInt(value.split('.')[0]!) <= BigInt(item.maximum!),
    ])
  if (item.format === 'date')
    return DATES.map((value) => [
      value,
      URL.canParse('x:') && new Date(`${value}T00:00Z`).toJSON()?.slice(0, 10) === value,
    ])
  if (item.items) {
    const values = item.items.enum
    if (!values)
      return [
        ['nothing-like-it', true],
        ['a,b', true],
        [',', true],
      ]
    return [
      [values.join(), true],
      [values[0]!, true],
      ['nothing-like-it', false],
      [`${values[0]},nothing-like-it`, false],
    ]
  }
  if (item.enum) return [...item.enum.map((value): [string, boolean] => [value, true]), ['nothing-like-it', false]]
  if (item.pattern) {
    const pattern = new RegExp(item.pattern)
    const texts = TEXTS.filter((text) => !EXISTING_ONLY.has(name) || !pattern.test(text))
    return texts.map((text) => [text, pattern.test(text)])
  }
  if (item.maxLength === undefined || EXISTING_ONLY.has(name)) return []
  return [
    ['म'.repeat(item.maxLength), true],
    ['म'.repeat(item.maxLength + 1), false],
  ]
}

it('the document and the program agree at every edge: what is declared is taken, and nothing else', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t), SECRET_KEY: 'k'.repeat(32), WEBHOOK_ALLOW_PRIVATE: 'true' }
  const { url } = await startService(t, { ...env, SAMPLE: 'true' })
  const issued = await yantra(env, 'keys', 'create', '--name', 'n', '--tier', 'enterprise', '--json')
  const headers = { authorization: `Bearer ${JSON.parse(issued.stdout).key}`, 'content-type': 'application/json' }
  const document = JSON.parse(String((await ask(`${url}/openapi.json`)).body)) as Document
  const hook = { url: 'http://127.0.0.1:3000/', events: ['price.updated'] }
  const makeHook = async () => {
    const created = await fetch(`${url}/v1/webhooks`, { method: 'POST', headers, body: JSON.stringify(hook) })
    return (await created.json()) as { id: string }
  }
  const { id } = await makeHook()
  const existing: Record<string, string> = { slug: 'mahindra-575-di', listing_id: '3', webhook_id: id }
  const tried: string[] = []
  const wrong: string[] = []

  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { parameters, requestBody }] of Object.entries(methods)) {
      const required = parameters.filter(({ in: place, required }) => place === 'query' && required)
      const body = requestBody && Object.values(requestBody.content)[0]!
      const schema = body && (document.components.schemas[body.schema.$ref!.split('/').at(-1)!] as Schema)
      const usual: Record<string, unknown> | undefined = body && (path === '/v1/webhooks' ? hook : body.example)

      async function send(
        what: string,
        isDeclared: boolean,
        input: {
          path?: Record<string, string>
          query?: [string, string][]
          header?: Record<string, string>
          body?: unknown
        },
      ) {
        const address = path.replace(/\{(\w+)\}/g, (_, name) =>
          encodeURIComponent({ ...existing, ...input.path }[name]!),
        )
        const query = [
          ...(input.query ?? required.map(({ name, example }): [string, string] => [name, String(example)])),
        ]
        // A distance is measured from a place, as the descriptions of these parameters say.
        const isFromPlace = query.some(([name, value]) => name === 'within_km' || value === 'distance_asc')
        if (isFromPlace && !query.some(([name]) => name === 'near')) query.push(['near', '302001'])
        const sent = input.body === undefined ? usual : input.body
        const response = await fetch(`${url}${address}?${new URLSearchParams(query)}`, {
          method: method.toUpperCase(),
          headers: { ...headers, ...input.header },
          ...(sent !== undefined && method === 'post' ? { body: JSON.stringify(sent) } : {}),
        })
        const answer = (await response.json()) as { id?: string }
        // Others may follow: a key has twenty at most.
        if (path === '/v1/webhooks' && method === 'post' && response.ok)
          await fetch(`${url}/v1/webhooks/${answer.id}`, { method: 'DELETE', headers })
        tried.push(what)
        const isTaken = response.status < 400 || [404, 409, 410].includes(response.status)
        if (isTaken !== isDeclared)
          wrong.push(
            `${method.toUpperCase()} ${path}, ${what}: ${isDeclared ? 'declared' : 'not declared'}, answered ${response.status}`,
          )
      }

      if (method === 'delete') existing.webhook_id = (await makeHook()).id
      await send('as the examples are', true, { query: required.map(({ name, example }) => [name, String(example)]) })
      if (method === 'delete') existing.webhook_id = id
      await send('an unknown parameter', false, {
        query: [...required.map(({ name, example }): [string, string] => [name, String(example)]), ['no_such', '1']],
      })
      for (const { name, in: place, required: must, allowEmptyValue, schema, example } of parameters) {
        const others = required
          .filter((other) => other.name !== name)
          .map((other): [string, string] => [other.name, String(other.example)])
        if (place === 'query') {
          if (must) await send(`without ${name}`, false, { query: others })
          await send(`an empty ${name}`, allowEmptyValue === true && !must, { query: [...others, [name, '']] })
          await send(`${name} twice`, schema.items !== undefined, {
            query: [...others, [name, String(example)], [name, String(example)]],
          })
        }
        for (const [value, isDeclared] of edges(name, schema)) {
          if (place === 'query' && value === '') continue
          const what = `${name}=${value.slice(0, 60)}`
          if (place === 'query') await send(what, isDeclared, { query: [...others, [name, value]] })
          else if (place === 'path') await send(what, isDeclared, { path: { [name]: value } })
          // The parser of headers takes no more than Latin letters, and none of them as blanks around.
          else if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value))
            await send(what, isDeclared, { header: { [name]: `${value}` } })
        }
      }
      for (const [name, member] of Object.entries(schema?.properties ?? {})) {
        const { [name]: _, ...others } = usual!
        await send(`a body without ${name}`, !schema!.required?.includes(name), { body: others })
        await send(`a body with a number for ${name}`, false, { body: { ...usual, [name]: 1 } })
        for (const [value, isDeclared] of edges(`body.${name}`, member)) {
          const created = member.items ? [value] : value
          if (!member.items) await send(`body ${name}=${value}`, isDeclared, { body: { ...usual, [name]: created } })
        }
        if (!member.items) continue
        const list = document.components.schemas[member.items.$ref!.split('/').at(-1)!]!.enum!
        await send(`every ${name}`, true, { body: { ...usual, [name]: list } })
        await send(`no ${name}`, (member.minItems ?? 0) === 0, { body: { ...usual, [name]: [] } })
        await send(`${name} twice`, !member.uniqueItems, { body: { ...usual, [name]: [list[0], list[0]] } })
        await send(`an unknown one of ${name}`, false, { body: { ...usual, [name]: ['nothing.like.it'] } })
      }
      if (usual) await send('a body with an unknown member', false, { body: { ...usual, no_such: 1 } })
    }
  t.diagnostic(`${tried.length} edges asked`)
  assert.deepEqual(wrong, [])
  assert.ok(tried.length >= 300, String(tried.length))
})

it('the document and the program name the same headers: every one that an answer has of its own is declared, and a browser may read it', async (t) => {
  const { url } = await startService(t, {
    DATABASE_URL: await sqlite.newUrl(t),
    SAMPLE: 'true',
    RATE_LIMIT_ANONYMOUS: '600',
  })
  const document = JSON.parse(String((await ask(`${url}/openapi.json`)).body)) as Document
  const usual = new Set(
    'date connection keep-alive cache-control vary content-type content-length content-encoding x-content-type-options access-control-allow-origin access-control-expose-headers transfer-encoding'.split(
      ' ',
    ),
  )
  const seen = new Set<string>()
  let exposed = ''
  const signed = { 'accept-signature': 'sig=()' }
  for (const [path, of, extra, method] of [
    ['/v1/tractors?q=mahindra+40+hp+kuchh+zzz&sort=price_asc&power_source=steam', '/v1/tractors', {}],
    ['/v1/tractors?price_max=900000', '/v1/tractors', signed],
    ['/v1/tractors/mahindra-575-di', '/v1/tractors/{slug}', signed],
    [`/v1/tractors/mahindra-575-di?as_of=${new Date().toISOString()}`, '/v1/tractors/{slug}', signed],
    ['/v1/tractors/nothing', '/v1/tractors/{slug}', signed],
    ['/v1/tractors?no=1', '/v1/tractors', signed],
    ['/v1/market/listings?q=punjab+mahindra&sort=newest', '/v1/market/listings', signed],
    ['/v1/webhooks', '/v1/webhooks', signed],
    ['/v1/machines/classes', '/v1/machines/classes', {}, 'PUT'],
    ['/v1/machines/classes', '/v1/machines/classes', { 'if-none-match': '*' }],
    ['/v1/market/listings?q=punjab+mahindra&sort=newest', '/v1/market/listings', { 'if-none-match': '*' }],
    [`/v1/tractors?q=mahindra+40+hp+zzz&price_max=900000&kind=x`, '/v1/tractors', { 'if-none-match': '*' }],
  ] as [string, string, Record<string, string>, string?][]) {
    const reply = await ask(url + path, extra, method)
    const { responses } = document.paths[of]!.get!
    const result = responses[reply.status]!
    const { headers = {} } = result.$ref ? document.components.responses[result.$ref.split('/').at(-1)!]! : result
    const declared = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
    exposed = reply.headers['access-control-expose-headers']!
    for (const name of Object.keys(reply.headers).filter((name) => !usual.has(name))) {
      seen.add(name)
      assert.ok(declared.has(name), `${path}: ${name} is not declared for ${reply.status}`)
    }
  }
  const readable = new Set(exposed.toLowerCase().split(', '))
  for (const name of seen) assert.ok(readable.has(name) || name === 'www-authenticate', `${name} is not exposed`)
  const unseen = [...readable].filter((name) => !seen.has(name))
  assert.deepEqual(unseen, ['retry-after'])
  const preflight = await ask(
    `${url}/v1/tractors`,
    { origin: 'https://a.example', 'access-control-request-method': 'GET' },
    'OPTIONS',
  )
  assert.equal(preflight.headers['access-control-allow-headers'], 'Authorization, If-None-Match, Accept-Signature')
})
