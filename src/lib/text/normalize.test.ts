import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spelledLetters } from './letter-names.ts'
import { normalizeText, tokenize } from './normalize.ts'

const folds: Array<[string, string]> = [
  ['MAHINDRA', 'mahindra'],
  ['Fähr Škoda Ångström', 'fahr skoda angstrom'],
  ['Straße ŁÓDŹ', 'strasse lodz'],
  ['क़लम ऴ', 'कलम ळ'],
  ['महिंद्रा', 'महिंद्रा'],
  ['५७५ ௫௭௫ ٥٧٥ 𝟓𝟕𝟓', '575 575 575 575'],
  ['Ma\u200bhin\u200ddra\ufeff', 'mahindra'],
  ['й', 'й'],
]

for (const [from, to] of folds) {
  test(`${JSON.stringify(from)} folds to ${JSON.stringify(to)}`, () => {
    assert.equal(normalizeText(from), to.normalize('NFC'))
    assert.equal(normalizeText(normalizeText(from)), normalizeText(from))
  })
}

const splits: Array<[string, string[]]> = [
  ['575DI XP-Plus', ['575', 'di', 'xp', 'plus']],
  ['MU4501 2WD', ['mu', '4501', '2wd']],
  ['महिंद्रा५७५डीआई', ['महिंद्रा', '575', 'डीआई']],
  ['மஹிந்திரா 575', ['மஹிந்திரா', '575']],
  ['row_crop', ['row', 'crop']],
  ['5\ufe0f\u20e3 !? \u093f', ['5']],
  ['\ud800 \u0000 --', []],
]

for (const [text, words] of splits) {
  test(`${JSON.stringify(text)} splits into ${words.length} words`, () => {
    assert.deepEqual(
      tokenize(text),
      words.map((word) => word.normalize('NFC')),
    )
  })
}

test('a code point beyond the basic plane counts as one letter', () => {
  assert.deepEqual(
    tokenize('𐐀𐐁𐐂').map((word) => word.length),
    [3],
  )
  assert.deepEqual(tokenize('𐐀'), tokenize('𐐨'))
})

test('letter names in Devanagari and Tamil read as Latin letters', () => {
  assert.deepEqual(spelledLetters('डीआई'), ['di'])
  assert.deepEqual(spelledLetters('एफई'), ['fe'])
  assert.deepEqual(spelledLetters('टीएक्स'), ['tx'])
  assert.deepEqual(spelledLetters('जेसीबी'), ['jcb'])
  assert.ok(spelledLetters('டிஐ').includes('di'))
  assert.deepEqual(spelledLetters('ट्रैक्टर'), [])
  assert.deepEqual(spelledLetters('di'), [])
})

test('a word that folding need not touch is one that it would leave so', () => {
  const block = (from: number) => Array.from({ length: 0x80 }, (_, i) => String.fromCharCode(from + i))
  const letters = [...block(0x900), ...block(0xb80)]
  for (const item of letters)
    for (const next of ['', ...letters]) {
      // A letter of another script goes through all the steps.
      const all = normalizeText(`${item}${next} é`).slice(0, -2)
      if (normalizeText(item + next) !== all) assert.equal(normalizeText(item + next), all)
    }
})
