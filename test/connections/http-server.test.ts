import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startAccessApp } from '../access-app.ts'
import { sqlite } from '../backends.ts'
import { exchange, parseAnswer, type RawAnswer } from '../exchange.ts'
import { startProcess } from '../processes.ts'
import { processContext } from '../together.ts'

const SHEET = '/v1/tractors/a-tractor'
const POST = `POST /v1/webhooks HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n`
const QUICK = { headersMs: 200, requestMs: 400, checkMs: 20, idleMs: 600, unreadMs: 400, keepAliveMs: 300 }

async function open(t: TestContext, env: Record<string, string> = {}, timeouts = {}) {
  const app = await startAccessApp(
    { LOG_LEVEL: 'silent', RATE_LIMIT_ANONYMOUS: '0', ...env },
    { db: await sqlite.newDatabase(t), timeouts },
  )
  t.after(() => app.close())
  return app
}

const all = processContext()
let plain: ReturnType<typeof startAccessApp> | undefined

/** Returns the app with the usual timeouts, which tests share. */
function openPlain() {
  plain ??= open(all)
  return plain
}

function assertProblem(answer: RawAnswer, status: number, code: string): void {
  assert.equal(answer.status, status)
  assert.match(answer.headers['content-type'] ?? '', /^application\/problem\+json/)
  const { request_id, title, detail, ...rest } = JSON.parse(answer.body)
  assert.deepEqual(rest, { type: `/problems/${code}`, status, code })
  assert.ok(request_id && title && detail)
  assert.equal(answer.headers['x-request-id'], request_id)
  assert.equal(answer.headers['access-control-allow-origin'], '*')
}

/** Opens a connection, sends the chunks one by one for as long as it lasts, and returns what came back. */
async function trickle(port: number, first: string, rest: string): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  // Not `once`, which fails on a reset.
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.write(first)
  const timer = setInterval(() => socket.write(rest), 25)
  await closed
  clearInterval(timer)
  return parseAnswer(text)
}

it('the server takes headers of almost 16 kB', async () => {
  const { url } = await openPlain()
  const response = await fetch(url + SHEET, { headers: { 'x-long': 'a'.repeat(15_500) } })
  assert.equal(response.status, 200)
})

it('the server loses none of thousands of headers', async () => {
  const { port } = await openPlain()
  const many = 'a:\r\n'.repeat(3_000)
  const request = `GET ${SHEET} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${many}Authorization: Bearer wrong\r\n\r\n`
  assert.equal((await exchange(port, request)).status, 401)
})

it('the server ends slow headers with 408', async (t) => {
  const { port } = await open(t, {}, QUICK)
  assertProblem(await trickle(port, `GET ${SHEET} HTTP/1.1\r\nHost: a\r\n`, 'X-A: b\r\n'), 408, 'request-timeout')
})

it('the server ends a connection that says nothing', async (t) => {
  const { port } = await open(t, {}, QUICK)
  assertProblem(await trickle(port, '', ''), 408, 'request-timeout')
})

it('the server tells who has no key at once, whatever is still to come', async () => {
  const { port } = await openPlain()
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.write(POST)
  const [text] = (await once(socket, 'data')) as [string]
  assert.equal(parseAnswer(text).status, 401)
  socket.destroy()
})

it('the server ends slow bodies, read or not', async (t) => {
  const { port } = await open(t, {}, QUICK)
  // They return when the connection is closed; whether its end overtakes the answer is up to the machine.
  await trickle(port, POST, 'x')
  await trickle(port, `GET ${SHEET} HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n`, 'x')
})

it('the server keeps a connection open between requests, and not forever', async (t) => {
  const { port } = await open(t, {}, QUICK)
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  const closed = once(socket, 'close')
  for (let i = 0; i < 3; i++) {
    socket.write(`GET ${SHEET} HTTP/1.1\r\nHost: a\r\n\r\n`)
    const [text] = (await once(socket, 'data')) as [string]
    assert.equal(parseAnswer(text).status, 200)
  }
  await closed
})

it('the server does not let slow clients delay others', async (t) => {
  const { port, url } = await open(t, {}, { ...QUICK, headersMs: 1_000, requestMs: 1_000 })
  const slow = Array.from({ length: 200 }, () => trickle(port, `GET ${SHEET} HTTP/1.1\r\nHost: a\r\n`, 'X-A: b\r\n'))
  for (let i = 0; i < 20; i++) assert.equal((await fetch(url + SHEET)).status, 200)
  const statuses = new Set((await Promise.all(slow)).map((answer) => answer.status))
  assert.deepEqual([...statuses], [408])
})

it('load shedding turns new work away when it would wait too long, answers health checks and from the cache, and ends by itself', async (t) => {
  const url = await startProcess(t, {
    DATABASE_URL: await sqlite.newUrl(t),
    MAX_EVENT_LOOP_DELAY_MS: '50',
    RATE_LIMIT_ANONYMOUS: '0',
    LOG_LEVEL: 'silent',
  })
  assert.equal((await fetch(url + SHEET)).status, 200)
  let shed: Response | undefined
  const repeat = async (path: string, check: (response: Response) => unknown) => {
    while (!shed) await check(await fetch(url + path))
  }
  const all = Array.from({ length: 10 }, () => [
    repeat('/block?ms=30', (response) => {
      if (response.status === 503) shed = response
      else return response.text()
    }),
    repeat('/healthz', (health) => assert.equal(health.status, 200)),
    repeat(SHEET, (cached) => assert.equal(cached.status, 200)),
  ])
  await Promise.all(all.flat())
  assert.equal(shed?.status, 503)
  assert.equal(shed.headers.get('retry-after'), '1')
  assert.equal(((await shed.json()) as { code: string }).code, 'unavailable')
  while ((await fetch(url + SHEET)).status !== 200) await sleep(5)
})

it('load shedding turns new work away when there is too little memory, and not when the limit is lifted', async (t) => {
  const small = await open(t, { MAX_MEMORY_MB: '96' })
  while ((await fetch(small.url + SHEET)).status !== 503) await sleep(20)
  assert.equal((await fetch(`${small.url}/healthz`)).status, 200)
  const lifted = await open(t, { MAX_EVENT_LOOP_DELAY_MS: '0', MAX_MEMORY_MB: '0' })
  const [, response] = await Promise.all([fetch(`${lifted.url}/block?ms=300`), fetch(lifted.url + SHEET)])
  assert.equal(response.status, 200)
})
