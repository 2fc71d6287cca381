import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { openDatabase } from '../../src/database/open.ts'
import { callTool, TOOLS } from '../../src/mcp/tools.ts'
import { createCatalogue } from '../../src/read-model/catalogue.ts'
import { Machine } from '../../src/schema/api/machine.ts'
import { FACETS } from '../../src/schema/api/values.ts'
import { mcpSources } from '../../src/server/mcp-route.ts'
import { sqlite, target } from '../backends.ts'
import { MIN_LISTING } from '../listings/least-listing.ts'
import fc from '../properties.ts'
import { importRows, startService, yantra } from '../service.ts'
import { sized } from '../tier.ts'
import { newLog } from '../webhooks/workshop.ts'

const MAX_CHARACTERS = 16_000
const NAMES = [
  'search_machines',
  'get_machine',
  'fitting_implements',
  'compare_machines',
  'find_listings',
  'get_listing',
  'listing_value',
  'machine_classes',
]

interface Result {
  content: [{ type: string; text: string }]
  structuredContent?: unknown
  isError?: boolean
}

function post(url: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  return fetch(`${url}/mcp`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
}

const message = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

/** A call as a client of a 2025 revision posts it. */
async function call(url: string, name: string, input: object = {}): Promise<Result> {
  const response = await post(url, message('tools/call', { name, arguments: input }))
  assert.equal(response.status, 200)
  return bounded(name, ((await response.json()) as { result: Result }).result)
}

function bounded(name: string, result: Result): Result {
  const size = JSON.stringify(result).length
  assert.ok(size <= MAX_CHARACTERS, `${name}: ${size} characters`)
  return result
}

// biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
const json = async (response: Response | Promise<Response>): Promise<any> => (await response).json()

// biome-ignore lint/suspicious/noExplicitAny: likewise
const spoken = ({ content, isError }: Result): any => {
  assert.equal(isError ?? false, false, content[0].text)
  return JSON.parse(content[0].text)
}

it('/mcp', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t), BASE_URL: 'https://yantra.example' }
  const service = await startService(t, env)
  const { url } = service
  const read = (path: string) => json(service.get(path))

  for (const [mode, version] of [
    ['legacy', '2025-11-25'],
    [{ pin: '2026-07-28' }, '2026-07-28'],
  ] as const) {
    await t.test(`speaks ${version} with the official client`, async () => {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
      assert.equal(client.getNegotiatedProtocolVersion(), version)
      assert.match(client.getInstructions() ?? '', /search_machines/)
      const { tools } = await client.listTools()
      assert.deepEqual(
        tools.map(({ name }) => name),
        NAMES,
      )
      for (const { name, annotations } of tools)
        assert.deepEqual([annotations?.readOnlyHint, annotations?.openWorldHint], [true, /listing/.test(name)])
      const result = await client.callTool({
        name: 'search_machines',
        arguments: { q: '50 hp tractor under 8 lakh', wheel_drive: '2wd' },
      })
      const same = await read('/v1/tractors?q=50+hp+tractor+under+8+lakh&wheel_drive=2wd&limit=10')
      const { total, machines, read_as } = result.structuredContent as {
        total: number
        machines: { slug: string }[]
        read_as: string
      }
      assert.equal(total, same.total)
      assert.deepEqual(
        machines.map(({ slug }) => slug),
        same.hits.map(({ slug }: { slug: string }) => slug),
      )
      assert.match(read_as, /hp_min=47\.5/)
      await client.close()
    })
  }

  await t.test('describes its tools in their own words', async () => {
    const { result } = await json(post(url, message('tools/list')))
    const text = JSON.stringify(result)
    assert.ok(text.length < MAX_CHARACTERS, `${text.length} characters`)
    assert.doesNotMatch(text, /GET \/v1|X-Query-Read/)
  })

  await t.test('answers what /v1 answers, within its size, for machines of the sample', async (t) => {
    const db = await openDatabase(target(env.DATABASE_URL))
    const catalogue = createCatalogue(db, { log: newLog() })
    t.after(() => catalogue.close().then(() => db.destroy()))
    await catalogue.ready
    const sources = mcpSources({ config: { baseUrl: '', site: true }, db, catalogue })
    const ask = async (name: string, input: object = {}) => {
      const tool = TOOLS.find((tool) => tool.name === name)!
      return spoken(bounded(name, (await callTool(tool, sources, input, newLog())) as Result))
    }
    const slugs: string[] = []
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page = await ask('search_machines', { limit: 20, offset, facets: FACETS })
      slugs.push(...page.machines.map(({ slug }: { slug: string }) => slug))
      offset = page.next_offset
    }
    assert.equal(slugs.length, (await read('/v1/tractors?limit=0')).total)
    assert.equal(new Set(slugs).size, slugs.length)
    for (const [i, slug] of slugs.entries()) {
      if (i % sized(4, 1) > 0) continue
      const { sheet } = (await catalogue.sheet(slug))!
      const short = await ask('get_machine', { slug })
      for (const [name, value] of Object.entries(short)) assert.deepEqual(value, sheet[name as keyof Machine])
      await ask('get_machine', { slug, fields: Object.keys(Machine.properties) })
      const { total } = await ask('fitting_implements', { slug })
      assert.equal(total, catalogue.model.fittingImplements(catalogue.model.published(slug)).length)
      const next = slugs.slice(i, i + 5)
      if (next.length < 2) continue
      const { machines, rows } = await ask('compare_machines', { slugs: next })
      assert.deepEqual(
        machines.map((machine: { slug: string }) => machine.slug),
        next,
      )
      assert.ok(rows.length > 3)
    }
    const counted = ({ key, count }: { key: string; count: number }) => [key, count]
    const { classes } = await ask('machine_classes')
    assert.deepEqual(classes.map(counted), (await read('/v1/machines/classes')).map(counted))
  })

  await t.test('finds used listings and their value, sellers’ words apart, and says where they are', async () => {
    const result = spoken(await call(url, 'find_listings', { q: 'used tractor in punjab', facets: ['district'] }))
    assert.equal(result.total, (await read('/v1/market/listings?q=tractor&state=PB&limit=0')).total)
    assert.equal(result.read_as, 'q=tractor&state=PB')
    for (const listing of result.listings) {
      assert.ok(listing.written_by_seller.variant_name)
      assert.equal(listing.variant_name ?? listing.dealer_name ?? listing.district ?? listing.maker_name, undefined)
    }
    const requested = { machine_slug: 'mahindra-575-di', year: 2019, hours: 2450 }
    const { method: _, listings, ...value } = spoken(await call(url, 'listing_value', requested))
    const valued = '/v1/market/values?machine_slug=mahindra-575-di&year=2019&hours=2450'
    const { method: __, listings: comparable, ...same } = await read(valued)
    assert.deepEqual(value, same)
    const idsOf = (some: { id: number }[]) => some.map(({ id }) => id)
    assert.ok(listings.length > 4 && listings[0].written_by_seller.district && !listings[0].district)
    assert.deepEqual(idsOf(listings), idsOf(comparable))
    const self = spoken(await call(url, 'listing_value', { listing_id: 1 }))
    assert.deepEqual(self.asking, (await read(`${valued}&without=1`)).asking)
    assert.ok(!idsOf(self.listings).includes(1))
    assert.match(spoken(await call(url, 'search_machines', { q: 'used swaraj 744' })).used, /find_listings/)
    assert.equal(spoken(await call(url, 'search_machines', { q: 'swaraj 744' })).used, undefined)
  })

  await t.test('gives a price with its kind and date, and pictures under BASE_URL', async () => {
    const { price_from_inr, price_kind, price_as_of, ...rest } = spoken(
      await call(url, 'get_machine', { slug: 'mahindra-575-di', fields: ['price_from_inr', 'power_kw', 'image'] }),
    )
    assert.ok(price_from_inr > 0 && price_kind && price_as_of)
    assert.equal(rest.power_kw, null)
    assert.match(rest.image, /^https:\/\/yantra\.example\//)
    const compared = spoken(await call(url, 'compare_machines', { slugs: ['mahindra-575-di', 'swaraj-744-fe'] }))
    const power = compared.rows.find(({ field }: { field: string }) => field === 'engine_hp')
    assert.deepEqual(power, { field: 'engine_hp', values: [45, 48], differs: true, best: ['swaraj-744-fe'] })
  })

  await t.test('tells an agent what it did wrong and what to do', async () => {
    const wrong = async (name: string, input: object) => {
      const { isError, content } = await call(url, name, input)
      assert.equal(isError, true)
      return content[0].text
    }
    for (const name of ['get_machine', 'fitting_implements']) {
      assert.match(await wrong(name, { slug: 'mahindra-575' }), /The nearest is "mahindra-575-di"/)
      assert.match(await wrong(name, { slug: '---' }), /^No machine has the slug "---"\. search_machines finds/)
    }
    assert.match(
      await wrong('compare_machines', { slugs: ['mahindra-575-di', 'no-such-machine-1'] }),
      /search_machines/,
    )
    assert.match(await wrong('compare_machines', { slugs: ['mahindra-575-di'] }), /2 to 5 different/)
    assert.match(await wrong('get_listing', { listing_id: 999_999 }), /no listing 999999/)
    assert.match(await wrong('search_machines', { hp_mni: 40 }), /did you mean hp_min\?/)
    assert.equal(spoken(await call(url, 'search_machines', { limit: 0 })).next_offset, undefined)
    const { hint } = spoken(await call(url, 'search_machines', { manufacturer: 'mahendra' }))
    assert.match(hint, /^manufacturer=mahendra is not known; nearest: mahindra\. Nothing matches/)
    const used = spoken(await call(url, 'find_listings', { maker: 'mahendra' }))
    assert.match(used.hint, /^maker=mahendra is not known; nearest: mahindra\. Nothing matches/)
    const unknown = await json(post(url, message('tools/call', { name: 'get_machin', arguments: {} })))
    assert.equal(unknown.error.code, -32602)
    assert.match(unknown.error.message, /did you mean get_machine\?/)
  })

  await t.test('gives no contact of a seller, but the page where buyers reach one', async (t) => {
    const contact = { name: 'R. Patil', phone: '9876543210', email: 'patil@example.com' }
    const description = `Good tyres. Call 98765 43210 or patil@example.com. ${'Well kept and serviced. '.repeat(800)}`
    const { code, stderr } = await importRows(t, service.env, [
      { ...MIN_LISTING, contact, description, fuel: 'diesel' },
    ])
    assert.equal(code, 0, stderr)
    const listing = await call(url, 'get_listing', { listing_id: MIN_LISTING.id })
    assert.doesNotMatch(JSON.stringify(listing), /43210|patil/i)
    const value = spoken(listing)
    assert.match(value.written_by_seller.description, /^Good tyres\. Call \[contact removed\].*…$/)
    const { fuel, maker_name } = value.written_by_seller
    assert.deepEqual([fuel, maker_name], ['diesel', MIN_LISTING.maker_name], 'every text of a seller stands apart')
    assert.equal(value.description ?? value.fuel ?? value.maker_name, undefined)
    assert.deepEqual(value.left_out, { 'written_by_seller.description': 'its end' })
    assert.equal(value.page, `https://yantra.example/en/used/${MIN_LISTING.id}`)
    assert.equal(value.price_inr, MIN_LISTING.price_inr)
  })

  await t.test('answers what its page shows', async () => {
    const page = readFileSync(new URL('../../docs/guides/agents.md', import.meta.url), 'utf8')
    const [search, unknown] = [...page.matchAll(/-d '([^']+)'/g)].map(([, body]) => body!)
    const { result } = await json(post(url, search!))
    assert.ok(
      page.includes(
        `{"total":${spoken(result).total},"offset":0,"next_offset":1,"read_as":"${spoken(result).read_as}"`,
      ),
    )
    assert.ok(page.includes(`"slug":"${spoken(result).machines[0].slug}"`))
    assert.equal((await json(post(url, unknown!))).result.isError, true)
    for (const name of NAMES) assert.ok(page.includes(`| \`${name}\` |`), name)
  })

  await t.test('gives a sheet as it was', async (t) => {
    const slug = 'swaraj-744-fe'
    const fields = ['name', 'hours_a_year']
    const before = spoken(await call(url, 'get_machine', { slug, fields }))
    const then = new Date().toISOString()
    const { code } = await importRows(t, service.env, [{ type: 'machine', slug, patch: true, name: 'Renamed' }])
    assert.equal(code, 0)
    assert.deepEqual(spoken(await call(url, 'get_machine', { slug, fields, as_of: then })), before)
    const now = spoken(await call(url, 'get_machine', { slug, fields, as_of: new Date().toISOString() }))
    assert.equal(now.name, 'Renamed')
    for (const [as_of, reason] of [
      ['yesterday', /as_of must be a date/],
      ['2999-01-01', /as_of must not be in the future/],
      ['2001-01-01', /The history begins at /],
    ] as const) {
      const { isError, content } = await call(url, 'get_machine', { slug, as_of })
      assert.ok(isError)
      assert.match(content[0].text, reason)
    }
  })

  await t.test('answers no 5xx, whatever is posted', async () => {
    const methods = ['initialize', 'ping', 'tools/list', 'tools/call', 'server/discover', 'subscriptions/listen']
    const named = fc.record({ name: fc.constantFrom(...NAMES, 'x'), arguments: fc.jsonValue(), _meta: fc.jsonValue() })
    const rpc = fc.record(
      {
        jsonrpc: fc.constantFrom('2.0', '1.0', 2),
        id: fc.jsonValue(),
        method: fc.oneof(fc.constantFrom(...methods), fc.string()),
        params: fc.oneof(named, fc.jsonValue()),
      },
      { requiredKeys: [] },
    )
    const nested = fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth))
    const messages = fc.oneof(rpc, fc.array(rpc, { maxLength: 4 })).map((value) => JSON.stringify(value))
    const body = fc.oneof({ weight: 6, arbitrary: messages }, fc.json(), fc.string(), nested)
    const headers = fc.dictionary(
      fc.constantFrom('mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'),
      fc.constantFrom('2025-06-18', '2026-07-28', '1999-01-01', 'tools/call', 'get_machine', 'é'.normalize()),
    )
    await fc.assert(
      fc.asyncProperty(body, headers, async (text, sent) => {
        const response = await post(url, text, sent)
        const answer = await response.text()
        assert.ok(response.status < 500, `${response.status} ${answer}`)
        if (answer !== '' && !response.headers.get('content-type')?.startsWith('text/event-stream')) JSON.parse(answer)
      }),
      { numRuns: sized(100, 1_000), interruptAfterTimeLimit: 20_000 },
    )
  })

  await t.test('is counted among the routes', async () => {
    assert.match(
      await (await service.get('/metrics')).text(),
      /yantra_http_requests_total\{route="\/mcp",status="200"\}/,
    )
  })
})

