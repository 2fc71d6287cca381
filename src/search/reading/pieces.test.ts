import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { KnownWords } from './known-words.ts'
import { leaveOutContrary, pieceOf } from './pieces.ts'

it('looks for words that contradict the others only so often, however long the text', () => {
  for (const words of [3, 8, 9, 60]) {
    let searches = 0
    const known = {
      has: () => true,
      isMaker: (word: string) => word === 'maker',
      valueNamed: () => undefined,
      finds: () => ++searches < 0,
    } as unknown as KnownWords
    const pieces = ['maker', ...Array.from({ length: words - 1 }, (_, at) => `w${at}`)].map((word) =>
      pieceOf(word, 'word', true),
    )
    leaveOutContrary(pieces, known, false)
    assert.ok(words > 8 ? searches === 0 : searches > 0 && searches <= 7, `${searches} searches for ${words} words`)
    assert.ok(pieces.every(({ isKept }) => isKept))
  }
})
