import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openDatabase } from '../../src/database/open.ts'
import { createKey } from '../../src/keys/key-store.ts'
import { signedHeaders } from '../../src/webhooks/signing.ts'
import { sqlite, target } from '../backends.ts'
import { startService } from '../service.ts'
import { cut, half, json, problem, silence, stage } from './stage.ts'

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
    suggestion = error.errors[0]["suggestion"]
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
