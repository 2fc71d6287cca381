import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from '../../../test/properties.ts'
import { printable, visible } from './visible.ts'

describe('visible', () => {
  const tags = Array.from('call me', (sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join('')
  const cases: [string, string, string][] = [
    ['tag characters', `Good${tags} tractor`, 'Good tractor'],
    ['selectors after letters and digits', 'a\ufe0f9\ufe0e\u{e0101} b', 'a9 b'],
    ['zero-width blanks, soft hyphens, fillers', '98\u200b15\u00ad5\u3164 \ufeffx', '98155 x'],
    ['directions that the text does not need', '\u202egnop\u202c \u2066x\u2069\u200e', 'gnop x'],
    ['joiners between Latin letters', 'a\u200db\u200c', 'ab'],
  ]
  for (const [what, text, expected] of cases) test(`${what} go`, () => assert.equal(visible(text), expected))

  test('what letters and emoji need stays', () => {
    for (const text of ['क्‍ष', 'میں\u200cہوں \u200f12', '👨‍👩‍👧 ❤️ 9️⃣ 🇮🇳', 'ர்‌', 'plain text\n2018'])
      assert.equal(visible(text), text)
  })

  test('a second pass changes nothing', () => {
    const signs = fc.constantFrom('a', '9', 'क', '❤', '\ufe0f', '\u200d', '\u200b', '\u20e3', '\u202e', 'ا', '\u200f')
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 12 }), (parts) => {
        const once = visible(parts.join(''))
        assert.equal(visible(once), once)
      }),
    )
  })
})

test('keeps the joiners of Indic letters in a terminal, and nothing that controls it or turns a line round', () => {
  assert.equal(printable('क्\u200dष ஸ்ரீ'), 'क्\u200dष ஸ்ரீ')
  assert.equal(printable('a\u001b[31m\u202eb\u2028c\ufeff\ud800'), 'a\ufffd[31m\ufffdb\ufffdc\ufffd\ufffd')
})
