import assert from 'node:assert/strict'
import { it } from 'node:test'
import { negotiateLanguage } from './language.ts'

const CASES: [string | undefined, string | undefined, string][] = [
  [undefined, undefined, 'en'],
  ['ta-IN,ta;q=0.9,en;q=0.8', undefined, 'ta'],
  ['fr-FR, hi;q=0.7, en;q=0.3', undefined, 'hi'],
  ['en;q=0.2, hi;q=0.9', undefined, 'hi'],
  ['hi;q=0', undefined, 'en'],
  ['*', undefined, 'en'],
  ['hi;q=x, ta;q=0.1', undefined, 'ta'],
  ['en', 'a=b; yantra_language=ta', 'ta'],
  ['hi', 'yantra_language=xx', 'hi'],
  ['hi', 'other_yantra_language=ta', 'hi'],
]

for (const [accepted, cookies, expected] of CASES) {
  it(`speaks ${expected} to a locale who accepts ${accepted} with the cookie ${cookies}`, () => {
    assert.equal(negotiateLanguage(accepted, cookies), expected)
  })
}
