import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { PROVEN } from '../bench/faults/proven.ts'
import { readNumbers } from '../bench/trials/stage.ts'
import { failedOf, joinTallies, type Tally } from '../bench/trials/steady-load.ts'

/** The logic that the trials share; they themselves are commands, `npm run trial:…`. */
describe('the parts of the trials', () => {
  it('count answers from 500 on and requests without an answer as failed, and no others', () => {
    assert.equal(failedOf({ statuses: { 200: 5, 304: 1, 429: 2, 503: 3, ECONNRESET: 4 } }), 7)
  })

  it('join tallies that followed each other', () => {
    const tally = (times: number[], statuses: Record<string, number>): Tally => ({
      ...{ seconds: 2, failures: [], times, statuses },
    })
    assert.deepEqual(joinTallies([tally([3], { 200: 1 }), tally([1, 2], { 200: 2, 503: 1 })]), {
      ...{ seconds: 4, failures: [], times: [1, 2, 3], statuses: { 200: 3, 503: 1 } },
    })
  })

  it('take numbers by name and refuse what they do not know', () => {
    assert.deepEqual(readNumbers({ seconds: 600, rate: 5 }, ['--seconds=60']), { seconds: 60, rate: 5 })
    assert.throws(() => readNumbers({ seconds: 600 }, ['--second=60']), /--second=60: give --seconds=NUMBER/)
  })
})

it('every fault that tests prove names tests that are there', () => {
  for (const { number, proofs } of PROVEN) {
    for (const [file, title] of proofs) {
      const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
      // A title may begin with a name of its own for each case.
      assert.ok(text.includes(title.split(' ').slice(-4).join(' ')), `${number}: ${file} has no test "${title}"`)
    }
  }
})
