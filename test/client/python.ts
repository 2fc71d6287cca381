import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const FOLDER = fileURLToPath(new URL('../../client/python/', import.meta.url))
export const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.error('!! SKIPPED: no python3 was found, so the Python client is not tried')

/** Runs a program that has the client's module and reads `input` from stdin. Returns its last line as JSON. */
export async function python(program: string, args: readonly string[] = [], input?: unknown): Promise<unknown> {
  const source = `import json, sys\nfrom yantra_client import *\n${program}`
  const env = { ...process.env, PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: '1' }
  const running = promisify(execFile)('python3', ['-c', source, ...args], { env, timeout: 60_000 })
  running.child.stdin!.end(input === undefined ? '' : JSON.stringify(input))
  return JSON.parse((await running).stdout.trim().split('\n').at(-1)!)
}
