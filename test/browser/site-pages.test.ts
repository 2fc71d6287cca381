import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { Browser } from 'playwright-core'
import { sqlite } from '../backends.ts'
import { type Service, startService } from '../service.ts'
import { accessibilityFaults, executablePath, openBrowser, overflow, watchedPage } from './open-browser.ts'

/** Looked at in each of the twenty-four views. */
const MAIN = ['', 'machines?q=best+45+hp+tractor+under+8+lakh', 'machines/mahindra-575-di', 'used/1']
/** Looked at in each language, each in one of the eight other views in turn. */
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
const VIEWS = [360, 1440].flatMap((width) =>
  [true, false].flatMap((scripts) => (['light', 'dark'] as const).map((colours) => ({ width, scripts, colours }))),
)

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

  for (const [at, { width, scripts, colours }] of VIEWS.entries()) {
    const view = `${width} px, ${colours}, ${scripts ? 'with' : 'without'} scripts`
    it(`are whole in three languages at ${view}`, async () => {
      const { page, faults } = await watchedPage(browser, service.url, {
        viewport: { width, height: width < 500 ? 760 : 950 },
        colorScheme: colours,
      })
      // axe-core is itself a script, so scripts are not forbidden: those of the page never arrive.
      if (!scripts) await page.route(/\.js$/, (route) => route.abort())
      const paths = [...MAIN, ...OTHERS.filter((_, place) => place % VIEWS.length === at)]
      for (const path of ['en', 'hi', 'ta'].flatMap((language) => paths.map((path) => `${language}/${path}`))) {
        await page.goto(`${service.url}/${path}`, { waitUntil: 'load' })
        assert.deepEqual(faults(), [], path)
        assert.ok((await overflow(page)) <= 0, `${path} is wider than the window`)
        assert.deepEqual(await accessibilityFaults(page), [], path)
      }
      await page.context().close()
    })
  }
})
