import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkOf, decodeEntities, RowCheck } from './field-checks.ts'

function check(value: unknown) {
  const row = new RowCheck('2026-11-15')
  const remaining = checkOf({ type: 'name', required: true })(value, row)
  return row.issues[0]?.reason ?? remaining
}

it('decodes entities, however often they were written', () => {
  assert.equal(decodeEntities('Mahindra &amp; Mahindra'), 'Mahindra & Mahindra')
  assert.equal(decodeEntities('Mahindra &amp;amp; Mahindra'), 'Mahindra & Mahindra')
  assert.equal(decodeEntities('&am&#112&#59;; &#x26&#x3b;lt&#59;'), '& <')
  assert.equal(decodeEntities('🚜 &#128668; &amp;#128668;'), '🚜 🚜 🚜')
  assert.equal(decodeEntities('5&#39; &#x2F; 6&quot;'), `5' / 6"`)
  assert.equal(decodeEntities('R&D; &unknown; &#0; &#xD800; AT&T'), 'R&D; &unknown; &#0; &#xD800; AT&T')
})

it('decodes what was written over and over in one walk over the text', () => {
  assert.equal(decodeEntities(`&${'amp;'.repeat(250_000)}lt;`), '<')
})

it('takes names of one line without markup', () => {
  assert.equal(check(' 575 DI &amp; 585 '), '575 DI & 585')
  assert.equal(check('HP < 50'), 'HP < 50')
  assert.equal(check('महिंद्रा'), 'महिंद्रा')
  for (const text of ['a\nb', 'a\tb', 'a&#10;b', 'a\u2028b']) assert.equal(check(text), 'must be one line')
  for (const text of ['<b>575</b>', '&lt;script&gt;x', 'a<br/>b']) assert.equal(check(text), 'must not hold markup')
  assert.equal(check('&nbsp;'), 'must not be empty')
})
