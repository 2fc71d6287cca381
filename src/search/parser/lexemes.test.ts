import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toLexemes } from './vocabulary.ts'

const told = (text: string) =>
  toLexemes(text).map(({ text, kind, isGlued }) => `${isGlued ? '+' : ''}${text}${kind === 'sign' ? '!' : ''}`)

test('a text is split into words, numbers and signs that know what they are written onto', () => {
  assert.deepEqual(told('R215  Under ₹8,00,000/- 47.5hp'), [
    ...['r', '+215', 'under', '₹!', '+800000', '+/!', '+-!', '47.5', '+hp'],
  ])
  assert.deepEqual(told('५० एचपी\t40–50'), ['50', 'एचपी', '40', '+-!', '+50'])
})

test('a text is split the same the second time and among others', () => {
  const first = told('mahindra 575DI')
  for (let at = 0; at < 5_000; at++) toLexemes(`word${at}`)
  assert.deepEqual(told('mahindra 575DI'), first)
  assert.deepEqual(told('575DI mahindra'), ['575', '+di', 'mahindra'])
})

test('blanks alone are nothing', () => {
  assert.deepEqual(told('   '), [])
})
