import assert from 'node:assert/strict'
import type { Browser, Locator, Page } from 'playwright-core'
import { accessibilityFaults, overflow, watchedPage } from './open-browser.ts'

/** An operator at a phone, who looks whether each page is in order. */
export interface ConsoleWalk {
  page: Page
  /** Goes to a page of the console. */
  visit(path: string, status?: number): Promise<void>
  /** Presses a button and waits for the page that it leads to. */
  press(label: string, within?: Locator): Promise<void>
  /** Follows a link. */
  follow(link: Locator): Promise<void>
  /** Looks at the page again until something holds. */
  until(holds: () => Promise<number | boolean>): Promise<void>
  /** What came of the last action. */
  said(): Promise<string>
}

const LOOKS = 200

/** Axe looks at every page, once at each width. */
export async function walkConsole(browser: Browser, { home }: { home: string }): Promise<ConsoleWalk> {
  const watched = await watchedPage(browser, home, { viewport: { width: 390, height: 800 } })
  const { page, faults } = watched
  const examined = new Set<string>()

  /** The page loads no script, is no wider than the screen, and axe finds nothing. */
  async function good(): Promise<void> {
    assert.equal(await page.locator('script').count(), 0)
    assert.ok((await overflow(page)) <= 0, `${page.url()} is too wide`)
    const seen = `${await page.title()} at ${page.viewportSize()!.width} px`
    if (!examined.has(seen)) {
      // The bar lies over what is scrolled below it: axe would take that for crowded.
      await page.evaluate("document.querySelector('.save')?.style.setProperty('position', 'static')")
      assert.deepEqual(await accessibilityFaults(page), [], page.url())
      await page.evaluate("document.querySelector('.save')?.style.removeProperty('position')")
    }
    examined.add(seen)
    assert.deepEqual(faults(), [])
  }

  async function act(target: Locator): Promise<void> {
    await Promise.all([page.waitForEvent('load'), target.click()])
    await good()
  }

  return {
    page,
    async visit(path, status = 200) {
      const answer = await page.goto(`${home}/console/${path}`)
      assert.equal(answer!.status(), status, path)
      await good()
    },
    press: (label, within) => act((within ?? page).getByRole('button', { name: label, exact: true }).first()),
    follow: act,
    async until(holds) {
      for (let looks = 0; !(await holds()); looks++) {
        assert.ok(looks < LOOKS, `${page.url()} does not change`)
        await page.reload()
      }
    },
    said: () => page.getByRole('status').innerText(),
  }
}
