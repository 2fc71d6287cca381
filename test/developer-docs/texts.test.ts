import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { renderMarkdown } from '../../src/developer-docs/markdown.ts'
import { FRONT, GUIDES, type Place, REFERENCE, readText, servedAddress } from '../../src/developer-docs/pages.ts'
import { PROBLEMS } from '../../src/errors.ts'
import { blocksOf, guideText, isShown, placeOf, TEXTS } from './blocks.ts'

const PAGES: [Place, string][] = [
  ...[...TEXTS, REFERENCE].map((name): [Place, string] => ['guides', name]),
  ...Object.keys(PROBLEMS).map((name): [Place, string] => ['problems', name]),
]
const addressIn = (place: Place) => (link: string) => servedAddress(link, place)
const rendered = new Map(
  await Promise.all(
    PAGES.map(async ([place, name]) => {
      const page = renderMarkdown(await readText(place, name), addressIn(place))
      const path = place === 'problems' ? `/problems/${name}` : name === FRONT ? '/docs' : `/docs/${name}`
      return [path, page] as const
    }),
  ),
)

describe('the guides', () => {
  it('are rendered without leftover Markdown', () => {
    for (const [path, { title, body }] of rendered) {
      assert.ok(title, path)
      const seen = body.text.replace(/<pre[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>/g, '').replace(/<[^>]+>/g, '')
      assert.doesNotMatch(seen, /```|\*\*|\]\(|^\s*\|.*\|\s*$|^#+ |`/m, path)
    }
  })

  it('have unique heading IDs', () => {
    for (const [path, { headings: headers }] of rendered) {
      const ids = headers.map(({ id }) => id)
      assert.deepEqual([...new Set(ids)], ids, path)
    }
  })

  it('link to every problem page, which links back', () => {
    const listed = [...guideText('errors').matchAll(/^\| (\d{3}) \| \[`([\w-]+)`\]\(\.\.\/problems\/\2\.md\) \|/gm)]
    assert.deepEqual(
      Object.fromEntries(listed.map(([, status, code]) => [code, Number(status)])),
      Object.fromEntries(Object.entries(PROBLEMS).map(([code, { status }]) => [code, status])),
    )
    for (const code of Object.keys(PROBLEMS))
      assert.match(rendered.get(`/problems/${code}`)!.body.text, /href="\/docs\/errors[#"]/, code)
  })

  it('are all linked from the front page', () => {
    const front = rendered.get('/docs')!.body.text
    for (const { name } of GUIDES) assert.match(front, new RegExp(`href="/docs/${name}"`), name)
    assert.match(front, /href="\/docs\/reference"/)
  })

  it('contain only code that a test runs, outputs and JSON', () => {
    const run = new Set(['sh', 'ts', 'js', 'python', 'php', 'java', 'go'])
    for (const block of TEXTS.flatMap(blocksOf)) {
      const isOutput = 'output' in block.notes
      assert.ok(run.has(block.language) || isOutput || block.language === 'json', placeOf(block))
    }
  })
})

describe('the comparison of outputs', () => {
  it('matches … with any text', () => {
    assert.ok(isShown('{ "a": 1, …, "b c": [2] }', '{"a":1,"x":{},"b c":[2]}', 'json'))
    assert.ok(!isShown('{ "a": 1, … }', '{"a":2,"x":3}', 'json'))
    assert.ok(!isShown('{ "a": "b c" }', '{"a":"bc"}', 'json'))
    assert.ok(isShown('one\n…', 'one\ntwo\nthree\n', 'text'))
    assert.ok(!isShown('one', 'one\ntwo', 'text'))
  })
})

it('the committed reference matches the contract', async () => {
  const { referenceText } = await import('../../tools/reference-text.ts')
  const committed = readFileSync(new URL('../../docs/guides/reference.md', import.meta.url), 'utf8')
  assert.equal(committed, referenceText(), 'run `npm run openapi`')
})
