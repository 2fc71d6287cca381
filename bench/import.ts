import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { generateMachines, generateMakers } from './generate.ts'

// Imports generated machines with `yantra import`, in a process of its own, and prints rows a second and peak memory.

const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000000' }, again: { type: 'boolean', default: false } },
})
const count = Number(values.count)
const folder = mkdtempSync(join(tmpdir(), 'yantra-bench-'))
try {
  const file = join(folder, 'machines.ndjson')
  await pipeline(Readable.from(toLines(count)), createWriteStream(file))
  const url = process.env.BENCH_DATABASE_URL ?? `file:${join(folder, 'yantra.db')}`
  console.log(
    `${count.toLocaleString('en')} machines, ${megabytes(statSync(file).size)} of NDJSON, into ${url.split(':')[0]}`,
  )
  await run('import', url, file)
  if (values.again) await run('import of the same file again', url, file)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function* toLines(rows: number): Generator<string> {
  let text = generateMakers()
    .map((maker) => `${JSON.stringify(maker)}\n`)
    .join('')
  for (const machine of generateMachines(rows)) {
    text += `${JSON.stringify(machine)}\n`
    if (text.length > 1_000_000) {
      yield text
      text = ''
    }
  }
  yield text
}

async function run(title: string, url: string, file: string): Promise<void> {
  const started = performance.now()
  const cli = join(import.meta.dirname, '..', 'src', 'cli.ts')
  const child = spawn(process.execPath, [cli, 'import', file, '--json'], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let peak = 0
  child.stdout.on('data', (text) => {
    output += text
  })
  const watch = setInterval(() => {
    peak = Math.max(peak, peakMemory(child.pid!))
  }, 100)
  const status = await new Promise((resolve) => child.once('exit', resolve))
  clearInterval(watch)
  const seconds = (performance.now() - started) / 1000
  const summary = JSON.parse(output)
  console.log(
    `${title}: ${seconds.toFixed(1)} s, ${Math.round(summary.read / seconds).toLocaleString('en')} rows/s, peak memory ${megabytes(peak)}, exit code ${status}`,
  )
  console.log(output.trim())
}

/** The high-water mark that the kernel keeps; 0 where there is no /proc. */
function peakMemory(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`
}
