import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { createKey } from '../../src/auth/api-key-store.ts'
import { openDatabase } from '../../src/database/open.ts'
import { signedHeaders } from '../../src/webhooks/signing.ts'
import { newFolder, sqlite, target } from '../backends.ts'
import { sampleService } from '../sample-service.ts'
import { startService } from '../service.ts'
import { FOLDER, hasPython, python } from './python.ts'
import { cut, half, json, problem, silence, stage, type Turn } from './stage.ts'

const run = promisify(execFile)
const hasMypy = spawnSync('mypy', ['--version']).status === 0
if (!hasMypy) console.error('!! SKIPPED: no mypy was found, so the types of the Python client are not checked')

describe('the Python client', { skip: !hasPython }, () => {
  it('reads every page of a search, machines, implements, listings and classes', async () => {
    const service = await sampleService()
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
    assert.deepEqual(await python(program, [service.url]), [
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
    assert.deepEqual(await python(program, [service.url, key]), ['whsec_', true, true])
  })

  it('retries failed reads and never a POST whose connection broke', async (t) => {
    const limited = problem(429, 'rate-limited', { 'retry-after': '0' })
    const long = problem(429, 'rate-limited', { 'retry-after': '21' })
    const reads = [limited, json({}, 502), json({}, 504), cut, half, silence].map((turn) => stage(t, turn, json([])))
    const writes = [cut, half, silence].map((turn) => stage(t, turn))
    const stages = await Promise.all([stage(t, long), ...reads, ...writes])
    const program = `
def outcome(ask):
    try:
        return ask()
    except YantraError as error:
        return type(error).__name__
first, *clients = [YantraClient(url, timeout=0.4) for url in sys.argv[1:]]
reads, writes = clients[:6], clients[6:]
print(json.dumps([outcome(first.classes), [outcome(client.classes) for client in reads],
                  [outcome(lambda: client.webhooks.create(url="https://a.example", events=[])) for client in writes]]))`
    assert.deepEqual(
      await python(
        program,
        stages.map(({ url }) => url),
      ),
      [...['YantraProblem', Array(6).fill([]), Array(3).fill('YantraError')]],
    )
    assert.deepEqual(
      stages.map(({ asked: requested }) => requested.length),
      [1, ...Array(6).fill(2), ...Array(3).fill(1)],
    )
  })

  it('returns headers and Retry-After, requests gzip, and caches only if enabled', async (t) => {
    const packed: Turn = (_request, response) =>
      void response
        .writeHead(200, { 'content-encoding': 'gzip', etag: '"a"', 'x-request-id': 'r-1' })
        .end(gzipSync('[{"key":"tractor"}]'))
    const { url, asked: requested } = await stage(t, packed, packed, packed, (_request, response) =>
      response.writeHead(304).end(),
    )
    const program = `
plain, keeping = YantraClient(sys.argv[1]), YantraClient(sys.argv[1], cache=True)
first = plain.classes()
plain.classes()
keeping.classes()
print(json.dumps([keeping.classes(), answer_of(first).headers["etag"], answer_of(first).request_id, answer_of({})]))`
    assert.deepEqual(await python(program, [url]), [[{ key: 'tractor' }], '"a"', 'r-1', null])
    assert.deepEqual(
      requested.map(({ headers }) => headers['if-none-match']),
      [undefined, undefined, undefined, '"a"'],
    )
    assert.equal(requested[0]!.headers['accept-encoding'], 'gzip')
    const limited = await stage(t, problem(429, 'rate-limited', { 'retry-after': '45' }))
    const waiting = `
try:
    YantraClient(sys.argv[1]).classes()
except YantraProblem as error:
    print(json.dumps([error.retry_after, error.headers["retry-after"]]))`
    assert.deepEqual(await python(waiting, [limited.url]), [45, '45'])
    const short = await stage(t, problem(429, 'rate-limited', { 'retry-after': '1' }), json([]))
    assert.deepEqual(await python('print(YantraClient(sys.argv[1], max_retry_after=1).classes())', [short.url]), [])
  })

  it('has types for every operation', async () => {
    const program = `
import inspect, yantra_client
owners = [yantra_client.YantraClient, yantra_client._Webhooks, yantra_client]
public = [f for owner in owners for name, f in vars(owner).items()
          if inspect.isfunction(f) and f.__module__ == "yantra_client" and not name.startswith("_")]
print(json.dumps([f.__qualname__ for f in public for p in inspect.signature(f).parameters.values()
                  if "return" not in f.__annotations__ or (p.name != "self" and p.annotation is p.empty)]))`
    assert.deepEqual(await python(program), [])
    const types = readFileSync(`${FOLDER}contract.pyi`, 'utf8')
    const names = [...readFileSync(`${FOLDER}yantra_client.py`, 'utf8').matchAll(/\bcontract\.([A-Z]\w+)/g)]
    assert.ok(names.length > 20)
    for (const [, name] of names)
      assert.match(types, new RegExp(`^(?:class ${name}\\(|${name}(?:: TypeAlias)? = )`, 'm'))
  })

  it('has types that mypy accepts and that reject a wrong call', { skip: !hasMypy }, async (t) => {
    const folder = newFolder(t)
    const installed = join(folder, 'yantra_client')
    mkdirSync(installed)
    copyFileSync(`${FOLDER}yantra_client.py`, join(installed, '__init__.py'))
    for (const file of ['contract.pyi', 'py.typed']) copyFileSync(`${FOLDER}${file}`, join(installed, file))
    const program = `from yantra_client import YantraClient
client = YantraClient("http://localhost:8080")
price: int | None = next(client.search(hp_min=40, manufacturer=["mahindra"]))["price_from_inr"]
name: str = client.signed.machine("mahindra-575-di", as_of="2026-11-15")["name"]
client.search(hp_mn=40)
`
    writeFileSync(join(folder, 'app.py'), program)
    const mypy = run('mypy', ['--strict', '--no-warn-return-any', '--no-error-summary', 'app.py'], { cwd: folder })
    const { stdout } = await mypy.catch((error) => error)
    assert.match(stdout, /^app\.py:5: error: Unexpected keyword argument "hp_mn" [^\n]*\n(?:[^\n]*: note: [^\n]*\n)*$/)
  })

  it('reads feeds page by page and follows them', async (t) => {
    const part = (id: number, more: boolean) => json({ changes: [{ id }], next: `c${id}`, more, head: '' })
    const { url, asked: requested } = await stage(t, part(1, true), part(2, false), part(3, false))
    const program = `
import itertools
client = YantraClient(sys.argv[1])
ids = [change["id"] for change in client.listing_changes("c0")]
print(json.dumps(ids + [one["id"] for one in itertools.islice(client.changes("c2", include="sheet", follow=0), 3)]))`
    assert.deepEqual(await python(program, [url]), [1, 2, 3, 3, 3])
    assert.equal(requested[1]!.url, '/v1/market/changes?since=c1&limit=1000')
    assert.equal(requested[2]!.url, '/v1/changes?since=c2&limit=1000&include=sheet')
  })

  it('follows a feed through an outage but fails if the first request fails', async (t) => {
    const part = (id: number) => json({ changes: [{ id }], next: `c${id}`, more: false, head: '' })
    const busy = problem(503, 'unavailable', { 'retry-after': '0' })
    const { url } = await stage(t, part(1), cut, busy, busy, busy, part(2))
    const program = `
import itertools
print(json.dumps([one["id"] for one in itertools.islice(YantraClient(sys.argv[1]).changes(follow=0), 2)]))`
    assert.deepEqual(await python(program, [url]), [1, 2])
    const down = await stage(t, busy)
    await assert.rejects(python(program, [down.url]), /YantraProblem/)
    assert.equal(down.asked.length, 3)
  })

  it('reports address and reason if there is no response', async (t) => {
    const program = `
try:
    YantraClient(sys.argv[1], retries=0, timeout=0.3).classes()
except YantraError as error:
    print(json.dumps(str(error)))`
    const broken = await stage(t, cut)
    const silent = await stage(t, silence)
    const reasons = [await python(program, [broken.url]), await python(program, [silent.url])]
    assert.deepEqual(reasons, [
      `GET ${broken.url}/v1/machines/classes: connection failed: Remote end closed connection without response`,
      `GET ${silent.url}/v1/machines/classes: no response within 0.3 s`,
    ])
  })

  it('accepts only events that the service signed', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
    const body = JSON.stringify({ id: 'evt_1', type: 'webhook.ping', created_at: '2026-11-15T00:00:00Z', data: {} })
    const program = `
def outcome(body, headers, secret):
    try:
        return unwrap_webhook(body, headers, secret)["type"]
    except YantraError as error:
        return "refused"
print(json.dumps([outcome(*case) for case in json.loads(sys.argv[1])]))`
    const headers = (i = Date.now()) => signedHeaders([other, secret], { id: 'evt_1', body }, i)
    const third = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
    const cases = [
      [body, headers(), secret],
      [`${body} `, headers(), secret],
      [body, headers(), third],
      [body, headers(Date.now() - 301_000), secret],
      [body, {}, secret],
      [body, headers(), 'plain'],
    ]
    const outcomes = ['webhook.ping', ...Array(5).fill('refused')]
    assert.deepEqual(await python(program, [JSON.stringify(cases)]), outcomes)
  })
})
