import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ImportSummary } from '../src/import/import-counters.ts'
import { generateMachines, generateManufacturers } from './generate.ts'

const CLI = join(import.meta.dirname, '..', 'src', 'cli', 'main.ts')

/** Writes generated makers and machines as an import file. Returns the number of rows. */
export async function writeMachines(file: string, count: number): Promise<number> {
  await pipeline(Readable.from(toText(count)), createWriteStream(file))
  return count + generateManufacturers().length
}

function* toText(count: number): Generator<string> {
  let piece = generateManufacturers()
    .map((manufacturer) => `${JSON.stringify(manufacturer)}\n`)
    .join('')
  for (const machine of generateMachines(count)) {
    piece += `${JSON.stringify(machine)}\n`
    if (piece.length < 1_000_000) continue
    yield piece
    piece = ''
  }
  yield piece
}

export interface ImportProcess {
  child: ChildProcess
  ended: Promise<{ code: number | null; stderr: string; summary: ImportSummary | undefined }>
}

/** `yantra import` in a process of its own, into a database or with settings that name one. */
export function startImport(to: string | NodeJS.ProcessEnv, ...args: string[]): ImportProcess {
  const settings = typeof to === 'string' ? { DATABASE_URL: to } : to
  const child = spawn(process.execPath, [CLI, 'import', '--json', ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const ended = Promise.all([exit, text(child.stdout!), text(child.stderr!)]).then(([code, stdout, stderr]) => ({
    code,
    stderr,
    summary: stdout === '' ? undefined : (JSON.parse(stdout) as ImportSummary),
  }))
  return { child, ended }
}
