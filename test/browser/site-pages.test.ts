import assert from 'node:assert/strict'
import { it } from 'node:test'
import { LANGUAGES, type Language } from '../../src/website/language.ts'
import { sized } from '../tier.ts'
import { accessibilityFaults, layoutFaults, openSite, overflow, skip, watchedPage } from './open-browser.ts'
import { PAGES, TEMPLATES } from './site-pages-list.ts'

const WIDTHS = sized([360, 1440], [320, 360, 390, 768, 1440])
const PHONE = { width: 360, height: 760 }
const CONTRAST = ['', 'machines/mahindra-575-di', 'used/1']
const LONG_PAGES = ['machines/long', 'compare?slugs=long,mahindra-575-di', 'used/900', 'makers/long-maker']
const MENU_ROWS = `new Set([...document.querySelectorAll('.menu > ul > li, .menu > details')]
  .map((entry) => entry.getBoundingClientRect().top)).size`
/** On paper: headings with nothing between them and the next one, and controls. */
const EMPTY_ON_PAPER = `[...document.querySelectorAll('h2, nav, button')].filter((element) => element.checkVisibility())
  .filter((element) => element.tagName !== 'H2' || (element.closest('details, section')?.innerText ?? '') === element.innerText)
  .map(({ tagName, innerText }) => tagName + ' ' + innerText)`

// Tamil has the longest words.
for (const language of sized<readonly Language[]>(['ta'], LANGUAGES))
  it(`no page in ${language} cuts or spills text at any width`, { skip }, async () => {
    const { url } = await openSite()
    const { page, faults } = await watchedPage(url)
    const result: string[] = []
    for (const path of [...PAGES, ...LONG_PAGES]) {
      await page.goto(`${url}/${language}/${path}`, { waitUntil: 'load' })
      result.push(...faults())
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        const where = `${language}/${path} at ${width} px`
        if ((await overflow(page)) > 0) result.push(`${where} is wider than the window`)
        for (const fault of await layoutFaults(page)) result.push(`${where}: ${fault}`)
        if (width === 360 && (await page.evaluate(MENU_ROWS)) !== 1) result.push(`${where}: a menu of two rows`)
      }
    }
    await page.emulateMedia({ media: 'print' })
    for (const path of ['machines/mahindra-575-di', 'used/1', 'shortlist?slugs=jcb-3dx', 'machines']) {
      await page.goto(`${url}/${language}/${path}`, { waitUntil: 'load' })
      assert.deepEqual(await page.evaluate(EMPTY_ON_PAPER), [], `${path} on paper`)
    }
    assert.equal(result.slice(0, 100).join('\n'), '', `${result.length} faults`)
    await page.context().close()
  })

for (const language of sized<readonly Language[]>(['en'], LANGUAGES))
  it(`axe finds nothing on the pages in ${language}, light and dark, with and without scripts`, { skip }, async () => {
    const { url } = await openSite()
    const { page, faults } = await watchedPage(url, { viewport: PHONE })
    const visit = async (path: string, rules?: readonly string[]) => {
      await page.goto(`${url}/${language}/${path}`, { waitUntil: 'load' })
      assert.deepEqual(faults(), [], path)
      assert.deepEqual(await accessibilityFaults(page, rules), [], path)
    }
    for (const path of sized(TEMPLATES, PAGES)) await visit(path)
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const path of sized(CONTRAST, PAGES)) await visit(path, ['color-contrast'])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.route('**/*.js', (route) => route.abort())
    for (const path of CONTRAST) await visit(path)
    await page.setViewportSize({ width: 1440, height: 950 })
    for (const path of CONTRAST) await visit(path)
    await page.context().close()
  })
