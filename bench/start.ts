import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { newFolder } from './folder.ts'
import { makeDatabase } from './insert.ts'

/**
 * From the start of the process until `/readyz` answers 200, as `npm start` runs it.
 * The first round fills the cache of compiled code and is not counted. Sizes are arguments.
 */
const SIZES = process.argv.slice(2).map(Number).filter(Number.isFinite)
const ROUNDS = 7
const FLAGS = ['--max-semi-space-size=8']
const root = new URL('..', import.meta.url)

function run(args: string[], path: string) {
  return spawn(process.execPath, [...FLAGS, ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: `file:${path}`, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function startOnce(path: string): Promise<{ ms: number; mb: number }> {
  const start = performance.now()
  const child = run(['bin/yantra.js', 'serve', '--json'], path)
  const ended = once(child, 'exit')
  const first = once(createInterface(child.stdout), 'line')
  const line = await Promise.race([first, ended.then(([code]) => Promise.reject(new Error(`it ended with ${code}`)))])
  const { url } = JSON.parse(line[0])
  const { status } = await fetch(`${url}/readyz`)
  const ms = performance.now() - start
  if (status !== 200) throw new Error(`/readyz answers ${status}`)
  const metrics = await (await fetch(`${url}/metrics`)).text()
  child.kill('SIGTERM')
  await ended
  return { ms, mb: Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1_048_576 }
}

async function rounds<T>(work: () => Promise<T>): Promise<T[]> {
  await work()
  const results: T[] = []
  for (let round = 0; round < ROUNDS; round++) results.push(await work())
  return results
}

async function benchSize(size: number, path: string): Promise<void> {
  await makeDatabase(path, size)
  const starts = (await rounds(() => startOnce(path))).sort((a, b) => a.ms - b.ms)
  const middle = starts[ROUNDS >> 1]!
  const max = Math.max(...starts.map(({ mb }) => mb))
  console.log(`\n${size.toLocaleString('en-IN')} machines`)
  console.log(`  ready in ${starts[0]!.ms.toFixed(0)} ms, the median of ${ROUNDS} is ${middle.ms.toFixed(0)} ms`)
  console.log(`  resident then: at most ${max.toFixed(0)} MB`)
}

const folder = newFolder()
for (const size of SIZES.length > 0 ? SIZES : [100_000]) await benchSize(size, join(folder, `${size}.db`))
