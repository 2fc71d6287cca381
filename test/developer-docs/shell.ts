import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Programs compile no source that another one compiled. */
const COMPILED = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

export const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0

/** A folder's bin/ in which `yantra` and `npx yantra` are this program, without npm in between; it comes first in PATH. */
export function makeBin(folder: string): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const program = `exec '${process.execPath}' --disable-warning=ExperimentalWarning '${join(ROOT, 'src/cli/main.ts')}' "$@"`
  const scripts = { yantra: program, npx: `[ "$1" = yantra ] || exit 127\nshift\n${program}` }
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  return `${bin}:${dirname(process.execPath)}:${process.env.PATH}`
}

/** Makes a project as `npm init --yes` does, which has `yantra-client` from its source. */
export function linkClient(folder: string): void {
  const client = join(folder, 'node_modules', 'yantra-client')
  mkdirSync(client, { recursive: true })
  writeFileSync(
    join(client, 'package.json'),
    '{"name":"yantra-client","type":"module","exports":{".":"./src/index.ts"}}',
  )
  symlinkSync(join(ROOT, 'client', 'src'), join(client, 'src'))
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs","private":true}')
}

export interface Place {
  cwd: string
  env: NodeJS.ProcessEnv
}

/** Runs a program to its end and gives what it printed; throws, with that, when it fails. */
export async function finish(program: string, args: string[], { cwd, env }: Place): Promise<string> {
  const settings = { ...COMPILED, ...env }
  const { stdout } = await run(program, args, { cwd, env: settings, timeout: 90_000, maxBuffer: 16 * 1024 * 1024 })
  return stdout
}

export interface Background {
  child: ChildProcess
  /** Resolves as soon as what was printed is what is awaited; throws when the program ends before. */
  printed(isIt: (text: string) => boolean): Promise<void>
}

/** A program that runs on; it is ended with the test. */
export function background(t: Pick<TestContext, 'after'>, code: string, { cwd, env }: Place): Background {
  const child = spawn('bash', ['-c', code], {
    cwd,
    env: { ...COMPILED, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout!.on('data', (chunk) => {
    out += chunk
    child.emit('printed')
  })
  child.stderr!.on('data', (chunk) => {
    err += chunk
  })
  child.once('close', () => child.emit('printed'))
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const closed = once(child, 'close')
    // The whole group: npm and the program it started.
    process.kill(-child.pid!, 'SIGTERM')
    await closed
  })
  return {
    child,
    async printed(isIt) {
      while (!isIt(out)) {
        if (child.exitCode !== null) throw new Error(`${code}\nended with ${child.exitCode}:\n${out}${err}`)
        await once(child, 'printed')
      }
    },
  }
}
