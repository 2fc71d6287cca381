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
  it('are rendered wholly: no mark of Markdown is left in what a reader sees', () => {
    for (const [path, { title, body }] of rendered) {
      assert.ok(title, path)
      const seen = body.text.replace(/<pre[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>/g, '').replace(/<[^>]+>/g, '')
      assert.doesNotMatch(seen, /```|\*\*|\]\(|^\s*\|.*\|\s*$|^#+ |`/m, path)
    }
  })

  it('have headings of their own, so that every anchor leads to one place', () => {
    for (const [path, { headings }] of rendered) {
      const ids = headings.map(({ id }) => id)
      assert.deepEqual([...new Set(ids)], ids, path)
    }
  })

  it('link only to pages and headings that are there', () => {
    const others = new Set(['/openapi.json', '/docs/yantra_client.py'])
    for (const [path, { body }] of rendered)
      for (const [, href] of body.text.matchAll(/<a (?:class="anchor" )?href="([^"]+)"/g)) {
        if (href!.startsWith('https://') || others.has(href!)) continue
        const [to, anchor] = href!.split('#') as [string, string?]
        const target = rendered.get(to || path)
        assert.ok(target, `${path} leads to ${href}`)
        if (anchor)
          assert.ok(
            target.headings.some(({ id }) => id === anchor),
            `${path} leads to ${href}`,
          )
      }
  })

  it('lead to every problem there is, and from each problem back', () => {
    const listed = [...guideText('errors').matchAll(/^\| (\d{3}) \| \[`([\w-]+)`\]\(\.\.\/problems\/\2\.md\) \|/gm)]
    assert.deepEqual(
      Object.fromEntries(listed.map(([, status, code]) => [code, Number(status)])),
      Object.fromEntries(Object.entries(PROBLEMS).map(([code, { status }]) => [code, status])),
    )
    for (const code of Object.keys(PROBLEMS))
      assert.match(rendered.get(`/problems/${code}`)!.body.text, /href="\/docs\/errors[#"]/, code)
  })

  it('are all named on the front page', () => {
    const front = rendered.get('/docs')!.body.text
    for (const { name } of GUIDES) assert.match(front, new RegExp(`href="/docs/${name}"`), name)
    assert.match(front, /href="\/docs\/reference"/)
  })

  it('have no code that nobody runs but what is marked as a shape', () => {
    const run = new Set(['sh', 'ts', 'js', 'python', 'php', 'java', 'go'])
    for (const block of TEXTS.flatMap(blocksOf)) {
      const isOutput = 'output' in block.notes
      assert.ok(run.has(block.language) || isOutput || block.language === 'json', placeOf(block))
    }
  })
})

describe('the comparison of outputs', () => {
  it('takes … for anything, and nothing else', () => {
    assert.ok(isShown('{ "a": 1, …, "b c": [2] }', '{"a":1,"x":{},"b c":[2]}', 'json'))
    assert.ok(!isShown('{ "a": 1, … }', '{"a":2,"x":3}', 'json'))
    assert.ok(!isShown('{ "a": "b c" }', '{"a":"bc"}', 'json'))
    assert.ok(isShown('one\n…', 'one\ntwo\nthree\n', 'text'))
    assert.ok(!isShown('one', 'one\ntwo', 'text'))
  })
})

/** Words that the section must hold, so that the question is answered there. */
const ANSWERS: Record<string, RegExp> = {
  'keys-and-limits#who-needs-a-key': /answer without a key/,
  'keys-and-limits#sending-a-key': /Authorization: Bearer \$API_KEY[\s\S]*leaks[\s\S]*rotate/,
  'keys-and-limits#limits': /\| without a key, by address \| 600 \|[\s\S]*`r` are left, for `t` more seconds/,
  'searching#in-words': /50 hp tractor under 8 lakh[\s\S]*महिंद्रा 575[\s\S]*One typo is forgiven/,
  'searching#how-a-text-was-read': /x-query-read: q=tractor&hp_min=47\.5/,
  'searching#filters': /joined by commas and mean "any of them"/,
  'searching#facets': /every filter \*\*except its own\*\*/,
  'paging#every-hit': /for await[\s\S]*raise `offset`/,
  'paging#while-the-catalogue-changes': /twice or miss one/,
  'figures#prices': /`ex_showroom` \|[\s\S]*`price_as_of` is the older/,
  'figures#what-is-missing': /never means zero[\s\S]*Do not fill gaps by computing/,
  'figures#how-sure-a-figure-is': /`confidence` from 0 to 1/,
  'figures#used-listings': /telephone number is never returned/,
  'errors#what-to-send-again': /\*\*429 and 503\*\*/,
  'webhooks#verifying': /Either signature proves/,
  'webhooks#when-a-delivery-fails': /after 5 s, 5 min, 30 min[\s\S]*sends everything since then again/,
  'webhooks#on-your-own-machine': /WEBHOOK_ALLOW_PRIVATE=true/,
  'caching#ask-whether-it-changed': /Send it back in `If-None-Match`[\s\S]*304/,
  'versioning#what-may-change-within-v1': /new fields in answers/,
}

describe('the twenty questions', () => {
  const rows = [...guideText('questions').matchAll(/^\| (.+\?) \| \[.+\]\((\w[\w-]*)\.md#([\w-]+)\) \|$/gm)]

  it('are twenty', () => assert.equal(rows.length, 20))

  it('are answered where they say', (t) => {
    const asked = new Set<string>()
    for (const [, question = '', guide, anchor] of rows) {
      const text = guideText(guide!)
      const { headings } = rendered.get(`/docs/${guide}`)!
      const heading = headings.find(({ id }) => id === anchor)
      assert.ok(heading, question)
      const from = text.search(new RegExp(`^${'#'.repeat(heading.level)} .*${heading.text.slice(-8)}$`, 'm'))
      const next = text.slice(from + 3).search(new RegExp(`^#{1,${heading.level}} `, 'm'))
      const section = text.slice(from, next < 0 ? undefined : from + 3 + next)
      const answer = ANSWERS[`${guide}#${anchor}`]
      const found = answer?.exec(section)
      assert.ok(found, `${question} is not answered in ${guide}#${anchor}`)
      asked.add(`${guide}#${anchor}`)
      t.diagnostic(`${question} docs/guides/${guide}.md:${text.slice(0, from + found.index).split('\n').length}`)
    }
    assert.deepEqual(
      Object.keys(ANSWERS).filter((place) => !asked.has(place)),
      [],
    )
  })
})

it('has a reference in the repository that says what the contract says', async () => {
  const { referenceText } = await import('../../tools/reference-text.ts')
  const committed = readFileSync(new URL('../../docs/guides/reference.md', import.meta.url), 'utf8')
  assert.equal(committed, referenceText(), 'run `npm run openapi`')
})
