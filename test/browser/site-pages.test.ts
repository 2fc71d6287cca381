import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sqlite } from '../backends.ts'
import { startService } from '../service.ts'
import { accessibilityFaults, executablePath, openBrowser, overflow, watchedPage } from './open-browser.ts'

const PAGES = [
  '',
  'machines?machine_class=tractor&hp_min=41&hp_max=50',
  'machines?q=nothing-like-this-zz',
  'machines/mahindra-575-di',
  'compare',
  'compare?slugs=mahindra-575-di,swaraj-744-fe,new-holland-3230-tx',
  'classes',
  'classes/tractor',
  'makers',
  'makers/mahindra',
  'implements',
  'implements/generic-mb-plough-2-bottom',
  'used',
  'used/1',
  'about',
  'developers',
  'offline',
  'nowhere',
]

/** Each value of width, scripts and colours meets each of the others. axe-core is itself a script. */
const VIEWS = [
  { width: 360, scripts: true, colours: 'light' },
  { width: 1440, scripts: true, colours: 'dark' },
  { width: 1440, scripts: false, colours: 'light' },
  { width: 360, scripts: false, colours: 'dark' },
] as const

for (const { width, scripts, colours } of VIEWS) {
  for (const language of ['en', 'hi', 'ta']) {
    const view = `${width} px, ${scripts ? 'with' : 'without'} scripts, ${colours}`
    it(`shows every page in ${language} at ${view}`, { skip: !executablePath }, async (t) => {
      const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
      const { page, faults } = await watchedPage(await openBrowser(t), service.url, {
        viewport: { width, height: width < 500 ? 760 : 950 },
        colorScheme: colours,
        javaScriptEnabled: scripts,
      })
      for (const path of PAGES) {
        await page.goto(`${service.url}/${language}/${path}`, { waitUntil: 'load' })
        assert.deepEqual(faults(), [], path)
        assert.ok((await overflow(page)) <= 0, `${path} is wider than the window`)
        if (scripts) assert.deepEqual(await accessibilityFaults(page), [], path)
      }
    })
  }
}
