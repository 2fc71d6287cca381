import assert from 'node:assert/strict'
import { it } from 'node:test'
import { otherStatesOfPin, toStateCode } from './states.ts'

it('knows a state by its code, an older code or its name, in any case', () => {
  const table = {
    pb: 'PB',
    PB: 'PB',
    Punjab: 'PB',
    'tamil nadu': 'TN',
    Tamilnadu: 'TN',
    'Jammu & Kashmir': 'JK',
    'JAMMU AND KASHMIR': 'JK',
    TS: 'TG',
    or: 'OD',
    CT: 'CG',
    ut: 'UK',
    DD: 'DH',
    DN: 'DH',
    Orissa: 'OD',
    'all india': 'IN',
    'Andaman & Nicobar Islands': 'AN',
  }
  for (const [text, code] of Object.entries(table)) assert.equal(toStateCode(text), code, text)
  for (const text of ['', 'XX', 'Punjabi', '12']) assert.equal(toStateCode(text), undefined, text)
})

it('knows the states that a PIN code can be of', () => {
  assert.equal(otherStatesOfPin('141001', 'PB'), undefined)
  assert.deepEqual(otherStatesOfPin('141001', 'TN'), ['PB', 'CH'])
  assert.equal(otherStatesOfPin('403001', 'GA'), undefined)
  assert.deepEqual(otherStatesOfPin('795001', 'NL'), ['MN'])
  assert.equal(otherStatesOfPin('900056', 'TN'), undefined)
})
