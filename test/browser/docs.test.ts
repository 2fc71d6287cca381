import assert from 'node:assert/strict'
import { it } from 'node:test'
import { chromium } from 'playwright-core'
import { sqlite } from '../backends.ts'
import { startService } from '../service.ts'
import { findChromium } from './chromium.ts'

const executablePath = findChromium()

it('shows the reference with every operation, and asks no other host for anything', {
  skip: !executablePath,
}, async (t) => {
  const service = await startService(t, {
    DATABASE_URL: await sqlite.newUrl(t),
    BASE_URL: 'https://api.example/machines',
  })
  const browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] })
  t.after(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { host } = new URL(request.url())
    if (/^https?:/.test(request.url()) && host !== new URL(service.url).host) elsewhere.push(request.url())
  })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(`${service.url}/docs/`)
  await page.getByRole('heading', { name: 'Search the machines' }).waitFor()
  for (const summary of ['The full sheet of a machine', 'One used listing', 'Subscribe to events']) {
    await page.getByText(summary).first().waitFor()
  }
  assert.deepEqual(elsewhere, [])
  assert.deepEqual(faults, [])
  if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT })
})
