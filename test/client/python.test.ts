import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { openDatabase } from '../../src/database/open.ts'
import { createKey } from '../../src/keys/key-store.ts'
import { signedHeaders } from '../../src/webhooks/signing.ts'
import { sqlite, target } from '../backends.ts'
import { startService } from '../service.ts'
import { cut, half, json, problem, silence, stage, type Turn } from './stage.ts'

const run = promisify(execFile)
const FOLDER = fileURLToPath(new URL('../../client/python/', import.meta.url))
const missing = spawnSync('python3', ['--version']).status !== 0
if (missing) console.error('!! SKIPPED: no python3 was found, so the Python client is not tried')

/** Runs a program that has the module, and gives what it prints last, as JSON. */
async function python(program: string, ...args: string[]): Promise<unknown> {
  const source = `import json, sys\nfrom yantra_client import *\n${program}`
  const env = { ...process.env, PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: '1' }
  const { stdout } = await run('python3', ['-c', source, ...args], { env, timeout: 60_000 })
  return JSON.parse(stdout.trim().split('\n').at(-1)!)
}

describe('the Python client', { skip: missing }, () => {
  it('searches through every page, and reads sheets, implements, listings and classes', async (t) => {
    const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), SAMPLE: 'true' })
    const program = `
client = YantraClient(sys.argv[1] + "/")
slugs = [machine["slug"] for machine in client.search(manufacturer=["mahindra", "swaraj"], limit=7)]
page = client.search_page(manufacturer="mahindra,swaraj", limit=100)
assert slugs == [machine["slug"] for machine in page["hits"]] and len(slugs) == page["total"]
try:
    client.machine("nothing")
except YantraProblem as error:
    problem = [error.status, error.code, error.errors, bool(error.request_id), bool(error.detail)]
try:
    client.search_page(hp_mn=40)
except YantraProblem as error:
    assert str(error) == f"{error.title}: hp_mn: {error.errors[0]['message']} (did you mean hp_min?)", error
    suggestion = error.errors[0]["suggestion"]
for slug in (None, "", "..", float("nan")):
    try:
        client.machine(slug)
    except YantraError as error:
        assert error.status is None, slug
    else:
        raise AssertionError(slug)
print(json.dumps([client.machine("mahindra-575-di")["name"], len(client.implements("mahindra-575-di")) > 10,
                  client.listing(3)["state_code"], len(client.classes()) > 30, client.classes()[0]["key"] != "", problem, suggestion]))`
    assert.deepEqual(await python(program, service.url), [
      ...['Mahindra 575 DI', true, 'MP', true, true],
      [404, 'not-found', [], true, true],
      'hp_min',
    ])
  })

  it('creates, lists and deletes subscriptions', async (t) => {
    const url = await sqlite.newUrl(t)
    const service = await startService(t, { DATABASE_URL: url, WEBHOOK_ALLOW_PRIVATE: 'true' })
    const db = await openDatabase(target(url))
    t.after(() => db.destroy())
    const { key } = await createKey(db, { name: 'lender', tier: 'enterprise', expiresAt: null }, Date.now())
    const program = `
client = YantraClient(sys.argv[1], key=sys.argv[2])
made = client.webhooks.create(url="http://127.0.0.1:3000/hooks/yantra", events=["price.updated"])
listed = client.webhooks.list()
gone = client.webhooks.delete(made["id"])
print(json.dumps([made["secret"][:6], [one["id"] for one in listed] == [made["id"]], gone == {"id": made["id"], "deleted": True}]))`
    assert.deepEqual(await python(program, service.url, key), ['whsec_', true, true])
  })

  it('sends a read again after trouble, a POST that was cut never', async (t) => {
    const read = `print(json.dumps(YantraClient(sys.argv[1], timeout=0.4).classes()))`
    const limited = problem(429, 'rate-limited', { 'retry-after': '0' })
    for (const trouble of [limited, json({}, 502), json({}, 504), cut, half, silence]) {
      const { url, asked } = await stage(t, trouble, json([]))
      assert.deepEqual(await python(read, url), [])
      assert.equal(asked.length, 2)
    }
    const write = `
try:
    YantraClient(sys.argv[1], timeout=0.4).webhooks.create(url="https://a.example", events=[])
except YantraError as error:
    print(json.dumps(type(error).__name__))`
    for (const trouble of [cut, half, silence]) {
      const { url, asked } = await stage(t, trouble)
      assert.equal(await python(write, url), 'YantraError')
      assert.equal(asked.length, 1)
    }
    const long = await stage(t, problem(429, 'rate-limited', { 'retry-after': '21' }))
    await assert.rejects(python(read, long.url), /YantraProblem/)
    assert.equal(long.asked.length, 1)
  })

  it('gives the headers of an answer, asks for gzip, says how long to wait, and keeps answers only when asked', async (t) => {
    const packed: Turn = (_request, response) =>
      void response
        .writeHead(200, { 'content-encoding': 'gzip', etag: '"a"', 'x-request-id': 'r-1' })
        .end(gzipSync('[{"key":"tractor"}]'))
    const { url, asked } = await stage(t, packed, packed, packed, (_request, response) => response.writeHead(304).end())
    const program = `
plain, keeping = YantraClient(sys.argv[1]), YantraClient(sys.argv[1], cache=True)
first = plain.classes()
plain.classes()
keeping.classes()
print(json.dumps([keeping.classes(), answer_of(first).headers["etag"], answer_of(first).request_id, answer_of({})]))`
    assert.deepEqual(await python(program, url), [[{ key: 'tractor' }], '"a"', 'r-1', null])
    assert.deepEqual(
      asked.map(({ headers }) => headers['if-none-match']),
      [undefined, undefined, undefined, '"a"'],
    )
    assert.equal(asked[0]!.headers['accept-encoding'], 'gzip')
    const limited = await stage(t, problem(429, 'rate-limited', { 'retry-after': '45' }))
    const waiting = `
try:
    YantraClient(sys.argv[1]).classes()
except YantraProblem as error:
    print(json.dumps([error.retry_after, error.headers["retry-after"]]))`
    assert.deepEqual(await python(waiting, limited.url), [45, '45'])
    const short = await stage(t, problem(429, 'rate-limited', { 'retry-after': '1' }), json([]))
    assert.deepEqual(await python('print(YantraClient(sys.argv[1], max_retry_after=1).classes())', short.url), [])
  })

  it('has the same operations for asyncio, and types for all of them', async (t) => {
    const page = { query: '', total: 3, offset: 0, limit: 2, facets: {}, engine: 'database', sort: null }
    const hits = (...slugs: string[]) => json({ ...page, hits: slugs.map((slug) => ({ slug })) })
    const { url } = await stage(t, hits('a', 'b'), hits('c'), json({ slug: 'a' }), json([{ id: 'wh_1' }]))
    const program = `
import ast, asyncio, inspect, pathlib, yantra_client
async def main():
    client = AsyncYantraClient(sys.argv[1])
    slugs = [machine["slug"] async for machine in client.search(limit=2)]
    return [slugs, (await client.machine("a"))["slug"], (await client.webhooks.list())[0]["id"]]
read = asyncio.run(main())
ast.parse(pathlib.Path(sys.argv[2]).with_name("contract.pyi").read_text())
stub = ast.parse(pathlib.Path(sys.argv[2]).read_text())
typed = {one.name: {f.name: [a.arg for a in f.args.args] for f in one.body if isinstance(f, (ast.FunctionDef, ast.AsyncFunctionDef))}
         for one in stub.body if isinstance(one, ast.ClassDef)}
for name in ("YantraClient", "_Webhooks"):
    own = {key: [p.name for p in inspect.signature(value).parameters.values() if p.kind != p.VAR_KEYWORD]
           for key, value in vars(getattr(yantra_client, name)).items() if callable(value) and not key.startswith("_")}
    other = {"YantraClient": "AsyncYantraClient", "_Webhooks": "_AsyncWebhooks"}[name]
    for types in (typed[name], typed[other]):
        assert {key: value for key, value in types.items() if not key.startswith("_")} == own, (name, types, own)
print(json.dumps(read))`
    const stub = `${FOLDER}yantra_client-stubs/__init__.pyi`
    assert.deepEqual(await python(program, url, stub), [['a', 'b', 'c'], 'a', 'wh_1'])
  })

  it('reads feeds part by part, and follows them', async (t) => {
    const part = (id: number, more: boolean) => json({ changes: [{ id }], next: `c${id}`, more, head: '' })
    const { url, asked } = await stage(t, part(1, true), part(2, false), part(3, false))
    const program = `
import itertools
client = YantraClient(sys.argv[1])
ids = [change["id"] for change in client.listing_changes("c0")]
print(json.dumps(ids + [one["id"] for one in itertools.islice(client.changes("c2", include="sheet", follow=0), 3)]))`
    assert.deepEqual(await python(program, url), [1, 2, 3, 3, 3])
    assert.equal(asked[1]!.url, '/v1/market/changes?since=c1&limit=1000')
    assert.equal(asked[2]!.url, '/v1/changes?since=c2&limit=1000&include=sheet')
  })

  it('follows a feed through an outage of the service, but not when it cannot begin', async (t) => {
    const part = (id: number) => json({ changes: [{ id }], next: `c${id}`, more: false, head: '' })
    const busy = problem(503, 'unavailable', { 'retry-after': '0' })
    const { url } = await stage(t, part(1), cut, busy, busy, busy, part(2))
    const program = `
import itertools
print(json.dumps([one["id"] for one in itertools.islice(YantraClient(sys.argv[1]).changes(follow=0), 2)]))`
    assert.deepEqual(await python(program, url), [1, 2])
    const down = await stage(t, busy)
    await assert.rejects(python(program, down.url), /YantraProblem/)
    assert.equal(down.asked.length, 3)
  })

  it('names the address and the reason when there is no response', async (t) => {
    const program = `
try:
    YantraClient(sys.argv[1], retries=0, timeout=0.3).classes()
except YantraError as error:
    print(json.dumps(str(error)))`
    const broken = await stage(t, cut)
    const silent = await stage(t, silence)
    const reasons = [await python(program, broken.url), await python(program, silent.url)]
    assert.deepEqual(reasons, [
      `GET ${broken.url}/v1/machines/classes: connection failed: Remote end closed connection without response`,
      `GET ${silent.url}/v1/machines/classes: no response within 0.3 s`,
    ])
  })

  it('unwraps what the service signed, and nothing else', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
    const body = JSON.stringify({ id: 'evt_1', type: 'webhook.ping', created_at: '2026-11-15T00:00:00Z', data: {} })
    const program = `
body, headers, secret = sys.argv[1], json.loads(sys.argv[2]), sys.argv[3]
try:
    print(json.dumps(unwrap_webhook(body, headers, secret)["type"]))
except YantraError as error:
    print(json.dumps("refused"))`
    const headers = (at = Date.now()) => JSON.stringify(signedHeaders([other, secret], { id: 'evt_1', body }, at))
    assert.equal(await python(program, body, headers(), secret), 'webhook.ping')
    const third = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
    for (const [text, head, key] of [
      [`${body} `, headers(), secret],
      [body, headers(), third],
      [body, headers(Date.now() - 301_000), secret],
      [body, '{}', secret],
      [body, headers(), 'plain'],
    ] as const) {
      assert.equal(await python(program, text, head, key), 'refused')
    }
  })
})
