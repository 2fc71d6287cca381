import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FRONT, GUIDES, REFERENCE, readText } from '../../src/developer-docs/pages.ts'
import { PROBLEMS } from '../../src/errors.ts'
import { ask } from '../ask.ts'
import { sqlite } from '../backends.ts'
import { startService } from '../service.ts'

const PAGES = [
  '/docs',
  ...GUIDES.map(({ name }) => `/docs/${name}`),
  `/docs/${REFERENCE}`,
  ...Object.keys(PROBLEMS).map((code) => `/problems/${code}`),
]
const LINKS = /\]\([^)]*\)/g

describe('the guides as they are served', () => {
  it('have a page, a page in Markdown with the same text, and every file they name', async (t) => {
    const base = 'https://api.example/machines'
    const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), BASE_URL: base, SITE: 'false' })
    const named = new Set<string>()
    for (const path of PAGES) {
      const page = await ask(`${service.url}${path}`)
      assert.equal(page.status, 200, path)
      assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
      assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; script-src 'self';/)
      const text = page.body.toString()
      assert.match(text, new RegExp(`<link rel="canonical" href="${base}${path}">`))
      for (const [, address] of text.matchAll(/(?:href|src)="(\/[^"#]*)/g)) named.add(address!)

      const turns = [...text.matchAll(/<a rel="(?:prev|next)" href="[^"]*\/docs\/([\w-]+)"/g)].map(([, to]) => to)
      const i = GUIDES.findIndex(({ name }) => path === `/docs/${name}`)
      const beside = i < 0 ? [] : [GUIDES[i - 1], GUIDES[i + 1]].flatMap((guide) => guide?.name ?? [])
      assert.deepEqual(turns, beside, path)

      const head = await ask(`${service.url}${path}`, {}, 'HEAD')
      assert.deepEqual([head.status, head.body.length, head.headers.etag], [200, 0, page.headers.etag])

      const source = await ask(`${service.url}${path}.md`)
      assert.equal(source.headers['content-type'], 'text/markdown; charset=utf-8', path)
      const [, place, name = FRONT] = /^\/(docs|problems)(?:\/(.*))?$/.exec(path)!
      const self = await readText(place === 'docs' ? 'guides' : 'problems', name)
      assert.equal(
        source.body.toString().replace(LINKS, ''),
        self.replaceAll('http://localhost:8080', base).replace(LINKS, ''),
        path,
      )
      for (const [, address] of source.body.toString().matchAll(/\]\((\/[^)#]*)/g)) named.add(address!)
    }
    assert.ok(named.has('/machines/docs/errors') && named.has('/machines/problems/not-found.md'))
    for (const address of named) {
      assert.ok(address.startsWith('/machines/'), address)
      assert.equal((await ask(service.url + address.slice('/machines'.length))).status, 200, address)
    }
  })

  it('are found through llms.txt, whose links all answer', async (t) => {
    const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
    const answer = await service.get('/llms.txt')
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
    const [title, , quote, , about, , ...rest] = (await answer.text()).trimEnd().split('\n')
    assert.match(title!, /^# \S/)
    assert.match(quote!, /^> \S/)
    assert.match(about!, /^[A-Z]/)
    assert.match(rest[0]!, /^## /)
    const links = rest.flatMap((line) => {
      if (line === '' || /^## \S/.test(line)) return []
      const link = /^- \[[^\]]+\]\((http:\/\/[^)]+)\): \S/.exec(line)
      assert.ok(link, line)
      return [link[1]!]
    })
    const markdown = [...GUIDES.map(({ name }) => name), REFERENCE].map((name) => `${service.url}/docs/${name}.md`)
    for (const link of [...markdown, `${service.url}/openapi.json`]) assert.ok(links.includes(link), link)
    for (const link of links) assert.equal((await fetch(link)).status, 200, link)
  })
})
