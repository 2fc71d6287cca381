import assert from 'node:assert/strict'
import { it } from 'node:test'
import { heldMemory } from '../../test/held-memory.ts'
import { createPageData } from './page-data.ts'

it('keeps nothing of manufacturers that nobody knows, whoever asks for them', () => {
  const catalogue = { onChange() {}, model: { manufacturers: () => [{ slug: 'swaraj', aliases: ['स्वराज'] }] } }
  const { manufacturerName } = createPageData({ catalogue } as never)
  assert.equal(manufacturerName('swaraj', 'hi'), 'स्वराज')
  const before = heldMemory().heap
  for (let number = 0; number < 100_000; number++)
    assert.equal(manufacturerName(`no-such-maker-${number}`, 'hi'), undefined)
  assert.ok(heldMemory().heap - before < 3_000_000)
  assert.equal(manufacturerName('swaraj', 'hi'), 'स्वराज')
})
