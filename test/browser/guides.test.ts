import assert from 'node:assert/strict'
import { it } from 'node:test'
import { GUIDES } from '../../src/developer-docs/pages.ts'
import { isNightly, sized } from '../tier.ts'
import { accessibilityFaults, openSite, overflow, skip, watchedPage } from './open-browser.ts'

const PAGES = ['/docs', ...GUIDES.map(({ name }) => `/docs/${name}`), '/problems/rate-limited']
const VIEWS = [
  { size: { width: 1440, height: 950 }, colours: 'light' },
  { size: { width: 360, height: 760 }, colours: 'dark' },
] as const
/** On push, axe looks at every fifth page, at half of these in each view. */
const EXAMINED = sized(5, 1)

it('shows every guide without a fault, narrow and wide, light and dark', { skip }, async () => {
  const { url } = await openSite()
  const { page, faults } = await watchedPage(url)
  for (const [i, path] of PAGES.entries()) {
    // A page is loaded once, in the view in which the one before was left.
    for (const [turn, { size, colours }] of (i % 2 ? VIEWS.toReversed() : VIEWS).entries()) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: colours })
      if (turn === 0) await page.goto(url + path, { waitUntil: 'load' })
      assert.deepEqual(faults(), [], path)
      assert.ok((await overflow(page)) <= 0, `${path} is wider than the window`)
      if (turn > 0 || i % EXAMINED > 0) continue
      assert.deepEqual(await accessibilityFaults(page), [], `${path} ${size.width} ${colours}`)
    }
  }
  await page.context().close()
})

it('copies code without moving anything, and has a menu on a phone', { skip }, async () => {
  const { url } = await openSite()
  const { page, faults } = await watchedPage(url, {
    viewport: { width: 360, height: 760 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.goto(`${url}/docs/searching`, { waitUntil: 'load' })
  const menu = page.getByRole('navigation', { name: 'Guides' })
  assert.equal(await menu.getByRole('link', { name: 'Webhooks' }).isVisible(), false)
  await menu.getByText('All guides').click()
  await menu.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()

  const button = page.getByRole('button', { name: 'Copy Terminal' }).first()
  const height = 'document.documentElement.scrollHeight'
  const before = [await button.boundingBox(), await page.evaluate(height)]
  await button.click()
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' })
  assert.deepEqual([await button.boundingBox(), await page.evaluate(height)], before)
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  assert.match(copied, /^curl -s http:\/\/localhost:8080\/v1\/webhooks \\\n[\s\S]*'$/)
  assert.deepEqual(faults(), [])
})

const nightly = skip || (!isNightly && 'nightly')
it('shows every operation in the reference, with a console that works', { skip: nightly }, async () => {
  const { url } = await openSite()
  const { page, faults } = await watchedPage(url, {
    viewport: { width: 1400, height: 1000 },
  })
  await page.goto(`${url}/docs/reference`)
  await page.getByRole('heading', { name: 'Search the machines' }).waitFor()
  for (const summary of ['The full sheet of a machine', 'One used listing', 'Subscribe to events']) {
    await page.getByText(summary).first().waitFor()
  }
  await page.getByRole('link', { name: 'Quickstart' }).first().waitFor()
  await page
    .getByRole('button', { name: /Test Request/ })
    .first()
    .click()
  const answered = page.waitForResponse((response) => response.url().includes('/v1/tractors?'))
  await page.getByRole('button', { name: /Send/ }).first().click()
  const answer = await answered
  assert.equal(answer.status(), 200)
  assert.ok(((await answer.json()) as { total: number }).total > 0)
  assert.deepEqual(faults(), [])
})
