import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { newFolder } from './folder.ts'
import { startImport, writeMachines } from './import-process.ts'

// Imports generated machines with `yantra import`, in a process of its own, and prints rows a second and peak memory.

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    again: { type: 'boolean', default: false },
    database: { type: 'string' },
  },
})
const count = Number(values.count)
const folder = newFolder()
const file = join(folder, 'machines.ndjson')
await writeMachines(file, count)
const url = values.database ?? `file:${join(folder, 'yantra.db')}`
const kind = url.startsWith('file:') ? 'SQLite' : 'PostgreSQL'
console.log(`${count.toLocaleString('en')} machines, ${megabytes(statSync(file).size)} of NDJSON, into ${kind}`)
await run('import', url, file)
if (values.again) await run('the same file again', url, file)

async function run(title: string, url: string, file: string): Promise<void> {
  const started = performance.now()
  const { child, ended } = startImport(url, file)
  let peak = 0
  let processor = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, peakMemory(child.pid!))
    processor = Math.max(processor, processorSeconds(child.pid!))
  }, 100)
  const { code, summary, stderr } = await ended
  clearInterval(watch)
  const seconds = (performance.now() - started) / 1000
  if (!summary) throw new Error(`the import ended with ${code}: ${stderr}`)
  const rate = Math.round(summary.read / seconds).toLocaleString('en')
  console.log(`${title}: ${seconds.toFixed(1)} s (${processor.toFixed(1)} s of processor), ${rate} rows/s`)
  console.log(`  peak memory ${megabytes(peak)}, exit code ${code}, ${JSON.stringify(summary)}${stderr}`)
}

/** The high-water mark that the kernel keeps; 0 where there is no /proc. */
function peakMemory(pid: number): number {
  const status = readProcess(pid, 'status')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

/** In the kernel's hundredths of a second. */
function processorSeconds(pid: number): number {
  const fields = readProcess(pid, 'stat').split(' ')
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / 100
}

function readProcess(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`
}
