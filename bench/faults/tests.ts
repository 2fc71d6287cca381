import { execFile } from 'node:child_process'
import type { Fault, Form, Outcome } from './fault.ts'

/** A test of the suite that proves a fault, by its file and the begin of its title. */
export type Proof = readonly [file: string, title: string]

export interface Proven extends Omit<Fault, 'run'> {
  proofs: readonly Proof[]
}

const SECONDS = { quick: 560, full: 3_600 }

/** Runs the tests that prove these faults, all at once, and tells for each what became of its own. */
export async function runProven(faults: readonly Proven[], form: Form): Promise<Map<number, Outcome>> {
  const proofs = faults.flatMap((fault) => fault.proofs)
  const files = [...new Set(proofs.map(([file]) => file))]
  const patterns = proofs.map(([, title]) => `--test-name-pattern=${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
  const args = [
    '--test',
    '--test-reporter=tap',
    '--test-timeout=1200000',
    '--test-concurrency=2',
    // One that fails may leave something running.
    '--test-force-exit',
    '--test-global-setup=test/global-setup.ts',
  ]
  const lines = (await run([...args, ...new Set(patterns), ...files], form)).split('\n')
  return new Map(faults.map((fault) => [fault.number, judge(fault, lines)]))
}

function judge({ proofs }: Proven, lines: readonly string[]): Outcome {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const unseen: string[] = []
  const told = new Set<string>()
  for (const [, title] of proofs) {
    const own = lines.flatMap((line, at) =>
      /^\s*(?:not )?ok \d+ - /.test(line) && line.includes(`- ${title}`) ? [at] : [],
    )
    if (own.length === 0) unseen.push(title)
    for (const at of own) {
      const line = lines[at]!
      counts[/# SKIP/i.test(line) ? 'skipped' : /^\s*not/.test(line) ? 'failed' : 'passed']++
      for (const figure of toldAfter(lines, at)) told.add(figure)
    }
  }
  const tests = `${counts.passed} tests passed, ${counts.failed} failed, ${counts.skipped} skipped`
  const figure = [...told, tests].join('; ')
  if (counts.failed > 0) return { passed: false, figure }
  if (unseen.length > 0) return { figure: `NOT RUN: no such test: ${unseen.join('; ')}` }
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

function run(args: readonly string[], form: Form): Promise<string> {
  const options = {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, FAULTS: form },
    maxBuffer: 1 << 28,
    timeout: SECONDS[form] * 1_000,
  }
  return new Promise((resolve) => execFile(process.execPath, args, options, (_error, stdout) => resolve(stdout)))
}
