import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { globalSetup, globalTeardown } from '../../test/global-setup.ts'
import { newFolder } from '../folder.ts'
import { MODULES, type Module } from './modules.ts'
import { type Survivor, survivors } from './survivors.ts'

/**
 * Changes the modules whose promises matter most, one place at a time, and runs their tests: `npm run mutants`, with names
 * for some of them. Of the changes that tests reach at least nine in ten are noticed in each module, and each that is not
 * stands in the committed list with the reason why nobody can notice it; ends with 1 otherwise. Stryker is fetched from its
 * registry, so the tests do without it.
 */
const STRYKER = ['@stryker-mutator/core@10.0.0', '@stryker-mutator/tap-runner@10.0.0']
const LEAST = 0.9

interface Mutant {
  status: string
  mutatorName: string
  replacement: string
  location: { start: { line: number; column: number }; end: { line: number; column: number } }
}
interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>
}

const folder = newFolder()
const root = new URL('../..', import.meta.url).pathname
const wanted = process.argv.slice(2)
for (const name of wanted) if (!MODULES[name]) throw new Error(`${name}: which of ${Object.keys(MODULES).join(', ')}?`)
try {
  const args = ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', '--prefix', folder, ...STRYKER]
  if (spawnSync('npm', args, { stdio: 'inherit' }).status !== 0) throw new Error('Stryker could not be installed')
  await globalSetup()
  console.log('| module | changes | reached | noticed | known | not noticed |\n|---|---|---|---|---|---|')
  for (const [name, module] of Object.entries(MODULES)) {
    if (wanted.length === 0 || wanted.includes(name)) tell(name, mutate(module))
  }
} finally {
  await globalTeardown()
}

function mutate({ file, tests, inOneProcess = false }: Module): Report {
  const config = join(folder, 'config.json')
  const report = join(folder, 'report.json')
  const settings = {
    testRunner: inOneProcess ? 'here' : 'tap',
    plugins: [inOneProcess ? join(import.meta.dirname, 'runner.ts') : '@stryker-mutator/tap-runner'],
    mutate: [file],
    tap: { testFiles: tests, nodeArgs: ['--test-reporter=tap', '-r', '{{hookFile}}', '{{testFile}}'] },
    coverageAnalysis: 'perTest',
    reporters: ['json'],
    jsonReporter: { fileName: report },
    tempDirName: join(folder, 'trees'),
    ignorePatterns: ['.git', 'docs/pictures'],
    // The program runs as it stands: there is nothing to compile, and no comment to add.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    concurrency: Number(process.env.CONCURRENCY ?? 2),
    timeoutMS: inOneProcess ? 20_000 : 60_000,
    logLevel: 'error',
  }
  writeFileSync(config, JSON.stringify(settings))
  const bin = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const { status } = spawnSync(process.execPath, [bin, 'run', config], {
    cwd: root,
    // The tests run with this runtime, whichever `node` stands first elsewhere.
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`${file}: Stryker ended with ${status}`)
  return JSON.parse(readFileSync(report, 'utf8'))
}

function tell(name: string, report: Report): void {
  const { source, mutants } = Object.values(report.files)[0]!
  const lines = source.split('\n')
  const with_ = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status))
  const [noticed, alive] = [with_('Killed', 'Timeout').length, with_('Survived')]
  const known = survivors.filter((one) => one.module === name)
  const unknown: Survivor[] = []
  for (const mutant of alive) {
    const place = { module: name, line: lines[mutant.location.start.line - 1]!.trim(), becomes: mutant.replacement }
    const at = known.findIndex(({ line, becomes }) => line === place.line && becomes === place.becomes)
    if (at < 0) unknown.push({ ...place, why: '' })
    else known.splice(at, 1)
  }
  const reached = noticed + alive.length
  const share = `${noticed} (${((noticed / reached) * 100).toFixed(1)} %)`
  console.log(
    `| ${name} | ${mutants.length} | ${reached} | ${share} | ${alive.length - unknown.length} | ${unknown.length} |`,
  )
  for (const one of unknown) console.log(`    ${one.line}\n      → ${one.becomes}`)
  for (const one of known) console.log(`    no longer there or noticed now: ${one.line} → ${one.becomes}`)
  if (noticed / reached < LEAST || unknown.length > 0 || known.length > 0) process.exitCode = 1
}
