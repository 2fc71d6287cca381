import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { accessibilityFaults, overflow, watchedPage } from './open-browser.ts'

/** An operator with a phone; each page that is opened is examined. */
export interface ConsoleWalk {
  page: Page
  /** Goes to a page of the console. */
  visit(path: string, status?: number): Promise<void>
  /** Presses a button and waits for the page that it leads to. */
  press(label: string, within?: Locator): Promise<void>
  /** Follows a link. */
  follow(link: Locator): Promise<void>
  /** Reloads the page until the condition holds. */
  until(holds: () => Promise<number | boolean>): Promise<void>
  /** Returns the message about the last action. */
  said(): Promise<string>
}

const MAX_RELOADS = 200

export async function walkConsole(home: string): Promise<ConsoleWalk> {
  const { page, faults } = await watchedPage(home, { viewport: { width: 360, height: 800 } })
  const examined = new Set<string>()

  /** The page has no script, is no wider than the screen, and axe finds nothing. */
  async function examine(): Promise<void> {
    const title = await page.title()
    assert.equal(await page.locator('script').count(), 0)
    assert.ok((await overflow(page)) <= 0, `${page.url()} is too wide`)
    if (!examined.has(title)) {
      // The bar covers what is scrolled below it, which axe would report as targets that are too close.
      await page.evaluate("document.querySelector('.save')?.style.setProperty('position', 'static')")
      assert.deepEqual(await accessibilityFaults(page), [], page.url())
      await page.evaluate("document.querySelector('.save')?.style.removeProperty('position')")
    }
    examined.add(title)
    assert.deepEqual(faults(), [])
  }

  async function act(target: Locator): Promise<void> {
    await Promise.all([page.waitForEvent('load'), target.click()])
    await examine()
  }

  return {
    page,
    async visit(path, status = 200) {
      const answer = await page.goto(`${home}/console/${path}`)
      assert.equal(answer!.status(), status, path)
      await examine()
    },
    press: (label, within) => act((within ?? page).getByRole('button', { name: label, exact: true }).first()),
    follow: act,
    async until(holds) {
      for (let reloads = 0; !(await holds()); reloads++) {
        assert.ok(reloads < MAX_RELOADS, `${page.url()} does not change`)
        await page.reload()
      }
    },
    said: () => page.getByRole('status').innerText(),
  }
}
