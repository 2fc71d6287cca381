import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { headerId, renderMarkdown } from './markdown.ts'

const render = (text: string) =>
  renderMarkdown(text, (link) => `/to/${link}`).body.text.replace(/>\n+(?=<)|\n(?=<\/)/g, (between) => between.trim())

describe('renderMarkdown', () => {
  it('escapes what is not ours to say', () => {
    assert.equal(render('a <b> & `<i>`'), '<p>a &lt;b&gt; &amp; <code>&lt;i&gt;</code></p>')
    assert.match(render('```sh\necho "<x>" # not\n```'), /<code>echo &quot;&lt;x&gt;&quot; # not<\/code>/)
  })

  it('gives headings anchors, and tells what they are', () => {
    const {
      title,
      description,
      headings: headers,
      body,
    } = renderMarkdown('# One\n\n## 2. `two` & more\n**te**\nxt', String)
    assert.deepEqual([title, description], ['One', 'te xt'])
    assert.deepEqual(headers[1], { level: 2, text: '2. two & more', id: '2-two--more' })
    assert.match(body.text, /^<h1>One<\/h1><h2 id="2-two--more">2\. <code>two<\/code> &amp; more<a /)
    assert.equal(headerId('Wie, bitte?'), 'wie-bitte')
    const repeated = renderMarkdown('# A\n\n## New\n\n## New\n\n## New', String).headings.map(({ id }) => id)
    assert.deepEqual(repeated, ['a', 'new', 'new-1', 'new-2'])
  })

  it('leaves comments out, and keeps blank lines inside code', () => {
    assert.equal(render('<!-- no -->\n\nyes'), '<p>yes</p>')
    assert.match(render('before\n```ts\na\n\nb\n```\nafter'), /^<p>before<\/p>.*<code>a\n\nb<\/code>.*<p>after<\/p>$/s)
  })
})
