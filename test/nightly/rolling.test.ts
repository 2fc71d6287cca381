import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../bench/generate.ts'
import { newFolder, sqlite } from '../backends.ts'
import { freePort, startPostgres } from '../postgres.ts'
import { sized } from '../tier.ts'
import { askOnce, describeLoad, loadApart } from './load.ts'
import { type Served, serve } from './serve.ts'

/** Ends a service as a rolling update does. Returns after how many milliseconds it was gone. */
async function terminate({ child }: Served): Promise<number> {
  const from = performance.now()
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  return performance.now() - from
}

const REPLICAS = 3
const PATHS = ['/v1/tractors/mahindra-575-di', '/v1/tractors?q=mahindra&limit=5', '/v1/machines/classes']

interface Replica {
  service: Served
  agent: Agent
  isReady: boolean
}

/** A small balancer: kept connections, readiness checks, and retries only of what was never sent. */
function createBalancer(replicas: Replica[]) {
  const failures: string[] = []
  let answered = 0
  let next = 0
  function ask(left: number): void {
    const ready = replicas.filter(({ isReady }) => isReady)
    const replica = ready[next++ % ready.length]
    if (!replica) return void failures.push('no replica is ready')
    const request = get(replica.service.url + PATHS[next % PATHS.length], { agent: replica.agent }, (response) => {
      if (response.headers.connection === 'close') replica.isReady = false
      response.resume().on('end', () => {
        if (response.statusCode === 200) answered++
        else failures.push(String(response.statusCode))
      })
      response.on('error', ({ message }) => failures.push(message))
    })
    request.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED' && left > 0) ask(left - 1)
      else failures.push(code ?? message)
    })
  }
  return { ask: () => ask(REPLICAS), failures, answered: () => answered }
}

it('31: SIGTERM to one of three replicas after another at 500 requests per second: none fails', async (t) => {
  const [stops, rate] = sized([3, 100], [20, 500]) as [number, number]
  const env = { DATABASE_URL: await sqlite.newUrl(t), RATE_LIMIT_ANONYMOUS: '0', MAX_EVENT_LOOP_DELAY_MS: '0' }
  const start = async (): Promise<Replica> => {
    const agent = new Agent({ keepAlive: true })
    t.after(() => agent.destroy())
    return { service: await serve(t, env), agent, isReady: true }
  }
  const replicas: Replica[] = []
  for (let i = 0; i < REPLICAS; i++) replicas.push(await start())
  const { ask, failures, answered } = createBalancer(replicas)
  let isOver = false
  const check = async (replica: Replica) => {
    const { status } = await askOnce(`${replica.service.url}/readyz`)
    replica.isReady &&= status === 200
  }
  const watch = (async () => {
    for (; !isOver; await sleep(100)) await Promise.all(replicas.map(check))
  })()
  let requested = 0
  const begun = performance.now()
  const load = setInterval(() => {
    const due = Math.floor(((performance.now() - begun) / 1_000) * rate)
    // What a busy machine could not send in time is skipped.
    for (requested = Math.max(requested, due - rate); requested < due; requested++) ask()
  }, 10)
  t.after(() => clearInterval(load))
  await sleep(500)
  let longest = 0
  for (let stop = 0; stop < stops; stop++) {
    longest = Math.max(longest, await terminate(replicas[stop % REPLICAS]!.service))
    replicas[stop % REPLICAS] = await start()
  }
  clearInterval(load)
  isOver = true
  await watch
  await sleep(500)
  t.diagnostic(`${answered()} answered over ${stops} stops; exit after at most ${longest.toFixed(0)} ms`)
  assert.deepEqual(failures, [])
  assert.ok(answered() > 100 && longest <= 10_000)
})

const WORDS = 'mahindra,swaraj 855,tractor,50 hp tractor,महिंद्रा,john deere,excavator,jcb,rotavator,4x4'.split(',')

