import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { it } from 'node:test'
import { createProgress, progressText } from './progress.ts'

it('says how far the work is, how fast, and how long it will take', () => {
  const step = { what: 'rows read', count: 120_000, share: 0.25, more: () => '3 rejected' }
  assert.equal(progressText(step, 10_000), '25 %, 1,20,000 rows read (12,000 a second), 3 rejected, 30 s left')
  assert.equal(progressText({ ...step, share: undefined }, 100), '1,20,000 rows read, 3 rejected')
  assert.match(progressText({ ...step, share: 0.1 }, 600_000), /1 h 30 min left$/)
})

it('writes to a terminal only, and takes its line away', () => {
  const spoken = (isTTY: boolean) => {
    let text = ''
    const stderr = Object.assign(
      new Writable({
        write(chunk, _, done) {
          text += chunk
          done()
        },
      }),
      { isTTY },
    )
    const progress = createProgress(stderr, () => 5_000)
    progress.show({ what: 'rows', count: 1 })
    progress.show({ what: 'rows', count: 2 })
    progress.clear()
    return text
  }
  assert.equal(spoken(false), '')
  assert.equal(spoken(true), '\r\u001b[K1 rows\r\u001b[K')
})
