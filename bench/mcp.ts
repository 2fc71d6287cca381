import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * What agents cost, on the sample: the memory of a service before and after its first message, how long that message
 * takes, and a `search_machines` against the `GET /v1/tractors` that asks the same, in turn, none asked twice.
 */
const CALLS = 600
const root = new URL('..', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'yantra-mcp-'))

const start = performance.now()
const child = spawn(process.execPath, ['--max-semi-space-size=8', 'bin/yantra.js', 'serve', '--json'], {
  cwd: root,
  env: {
    ...process.env,
    ...{ DATABASE_URL: `file:${folder}/yantra.db`, SAMPLE: 'true', PORT: '0', HOST: '127.0.0.1' },
    ...{ LOG_LEVEL: 'error', RATE_LIMIT_ANONYMOUS: '0' },
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = once(child, 'exit')
const [line] = await once(createInterface(child.stdout), 'line')
const { url } = JSON.parse(line) as { url: string }
console.log(`ready, sample included    ${Math.round(performance.now() - start)} ms`)

async function residentMb(): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1_048_576)
}

async function timed(ask: () => Promise<Response>): Promise<number> {
  const start = performance.now()
  const response = await ask()
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${response.url} answers ${response.status}`)
  return performance.now() - start
}

const call = (name: string, given: object) => () =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  })
const get = (path: string) => () => fetch(url + path)

function quantile(times: number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b)
  return `${sorted[Math.floor(sorted.length * share)]!.toFixed(2)} ms`
}

await timed(get('/v1/tractors?limit=1'))
console.log(`memory before             ${await residentMb()} MB`)
console.log(`the first message         ${Math.round(await timed(call('machine_classes', {})))} ms`)
console.log(`memory after              ${await residentMb()} MB`)

const searches: number[] = []
const calls: number[] = []
for (let at = 0; at < CALLS; at++) {
  const bounds = { hp_min: 20 + (at % 50), price_max: 500_000 + at * 1_000 }
  const query = new URLSearchParams({ q: 'tractor', limit: '10' })
  for (const [name, value] of Object.entries(bounds)) query.set(name, String(value))
  searches.push(await timed(get(`/v1/tractors?${query}`)))
  calls.push(await timed(call('search_machines', { q: 'tractor', ...bounds })))
}
console.log(`GET /v1/tractors          p50 ${quantile(searches, 0.5)}, p99 ${quantile(searches, 0.99)}`)
console.log(`search_machines           p50 ${quantile(calls, 0.5)}, p99 ${quantile(calls, 0.99)}`)
console.log(`memory at the end         ${await residentMb()} MB`)
child.kill('SIGTERM')
await ended
rmSync(folder, { recursive: true })
