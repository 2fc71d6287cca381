import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { putSample, sqlite } from '../backends.ts'
import { importRows, type Service, startService } from '../service.ts'
import { processContext } from '../together.ts'
import { findChromium } from './chromium.ts'
import { HOSTILE_ROWS, LONG_ROWS } from './rows.ts'

const ARGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
  // What lies elsewhere is not there: tests need no network.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  // No page lives long enough for its scripts to gain by it.
  '--js-flags=--no-turbofan --no-maglev',
]

const executablePath = findChromium()
export const skip = executablePath ? false : 'no Chromium'

const all = processContext()
let browser: Promise<Browser> | undefined
let site: Promise<Service> | undefined

/** Returns the browser of all tests. */
function openBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: executablePath!, args: ARGS }).then((launched) => {
    all.after(() => launched.close())
    return launched
  })
  return browser
}

/** Returns a service that no test changes: the sample, an own listing with the ID 1, and long and hostile records. */
export function openSite(): Promise<Service> {
  site ??= startSite()
  return site
}

async function startSite(): Promise<Service> {
  const env = { DATABASE_URL: await sqlite.newUrl(all), GUARD_REVIEW: 'false' }
  await putSample(env.DATABASE_URL)
  const self = { type: 'listing', id: 1, patch: true, price_inr: 460_000 }
  const { stdout, stderr } = await importRows(all, env, [self, ...LONG_ROWS, ...HOSTILE_ROWS])
  if (!stdout.includes('rejected 0')) throw new Error(stdout + stderr)
  return startService(all, env)
}

/** A page that notes what must not happen: errors, refusals of the policy, requests to other hosts. */
export interface WatchedPage {
  page: Page
  /** What was noted since the last time; the list is then empty. */
  faults(): string[]
}

export async function watchedPage(home: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await (await openBrowser()).newContext(options)
  const page = await context.newPage()
  const recorded: string[] = []
  const { hostname } = new URL(home)
  // Looked at as they go by: a page whose requests are held for an answer gets nothing from the browser's cache.
  page.on('request', (request) => {
    const { protocol, hostname: requested } = new URL(request.url())
    if (/^https?:$/.test(protocol) && requested !== hostname && request.resourceType() !== 'image')
      recorded.push(`asked for ${request.url()}`)
  })
  page.on('pageerror', (error) => recorded.push(error.message))
  page.on('console', (message) => {
    const text = message.text()
    if (
      message.type() === 'error' &&
      !/ERR_FAILED|ERR_NAME_NOT_RESOLVED|ERR_BLOCKED_BY_CLIENT|status of 4\d\d/.test(text)
    )
      recorded.push(text)
  })
  return { page, faults: () => recorded.splice(0) }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core finds wrong with the page, each with where; by some of its rules alone when those are named. */
export async function accessibilityFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe)
  return page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>
      }
    }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: tags }
    const { violations } = await axe.run({ runOnly, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
    )
  }, rules)
}

/** The scripts of the pages never arrive. Those of a test do. */
export async function withoutScripts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBlockedURLs', { urls: ['*.js'] })
}

/** How much wider than the window the page is. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

const layout = readFileSync(new URL('layout-faults.js', import.meta.url), 'utf8')

/** Words that are broken over two lines, and texts that lie over each other, each with where. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(layout)
}
