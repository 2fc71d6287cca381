import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soundAlike } from '../../../test/search/sound-alike.ts'
import { namePhoneticKey, phoneticKey } from './phonetic-key.ts'

const alike: Array<[string, string]> = [
  ['mahindra', 'महिंद्रा'],
  ['mahindra', 'महिन्द्रा'],
  ['mahindra', 'மஹிந்திரா'],
  ['swaraj', 'स्वराज'],
  ['swaraj', 'ஸ்வராஜ்'],
  ['sonalika', 'सोनालिका'],
  ['kubota', 'कुबोटा'],
  ['yuvo', 'युवो'],
  ['arjun', 'अर्जुन'],
  ['sarpanch', 'सरपंच'],
  ['tiger', 'टाइगर'],
  ['target', 'टारगेट'],
  ['महिंद्रा', 'மஹிந்திரா'],
]

const apart: Array<[string, string]> = [
  ['mahindra', 'mahendra'],
  ['swaraj', 'सोनालिका'],
  ['euro', 'यूरो'],
  ['plus', 'पुलिस'],
  ['di', 'डी'],
  ['tafe', 'டாபே'],
  ['earthmaster', 'ரோட்மாஸ்டர்'],
  ['mahindra', 'மஹிந்திராकलम'],
  ['swaraj', 'स्वराजடிஎக்ஸ்'],
]

for (const [a, b] of alike) {
  test(`${b} sounds like ${a}`, () => assert.ok(soundAlike(phoneticKey(b), phoneticKey(a))))
}
for (const [a, b] of apart) {
  test(`${b} does not sound like ${a}`, () => assert.ok(!soundAlike(phoneticKey(b), phoneticKey(a))))
}

test('a word typed in Latin letters is left to its letters', () => {
  for (const [latin, indic] of alike)
    if (/^[a-z]/.test(latin)) assert.ok(!soundAlike(phoneticKey(latin), phoneticKey(indic)))
})

for (const [name, others] of [
  ['john deere', ['जॉन डियर', 'ஜான் டீர்']],
  ['massey ferguson', ['मैसी फर्ग्यूसन', 'மாசி பெர்குசன்']],
  ['kubota', ['குபோட்டா']],
  ['reversible', ['रिव्हर्सिबल', 'रिवर्सिबल']],
  ['tata hitachi', ['टाटा हिताची', 'டாட்டா ஹிட்டாச்சி']],
] as const) {
  test(`the name ${name} is known by its sound`, () => {
    for (const other of others) assert.equal(namePhoneticKey(other.split(' ')), namePhoneticKey(name.split(' ')))
  })
}

test('a short name has no sound of its own', () => {
  for (const word of ['केस', 'बुल', 'sany', 'டாபே']) assert.equal(namePhoneticKey([word]), '')
})
