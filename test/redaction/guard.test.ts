import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readTextContext } from '../../src/redaction/phones/candidate-spans.ts'
import { candidatesOf, MAX_SPANS } from '../../src/redaction/phones/choose.ts'
import { contactSpans, guardText, REMOVED } from '../../src/redaction/redaction.ts'
import { tokenise } from '../../src/redaction/text/tokens.ts'
import fc from '../properties.ts'
import { guardedOnce, isMissed, readCorpus } from './corpus.ts'

const contacts = readCorpus('contacts')
const clean = readCorpus('clean')
/** The texts that the guard is known to judge wrongly. */
const existing = readCorpus('known-misses').map(({ text }) => text)

describe('the contact guard over the labelled corpus', () => {
  test('the corpus has no text twice, and each contact says what must not be left of it', () => {
    assert.equal(new Set([...contacts, ...clean].map(({ text }) => text)).size, contacts.length + clean.length)
    for (const { text, secret } of contacts) assert.ok((secret ?? []).length > 0, `no secret: ${text}`)
  })

  test('every text is judged rightly but those that are known to be missed', (t) => {
    const missed = [...contacts, ...clean].filter((entry) => isMissed(entry, guardedOnce(entry.text)))
    assert.deepEqual(missed.map(({ text }) => text).sort(), existing.toSorted())
    t.diagnostic(`${contacts.length} texts with a contact, ${clean.length} without; ${missed.length} misjudged`)
  })

  test('guarding a guarded text changes nothing', () => {
    for (const { text } of [...contacts, ...clean]) {
      const once = guardedOnce(text)
      // What it leaves as it is was guarded just so.
      if (once !== text) assert.equal(guardText(once), once, JSON.stringify(text))
    }
  })

  test('what is taken out of a text can be shown in it as it was sent', () => {
    for (const { text } of contacts.filter((_, i) => i % 4 === 0)) {
      let rest = text
      for (const { start, end } of contactSpans(text).reverse()) rest = rest.slice(0, start) + REMOVED + rest.slice(end)
      assert.equal(rest, guardedOnce(text))
    }
  })
})

const mobile = fc
  .tuple(fc.constantFrom('6', '7', '8', '9'), fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 }))
  .map(([first, rest]) => first + rest.join(''))
const pieces = fc.constantFrom(
  ...'9876543210|98765|43210| |/|\n|.|,|@|gmail|com|call |engine no |nine |नौ |ஒன்பது |2018|₹|Rs |11|+91|(|)|double '.split(
    '|',
  ),
  ...'&#57;|%39|\u200b|insta |www.|o|l|km | or |a|0'.split('|'),
  REMOVED,
)

describe('the contact guard over any text', () => {
  test('a second pass never changes the outcome of the first', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const once = guardText(text)
        assert.equal(guardText(once), once)
      }),
      { numRuns: 1000, seed: 14 },
    )
  })

  test('a mobile number never survives, however it is grouped', () => {
    const separators = fc.constantFrom('', ' ', '-', '.', '/', '_', '\n', ' - ', '\u200b', '•', '🙏')
    const cuts = fc.constantFrom([5], [3, 6], [4, 7], [2, 4, 6, 8], [1, 2, 3, 4, 5, 6, 7, 8, 9], [5, 8])
    fc.assert(
      fc.property(mobile, separators, cuts, (number, separator, i) => {
        const groups = [0, ...i].map((start, k) => number.slice(start, i[k] ?? 10))
        const guarded = guardText(`Call ${groups.join(separator)} today`)
        assert.equal(guarded, `Call ${REMOVED} today`)
      }),
      { numRuns: 1000, seed: 14 },
    )
  })

  test('what stands around a contact survives byte for byte', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...clean),
        fc.constantFrom(...clean),
        mobile,
        ({ text: before }, { text: after }, number) => {
          const guarded = guardText(`${before}\n\nMobile ${number} now.\n\n${after}`)
          if (before.includes(number) || after.includes(number)) return
          assert.ok(guarded.includes(`\n\nMobile ${REMOVED} now.\n\n`), guarded)
        },
      ),
      { numRuns: 500, seed: 14 },
    )
  })

  test('however a text is made, no more windows of it are read than a fixed number, and all stand apart after those', () => {
    const seeds = fc.array(pieces, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(seeds, (seed) => {
        const scene = readTextContext(tokenise(seed.repeat(Math.ceil(4000 / seed.length))))
        const budget = { windows: MAX_SPANS }
        const candidates = candidatesOf(scene, budget)
        const read = MAX_SPANS - budget.windows
        // At most the windows that begin with one numeral are read past the bound.
        assert.ok(read <= MAX_SPANS + 8, `${read} windows of ${JSON.stringify(seed)}`)
        assert.ok(candidates.length <= read + 2 * scene.numerals.length)
      }),
      { numRuns: 300, seed: 14 },
    )
  })

  test('a contact is found wherever it stands in the longest text of a listing, and nothing else', () => {
    const filler = 'Good tractor, 2200 hours, price 4,50,000, engine no 9988776655. '
    const contacts = ['98765 43210', 'nine eight seven six five four three two one zero', 'ramu at gmail dot com']
    for (const contact of contacts) {
      for (const count of [0, 1, 150, 300]) {
        const before = filler.repeat(count)
        const after = ` is mine. ${filler.repeat(300 - count)}`
        assert.equal(guardText(`${before}${contact}${after}`), `${before}${REMOVED}${after}`, `${contact} at ${count}`)
      }
    }
  })
})
