import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { sqlite, suiteContext } from '../backends.ts'
import { type Service, startService } from '../service.ts'
import { accessibilityFaults, executablePath, openBrowser, watchedPage, withoutScripts } from './open-browser.ts'
import { PAGES } from './site-pages-list.ts'

const LANGUAGES = ['en', 'hi', 'ta']
const PHONE = { width: 360, height: 760 }
const DESK = { width: 1440, height: 950 }
const WIDE: readonly string[] = ['', 'machines/mahindra-575-di', 'used/1']

describe('the pages', { skip: !executablePath }, () => {
  const all = suiteContext()
  let service: Service
  let browser: Browser
  before(async () => {
    service = await startService(all, { DATABASE_URL: await sqlite.newUrl(all) })
    browser = await openBrowser(all, { still: true })
  })

  for (const language of LANGUAGES) {
    it(`are open to everybody in ${language}, light and dark`, async () => look(language, true, PAGES))
  }
  it('are so without scripts', async () => look('en', false, WIDE))

  async function look(language: string, scripts: boolean, paths: readonly string[]): Promise<void> {
    const { page, faults } = await watchedPage(browser, service.url, { viewport: PHONE })
    // axe-core is itself a script, so scripts are not forbidden.
    if (!scripts) await withoutScripts(page)
    for (const path of paths) {
      for (const size of WIDE.includes(path) ? [PHONE, DESK] : [PHONE]) {
        const where = `${language}/${path} at ${size.width} px`
        await page.setViewportSize(size)
        await page.goto(`${service.url}/${language}/${path}`, { waitUntil: 'load' })
        assert.deepEqual(faults(), [], where)
        assert.deepEqual(await accessibilityFaults(page), [], where)
        await page.emulateMedia({ colorScheme: 'dark' })
        assert.deepEqual(await accessibilityFaults(page, ['color-contrast']), [], `${where}, dark`)
        await page.emulateMedia({ colorScheme: 'light' })
      }
    }
    await page.context().close()
  }
})
