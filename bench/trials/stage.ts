import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** What a trial is played on: a folder, and what is taken down at the end, however it ends. */
export interface Stage {
  folder: string
  after(end: () => unknown): void
  /** Says whether something was as it has to be; the command ends with 1 when anything was not. */
  expect(isSo: boolean, what: string): void
}

const run = promisify(execFile)

export async function trial(act: (stage: Stage) => Promise<void>): Promise<void> {
  const ends: (() => unknown)[] = []
  const folder = mkdtempSync(join(tmpdir(), 'yantra-trial-'))
  const interrupted = Promise.withResolvers<never>()
  const stop = () => interrupted.reject(new Error('interrupted'))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  try {
    const played = act({
      folder,
      after: (end) => void ends.push(end),
      expect(isSo, what) {
        console.log(`${isSo ? 'held  ' : 'MISSED'} ${what}`)
        if (!isSo) process.exitCode = 1
      },
    })
    await Promise.race([played, interrupted.promise])
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  } finally {
    for (const end of ends.reverse()) await Promise.resolve(end()).catch(console.error)
  }
  // What was interrupted may still wait for something.
  process.exit()
}

/** Runs a command as an operator does, in a process of its own, and returns what it says. */
export async function yantra(env: Record<string, string>, ...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['src/cli.ts', ...args], {
    cwd: new URL('../..', import.meta.url),
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...env },
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}

export async function createKey(env: Record<string, string>, tier: string): Promise<string> {
  return JSON.parse(await yantra(env, 'keys', 'create', '--name', 'trial', '--tier', tier, '--json')).key
}

/** Numbers given on the command line as `--name=3`. */
export function readNumbers<Names extends Record<string, number>>(
  defaults: Names,
  args = process.argv.slice(2),
): Names {
  const read: Record<string, number> = { ...defaults }
  for (const arg of args) {
    const [, name, value] = /^--([a-zA-Z]+)=(\d+(?:\.\d+)?)$/.exec(arg) ?? []
    if (!name || !(name in defaults)) {
      throw new Error(
        `${arg}: give ${Object.keys(defaults)
          .map((known) => `--${known}=NUMBER`)
          .join(', ')}`,
      )
    }
    read[name] = Number(value)
  }
  return read as Names
}
