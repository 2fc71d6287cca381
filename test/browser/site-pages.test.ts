import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { sqlite, suiteContext } from '../backends.ts'
import { type Service, startService } from '../service.ts'
import {
  accessibilityFaults,
  executablePath,
  layoutFaults,
  openBrowser,
  overflow,
  watchedPage,
  withoutScripts,
} from './open-browser.ts'

/** Looked at in each language, at both widths, with and without scripts; closely in the first and the last view. */
const MAIN = ['', 'machines?q=best+45+hp+tractor+under+8+lakh', 'machines/mahindra-575-di', 'used/1']
/** Looked at in each language with scripts, and in one of the four views more closely, each in the next. */
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
/** Looked at in each language with scripts. */
const MORE = [
  'machines',
  'machines/jcb-3dx',
  'compare?slugs=mahindra-575-di,swaraj-744-fe',
  'compare?slugs=mahindra-575-di,swaraj-744-fe,new-holland-3230-tx,john-deere-5050-d',
]
const LANGUAGES = ['en', 'hi', 'ta']
const PHONE = { width: 360, height: 760 }
const DESK = { width: 1440, height: 950 }
const VIEWS = [PHONE, DESK].flatMap((size) => [true, false].map((scripts) => ({ size, scripts })))

describe('the pages', { skip: !executablePath }, () => {
  const all = suiteContext()
  let service: Service
  let browser: Browser
  before(async () => {
    service = await startService(all, { DATABASE_URL: await sqlite.newUrl(all) })
    browser = await openBrowser(all, { still: true })
  })

  for (const scripts of [true, false]) {
    it(`are whole in three languages, narrow and wide, light and dark, ${scripts ? 'with' : 'without'} scripts`, async () => {
      let now = PHONE
      const { page, faults } = await watchedPage(browser, service.url, { viewport: now })
      // axe-core is itself a script, so scripts are not forbidden.
      if (!scripts) await withoutScripts(page)
      for (const [place, path] of [...MAIN, ...OTHERS, ...MORE].entries()) {
        const isMain = place < MAIN.length
        const isCloser = (at: number) =>
          isMain ? at % (VIEWS.length - 1) === 0 : !MORE.includes(path) && place % VIEWS.length === at
        const views = [...VIEWS.entries()].filter(
          ([at, view]) => view.scripts === scripts && (scripts || isMain || isCloser(at)),
        )
        if (views.length === 0) continue
        for (const [number, language] of LANGUAGES.entries()) {
          const address = `${language}/${path}`
          // A page is loaded once, as wide as the one before, then its window changes: no script asks for the width.
          if (views.at(-1)![1].size === now) views.reverse()
          for (const [turn, [at, { size }]] of views.entries()) {
            if (size !== now) await page.setViewportSize(size)
            now = size
            if (turn === 0) await page.goto(`${service.url}/${address}`, { waitUntil: 'load' })
            const where = `${address} at ${size.width} px`
            assert.deepEqual(faults(), [], where)
            assert.ok((await overflow(page)) <= 0, `${where} is wider than the window`)
            // No word is broken, and no text lies over another.
            if (size === PHONE && scripts) assert.deepEqual(await layoutFaults(page), [], where)
            // Rules and colours do not depend on the language: axe looks at one, the next for each page and view.
            if (!isCloser(at) || (place + at) % LANGUAGES.length !== number) continue
            assert.deepEqual(await accessibilityFaults(page), [], where)
            await page.emulateMedia({ colorScheme: 'dark' })
            assert.deepEqual(await accessibilityFaults(page, ['color-contrast']), [], `${where}, dark`)
            await page.emulateMedia({ colorScheme: 'light' })
          }
        }
      }
      await page.context().close()
    })
  }
})
