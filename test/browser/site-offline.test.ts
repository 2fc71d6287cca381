import assert from 'node:assert/strict'
import { it } from 'node:test'
import { start } from '../../src/commands/serve.ts'
import { toConfig } from '../../src/config.ts'
import { sqlite } from '../backends.ts'
import { executablePath, openBrowser } from './open-browser.ts'

it('shows pages that were seen when the service is away, and says so of the others', {
  skip: !executablePath,
}, async (t) => {
  const settings = {
    DATABASE_URL: await sqlite.newUrl(t),
    SAMPLE: 'true',
    PORT: '0',
    LOG_LEVEL: 'silent',
    MAX_EVENT_LOOP_DELAY_MS: '0',
  }
  const running = await start(toConfig({ ...settings, SECRET_KEY: 'k'.repeat(32) }), false)
  let isAway = false
  const leave = async () => {
    if (!isAway) await running.stop()
    isAway = true
  }
  t.after(leave)
  const context = await (await openBrowser(t)).newContext({ viewport: { width: 360, height: 760 } })
  const page = await context.newPage()
  await page.goto(`${running.url}/ta/`)
  // From then on the worker sees every request of the page.
  await page.evaluate(`navigator.serviceWorker.controller ??
    new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }))`)
  const seen = `${running.url}/ta/machines/mahindra-575-di`
  await page.goto(seen)
  await page.evaluate(`(async () => {
    while (!(await caches.match(${JSON.stringify(seen)}))) await new Promise((next) => setTimeout(next, 20))
  })()`)

  await leave()
  await page.goto(seen)
  assert.equal(await page.locator('h1').textContent(), 'Mahindra 575 DI')
  assert.equal(await page.evaluate(`getComputedStyle(document.querySelector('.top')).borderBottomStyle`), 'solid')

  await page.goto(`${running.url}/ta/machines/swaraj-744-fe`)
  assert.equal(await page.evaluate('document.documentElement.lang'), 'ta')
  assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /Swaraj/)
  assert.equal(await page.locator('main h1').count(), 1)
})
