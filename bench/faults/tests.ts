import { execFile } from 'node:child_process'
import type { Fault, Form, Outcome } from './fault.ts'

/** A test of the suite that proves a fault, by its file and the begin of its title. */
export type Proof = readonly [file: string, title: string]

export interface Proven extends Omit<Fault, 'run'> {
  proofs: readonly Proof[]
}

/** One file may take so long; what others take is not its matter. */
const FILE_MS = 20 * 60_000

/** Runs the tests that prove these faults, a file after the other, and tells for each what became of its own. */
export async function runProven(faults: readonly Proven[], form: Form): Promise<Map<number, Outcome>> {
  const titles = new Map<string, Set<string>>()
  for (const [file, title] of faults.flatMap(({ proofs }) => proofs))
    titles.set(file, (titles.get(file) ?? new Set()).add(title))
  const told = new Map<string, readonly string[]>()
  for (const [file, own] of titles) {
    console.error(`${file}: ${own.size} of its tests`)
    told.set(file, await run(file, own, form))
  }
  return new Map(faults.map((fault) => [fault.number, judge(fault, told)]))
}

function judge({ proofs }: Proven, told: ReadonlyMap<string, readonly string[]>): Outcome {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const unseen: string[] = []
  const figures = new Set<string>()
  for (const [file, title] of proofs) {
    const lines = told.get(file)!
    const own = lines.flatMap((line, at) =>
      /^\s*(?:not )?ok \d+ - /.test(line) && line.includes(`- ${title}`) ? [at] : [],
    )
    if (own.length === 0) unseen.push(`${file}: ${title}`)
    for (const at of own) {
      const line = lines[at]!
      counts[/# SKIP/i.test(line) ? 'skipped' : /^\s*not/.test(line) ? 'failed' : 'passed']++
      for (const figure of toldAfter(lines, at)) figures.add(figure)
    }
  }
  const tests = `${counts.passed} tests passed, ${counts.failed} failed, ${counts.skipped} skipped`
  const figure = [...figures, tests].join('; ')
  if (counts.failed > 0) return { passed: false, figure }
  if (unseen.length > 0) return { passed: false, figure: `no such test, or none within its time: ${unseen.join('; ')}` }
  if (counts.passed === 0) return { figure: 'NOT RUN: what its tests need is not installed here' }
  return { passed: true, figure }
}

/** What a test says of itself stands after its details. */
function toldAfter(lines: readonly string[], at: number): string[] {
  const indent = /^\s*/.exec(lines[at]!)![0]
  const end = lines.indexOf(`${indent}  ...`, at)
  const told: string[] = []
  for (let next = end + 1; lines[next]?.startsWith(`${indent}# `) && !lines[next]!.includes('# Subtest:'); next++)
    told.push(lines[next]!.slice(indent.length + 2))
  return told
}

/** The lines that the tests of a file with these titles print. */
function run(file: string, titles: Iterable<string>, form: Form): Promise<string[]> {
  const patterns = [...titles].map((title) => `--test-name-pattern=${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
  const args = [
    '--test',
    '--test-reporter=tap',
    `--test-timeout=${FILE_MS}`,
    // One that fails may leave something running.
    '--test-force-exit',
    '--test-global-setup=test/global-setup.ts',
    ...patterns,
    file,
  ]
  const options = {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, FAULTS: form },
    maxBuffer: 1 << 28,
    timeout: FILE_MS,
  }
  return new Promise((resolve) =>
    execFile(process.execPath, args, options, (_error, stdout) => resolve(stdout.split('\n'))),
  )
}
