import { writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import type { TestContext } from 'node:test'
import { runCli } from '../src/cli/main.ts'
import { start } from '../src/cli/serve.ts'
import { type Environment, toConfig } from '../src/config.ts'
import { newFolder } from './backends.ts'
import { copySample } from './prepared.ts'

// An import lets others go first. Run in a process of tests it would put off all that comes after it.
os.setPriority = () => {}
syncBuiltinESMExports()

export interface CommandResult {
  code: number
  stdout: string
  stderr: string
}

/** Runs a command as the command line would, in this process. */
export async function yantra(env: Environment, ...args: string[]): Promise<CommandResult> {
  return yantraReading('', env, ...args)
}

/** Likewise, with something on standard input. */
export async function yantraReading(input: string, env: Environment, ...args: string[]): Promise<CommandResult> {
  const out = collector()
  const err = collector()
  const code = await runCli(args, {
    stdin: Readable.from([Buffer.from(input)]),
    stdout: out.stream,
    stderr: err.stream,
    env,
  })
  return { code, stdout: out.text(), stderr: err.text() }
}

/** Writes rows as NDJSON and imports them. */
export async function importRows(
  t: TestContext,
  env: Environment,
  rows: readonly object[],
  ...options: string[]
): Promise<CommandResult> {
  const file = join(newFolder(t), 'rows.ndjson')
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return yantra(env, 'import', file, ...options)
}

export interface Service {
  url: string
  env: Environment
  /** Everything it has logged so far. */
  log(): string
  get(path: string, headers?: Record<string, string>): Promise<Response>
  stop(): Promise<unknown>
}

/** The whole service as `yantra serve` runs it, on a free port, stopped when the test ends. */
export async function startService(t: TestContext, env: Environment, { deliver = false } = {}): Promise<Service> {
  const settings: Environment = {
    PORT: '0',
    SAMPLE: 'true',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_ANONYMOUS: '0',
    // A machine that is busy with other tests is not an overload.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    SECRET_KEY: 'k'.repeat(32),
    ...env,
  }
  if (settings.SAMPLE === 'true' && settings.DATABASE_URL) await copySample(settings.DATABASE_URL)
  const logged = collector()
  const running = await start(toConfig(settings), deliver, logged.stream)
  let stopped: Promise<unknown> | undefined
  const stop = () => (stopped ??= running.stop())
  t.after(stop)
  return {
    stop,
    log: logged.text,
    url: running.url,
    env: settings,
    get: (path, headers = {}) => fetch(running.url + path, { headers }),
  }
}

function collector() {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(Buffer.from(chunk))
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') }
}