/** Reads of many kinds: searches, sheets, implements, classes, listings, pages. */
async function readsOf(url: string): Promise<string[]> {
  const { hits } = (await (await fetch(`${url}/v1/tractors?limit=100`)).json()) as { hits: { slug: string }[] }
  const random = createRandom(19)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const kinds = [
    (figure: number) => `/v1/tractors?q=${encodeURIComponent(pick(WORDS))}&hp_min=${figure}&limit=10`,
    (figure: number) => `/v1/tractors?hp_min=${figure}&hp_max=${figure + 20}&limit=${5 + (figure % 20)}&sort=price_asc`,
    () => `/v1/tractors/${pick(hits).slug}`,
    () => `/v1/tractors/${pick(hits).slug}/implements`,
    () => `/en/machines/${pick(hits).slug}`,
    () => pick(['/v1/machines/classes', '/v1/market/listings?limit=5', '/en/machines?q=mahindra']),
  ]
  return Array.from({ length: 800 }, () => pick(kinds)(Math.floor(random() * 60)))
}

it('56: a rolling restart behind the shipped file of nginx beside two busy processes: no request fails', async (t) => {
  if (spawnSync('nginx', ['-v']).status !== 0) return t.skip('nginx was not found')
  const postgres = await startPostgres()
  t.after(() => postgres.stop())
  const ports = [await freePort(), await freePort()]
  const env = { DATABASE_URL: postgres.url, TRUST_PROXY: '1', RATE_LIMIT_ANONYMOUS: '0' }
  const start = (port: number) => serve(t, { ...env, PORT: String(port) })
  const replicas = [await start(ports[0]!), await start(ports[1]!)]
  const nginx = await startNginx(t, await freePort(), ports)
  const reads = await readsOf(replicas[0]!.url)
  for (let i = 0; i < 2; i++) {
    const busy = spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' })
    t.after(() => busy.kill('SIGKILL'))
  }
  const urls = Array.from({ length: sized(1_500, 5_000) }, (_, i) => nginx + reads[i % reads.length])
  let isOver = false
  const from = Array.from({ length: 10 }, (_, i) => `127.0.1.${i + 1}`)
  const load = loadApart({ urls, rate: 60, from }).finally(() => {
    isOver = true
  })
  let restarts = 0
  for (; !isOver; restarts++) {
    await terminate(replicas[restarts % 2]!)
    replicas[restarts % 2] = await start(ports[restarts % 2]!)
  }
  const result = await load
  t.diagnostic(`${describeLoad(result)} over ${restarts} restarts`)
  for (const status of Object.keys(result)) assert.match(status, /^[1-4]\d\d$/)
})

/** Runs the documented example, without TLS, on a free port in front of these replicas. */
async function startNginx(t: TestContext, port: number, replicas: readonly number[]): Promise<string> {
  const folder = newFolder(t)
  const path = (name: string) => join(folder, name)
  mkdirSync(path('cache'))
  const documented = readFileSync(new URL('../../deploy/nginx/yantra.conf', import.meta.url), 'utf8')
  const [first = ''] = documented.split(/^server \{\n {4}listen 80;/m)
  const conf = first
    .replace(/^ {4}server 127\.0\.0\.1:8080(.*)$/m, (_, rest) =>
      replicas.map((replica) => `    server 127.0.0.1:${replica}${rest}`).join('\n'),
    )
    .replace(/^ {4}listen 443 ssl;$/m, `    listen 127.0.0.1:${port};`)
    .replace(/^ {4}(listen \[::\]:443|ssl_certificate).*\n/gm, '')
    .replace('/var/cache/nginx/yantra', path('cache'))
  assert.ok(!/\b443\b|:8080\b|\bssl_/.test(conf) && conf.includes(path('cache')), 'the documented example has changed')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${path(kind)};`,
  )
  const main = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `daemon off; pid ${path('nginx.pid')}; error_log ${path('error.log')} warn;`,
    'worker_processes 1; worker_rlimit_nofile 20000; events { worker_connections 8192; }',
    `http { ${temporary.join(' ')} access_log off; ${conf} }`,
  ]
  writeFileSync(path('nginx.conf'), main.join('\n'))
  const args = ['-p', folder, '-c', path('nginx.conf'), '-e', '/dev/null']
  const nginx = spawn('nginx', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(nginx, 'exit')
  t.after(async () => {
    nginx.kill('SIGTERM')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  while ((await askOnce(`${url}/v1/machines/classes`)).status !== 200) assert.equal(nginx.exitCode, null, 'nginx ended')
  return url
}
