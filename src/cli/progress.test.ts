import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { it } from 'node:test'
import { createProgress, progressText } from './progress.ts'

it('says how far the work is, and how long it will take', () => {
  const step = { what: 'rows read', count: 120_000, share: 0.25, more: '3 rejected' }
  assert.equal(progressText(step, 10_000), '25%, 1,20,000 rows read, 3 rejected, 30 s left')
  assert.equal(progressText({ ...step, share: undefined }, 100), '1,20,000 rows read, 3 rejected')
})

it('writes to a terminal only, and takes its line away', () => {
  const written = (isTTY: boolean) => {
    let text = ''
    const out = new Writable({
      write(chunk, _, done) {
        text += chunk
        done()
      },
    })
    const progress = createProgress(Object.assign(out, { isTTY }), () => 5_000)
    progress.show({ what: 'rows', count: 1 })
    progress.show({ what: 'rows', count: 2 })
    progress.clear()
    return text
  }
  assert.equal(written(false), '')
  assert.equal(written(true), '\r\u001b[K1 rows\r\u001b[K')
})
