import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soundAlike, soundOf } from './sounds.ts'

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
]

for (const [a, b] of alike) {
  test(`${a} and ${b} sound alike`, () => assert.ok(soundAlike(soundOf(a), soundOf(b))))
}
for (const [a, b] of apart) {
  test(`${a} and ${b} are told apart`, () => assert.ok(!soundAlike(soundOf(a), soundOf(b))))
}