it('/mcp counts and asks for keys as /v1 does', async (t) => {
  const settings = { DATABASE_URL: await sqlite.newUrl(t), SAMPLE: 'false' }
  const { url, env } = await startService(t, { ...settings, RATE_LIMIT_ANONYMOUS: '5' })
  const wrong = await post(url, message('ping'), { authorization: `Bearer ytr_${'a'.repeat(38)}` })
  assert.equal(wrong.status, 401)
  assert.match(wrong.headers.get('www-authenticate') ?? '', /invalid_token/)
  await fetch(`${url}/v1/machines/classes`)
  const third = await post(url, message('ping'))
  assert.match(third.headers.get('ratelimit') ?? '', /^"anonymous";r=2;/)
  const pair = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
  assert.equal((await post(url, JSON.stringify(pair))).status, 200)
  const over = await post(url, message('ping'))
  assert.equal(over.status, 429)
  assert.ok(Number(over.headers.get('retry-after')) > 0)
  assert.equal((await json(over)).code, 'rate-limited')

  const { stdout } = await yantra(env, 'keys', 'create', '--name', 'agent', '--tier', 'standard', '--json')
  const authorization = `Bearer ${JSON.parse(stdout).key}`
  assert.equal((await post(url, message('ping'), { authorization })).status, 200)

  const closed = await startService(t, { ...settings, REQUIRE_KEY: 'true' })
  assert.equal((await post(closed.url, message('ping'))).status, 401)
  assert.equal((await post(closed.url, message('ping'), { authorization })).status, 200)
})
