import assert from 'node:assert/strict'
import { it } from 'node:test'
import { phraseKey, tokenizeQuery } from './tokens.ts'

const textsOf = (query: string) => tokenizeQuery(query).map(({ text }) => text)
const literals = (query: string) => tokenizeQuery(query).flatMap(({ text, isLiteral }) => (isLiteral ? [text] : []))

it('splits words, numbers and signs', () => {
  assert.deepEqual(textsOf('₹8,00,000 se kam 47.5hp'), ['₹', '800000', 'se', 'kam', '47.5', 'hp'])
  assert.deepEqual(textsOf('mahindra/swaraj pick-up'), ['mahindra', '|', 'swaraj', 'pick', 'up'])
  assert.deepEqual(textsOf('4wd 4×4 ५७५'), ['4wd', '4', 'x', '4', '575'])
  assert.equal(phraseKey('w/o'), 'w / o')
})

it('takes words in double quotes literally, but not after an unclosed quote', () => {
  assert.deepEqual(literals('"575 di" tractor'), ['575', 'di'])
  assert.deepEqual(literals('“50 hp” or "under 8"'), ['50', 'hp', 'under', '8'])
  for (const query of ['rotavator 42"', '"575 di tractor', 'a"b"c']) assert.deepEqual(literals(query), [], query)
})
