import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { GUIDES } from '../../src/guides/pages.ts'
import { sqlite, suiteContext } from '../backends.ts'
import { type Service, startService } from '../service.ts'
import { accessibilityFaults, executablePath, openBrowser, overflow, watchedPage } from './open-browser.ts'

const PAGES = ['/docs', ...GUIDES.map(({ name }) => `/docs/${name}`), '/problems/rate-limited']
/** Every page is seen in both views, and axe looks at it in one, the other for the next. */
const VIEWS = [
  { size: { width: 1440, height: 950 }, colours: 'light' },
  { size: { width: 360, height: 760 }, colours: 'dark' },
] as const

let service: Service
let browser: Browser
const all = suiteContext()
before(async () => {
  if (!executablePath) return
  service = await startService(all, { DATABASE_URL: await sqlite.newUrl(all) })
  browser = await openBrowser(all)
})

it('shows every guide without a fault, narrow and wide, light and dark', { skip: !executablePath }, async (t) => {
  const { page, faults } = await watchedPage(await openBrowser(t, { still: true }), service.url)
  for (const [at, path] of PAGES.entries()) {
    // A page is loaded once, in the view in which the one before was left.
    for (const [turn, { size, colours }] of (at % 2 ? VIEWS.toReversed() : VIEWS).entries()) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: colours })
      if (turn === 0) await page.goto(service.url + path, { waitUntil: 'load' })
      assert.deepEqual(faults(), [], path)
      assert.ok((await overflow(page)) <= 0, `${path} is wider than the window`)
      if (turn === 0) assert.deepEqual(await accessibilityFaults(page), [], `${path} ${size.width} ${colours}`)
    }
  }
  await page.context().close()
})

it('copies code without moving anything, and has a menu on a phone', { skip: !executablePath }, async () => {
  const { page, faults } = await watchedPage(browser, service.url, {
    viewport: { width: 360, height: 760 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.goto(`${service.url}/docs/searching`, { waitUntil: 'load' })
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

it('shows every operation in the reference, with a console that works', { skip: !executablePath }, async () => {
  const { page, faults } = await watchedPage(browser, service.url, {
    viewport: { width: 1400, height: 1000 },
  })
  await page.goto(`${service.url}/docs/reference`)
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
