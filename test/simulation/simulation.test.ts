import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { newFolder } from '../backends.ts'
import { prepare, STEPS, simulate } from './simulate.ts'

const { NIGHTLY, SEED, SEEDS = NIGHTLY ? '20000' : '200' } = process.env
const [first, count] = SEED ? [Number(SEED), 1] : [1, Number(SEEDS)]

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
  const [one, other] = [await prepare(join(folder, 'one.db')), await prepare(join(folder, 'other.db'))]
  for (const seed of [1, 2, 3]) {
    assert.deepEqual((await simulate(one, seed)).trace, (await simulate(other, seed)).trace)
  }
})
