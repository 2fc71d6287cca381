import assert from 'node:assert/strict'
import { it } from 'node:test'
import { writeBytes } from './byte-writer.ts'

it('mixes nothing of texts that are written at the same time', () => {
  const outer = writeBytes((out) => {
    out.text('[1,')
    out.bytes(writeBytes((inner) => inner.text('2')))
    assert.throws(() =>
      writeBytes((inner) => {
        inner.text('lost')
        throw new Error('failed')
      }),
    )
    out.text(',3]')
  })
  assert.equal(outer.toString(), '[1,2,3]')
  assert.equal(writeBytes((out) => out.number(4)).toString(), '4')
})
