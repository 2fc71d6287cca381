import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { answerOf, unwrapWebhook, YantraClient, YantraError, YantraProblem } from '../../client/src/index.ts'
import { createKey } from '../../src/auth/api-key-store.ts'
import { openDatabase } from '../../src/database/open.ts'
import { signedHeaders } from '../../src/webhooks/signing.ts'
import { sqlite, target } from '../backends.ts'
import { sampleService } from '../sample-service.ts'
import { startService } from '../service.ts'
import { cut, half, json, problem, silence, stage } from './stage.ts'

it('the client against the service searches a page at a time or through every page, and reads sheets, implements, listings and classes', async () => {
  const service = await sampleService()
  const client = new YantraClient({ baseUrl: `${service.url}/` })
  const page = await client.search({ q: 'mahindra', limit: 5 })
  assert.equal(page.hits.length, 5)
  const slugs: string[] = []
  for await (const machine of client.search({ manufacturer: ['mahindra', 'swaraj'], limit: 7 }))
    slugs.push(machine.slug)
  const whole = await client.search({ manufacturer: 'mahindra,swaraj', limit: 100 })
  assert.deepEqual(
    slugs,
    whole.hits.map(({ slug }) => slug),
  )
  assert.equal(new Set(slugs).size, whole.total)
  assert.equal((await client.machine('mahindra-575-di')).name, 'Mahindra 575 DI')
  assert.ok((await client.implements('mahindra-575-di')).length > 10)
  assert.equal((await client.listing(3)).state_code, 'MP')
  assert.ok((await client.classes()).some(({ key }) => key === 'tractor'))
})

it('the client against the service leaves out of an answer nothing that its types promise, and gives the headers it came with', async () => {
  const service = await sampleService()
  const client = new YantraClient({ baseUrl: service.url })
  const contract = await readFile(new URL('../../client/src/contract.ts', import.meta.url), 'utf8')
  const promised = (name: string) => {
    const [, body = ''] = new RegExp(`interface ${name} \\{\n([^]*?)\n\\}`).exec(contract) ?? []
    return [...body.matchAll(/^ {2}(\w+): /gm)].map(([, field]) => field!)
  }
  const check = (name: string, item: object) =>
    assert.deepEqual(
      promised(name).filter((field) => !(field in item)),
      [],
      name,
    )
  for await (const summary of client.search()) {
    check('MachineSummary', summary)
    const sheet = await client.machine(summary.slug)
    check('Machine', sheet)
    for (const price of sheet.prices) check('PriceItem', price)
  }
  for (const implement of await client.implements('mahindra-575-di')) check('ImplementSummary', implement)
  for (const item of await client.classes()) check('MachineClass', item)
  check('MarketListing', await client.listing(3))
  assert.ok(promised('Machine').length > 60)

  const page = await client.search({ q: 'tractor under 8 lakh' })
  const { status, headers, requestId } = answerOf(page)!
  assert.equal(status, 200)
  assert.equal(headers.get('x-query-read'), 'q=tractor&price_max=800000')
  assert.ok(requestId && headers.get('etag'))
})

it('the client against the service makes problems errors that say everything', async () => {
  const service = await sampleService()
  const client = new YantraClient({ baseUrl: service.url })
  const missing = await client.machine('no-such-machine').catch((error) => error)
  assert.ok(missing instanceof YantraProblem && missing instanceof YantraError)
  assert.deepEqual([missing.status, missing.code, missing.errors], [404, 'not-found', []])
  assert.ok(missing.requestId && missing.title && missing.detail)
  // biome-ignore lint/suspicious/noExplicitAny: a mistake that the types would not let pass
  const bad: any = await client.search({ hp_mn: 40 } as any).catch((error) => error)
  assert.equal(bad.errors[0].suggestion, 'hp_min')
  assert.equal(bad.message, `${bad.title}: hp_mn: ${bad.errors[0].message} (did you mean hp_min?)`)
  for (const slug of ['..', '', undefined, null, Number.NaN])
    assert.throws(() => client.machine(slug as string), YantraError, `${slug}`)
  assert.throws(() => client.listing(Number.NaN), YantraError)
})

