import assert from 'node:assert/strict'
import { it } from 'node:test'
import { anyText } from '../../../test/any-text.ts'
import fc from '../../../test/properties.ts'
import { createByteWords } from './byte-words.ts'
import { emitFieldTokens } from './field-tokens.ts'

const part = fc.oneof(
  fc.constantFrom('575', 'DI', 'di', ' ', '-', '4WD', 'A', '1', '  ', '/'),
  fc.string({ maxLength: 9 }),
)
const ascii = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))
const text = fc.oneof({ weight: 4, arbitrary: ascii }, anyText())

it('finds in texts of ASCII what is found in the same strings, and leaves all others alone', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 30 }), (texts) => {
      const words: string[] = []
      const { emit } = createByteWords((word) => {
        const known = words.indexOf(word)
        return known >= 0 ? known : words.push(word) - 1
      })
      for (const one of texts) {
        const expected: [string, boolean][] = []
        emitFieldTokens(one, (word, joined) => expected.push([word, joined]))
        const found: [string, boolean][] = []
        const bytes = Buffer.from(`<${one}>`)
        const isRead = emit(bytes, 1, bytes.length - 1, (token, joined) => found.push([words[token]!, joined]))
        const isAscii = bytes.every((code) => code < 0x80)
        assert.ok(isRead ? isAscii : !isAscii || /\*|[24][^a-z0-9]*[wx]/i.test(one), one)
        assert.deepEqual(found, isRead ? expected : [])
      }
    }),
    { numRuns: 2_000 },
  )
})
