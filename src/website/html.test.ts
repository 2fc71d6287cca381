import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { html, jsonBlock } from './html.ts'

describe('the html tag', () => {
  it('escapes values in text and in attributes', () => {
    const name = `"><script>alert('1')</script>&`
    assert.equal(
      html`<a title="${name}">${name}</a>`.text,
      '<a title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;</a>',
    )
  })

  it('joins arrays, keeps nested markup and leaves nothing for null, undefined and false', () => {
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)
    assert.equal(html`<ul>${items}${null}${undefined}${false}${0}</ul>`.text, '<ul><li>a</li><li>&lt;b&gt;</li>0</ul>')
  })

  for (const address of [
    'javascript:alert(1)',
    ' javascript:x',
    'data:text/html,x',
    '//other.example',
    '/\\other.example',
    'vbscript:x',
  ]) {
    it(`leads nowhere for ${address}`, () => {
      assert.equal(html`<a href="${address}">x</a>`.text, '<a href="#">x</a>')
    })
  }

  for (const address of ['/en/', 'https://a.example/b?c=1', 'HTTP://a.example', '#x', '?q=1']) {
    it(`keeps ${address}`, () => assert.equal(html`<img src="${address}">`.text, `<img src="${address}">`))
  }

  it('refuses a value in an attribute without quotes', () => {
    assert.throws(() => html`<a title=${'x y'}>`, /needs quotes/)
  })

  it('drops characters that turn the direction of the text after them', () => {
    assert.equal(html`${'a\u202eb\u2066c\u0000d\u200fe'}`.text, 'abcde')
  })

  it('writes data that cannot end its own block', () => {
    assert.equal(
      jsonBlock({ a: '</script><b>' }).text,
      '<script type="application/ld+json">{"a":"\\u003c/script>\\u003cb>"}</script>',
    )
  })
})
