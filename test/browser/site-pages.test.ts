import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sqlite } from '../backends.ts'
import { startService } from '../service.ts'
import { accessibilityFaults, executablePath, openBrowser, overflow, watchedPage } from './open-browser.ts'

/** Looked at in each of the twenty-four views. */
const MAIN = [
  '',
  'machines?q=best+45+hp+tractor+under+8+lakh',
  'machines/mahindra-575-di',
  'compare?slugs=mahindra-575-di,swaraj-744-fe,new-holland-3230-tx',
  'used',
  'used/1',
]
/** Looked at in each language, each in one of the eight other views in turn. */
const OTHERS = [
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

it('shows the pages whatever the language, width, colours and scripts', { skip: !executablePath }, async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const browser = await openBrowser(t)
  for (const [at, { width, scripts, colours }] of VIEWS.entries()) {
    for (const language of ['en', 'hi', 'ta']) {
      const view = `${language}, ${width} px, ${colours}, ${scripts ? 'with' : 'without'} scripts`
      await t.test(view, async () => {
        const { page, faults } = await watchedPage(browser, service.url, {
          viewport: { width, height: width < 500 ? 760 : 950 },
          colorScheme: colours,
        })
        // axe-core is itself a script, so scripts are not forbidden: those of the page never arrive.
        if (!scripts) await page.route(/\.js$/, (route) => route.abort())
        for (const path of [...MAIN, ...OTHERS.filter((_, place) => place % VIEWS.length === at)]) {
          await page.goto(`${service.url}/${language}/${path}`, { waitUntil: 'load' })
          assert.deepEqual(faults(), [], path)
          assert.ok((await overflow(page)) <= 0, `${path} is wider than the window`)
          assert.deepEqual(await accessibilityFaults(page), [], path)
        }
        await page.context().close()
      })
    }
  }
})
