import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Check } from 'typebox/value'
import { percentile } from '../../bench/load.ts'
import { toOpenApi } from '../../src/schema/api/openapi.ts'
import type { Operation } from '../../src/schema/api/operation.ts'
import { OPERATIONS } from '../../src/schema/api/operations.ts'
import { SearchParameters } from '../../src/schema/api/search.ts'
import { ProblemDocument } from '../../src/schema/api/type.ts'
import { ask } from '../ask.ts'
import { sqlite } from '../backends.ts'
import fc from '../properties.ts'
import { yantra } from '../service.ts'
import { sized } from '../tier.ts'
import { serve } from './serve.ts'

type Paths = Record<string, Record<string, { responses: Record<string, unknown> }>>

const GOOD = 'mahindra-575-di,1,12,tractor,mahindra,price_asc,2wd,40,2020-01-01,farm,diesel'.split(',')
const HOSTILE = [
  ...' |0|-1|1e3|00|9007199254740992|NaN|Infinity|null|true|[]|{}|%00|..|../..|<script>|__proto__|constructor'.split(
    '|',
  ),
  ...["' or 1=1 --", 'ट्रैक्टर', 'டிராக்டர்', '😀', '575 DI', '2026-02-30', '', '\u0000', '\ud800', 'a'.repeat(300)],
]
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...GOOD) },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ maxLength: 20, unit: 'binary' }) },
  { weight: 1, arbitrary: fc.nat().map(String) },
)
const subscription = {
  url: fc.oneof(text, fc.constant('https://example.com/hook')),
  events: fc.array(fc.oneof(text, fc.constant('price.updated'))),
}
const body = fc.oneof(fc.record(subscription, { requiredKeys: [] }), fc.jsonValue())
const encode = (value: string) => encodeURIComponent(value.toWellFormed())

/** Requests of every operation with good, bad and odd values, with keys and without. */
function requestsOf(key: string) {
  return fc.constantFrom(...(OPERATIONS as readonly Operation[])).chain((operation) => {
    const names = Object.keys(operation.query.properties)
    const name = names.length > 0 ? fc.constantFrom(...names, 'unknown') : text
    const credentials = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(undefined, `Bearer ${key}`) },
      { weight: 1, arbitrary: fc.constantFrom(`Bearer ${key}x`, 'Bearer', 'Basic YTpi') },
    )
    const query = fc.array(fc.tuple(name, text), { maxLength: 4 })
    const coding = fc.constantFrom('gzip', 'br', 'identity', 'nonsense', '')
    return fc
      .record({ part: text, query, credentials, coding, body })
      .map(({ part, query, credentials, coding, body }) => {
        const path = operation.path.replace(/\{\w+\}/g, () => encode(part) || '-')
        const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
        const headers: Record<string, string> = { 'accept-encoding': coding }
        if (credentials) headers.authorization = credentials
        const init: RequestInit = { method: operation.method, headers }
        if (operation.body) {
          headers['content-type'] = 'application/json'
          init.body = JSON.stringify(body)
        }
        return { operation, path: path + (search && `?${search}`), init }
      })
  })
}

it('34: 50,000 requests made from the contract: documented statuses and bodies only', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t), SECRET_KEY: 'k'.repeat(32) }
  const limits = { RATE_LIMIT_ANONYMOUS: '0', RATE_LIMIT_ENTERPRISE: '0', MAX_EVENT_LOOP_DELAY_MS: '0' }
  const service = await serve(t, { ...env, ...limits })
  const documented = (toOpenApi() as unknown as { paths: Paths }).paths
  const { stdout } = await yantra(env, 'keys', 'create', '--name', 'n', '--tier', 'enterprise', '--json')
  const options = { numRuns: sized(1_500, 50_000), seed: 20_261_115 }
  const requests = fc.sample(requestsOf(JSON.parse(stdout).key), options).values()
  const statuses: Record<string, number> = {}
  const client = async () => {
    for (const { operation, path, init } of requests) {
      const response = await fetch(service.url + path, init)
      const { status } = response
      const answer: unknown = status === 304 ? undefined : await response.json()
      statuses[status] = (statuses[status] ?? 0) + 1
      const existing = documented[operation.path]?.[operation.method.toLowerCase()]?.responses ?? {}
      // A value may turn the path into one that does not exist.
      assert.ok(status < 500 && (status === 404 || status === 405 || String(status) in existing), `${path}: ${status}`)
      assert.ok(Check(status === 200 ? operation.response : ProblemDocument, answer), `${init.method} ${path}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, client))
  t.diagnostic(JSON.stringify(statuses))
  assert.ok(service.isAlive())
})

/** As they stand in a URL. */
const VALUES = [
  ...[
    '',
    '%00',
    'a%00b',
    '%ED%A0%80',
    '%F0%9F',
    '%',
    'Infinity',
    '-Infinity',
    'NaN',
    '9007199254740992',
    '1e400',
    '-0',
  ],
  ...[
    '0x10',
    '%2C%2C%2C',
    encodeURIComponent('क'.repeat(500)),
    'q'.repeat(8_192),
    '%5B%5D',
    '%7B%7D',
    '1%0A2',
    '%252e',
  ],
  ...['+', '%E2%80%8B'],
]

it('35: hostile values in every parameter: 200, 400 or 431, p99 under 200 ms', async (t) => {
  const service = await serve(t, { RATE_LIMIT_ANONYMOUS: '0', MAX_EVENT_LOOP_DELAY_MS: '0' })
  const times: number[] = []
  await ask(`${service.url}/v1/tractors?q=warm`)
  for (let round = 0; round < sized(1, 10); round++) {
    for (const name of Object.keys(SearchParameters.properties)) {
      for (const value of VALUES) {
        const item = `${name}=${value}`
        for (const query of [item, `${item}&${name}=1`, `q=a&${item}&offset=${round}`]) {
          const start = performance.now()
          const { status } = await ask(`${service.url}/v1/tractors?${query}`)
          times.push(performance.now() - start)
          assert.ok([200, 400, 431].includes(status), `${query.slice(0, 100)}: ${status}`)
        }
      }
    }
  }
  times.sort((a, b) => a - b)
  const p99 = percentile(times, 0.99)
  t.diagnostic(`${times.length} requests, p99 ${p99.toFixed(1)} ms`)
  assert.ok(p99 < 200 && service.isAlive())
})
