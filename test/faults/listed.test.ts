import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { it } from 'node:test'

const ROOT = new URL('../..', import.meta.url)

it('whatever a command of the package runs is there', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'))
  const run = Object.values<string>(scripts).flatMap(
    (line) => line.match(/(?:bench|src|test|tools|\.ci)\/[\w/-]+\.ts/g) ?? [],
  )
  assert.ok(run.length > 10)
  for (const file of run) assert.ok(existsSync(new URL(file, ROOT)), file)
})

it('lists the sixty faults, each with its proof', () => {
  const args = ['bench/faults/run.ts', '--list']
  const listed = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  const numbers = listed.match(/^\d+(?= )/gm)!.map(Number)
  assert.deepEqual(
    numbers,
    Array.from({ length: 60 }, (_, at) => at + 1),
  )
})
