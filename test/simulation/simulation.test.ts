import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { newFolder } from '../backends.ts'
import { prepare, STEPS, simulate } from './simulate.ts'

const { NIGHTLY, SEED, SEEDS = NIGHTLY ? '20000' : '200' } = process.env
const [first, count] = SEED ? [Number(SEED), 1] : [1, Number(SEEDS)]
const ROOT = join(import.meta.dirname, '../..')
const BUGS = join(import.meta.dirname, 'bugs')
const COPIED = ['src', 'package.json', 'test/simulation', 'test/backends.ts', 'test/postgres.ts', 'test/prepared.ts']

it(`every promise is kept in ${count} runs`, async (t) => {
  const prepared = await prepare(join(newFolder(t), 'simulation.db'))
  for (let seed = first; seed < first + count; seed++) {
    if (!(await simulate(prepared, seed)).failure) continue
    for (let steps = 0; steps <= STEPS; steps++) {
      const { failure, trace } = await simulate(prepared, seed, steps)
      if (failure) assert.fail(`seed ${seed} fails after ${steps} steps. Broken: ${failure}\n${trace.join('\n')}`)
    }
  }
})

it('the same seed is the same run', async (t) => {
  const folder = newFolder(t)
  const [item, other] = [await prepare(join(folder, 'one.db')), await prepare(join(folder, 'other.db'))]
  for (const seed of [1, 2, 3]) {
    assert.deepEqual((await simulate(item, seed)).trace, (await simulate(other, seed)).trace)
  }
})

for (const bug of readdirSync(BUGS)) {
  it(`${bug} applies to the source`, () => {
    execFileSync('git', ['apply', '--check', join(BUGS, bug)], { cwd: ROOT })
  })

  it(`${bug} is found within 500 runs`, { skip: !NIGHTLY }, (t) => {
    const folder = newFolder(t)
    for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true })
    for (const path of ['node_modules', 'sample']) symlinkSync(join(ROOT, path), join(folder, path))
    execFileSync('git', ['apply', join(BUGS, bug)], { cwd: folder })
    const args = ['--test-name-pattern=every promise', 'test/simulation/simulation.test.ts']
    const env = { ...process.env, NIGHTLY: '', SEED: '', SEEDS: '500', NODE_TEST_CONTEXT: '' }
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })
    const [result] = stdout.match(/seed \d+ fails after .*/) ?? []
    assert.ok(result, `not found: ${stdout}${stderr}`)
    t.diagnostic(result)
  })
}
