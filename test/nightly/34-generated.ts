import { Check } from 'typebox/value'
import { toOpenApi } from '../../src/contract/openapi.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { OPERATIONS } from '../../src/contract/operations.ts'
import { ProblemDocument } from '../../src/contract/type.ts'
import fc from '../properties.ts'
import { yantra } from '../service.ts'
import type { Fault } from './fault.ts'
import { newFile, serve } from './serve.ts'

type Paths = Record<string, Record<string, { responses: Record<string, unknown> }>>

/** Values that some reader, somewhere, takes for something else. */
const HOSTILE = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '00',
  '9007199254740992',
  'NaN',
  'Infinity',
  'null',
  'true',
  '[]',
  '{}',
  '%00',
  '\u0000',
  '..',
  '../..',
  "' or 1=1 --",
  '<script>',
  'ट्रैक्टर',
  'டிராக்டர்',
  '\ud800',
  '😀',
  'a'.repeat(300),
  '575 DI',
  '2026-02-30',
  '__proto__',
  'constructor',
]
const GOOD = 'mahindra-575-di,1,12,tractor,mahindra,price_asc,2wd,40,2020-01-01,farm,diesel'.split(',')
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...GOOD) },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ maxLength: 20, unit: 'binary' }) },
  { weight: 1, arbitrary: fc.nat().map(String) },
)
const body = fc.oneof(
  fc.record(
    {
      url: fc.oneof(text, fc.constant('https://example.com/hook')),
      events: fc.array(fc.oneof(text, fc.constant('price.updated'))),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
)

interface Case {
  operation: Operation
  path: string
  init: RequestInit
}

function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}

/** Requests from the contract: every operation, its parameters with good, bad and odd values, with keys and without. */
function cases(key: string): fc.Arbitrary<Case> {
  return fc.constantFrom(...(OPERATIONS as readonly Operation[])).chain((operation) => {
    const names = Object.keys(operation.query.properties)
    const query = fc.array(fc.tuple(names.length > 0 ? fc.constantFrom(...names, 'unknown') : text, text), {
      maxLength: 4,
    })
    const credentials = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(undefined, `Bearer ${key}`) },
      { weight: 1, arbitrary: fc.constantFrom(`Bearer ${key}x`, 'Bearer', 'Basic YTpi') },
    )
    const coding = fc.constantFrom('gzip', 'br', 'identity', 'nonsense', '')
    return fc
      .record({ parts: fc.array(text, { minLength: 1, maxLength: 1 }), query, credentials, coding, body })
      .map((made) => {
        let at = 0
        const path = operation.path.replace(/\{\w+\}/g, () => encode(made.parts[at++ % made.parts.length]!) || '-')
        const search = made.query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
        const headers: Record<string, string> = { 'accept-encoding': made.coding }
        if (made.credentials) headers.authorization = made.credentials
        const init: RequestInit = { method: operation.method, headers }
        if (operation.body) {
          headers['content-type'] = 'application/json'
          init.body = JSON.stringify(made.body)
        }
        return { operation, path: path + (search && `?${search}`), init }
      })
  })
}

export const generated: Fault = {
  number: 34,
  what: '50,000 requests made from the contract (quick: 1,500)',
  bar: '0 5xx, 0 undocumented statuses, 0 bodies against their schema',
  async run(form) {
    const count = form === 'full' ? 50_000 : 1_500
    const env = { DATABASE_URL: `file:${newFile()}`, SECRET_KEY: 'k'.repeat(32) }
    const service = await serve({
      ...env,
      RATE_LIMIT_ANONYMOUS: '0',
      RATE_LIMIT_ENTERPRISE: '0',
      MAX_EVENT_LOOP_DELAY_MS: '0',
    })
    const documented = (toOpenApi() as unknown as { paths: Paths }).paths
    const wrong: string[] = []
    const statuses: Record<string, number> = {}
    try {
      const issued = await yantra(env, 'keys', 'create', '--name', 'n', '--tier', 'enterprise', '--json')
      const { key } = JSON.parse(issued.stdout) as { key: string }
      const made = fc.sample(cases(key), { numRuns: count, seed: 20_261_115 })
      let next = 0
      const ask = async () => {
        for (let one = made[next++]; one; one = made[next++]) {
          const response = await fetch(service.url + one.path, one.init)
          const { status } = response
          const answer: unknown = status === 304 ? undefined : await response.json()
          statuses[status] = (statuses[status] ?? 0) + 1
          const known = documented[one.operation.path]?.[one.operation.method.toLowerCase()]?.responses ?? {}
          // Where the value makes it another path, the answer is that of a path that is not there.
          const isThere = status === 404 || status === 405 || String(status) in known
          const schema = status === 200 ? one.operation.response : ProblemDocument
          if (status >= 500 || !isThere || !Check(schema, answer))
            wrong.push(`${one.init.method} ${one.path}: ${status}`)
        }
      }
      await Promise.all(Array.from({ length: 8 }, ask))
      return {
        passed: wrong.length === 0 && service.alive(),
        figure: `${made.length} requests: ${Object.entries(statuses)
          .map(([status, times]) => `${times} × ${status}`)
          .join(', ')}${wrong.length > 0 ? `; ${wrong.length} WRONG, such as ${wrong.slice(0, 3).join('; ')}` : ''}`,
      }
    } finally {
      await service.stop()
    }
  },
}
