import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenize } from '../../text/fold.ts'
import { isReadable, toFieldText, toFieldWords, toQueryWords, toSoundWords } from './text.ts'

/** Whether each typed word, or two neighbours written together, stands in the text as it is. */
function finds(typed: string, ...texts: string[]): boolean {
  const { alone, together } = toFieldWords(texts, 'own')
  const held = alone.union(together)
  const words = toQueryWords(tokenize(typed))
  return words.every((word, at) => {
    const pairs = [`${words[at - 1]}${word}`, `${word}${words[at + 1]}`]
    return [word, ...pairs].some((form) => held.has(form))
  })
}

test('the same word is written the same on both sides, however it was typed', () => {
  assert.ok(finds('575di', 'Mahindra 575 DI'))
  assert.ok(finds('५७५ DI', '575DI'))
  assert.ok(finds('महिंद्रा', 'महिंद्रा'))
  assert.ok(finds('फ़ार्म', 'फार्म'))
  assert.ok(finds('fahr', 'Fähr'))
  assert.ok(!finds('577', '575'))
})

test('words written together or apart meet', () => {
  assert.ok(finds('johndeere', 'John Deere'))
  assert.ok(finds('earth master', 'EarthMaster'))
  assert.ok(finds('5755', '575 5'))
  assert.ok(!finds('joh nde ere', 'John Deere 5050'))
})

test('letter names meet the letters they spell, whichever side has them', () => {
  for (const spelled of ['डीआई', 'डी आई', 'டிஐ', 'டி ஐ']) assert.ok(finds(`575 ${spelled}`, '575 DI'), spelled)
  assert.ok(finds('di', 'डीआई'))
  assert.ok(finds('ஜேசிபி', 'JCB'))
  assert.ok(finds('जेसीबी', 'ஜேசிபி'))
  assert.ok(!finds('डीआई', 'TI'), 'Devanagari tells d from t')
})

test('a beginning that reads as letter names is found at the beginning of a word that does not', () => {
  const { alone } = toFieldWords(['केस'], 'own')
  const [typed] = toQueryWords(tokenize('के'))
  assert.ok([...alone].some((word) => word.startsWith(typed!)))
})

test('every word is safe from being read as a number, a phrase or an operator', () => {
  for (const word of toQueryWords(tokenize('"575" -di inf 1e5 NaN')))
    assert.match(word, /^(ƿ[a-z]+|ↀ[0-9]+|([a-z])\2[a-z]{3})$/)
})

test('only words of Indic scripts are asked for by their sound', () => {
  assert.equal(toSoundWords(tokenize('mahindra 575')), undefined)
  assert.equal(toSoundWords(tokenize('के 575')), undefined)
  const [sound, number] = toSoundWords(tokenize('स्वराज 744'))!
  assert.equal(number, toQueryWords(tokenize('744'))[0])
  assert.ok(toFieldWords(['Swaraj'], 'own').together.has(sound!))
})

test('a text without words is left out', () => {
  assert.equal(toFieldText(toFieldWords(['-', ''], 'own').alone), undefined)
})

test('what Meilisearch would not read by the rules is not asked of it', () => {
  assert.ok(isReadable(toQueryWords(tokenize('mahindra 575 di 4wd'))))
  assert.ok(!isReadable(toQueryWords(tokenize('mahindra 57 5'))))
  assert.ok(!isReadable(toQueryWords(tokenize('575 di 575'))))
  assert.ok(!isReadable(toQueryWords(tokenize('a b c d e f g h i j k'))))
})
