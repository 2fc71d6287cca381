import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openSite, overflow, skip, watchedPage } from './open-browser.ts'
import { SCRIPT, TURNED } from './rows.ts'

const PAGES = [
  ...['', 'machines', 'machines?manufacturer=maker', 'machines/hostile', 'machines/bare', 'compare?slugs=hostile,bare'],
  ...['used', 'used/901', 'used/902', 'used/903', 'used?district=%3Cimg%20src%3Dx%3E&maker=%22%3E', 'makers'],
  ...['makers/maker', 'implements', 'implements/hostile-plough', 'classes/tractor'],
  'compare?slugs=%3Cimg%20src%3Dx%3E,bare',
]
const QUERIES = [
  ...[SCRIPT, TURNED, 'W'.repeat(200)],
  // Read as figures and words, which the page shows separately.
  `bare 45 hp under 8 lakh ${'Z'.repeat(90)} ${'"><img src=x>'.repeat(4)}`,
  `99999999999999999999 hp ${TURNED} bare`,
]

it('the site shows hostile data as text, and nothing breaks the layout', { skip }, async () => {
  const { url } = await openSite()
  const { page, faults } = await watchedPage(url, { viewport: { width: 360, height: 760 } })
  for (const path of [...PAGES, ...QUERIES.map((q) => `machines?q=${encodeURIComponent(q.slice(0, 200))}`)]) {
    const response = await page.goto(`${url}/en/${path}`)
    assert.equal(response?.status(), 200, path)
    assert.notEqual(await page.title(), 'run', path)
    assert.deepEqual(faults(), [], path)
    assert.ok((await overflow(page)) <= 0, `${path} is wider than the window`)
    assert.doesNotMatch(await page.content(), /<img src="?x|[\u202e\u2066]/, path)
  }
})