it('the client against the service creates, lists and deletes subscriptions', async (t) => {
  const url = await sqlite.newUrl(t)
  const service = await startService(t, { DATABASE_URL: url, WEBHOOK_ALLOW_PRIVATE: 'true' })
  const db = await openDatabase(target(url))
  t.after(() => db.destroy())
  const { key } = await createKey(db, { name: 'lender', tier: 'enterprise', expiresAt: null }, Date.now())
  const client = new YantraClient({ baseUrl: service.url, key })
  const created = await client.webhooks.create({ url: 'http://127.0.0.1:3000/hooks/yantra', events: ['price.updated'] })
  assert.match(created.secret, /^whsec_/)
  assert.deepEqual(
    (await client.webhooks.list()).map(({ id }) => id),
    [created.id],
  )
  assert.deepEqual(await client.webhooks.delete(created.id), { id: created.id, deleted: true })
})

const page = { query: '', hits: [], total: 0, offset: 0, limit: 20, facets: {}, engine: 'database', sort: null }

it('the client against trouble sends a read again after 429, 502, 503, 504, a cut and a silence', async (t) => {
  for (const trouble of [
    problem(429, 'rate-limited', { 'retry-after': '0' }),
    json({}, 502),
    problem(503, 'unavailable', { 'retry-after': '0' }),
    json({}, 504),
    cut,
    half,
    silence,
  ]) {
    const { url, asked: requested } = await stage(t, trouble, json(page))
    const client = new YantraClient({ baseUrl: url, timeoutMs: 400 })
    assert.equal((await client.search()).total, 0)
    assert.equal(requested.length, 2)
  }
})

it('the client against trouble gives up after the retries with the last error, and never retries what will not change', async (t) => {
  const down = await stage(t, problem(503, 'unavailable', { 'retry-after': '0' }))
  const client = new YantraClient({ baseUrl: down.url })
  await assert.rejects(client.classes(), { name: 'YantraProblem', code: 'unavailable', status: 503 })
  assert.equal(down.asked.length, 3)
  const refused = await stage(t, problem(400, 'bad-input'))
  await assert.rejects(new YantraClient({ baseUrl: refused.url }).classes(), { code: 'bad-input' })
  assert.equal(refused.asked.length, 1)
  const html = await stage(t, (_request, response) => response.writeHead(500).end('<h1>no</h1>'))
  await assert.rejects(new YantraClient({ baseUrl: html.url }).classes(), { name: 'YantraError', status: 500 })
})

it('the client against trouble names the address and the reason when there is no response', async (t) => {
  const broken = await stage(t, cut)
  const client = (url: string) => new YantraClient({ baseUrl: url, retries: 0, timeoutMs: 300 })
  const start = `GET ${broken.url}/v1/machines/classes: `
  await assert.rejects(client(broken.url).classes(), new RegExp(`${start}connection failed: other side closed$`))
  const silent = await stage(t, silence)
  const message = `GET ${silent.url}/v1/machines/classes: no response within 300 ms`
  await assert.rejects(client(silent.url).classes(), { name: 'YantraError', message })
})

it('the client against trouble does not wait for a Retry-After of more than twenty seconds', async (t) => {
  const { url, asked: requested } = await stage(t, problem(429, 'rate-limited', { 'retry-after': '21' }))
  await assert.rejects(new YantraClient({ baseUrl: url }).classes(), { code: 'rate-limited' })
  assert.equal(requested.length, 1)
})

it('the client against trouble never sends a POST again that was cut or not answered, but one that was turned away', async (t) => {
  const create = (url: string) =>
    new YantraClient({ baseUrl: url, timeoutMs: 300 }).webhooks.create({ url: 'https://a.example', events: [] })
  for (const trouble of [cut, silence, half, json({}, 502)]) {
    const { url, asked: requested } = await stage(t, trouble)
    await assert.rejects(create(url), YantraError)
    assert.equal(requested.length, 1)
  }
  const { url, asked: requested } = await stage(
    t,
    problem(503, 'unavailable', { 'retry-after': '0' }),
    json({ id: 'wh_1' }),
  )
  assert.equal((await create(url)).id, 'wh_1')
  assert.equal(requested.length, 2)
})

