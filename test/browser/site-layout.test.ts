import assert from 'node:assert/strict'
import { it } from 'node:test'
import { LANGUAGES } from '../../src/site/language.ts'
import { sqlite } from '../backends.ts'
import { LEAST_LISTING } from '../market/least-listing.ts'
import { copySample } from '../prepared.ts'
import { importRows, startService } from '../service.ts'
import { executablePath, layoutFaults, openBrowser, overflow, watchedPage } from './open-browser.ts'
import { PAGES } from './site-pages-list.ts'

const WIDTHS = [320, 360, 390, 768, 1440]

/** Names and texts as long as catalogues have them, with words that no line of a phone holds. */
const WORD = 'ட்ராக்டர்உற்பத்திநிறுவனங்களின்கூட்டமைப்புக்குச்சொந்தமானது'
const LONG = [
  {
    type: 'machine',
    slug: 'long',
    name: 'Bundelkhand Superpowertractormanufacturing XP-7500/4WD Sarpanch Deluxe Plus Creeper Turbo',
    manufacturer: { slug: 'long-maker', name: 'BUNDELKHAND AGRICULTURAL IMPLEMENTS PRIVATE LIMITED' },
    ...{ machine_class: 'tractor', lifecycle: 'discontinued', published_at: '2026-11-01', engine_hp: 74.25 },
    engine: `Turbocharged, ${'intercooled-'.repeat(5)}diesel`,
    prices: ['UP', 'HP', 'AN', 'IN'].map((state_code, at) => ({
      ...{
        kind: at % 2 ? 'subsidised' : 'ex_showroom',
        observed_at: `2024-0${at + 1}-01`,
        source_kind: 'manufacturer',
      },
      ...{ state_code, city: 'Thiruvananthapuram', price_inr: 12_345_678 + at, high_inr: 23_456_789 },
    })),
  },
  {
    ...{ ...LEAST_LISTING, id: 900, maker_slug: 'long-maker', maker_name: 'BUNDELKHAND AGRICULTURAL IMPLEMENTS' },
    variant_name: 'Superpowertractormanufacturing XP-7500/4WD Sarpanch Deluxe Plus',
    ...{ district: 'Thiruvananthapuram', state_code: 'AN', hours: 12_345, dealer_name: WORD, seller: 'dealer' },
    description: `${WORD} ${'W'.repeat(300)}`,
    condition: { engine: WORD, tyres: 'W'.repeat(90) },
    updates: [{ at: '2026-11-01T00:00:00Z', text: WORD }],
  },
]
const MENU_ROWS = `new Set([...document.querySelectorAll('.menu > ul > li, .menu > details')]
  .map((entry) => entry.getBoundingClientRect().top)).size`
/** Titles on paper that nothing follows before the next, and what can only be pressed there. */
const EMPTY_ON_PAPER = `[...document.querySelectorAll('h2, nav, button')].filter((element) => element.checkVisibility())
  .filter((element) => element.tagName !== 'H2' || (element.closest('details, section')?.innerText ?? '') === element.innerText)
  .map(({ tagName, innerText }) => tagName + ' ' + innerText)`
const LONG_PAGES = ['machines/long', 'compare?slugs=long,mahindra-575-di', 'used/900', 'makers/long-maker']

it('cuts and spills nothing at five widths in three languages', { skip: !executablePath }, async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t), SAMPLE: 'false', GUARD_REVIEW: 'false' }
  await copySample(env.DATABASE_URL)
  const imported = await importRows(t, env, LONG)
  assert.match(imported.stdout, /rejected 0/, imported.stdout + imported.stderr)
  const service = await startService(t, env)
  const { page } = await watchedPage(await openBrowser(t, { still: true }), service.url)
  const found: string[] = []
  for (const path of [...PAGES, ...LONG_PAGES]) {
    for (const language of LANGUAGES) {
      await page.goto(`${service.url}/${language}/${path}`, { waitUntil: 'load' })
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        const where = `${language}/${path} at ${width} px`
        if ((await overflow(page)) > 0) found.push(`${where} is wider than the window`)
        for (const fault of await layoutFaults(page)) found.push(`${where}: ${fault}`)
        if (width === 360 && (await page.evaluate(MENU_ROWS)) !== 1) found.push(`${where}: a menu of two rows`)
      }
    }
  }
  await page.emulateMedia({ media: 'print' })
  for (const path of ['en/machines/mahindra-575-di', 'en/used/1', 'en/shortlist?slugs=jcb-3dx', 'en/machines']) {
    await page.goto(`${service.url}/${path}`, { waitUntil: 'load' })
    assert.deepEqual(await page.evaluate(EMPTY_ON_PAPER), [], `${path} on paper`)
  }
  assert.equal(found.slice(0, 100).join('\n'), '', `${found.length} faults`)
})
