import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sqlite } from '../backends.ts'
import { startService } from '../service.ts'
import { executablePath, layoutFaults, openBrowser, overflow, watchedPage } from './open-browser.ts'

const PAGES = [
  '',
  'machines',
  'machines?q=best+45+hp+tractor+under+8+lakh',
  'machines?q=nothing-like-this-zz',
  'machines/mahindra-575-di',
  'machines/jcb-3dx',
  'compare',
  'compare?slugs=mahindra-575-di,swaraj-744-fe',
  'compare?slugs=mahindra-575-di,swaraj-744-fe,new-holland-3230-tx',
  'compare?slugs=mahindra-575-di,swaraj-744-fe,new-holland-3230-tx,john-deere-5050-d',
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

it('no word is broken and no text lies over another on a phone, in any language', {
  skip: !executablePath,
}, async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const browser = await openBrowser(t)
  const { page } = await watchedPage(browser, service.url, { viewport: { width: 360, height: 760 } })
  const faults: string[] = []
  for (const language of ['en', 'hi', 'ta']) {
    for (const path of PAGES) {
      await page.goto(`${service.url}/${language}/${path}`, { waitUntil: 'load' })
      faults.push(...(await layoutFaults(page)).map((fault) => `${language}/${path}: ${fault}`))
      if ((await overflow(page)) > 0) faults.push(`${language}/${path} is wider than the window`)
    }
  }
  assert.deepEqual(faults, [])
})
