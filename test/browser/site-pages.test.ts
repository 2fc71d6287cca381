import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { Browser } from 'playwright-core'
import { sqlite } from '../backends.ts'
import { type Service, startService } from '../service.ts'
import {
  accessibilityFaults,
  executablePath,
  openBrowser,
  overflow,
  watchedPage,
  withoutScripts,
} from './open-browser.ts'

/** Looked at in each language, at both widths, with and without scripts, light and dark. */
const MAIN = ['', 'machines?q=best+45+hp+tractor+under+8+lakh', 'machines/mahindra-575-di', 'used/1']
/** Looked at in each language, each in one of the other views in turn. */
const OTHERS = [
  'compare?slugs=mahindra-575-di,swaraj-744-fe,new-holland-3230-tx',
  'used',
  'machines?machine_class=tractor&hp_min=41&hp_max=50',
  'machines?q=nothing-like-this-zz',
  'compare',
  'classes',
  'classes/tractor',
  'makers',
  'makers/mahindra',
  'implements',
  'implements/generic-mb-plough-2-bottom',
  'about',
  'developers',
  'offline',
  'nowhere',
]
const LANGUAGES = ['en', 'hi', 'ta']
const VIEWS = [360, 1440].flatMap((width) => [true, false].map((scripts) => ({ width, scripts })))

describe('the pages', { skip: !executablePath }, () => {
  const ends: (() => unknown)[] = []
  let service: Service
  let browser: Browser
  before(async () => {
    const all = { after: (end: () => unknown) => ends.push(end) } as unknown as TestContext
    service = await startService(all, { DATABASE_URL: await sqlite.newUrl(all) })
    browser = await openBrowser(all)
  })
  after(async () => {
    for (const end of ends.reverse()) await end()
  })

  for (const [at, { width, scripts }] of VIEWS.entries()) {
    it(`are whole in three languages at ${width} px, light and dark, ${scripts ? 'with' : 'without'} scripts`, async () => {
      const { page, faults } = await watchedPage(browser, service.url, {
        viewport: { width, height: width < 500 ? 760 : 950 },
      })
      // axe-core is itself a script, so scripts are not forbidden.
      if (!scripts) await withoutScripts(page)
      for (const [place, path] of [...MAIN, ...OTHERS].entries()) {
        const isMain = place < MAIN.length
        if (!isMain && place % VIEWS.length !== at) continue
        for (const [number, language] of LANGUAGES.entries()) {
          const address = `${language}/${path}`
          await page.emulateMedia({ colorScheme: 'light' })
          await page.goto(`${service.url}/${address}`, { waitUntil: 'load' })
          assert.deepEqual(faults(), [], address)
          assert.ok((await overflow(page)) <= 0, `${address} is wider than the window`)
          // Rules and colours do not depend on the language: axe looks at one, the next for each page and view, and at
          // what scripts add on a phone in all three.
          const isTurn = (place + at) % LANGUAGES.length === number
          if (!isTurn && !(isMain && scripts && width < 500)) continue
          assert.deepEqual(await accessibilityFaults(page), [], address)
          if (!isTurn) continue
          await page.emulateMedia({ colorScheme: 'dark' })
          assert.deepEqual(await accessibilityFaults(page, { rules: ['color-contrast'] }), [], `${address}, dark`)
        }
      }
      await page.context().close()
    })
  }
})