it('the client against trouble says how long to wait, and waits as long as the caller allows', async (t) => {
  const late = new Date(Date.now() + 90_000).toUTCString()
  for (const [sent, min] of [
    ['45', 45],
    [late, 80],
  ] as const) {
    const { url } = await stage(t, problem(429, 'rate-limited', { 'retry-after': sent }))
    const error = await new YantraClient({ baseUrl: url }).classes().catch((error) => error)
    assert.ok(error.retryAfter >= min && error.retryAfter <= 90, String(error.retryAfter))
    assert.equal(error.headers.get('retry-after'), sent)
  }
  const { url, asked: requested } = await stage(t, problem(429, 'rate-limited', { 'retry-after': '1' }), json([]))
  await assert.rejects(new YantraClient({ baseUrl: url, maxRetryAfterMs: 999 }).classes(), { retryAfter: 1 })
  assert.deepEqual(await new YantraClient({ baseUrl: url, maxRetryAfterMs: 1_000 }).classes(), [])
  assert.equal(requested.length, 2)
})

it('the client against trouble keeps no answer unless asked to', async (t) => {
  const { url, asked: requested } = await stage(t, json([], 200, { etag: '"a"' }))
  const client = new YantraClient({ baseUrl: url })
  await client.classes()
  await client.classes()
  assert.equal(requested[1]!.headers['if-none-match'], undefined)
})

it('the client against trouble asks with the ETag it has and takes 304 for what it has', async (t) => {
  const { url, asked: requested } = await stage(
    t,
    json([{ key: 'tractor' }], 200, { etag: '"a"' }),
    (_request, response) => response.writeHead(304).end(),
  )
  const client = new YantraClient({ baseUrl: url, cache: true })
  const first = await client.classes()
  first.length = 0
  assert.deepEqual(await client.classes(), [{ key: 'tractor' }], 'what the caller did to an answer is not kept')
  assert.equal(requested[1]!.headers['if-none-match'], '"a"')
})

it('the client against trouble ends with the signal of the caller, also while it waits', async (t) => {
  const { url } = await stage(t, silence)
  const client = new YantraClient({ baseUrl: url })
  const reason = new Error('enough')
  const controller = new AbortController()
  const asking = client.classes({ signal: controller.signal })
  controller.abort(reason)
  await assert.rejects(asking, { name: 'YantraError', cause: reason })
  const limited = await stage(t, problem(429, 'rate-limited', { 'retry-after': '15' }))
  const waiting = new YantraClient({ baseUrl: limited.url }).classes({ signal: AbortSignal.timeout(100) })
  await assert.rejects(waiting, YantraError)
})

it('the client against trouble reads feeds part by part, and follows them until the signal ends it', async (t) => {
  const part = (id: number, more: boolean) => json({ changes: [{ id }], next: `c${id}`, more, head: '' })
  const { url, asked: requested } = await stage(t, part(1, true), part(2, false), part(3, false))
  const client = new YantraClient({ baseUrl: url })
  const ids: number[] = []
  for await (const { id } of client.listingChanges({ since: 'c0' })) ids.push(id)
  assert.deepEqual(ids, [1, 2])
  const enough = new AbortController()
  const following = client.changes({ since: 'c2', followMs: 1, include: 'sheet' }, { signal: enough.signal })
  for (let i = 0; i < 3; i++) ids.push((await following.next()).value!.id)
  enough.abort()
  await assert.rejects(following.next(), YantraError)
  assert.deepEqual(ids, [1, 2, 3, 3, 3])
  assert.deepEqual(
    requested.slice(0, 4).map(({ url }) => url),
    [
      '/v1/market/changes?since=c0&limit=1000',
      '/v1/market/changes?since=c1&limit=1000',
      '/v1/changes?since=c2&limit=1000&include=sheet',
      '/v1/changes?since=c3&limit=1000&include=sheet',
    ],
  )
})

