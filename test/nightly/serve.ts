import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { newFolder } from '../../bench/folder.ts'
import { makeDatabase } from '../../bench/insert.ts'
import { type Load, type LoadOptions, loadApart } from './paced-load.ts'

export interface Served {
  url: string
  port: number
  child: ChildProcess
  alive(): boolean
  residentMb(): number
  /** Milliseconds of processor time so far. */
  cpuMs(): number
  stop(): Promise<void>
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10
const folder = newFolder()
let files = 0

/** The path of a database that is not there yet, gone when the faults end. */
export function newFile(): string {
  return join(folder, `${++files}.db`)
}

/** `yantra serve` with the sample as an operator runs it, on a free port, with as many descriptors as given. */
export async function serve(env: Record<string, string>, { descriptors = 0, deliver = false } = {}): Promise<Served> {
  const limit = descriptors > 0 ? `ulimit -n ${descriptors} && ` : ''
  const manner = deliver ? '' : ' --no-deliver'
  const child = spawn('bash', ['-c', `${limit}exec "${process.execPath}" src/cli.ts serve${manner} --json`], {
    cwd: new URL('../..', import.meta.url),
    env: {
      ...{ ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', SECRET_KEY: 'k'.repeat(32) },
      ...{ SAMPLE: 'true', DATABASE_URL: `file:${newFile()}`, ...env },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface(child.stdout!)
  const [line] = (await Promise.race([once(lines, 'line'), ended.then(() => ['{}'])])) as [string]
  const { url } = JSON.parse(line) as { url?: string }
  if (!url) throw new Error('the service did not start')
  const alive = () => child.exitCode === null && child.signalCode === null
  return {
    url,
    port: Number(new URL(url).port),
    child,
    alive,
    residentMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    cpuMs() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS
    },
    async stop() {
      if (alive()) child.kill('SIGKILL')
      await ended
    },
  }
}

/** One that is attacked, and one beside it that nobody attacks. */
export function serveTwice(env: Record<string, string>): Promise<[attacked: Served, unharmed: Served]> {
  return Promise.all([serve(env), serve(env)])
}

/** The same load on both at the same time: whatever else the machine does is beside either side. */
export function loadBoth(attacked: Served, unharmed: Served, load: Omit<LoadOptions, 'port'>): Promise<[Load, Load]> {
  return Promise.all([loadApart({ ...load, port: attacked.port }), loadApart({ ...load, port: unharmed.port })])
}

/** A database with this many generated machines, made once for all faults. */
export async function catalogueOf(size: number): Promise<string> {
  const path = join(folder, `${size}.db`)
  if (!existsSync(path)) await makeDatabase(path, size)
  return `file:${path}`
}

/** The status on a connection of its own, and after how many milliseconds; 0 when there is none within the patience. */
export function askOnce(url: string, patienceMs = 30_000): Promise<{ status: number; ms: number }> {
  const start = performance.now()
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, ms: performance.now() - start })
    const sent = get(url, { agent: false, timeout: patienceMs }, (response) => {
      response.resume().on('end', () => done(response.statusCode!))
      response.on('error', () => done(0))
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => done(0))
  })
}
