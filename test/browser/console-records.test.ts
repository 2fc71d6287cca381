import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { sqlite } from '../backends.ts'
import { newLink, signIn } from '../console.ts'
import { startService } from '../service.ts'
import { walkConsole } from './console-walk.ts'
import { skip } from './open-browser.ts'

const PAGE = 'records/machine/mahindra-575-di'
const FIELD = '[name="prices[1].price_inr"]'

it('finds a machine, edits a price, sees a conflict and a fault by keyboard alone', { skip }, async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const { page, visit, said: spoken } = await walkConsole(service.url)
  await page.goto(await newLink(service, '--as', 'Asha'))
  const type = async (text: string) => {
    await tabTo(page, FIELD)
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
  }

  await tabTo(page, '.find input')
  await page.keyboard.type('575 di')
  await enter(page)
  await tabTo(page, 'a[href$="/machine/mahindra-575-di"]')
  await enter(page)
  assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Mahindra 575 DI')
  await visit(PAGE)
  await type('6.9 lakh')
  assert.ok(await isSeen(page), 'the focused field is not under the bar')
  await enter(page)
  assert.equal(await spoken(), 'Saved: prices.')

  await type('700000')
  const ravi = await signIn(service, '--as', 'Ravi')
  const version = await page.locator('[name=version]').inputValue()
  await ravi.post(`${PAGE}/unpublish`)
  assert.equal((await ravi.post(PAGE, { version })).status, 409)
  await enter(page)
  assert.match(await page.getByRole('alert').innerText(), /Others changed this record/)
  assert.match(await page.locator('.changes').first().innerText(), /published_at/)
  assert.equal(await page.locator(FIELD).inputValue(), '700000')
  await tabTo(page, '.save button')
  await enter(page)
  assert.equal(await spoken(), 'Saved: prices.')
  await tabTo(page, 'form[action$="/revert"] button')
  await enter(page)
  assert.match(await spoken(), /^Reverted machine mahindra-575-di to revision \d+\. /)

  await type('much')
  await enter(page)
  await tabTo(page, 'a[href="#at-prices[1].price_inr"]')
  await page.keyboard.press('Enter')
  assert.equal(await page.locator(`${FIELD}[aria-invalid]`).count(), 1)
  for (const path of ['find?query=mahindra', 'records/listing/3', 'records/class/tractor', 'listings?state=live'])
    await visit(path)
  await page.setViewportSize({ width: 1440, height: 800 })
  for (const path of [PAGE, 'records/class/tractor']) await visit(path)
})

it('has the name on the line of the brand, and the menu on one line', { skip }, async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), SAMPLE: 'false' })
  const { page, visit } = await walkConsole(service.url)
  await page.goto(await newLink(service, '--as', 'Venkatanarasimharajuvaripeta Srinivasan'))
  await visit('')
  const middle = async (place: Locator) => (await place.boundingBox())!.y + (await place.boundingBox())!.height / 2
  const off = (await middle(page.getByRole('button', { name: 'Sign out' }))) - (await middle(page.locator('.brand')))
  assert.ok(Math.abs(off) < 4, 'on a phone')
  await page.setViewportSize({ width: 1440, height: 800 })
  const [first, last] = ['Data', 'Audit'].map((name) => page.locator('.menu').getByRole('link', { name }))
  assert.equal(await middle(last!), await middle(first!), 'on a desktop')
})

const reached = new WeakMap<Page, Set<string>>()

/** Moves the focus to an element: with Tab alone the first time on a page, later directly. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const target = page.locator(selector).first()
  await target.waitFor({ state: 'attached' })
  const existing = reached.getOrInsertComputed(page, () => new Set())
  if (existing.has(selector)) return target.focus()
  existing.add(selector)
  const isThere = `document.activeElement === document.querySelector(${JSON.stringify(selector)})`
  for (let tabs = 0; !(await page.evaluate(isThere)); tabs++) {
    assert.ok(tabs < 400, `${selector} is not reached`)
    await page.keyboard.press('Tab')
  }
}

async function enter(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
}

/** Waits, for some frames, until nothing covers the focused element. */
function isSeen(page: Page): Promise<boolean> {
  return page.evaluate(`(async () => {
    for (let frames = 0; frames < 120; frames++) {
      const { left, top, width, height } = document.activeElement.getBoundingClientRect()
      if (document.elementFromPoint(left + width / 2, top + height / 2) === document.activeElement) return true
      await new Promise(requestAnimationFrame)
    }
    return false
  })()`)
}
