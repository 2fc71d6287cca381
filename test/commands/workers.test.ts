import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newFolder, sqlite } from '../backends.ts'
import { PROGRAM_ENV } from '../processes.ts'
import { yantra } from '../service.ts'

const CLI = new URL('../../src/cli.ts', import.meta.url).pathname
const SAMPLE = new URL('../../sample/catalogue.ndjson', import.meta.url)
const LIMIT = 40

interface Served {
  child: ChildProcess
  url: string
  lines: string[]
  env: Record<string, string>
}

async function serve(databaseUrl: string, more: Record<string, string> = {}): Promise<Served> {
  const env = {
    ...{ PORT: '0', DATABASE_URL: databaseUrl, SAMPLE: 'true', SECRET_KEY: 'k'.repeat(32), WORKERS: '2' },
    ...{ RATE_LIMIT_ANONYMOUS: String(LIMIT), MAX_EVENT_LOOP_DELAY_MS: '0', ...more },
  }
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: { ...PROGRAM_ENV, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const reader = createInterface(child.stdout!)
  const listening = Promise.withResolvers<string>()
  reader.on('line', (line) => {
    lines.push(line)
    const { msg, url } = JSON.parse(line)
    if (/^Yantra listens/.test(msg)) listening.resolve(url)
  })
  child.once('exit', () => listening.reject(new Error('it ended')))
  return { child, url: await listening.promise, lines, env }
}

/** On a connection of its own, which any worker may take. */
function ask(
  url: string,
  headers: Record<string, string> = {},
  timeout = 10_000,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent: false, headers, timeout }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode!, body }), reject)
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer'))).on('error', reject)
  })
}

function workersOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
}

/** Asks until the answer is as it should be; the test's own time is the bound. */
async function until<T>(read: () => Promise<T>, isGood: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read()
    if (isGood(value)) return value
    await sleep(50)
  }
}

describe('several workers', () => {
  let served: Served
  let close: (() => void)[] = []
  before(async () => {
    const t = { after: (work: () => void) => close.push(work) } as unknown as TestContext
    served = await serve(await sqlite.newUrl(t))
  })
  after(async () => {
    served.child.kill('SIGKILL')
    for (const work of close) work()
    close = []
  })

  it('say once what is to be said of the start, and are ready together', async () => {
    const words = served.lines.map((line) => JSON.parse(line).msg as string)
    assert.equal(words.filter((word) => word.startsWith('Yantra listens')).length, 1)
    assert.equal(words.filter((word) => word.startsWith('Server listening')).length, 1)
    assert.equal(words.filter((word) => /sample catalogue is loaded/.test(word)).length, 1)
    assert.equal(workersOf(served.child.pid!).length, 2)
    const { status, body } = await ask(`${served.url}/readyz`)
    assert.deepEqual([status, JSON.parse(body).checks.workers], [200, true])
  })

  it('count one limit together, and their metrics are one', async () => {
    const answers = await Promise.all(
      Array.from({ length: LIMIT + 10 }, () => ask(`${served.url}/v1/machines/classes`)),
    )
    const allowed = answers.filter(({ status }) => status === 200).length
    assert.deepEqual([allowed, answers.length - allowed], [LIMIT, 10])
    const counted = /yantra_http_requests_total\{route="\/v1\/machines\/classes",status="(\d+)"\} (\d+)/g
    const countsIn = (body: string) => [...body.matchAll(counted)].map(([, status, n]) => [status, Number(n)] as const)
    // A worker that is late with its counts is left out of one answer, not of the next.
    const isWhole = (body: string) => countsIn(body).reduce((sum, [, n]) => sum + n, 0) >= answers.length
    const { body } = await until(
      () => ask(`${served.url}/metrics`),
      ({ body }) => isWhole(body),
    )
    assert.deepEqual(Object.fromEntries(countsIn(body)), { 200: LIMIT, 429: 10 })
    const machines = readFileSync(SAMPLE, 'utf8').match(/"type": ?"machine"/g)!.length
    assert.match(body, new RegExp(`^yantra_catalogue_machines ${machines}$`, 'm'))
    assert.match(body, /^yantra_webhook_attempts_total\{outcome="delivered"\} 0$/m, 'one sends')
  })

  it('all know a new key and one that was revoked', async () => {
    const created = await yantra(served.env, 'keys', 'create', '--name', 'Lender', '--tier', 'standard', '--json')
    const { id, key } = JSON.parse(created.stdout)
    const askAll = () =>
      Promise.all(
        Array.from({ length: 6 }, () => ask(`${served.url}/v1/machines/classes`, { authorization: `Bearer ${key}` })),
      ).then((answers) => answers.map(({ status }) => status))
    assert.deepEqual(new Set(await askAll()), new Set([200]))
    await yantra(served.env, 'keys', 'revoke', id)
    await until(askAll, (statuses) => statuses.every((status) => status === 401))
  })

  it('are replaced when they end, leave to each other what one does not take, and are ready again when all are', async () => {
    const [first, second] = workersOf(served.child.pid!)
    process.kill(first!, 'SIGSTOP')
    const asked = Array.from({ length: 20 }, () => ask(`${served.url}/healthz`))
    for (const { status } of await Promise.all(asked)) assert.equal(status, 200)
    process.kill(first!, 'SIGKILL')
    const readyz = () => ask(`${served.url}/readyz`)
    const without = await until(readyz, ({ status }) => status === 503)
    assert.equal(JSON.parse(without.body).checks.workers, false)
    await until(readyz, ({ status }) => status === 200)
    const now = workersOf(served.child.pid!)
    assert.equal(now.length, 2)
    assert.ok(now.includes(second!) && !now.includes(first!))
  })

  it('end in order with the process that started them', async () => {
    const workers = workersOf(served.child.pid!)
    const ended = once(served.child, 'exit')
    served.child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
    for (const pid of workers) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
    assert.equal(JSON.parse(served.lines.at(-1)!).msg, 'stopped')
  })
})

it('ends with the message of a worker that cannot start', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.after(() => taken.close())
  const { port } = taken.address() as { port: number }
  const child = spawn(process.execPath, [CLI, 'serve', '--workers', '2'], {
    cwd: newFolder(t),
    env: { ...PROGRAM_ENV, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
  assert.equal(code, 2)
  assert.equal(said.match(/is in use by another program/g)?.length, 1)
})
