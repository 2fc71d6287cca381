import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { newFolder } from '../../bench/folder.ts'
import { makeDatabase } from '../../bench/insert.ts'
import { sqlite } from '../backends.ts'
import { type Load, loadApart, type RetainedLoad } from './load.ts'

export interface Served {
  url: string
  port: number
  child: ChildProcess
  isAlive(): boolean
  residentMb(): number
  /** Milliseconds of processor time so far. */
  cpuMs(): number
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** `yantra serve` with the sample, as an operator runs it, on a free port; killed when the test ends. */
export async function serve(
  t: TestContext,
  env: Record<string, string>,
  { descriptors = 0, deliver = false } = {},
): Promise<Served> {
  const limit = descriptors > 0 ? `ulimit -n ${descriptors} && ` : ''
  const option = deliver ? '' : ' --no-deliver'
  const child = spawn('bash', ['-c', `${limit}exec "${process.execPath}" src/cli/main.ts serve${option} --json`], {
    cwd: new URL('../..', import.meta.url),
    env: {
      ...{ ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', SECRET_KEY: 'k'.repeat(32) },
      ...{ SAMPLE: 'true', DATABASE_URL: await sqlite.newUrl(t), ...env },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const isAlive = () => child.exitCode === null && child.signalCode === null
  t.after(async () => {
    if (isAlive()) child.kill('SIGKILL')
    await ended
  })
  const lines = createInterface(child.stdout!)
  const [line] = (await Promise.race([once(lines, 'line'), ended.then(() => ['{}'])])) as [string]
  const { url } = JSON.parse(line) as { url?: string }
  if (!url) throw new Error('the service did not start')
  const proc = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  return {
    ...{ url, port: Number(new URL(url).port), child, isAlive },
    residentMb: () => Number(/VmRSS:\s+(\d+)/.exec(proc('status'))?.[1]) / 1024,
    cpuMs() {
      const fields = proc('stat').split(') ')[1]!.split(' ')
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS
    },
  }
}

/** A service to attack and one to compare it with. */
export function serveTwice(t: TestContext, env: Record<string, string>): Promise<[attacked: Served, quiet: Served]> {
  return Promise.all([serve(t, env), serve(t, env)])
}

/** The same load on both at the same time, so that other work on the machine slows both. */
export function loadBoth(services: readonly [Served, Served], load: Omit<RetainedLoad, 'port'>): Promise<[Load, Load]> {
  return Promise.all([loadApart({ ...load, port: services[0].port }), loadApart({ ...load, port: services[1].port })])
}

const folder = newFolder()

/** A database with generated machines, made once per size. */
export async function catalogueOf(size: number): Promise<string> {
  const path = join(folder, `${size}.db`)
  if (!existsSync(path)) await makeDatabase(path, size)
  return `file:${path}`
}
