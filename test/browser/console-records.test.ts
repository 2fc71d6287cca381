import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { postgres, sqlite } from '../backends.ts'
import { newLink, signIn } from '../console.ts'
import { importRows, startService, yantra } from '../service.ts'
import { walkConsole } from './console-walk.ts'
import { executablePath, openBrowser } from './open-browser.ts'

const PAGE = 'records/machine/mahindra-575-di'
const OPTIONS = { skip: executablePath ? false : 'no Chromium', timeout: 280_000 }

it('finds a machine, edits a price, sees a conflict and reverts, by keyboard alone', OPTIONS, async (t) => {
  const env = { DATABASE_URL: await postgres.newUrl(t) }
  const [here, there] = [await startService(t, env), await startService(t, env)]
  const { page, visit, said } = await walkConsole(await openBrowser(t), { home: here.url })
  await page.goto(await newLink(here, '--as', 'Asha'))
  const price = async () => {
    const line = (await yantra(env, 'export')).stdout
      .split('\n')
      .find((one) => one.includes('"slug":"mahindra-575-di"'))!
    return (JSON.parse(line) as { prices: { price_inr: number }[] }).prices.map(({ price_inr }) => price_inr)
  }
  const before = await price()

  await tabTo(page, '.find input')
  await page.keyboard.type('575 di')
  await enter(page)
  await tabTo(page, 'a[href$="/machine/mahindra-575-di"]')
  await enter(page)
  assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Mahindra 575 DI')
  await visit(PAGE)
  const field = '[name="prices[1].price_inr"]'
  await tabTo(page, field)
  assert.ok(await isSeen(page), 'what has the focus is not under the bar')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('6.9 lakh')
  await enter(page)
  assert.equal(await said(), 'Saved: prices.')
  assert.deepEqual(await price(), before.with(1, 690_000))

  // Ravi, at the other replica, is faster.
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('700000')
  const ravi = await signIn(there, '--as', 'Ravi')
  const version = await page.locator('[name=version]').inputValue()
  await importRows(t, env, [{ type: 'machine', slug: 'mahindra-575-di', patch: true, clutch: 'Single' }])
  assert.equal((await ravi.post(PAGE, { version })).status, 409)
  await enter(page)
  const alert = page.getByRole('alert')
  assert.match(await alert.innerText(), /Somebody else changed this record/)
  assert.match(await page.locator('.changes').first().innerText(), /clutch\s+Dual → Single/)
  assert.equal(await page.locator(field).inputValue(), '700000')
  assert.equal(await page.locator('[name=clutch]').inputValue(), 'Single')
  assert.deepEqual(await price(), before.with(1, 690_000))
  await tabTo(page, '.save button')
  await enter(page)
  assert.deepEqual(await price(), before.with(1, 700_000))

  await tabTo(page, 'form[action$="/revert"] button')
  await enter(page)
  assert.match(await said(), /^Reverted machine mahindra-575-di to revision \d+\. Changed: prices\.$/)
  assert.deepEqual(await price(), before.with(1, 690_000))

  // What is refused is said at its field.
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('much')
  await enter(page)
  await tabTo(page, 'a[href="#at-prices[1].price_inr"]')
  await page.keyboard.press('Enter')
  assert.equal(await page.locator(`${field}[aria-invalid]`).count(), 1)
  for (const path of [PAGE, 'find?q=mahindra', 'records/listing/3', 'records/class/tractor', 'listings?status=live'])
    await visit(path)
  await page.setViewportSize({ width: 1440, height: 800 })
  for (const path of [PAGE, 'records/class/tractor']) await visit(path)
})

it('has one line for the name and the menu', OPTIONS, async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), SAMPLE: 'false' })
  const { page, visit } = await walkConsole(await openBrowser(t), { home: service.url })
  await page.goto(await newLink(service, '--as', 'Venkatanarasimharajuvaripeta Srinivasan'))
  await visit('')
  const middle = async (place: Locator) => (await place.boundingBox())!.y + (await place.boundingBox())!.height / 2
  const off = (await middle(page.getByRole('button', { name: 'Sign out' }))) - (await middle(page.locator('.brand')))
  assert.ok(Math.abs(off) < 4, 'the head of the page has one line for the name, on a phone, too')
  await page.setViewportSize({ width: 1440, height: 800 })
  const [first, last] = ['Data', 'Audit'].map((name) => page.locator('.menu').getByRole('link', { name }))
  assert.equal(await middle(last!), await middle(first!), 'a name of any length leaves the menu one line at the desk')
})

const reached = new WeakMap<Page, Set<string>>()

/** Moves the focus with Tab alone, the first time on a page; what was reached so once is reached so again. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const target = page.locator(selector).first()
  await target.waitFor({ state: 'attached' })
  const known = reached.getOrInsertComputed(page, () => new Set())
  if (known.has(selector)) return target.focus()
  known.add(selector)
  const isThere = `document.activeElement === document.querySelector(${JSON.stringify(selector)})`
  for (let tabs = 0; !(await page.evaluate(isThere)); tabs++) {
    assert.ok(tabs < 400, `${selector} is not reached`)
    await page.keyboard.press('Tab')
  }
}

async function enter(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
}

/** Nothing lies over what has the focus, once the page has moved there: within some frames. */
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
