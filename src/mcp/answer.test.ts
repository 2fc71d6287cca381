import assert from 'node:assert/strict'
import { it } from 'node:test'
import { answerWithFields, answerWithItems, MAX_CHARACTERS, sizeOf } from './answer.ts'
import type { ToolResult } from './tool.ts'

const spokenBy = (answer: ToolResult) => JSON.parse(answer.content[0]!.text)

it('gives all items where they fit', () => {
  const answer = answerWithItems([1, 2, 3], (items) => ({ items }))
  assert.deepEqual(spokenBy(answer), { items: [1, 2, 3] })
})

for (const structured of [false, true]) {
  it(`cuts after the last item that fits, ${structured ? 'with' : 'without'} structured content`, () => {
    const items = Array.from({ length: 500 }, (_, i) => ({ at: i, text: '"quoted"'.repeat(5) }))
    const answer = answerWithItems(items, (visible) => ({ items: visible, left_out: 500 - visible.length }), structured)
    const { items: visible, left_out } = spokenBy(answer)
    assert.ok(sizeOf(answer) <= MAX_CHARACTERS && sizeOf(answer) > MAX_CHARACTERS * 0.9, String(sizeOf(answer)))
    assert.equal(visible.length + left_out, 500)
    assert.deepEqual(visible, items.slice(0, visible.length))
    if (structured) assert.deepEqual(answer.structuredContent, spokenBy(answer))
  })
}

it('cuts lists after an item and texts after a word, and says what is missing and where the whole is', () => {
  const prices = Array.from({ length: 100 }, (_, i) => ({ price_inr: i, note: 'x'.repeat(60) }))
  const answer = answerWithFields(
    [
      ['slug', 'a'],
      ['prices', prices],
      ['media', Array.from({ length: 50 }, () => 'y'.repeat(2_000))],
      ['basis', { text: 'z'.repeat(16_000) }],
      ['last', 1],
      ['note', 'word '.repeat(4_000)],
    ],
    'GET it',
  )
  const value = spokenBy(answer)
  assert.ok(sizeOf(answer) <= MAX_CHARACTERS)
  assert.equal(value.slug, 'a')
  assert.equal(value.prices.length, 100)
  assert.equal(value.last, 1)
  assert.match(value.note, /^(word ?)+…$/)
  assert.deepEqual(Object.keys(value.left_out), ['media', 'basis', 'note'])
  assert.equal(value.left_out.media, `${50 - value.media.length} of 50`)
  assert.equal(value.more, 'GET it')
})
