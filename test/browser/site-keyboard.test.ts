import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFaults, openSite, skip, watchedPage } from './open-browser.ts'

/** Presses Tab until the element has the focus. Scripts change nothing of the way there: without them it is not gone again. */
async function tabTo(page: Page, selector: string, exists = false): Promise<void> {
  if (exists) return page.locator(`${selector}:not(:checked)`).first().focus()
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return
  }
  assert.fail(`no way to ${selector} by the keyboard`)
}

const viewport = { width: 1440, height: 900 }

it('the site by the keyboard', { skip }, async (t) => {
  const { url } = await openSite()
  for (const scripts of [true, false]) {
    const how = scripts ? 'with' : 'without'
    await t.test(`searches, compares and enquires by the keyboard alone, ${how} scripts`, async () => {
      const { page, faults } = await watchedPage(url, { viewport, javaScriptEnabled: scripts })
      const to = (selector: string) => tabTo(page, selector, !scripts)
      await page.goto(`${url}/en/`)
      await to('#q')
      await page.keyboard.type('mahindra')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/en\/machines\?q=mahindra/)
      await page.getByRole('heading', { level: 2, name: /machines$/ }).waitFor()

      await to('input[name=slugs]')
      await page.keyboard.press('Space')
      await to('input[name=slugs]')
      await page.keyboard.press('Space')
      await to('#compare button')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/en\/compare\?slugs=/)
      assert.equal(await page.locator('.comparison thead th').count(), 2)

      await page.goto(`${url}/en/used/1`)
      await to('#enquiry-name')
      await page.keyboard.type('Asha')
      await to('#enquiry-phone')
      await page.keyboard.type('9876543210')
      await to('#enquiry-message')
      await page.keyboard.type('Is it still there?')
      await to('input[name=consent]')
      await page.keyboard.press('Space')
      await to('.enquiry button')
      await page.keyboard.press('Enter')
      await page.locator('.reference strong').waitFor()
      assert.deepEqual(faults(), [])
    })
  }

  await t.test('shows results while typing, keeps the focus and lets the address follow', async () => {
    const { page, faults } = await watchedPage(url, { viewport })
    await page.goto(`${url}/en/machines`)
    await page.locator('.scripted').waitFor()
    await page.locator('#q').pressSequentially('swaraj')
    await page.waitForURL(/q=swaraj$/)
    await page.locator('#results .card').first().waitFor()
    for (const name of await page.locator('#results .card h3').allTextContents()) assert.match(name, /swaraj/i)
    assert.equal(await page.evaluate('document.activeElement?.id'), 'q')

    const tick = page.locator('#filters-panel input[name=wheel_drive][value="4wd"]')
    await tick.check()
    await page.waitForURL(/wheel_drive=4wd/)
    assert.ok(await tick.isChecked())
    await page.goBack()
    await page.waitForURL(/q=swaraj$/)
    await page.locator('#filters-panel input[value="4wd"]:not(:checked)').waitFor()
    assert.deepEqual(faults(), [])
  })

  await t.test('reaches the first result within ten presses', async () => {
    for (const path of ['machines?q=tractor+under+8+lakh&sort=price_asc', 'used']) {
      const { page } = await watchedPage(url, { viewport })
      await page.goto(`${url}/en/${path}`)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      let presses = 3
      do {
        await page.keyboard.press('Tab')
        presses++
      } while (presses < 20 && !(await page.evaluate(`document.activeElement?.matches('#results .card h3 a')`)))
      assert.ok(presses <= 10, `${path}: ${presses} presses`)
    }
  })

  await t.test('suggests links while typing, reached with the arrow keys', async () => {
    const { page, faults } = await watchedPage(url, { viewport })
    await page.goto(`${url}/en/`)
    await page.locator('.scripted').waitFor()
    const field = page.locator('#q')
    const links = page.locator('.suggestions a')
    await field.pressSequentially('mahi')
    await links.first().waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.keyboard.press('Escape')
    await links.first().waitFor({ state: 'hidden' })
    assert.equal(await field.inputValue(), 'mahi')
    await page.keyboard.type('n')
    await links.nth(1).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/en\/machines\/mahindra-/)
    assert.deepEqual(faults(), [])
  })

  await t.test('shows a typed bound in its field, follows further typing, and lets the field change it', async () => {
    const { page, faults } = await watchedPage(url, { viewport })
    await page.goto(`${url}/en/machines`)
    await page.locator('.scripted').waitFor()
    const budget = (rupees: number) => page.locator(`select[name=price_max] option[value="${rupees}"]:checked`)
    await page.locator('#q').pressSequentially('tractor under 6 lakh')
    await budget(600_000).waitFor({ state: 'attached' })
    await page.locator('#q').fill('tractor under 8 lakh')
    await budget(800_000).waitFor({ state: 'attached' })
    assert.equal(await page.locator('#q').inputValue(), 'tractor under 8 lakh')
    await page.locator('select[name=price_max]').focus()
    await page.locator('select[name=price_max]').selectOption('1000000')
    await page.waitForURL(/\?q=tractor&price_max=1000000$/)
    assert.equal(await page.locator('#q').inputValue(), 'tractor')
    await page.locator('.chips a', { hasText: '₹10 lakh' }).click()
    await page.waitForURL(/\?q=tractor$/)
    assert.deepEqual(faults(), [])
  })
})
