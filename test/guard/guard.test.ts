import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { guardText, REMOVED } from '../../src/guard/guard.ts'

/** `secret`: what must not be left of a contact, as a whole and in its telling pieces. */
type Entry = { text: string; secret?: string[] }

function readCorpus(name: string): Entry[] {
  const file = readFileSync(new URL(`corpus/${name}.ndjson`, import.meta.url), 'utf8')
  return file
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry)
}

const contacts = readCorpus('contacts')
const clean = readCorpus('clean').map(({ text }) => text)

/** Decimal digits of any script as 0-9, all else left out; no part of the guard, so that it cannot share its errors. */
function digitsOf(text: string): string {
  let digits = ''
  for (const sign of text.normalize('NFKC')) {
    if (!/^\p{Nd}$/u.test(sign)) continue
    let zero = sign.codePointAt(0) ?? 0
    while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1)) && (sign.codePointAt(0) ?? 0) - zero < 9) zero--
    digits += String((sign.codePointAt(0) ?? 0) - zero)
  }
  return digits
}

const SHORTEST_NUMBER = 8

/** The secrets of a text that can still be read after guarding. */
function survivors({ text, secret = [] }: Entry): string[] {
  const guarded = guardText(text)
  if (!guarded.includes(REMOVED)) return ['all']
  const rest = guarded.replaceAll(REMOVED, ' | ')
  const digits = rest.split('|').map(digitsOf)
  return secret.filter((piece) => {
    const number = digitsOf(piece)
    return rest.includes(piece) || (number.length >= SHORTEST_NUMBER && digits.some((run) => run.includes(number)))
  })
}

describe('the contact guard over the labelled corpus', () => {
  test('the corpus is large, balanced and has no text twice', () => {
    assert.ok(contacts.length + clean.length >= 3000)
    assert.ok(Math.min(contacts.length, clean.length) >= 1500)
    const texts = contacts.map(({ text }) => text)
    assert.equal(new Set([...texts, ...clean]).size, texts.length + clean.length)
    for (const { text, secret } of contacts) assert.ok((secret ?? []).length > 0, `no secret: ${text}`)
  })

  test('of at least 99 in 100 contacts nothing that tells them is left', (t) => {
    const missed = contacts.filter((entry) => survivors(entry).length > 0)
    const recall = 1 - missed.length / contacts.length
    t.diagnostic(`recall ${(recall * 100).toFixed(2)} % of ${contacts.length}`)
    assert.ok(recall >= 0.99, `missed: ${JSON.stringify(missed)}`)
  })

  test('at most 1 of 200 clean texts is touched, the others survive byte for byte', (t) => {
    const touched = clean.filter((text) => guardText(text) !== text)
    const rate = touched.length / clean.length
    t.diagnostic(`false positives ${(rate * 100).toFixed(2)} % of ${clean.length}`)
    assert.ok(rate <= 0.005, `touched: ${JSON.stringify(touched)}`)
  })

  test('guarding a guarded text changes nothing', () => {
    for (const { text } of contacts) {
      const once = guardText(text)
      assert.equal(guardText(once), once, JSON.stringify(text))
    }
  })
})

const mobile = fc
  .tuple(fc.constantFrom('6', '7', '8', '9'), fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 }))
  .map(([first, rest]) => first + rest.join(''))
const pieces = fc.constantFrom(
  ...[
    '9876543210',
    '98765',
    '43210',
    ' ',
    '/',
    '\n',
    '.',
    ',',
    '@',
    'gmail',
    'com',
    'call ',
    'engine no ',
    'nine ',
    'नौ ',
    'ஒன்பது ',
    REMOVED,
  ],
  ...[
    '2018',
    '₹',
    'Rs ',
    '11',
    '+91',
    '(',
    ')',
    'double ',
    '&#57;',
    '%39',
    '\u200b',
    'insta ',
    'www.',
    'o',
    'l',
    'km ',
    ' or ',
    'a',
    '0',
  ],
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
      { numRuns: 3000 },
    )
  })

  test('a mobile number never survives, however it is grouped', () => {
    const separators = fc.constantFrom('', ' ', '-', '.', '/', '_', '\n', ' - ', '\u200b', '•', '🙏')
    const cuts = fc.constantFrom([5], [3, 6], [4, 7], [2, 4, 6, 8], [1, 2, 3, 4, 5, 6, 7, 8, 9], [5, 8])
    fc.assert(
      fc.property(mobile, separators, cuts, (number, separator, at) => {
        const groups = [0, ...at].map((start, k) => number.slice(start, at[k] ?? 10))
        const guarded = guardText(`Call ${groups.join(separator)} today`)
        assert.equal(guarded, `Call ${REMOVED} today`)
      }),
      { numRuns: 1000 },
    )
  })

  test('what stands around a contact survives byte for byte', () => {
    fc.assert(
      fc.property(fc.constantFrom(...clean), fc.constantFrom(...clean), mobile, (before, after, number) => {
        const guarded = guardText(`${before}\n\nMobile ${number} now.\n\n${after}`)
        if (before.includes(number) || after.includes(number)) return
        assert.ok(guarded.includes(`\n\nMobile ${REMOVED} now.\n\n`), guarded)
      }),
      { numRuns: 500 },
    )
  })

  test('a text longer than any listing, which is read in pieces, loses its contacts and nothing else', () => {
    const filler = 'Good tractor, 2200 hours, price 4,50,000, engine no 9988776655. '
    const contacts = ['98765 43210', 'nine eight seven six five four three two one zero', 'ramu at gmail dot com']
    for (const contact of contacts) {
      for (let words = 55; words < 85; words++) {
        const before = `${filler.repeat(250)}${'good '.repeat(words)}. `
        const after = ` is mine. ${filler.repeat(200)}`
        assert.equal(
          guardText(`${before}${contact}${after}`),
          `${before}${REMOVED}${after}`,
          `${contact} at ${before.length}`,
        )
      }
    }
  })
})