it('the client against trouble follows a feed through an outage of the service, but not when it cannot begin', async (t) => {
  const part = (id: number) => json({ changes: [{ id }], next: `c${id}`, more: false, head: '' })
  const busy = problem(503, 'unavailable', { 'retry-after': '0' })
  const { url, asked: requested } = await stage(t, part(1), cut, busy, busy, busy, part(2))
  const following = new YantraClient({ baseUrl: url }).listingChanges({ followMs: 1 })
  const ids = [(await following.next()).value?.id, (await following.next()).value?.id]
  assert.deepEqual(ids, [1, 2])
  assert.deepEqual(
    new Set(requested.slice(1).map(({ url }) => url)),
    new Set(['/v1/market/changes?since=c1&limit=1000']),
  )
  const down = await stage(t, busy)
  await assert.rejects(new YantraClient({ baseUrl: down.url }).changes({ followMs: 1 }).next(), { status: 503 })
  assert.equal(down.asked.length, 3)
})

it('the client against trouble uses the fetch it is given, and follows no redirect', async (t) => {
  const seen: string[] = []
  const client = new YantraClient({
    baseUrl: 'https://yantra.example/prefix',
    key: 'ytr_x',
    fetch: async (input, init) => {
      seen.push(`${input} ${new Headers(init?.headers).get('authorization')}`)
      return Response.json([])
    },
  })
  await client.classes()
  assert.deepEqual(seen, ['https://yantra.example/prefix/v1/machines/classes Bearer ytr_x'])
  const away = await stage(t, (_request, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  )
  await assert.rejects(new YantraClient({ baseUrl: away.url }).classes(), { name: 'YantraError', status: 302 })
  assert.equal(away.asked.length, 1)
})

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const body = JSON.stringify({ id: 'evt_1', type: 'webhook.ping', created_at: '2026-11-15T00:00:00Z', data: {} })
const signed = (i = Date.now(), secrets = [secret]) => signedHeaders(secrets, { id: 'evt_1', body }, i)

it('unwrapWebhook gives the event of a delivery that is signed as the service signs', async () => {
  const event = await unwrapWebhook(body, signed() as Record<string, string>, secret)
  assert.equal(event.type, 'webhook.ping')
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  const both = new Headers(signed(Date.now(), [other, secret]) as Record<string, string>)
  assert.equal((await unwrapWebhook(Buffer.from(body), both, secret)).id, 'evt_1')
})

it('unwrapWebhook has a type for each event', async () => {
  const text = JSON.stringify({
    ...JSON.parse(body),
    type: 'listing.withdrawn',
    data: { listing: { id: 3 }, version: 2 },
  })
  const headers = signedHeaders([secret], { id: 'evt_1', body: text }, Date.now())
  const event = await unwrapWebhook(text, headers as Record<string, string>, secret)
  assert.equal(event.type === 'listing.withdrawn' && event.data.listing.id, 3)
})

it('unwrapWebhook refuses a changed body, another secret, an old or missing timestamp, and nonsense', async () => {
  const headers = signed() as Record<string, string>
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  await assert.rejects(unwrapWebhook(`${body} `, headers, secret), YantraError)
  await assert.rejects(unwrapWebhook(body, headers, other), YantraError)
  await assert.rejects(unwrapWebhook(body, signed(Date.now() - 301_000) as Record<string, string>, secret), YantraError)
  await assert.rejects(unwrapWebhook(body, { ...headers, 'webhook-id': 'evt_2' }, secret), YantraError)
  await assert.rejects(unwrapWebhook(body, {}, secret), YantraError)
  await assert.rejects(unwrapWebhook(body, { ...headers, 'webhook-signature': 'v1,%% v1,' }, secret), YantraError)
  await assert.rejects(unwrapWebhook(body, headers, 'plain'), YantraError)
})
