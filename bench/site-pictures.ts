import { chromium } from 'playwright-core'

/** Makes the pictures in docs/pictures from a running service: `node bench/site-pictures.ts http://127.0.0.1:8080`. */
const [home = 'http://127.0.0.1:8080'] = process.argv.slice(2)
const SHOTS = [
  { name: 'home-en', path: '/en/', width: 1200, height: 800, colours: 'light' },
  { name: 'search-hi', path: '/hi/machines?machine_class=tractor', width: 1200, height: 800, colours: 'light' },
  { name: 'sheet-ta-phone', path: '/ta/machines/mahindra-575-di', width: 360, height: 760, colours: 'light' },
  { name: 'used-en-dark', path: '/en/used', width: 1200, height: 800, colours: 'dark' },
] as const

const executablePath = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
for (const { name, path, width, height, colours } of SHOTS) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: colours })
  await page.goto(home + path, { waitUntil: 'networkidle' })
  const file = new URL(`../docs/pictures/${name}.png`, import.meta.url).pathname
  await page.screenshot({ path: file })
  console.log(file)
  await page.close()
}
await browser.close()
