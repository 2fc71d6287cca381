import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import type { FloorAnswer } from './floor.ts'
import type { LoadJob, LoadResult } from './load.ts'

export interface Server {
  port: number
  readyMs: number
  child: ChildProcess
}

/** Those of `npm start`. */
const FLAGS = ['--max-semi-space-size=8']

/** The command as an operator runs it, ready when it says where it listens. */
export async function startService(url: string, settings: NodeJS.ProcessEnv = {}): Promise<Server> {
  const start = performance.now()
  const child = spawn(process.execPath, [...FLAGS, 'src/cli/main.ts', 'serve', '--no-deliver', '--json'], {
    cwd: new URL('..', import.meta.url),
    env: {
      ...process.env,
      DATABASE_URL: url,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      RATE_LIMIT_ANONYMOUS: '1000000000',
      MAX_EVENT_LOOP_DELAY_MS: '0',
      SECRET_KEY: 'k'.repeat(32),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout!)
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the service ended with ${code}`)))
  failed.catch(() => {})
  const [line] = (await Promise.race([once(lines, 'line'), failed])) as [string]
  return { port: Number(new URL(JSON.parse(line).url).port), readyMs: performance.now() - start, child }
}

export async function startFloor(answers: readonly FloorAnswer[]): Promise<Server> {
  const child = fork(new URL('./floor.ts', import.meta.url))
  for (const answer of answers) child.send(answer)
  child.send('start')
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { port, readyMs: 0, child }
}

export async function load(generator: ChildProcess, job: LoadJob): Promise<LoadResult> {
  generator.send(job)
  return (await once(generator, 'message'))[0] as LoadResult
}

export function ask(port: number, target: string): Promise<FloorAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path: target }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const { date: _, connection: _c, 'keep-alive': _k, ...headers } = response.headers
        resolve({ target, headers, body: Buffer.concat(chunks).toString('base64') })
      })
    })
    sent.on('error', reject).end()
  })
}

/** Reads a metric of a service. */
export async function metric(port: number, name: string): Promise<number> {
  const text = Buffer.from((await ask(port, '/metrics')).body, 'base64').toString()
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
}

const TICK_MS = 10

/** The processor time that a process has used, of all its threads (Linux). */
export function cpuMs({ child }: Server): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

export function best(results: readonly LoadResult[]): LoadResult {
  return results.reduce((a, b) => (a.perSecond >= b.perSecond ? a : b))
}

export async function end({ child }: Server): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
