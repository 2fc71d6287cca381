import { join } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { newFolder } from '../bench/folder.ts'
import { start } from '../src/cli/serve.ts'
import { toConfig } from '../src/config.ts'

/** Makes the pictures of the site in docs/pictures, from the sample. */
const PHONE = { width: 360, height: 760 }
const WIDE = { width: 1200, height: 800 }
const PICTURES = [
  ['home-en-wide', 'en/', WIDE],
  ['search-hi-wide', 'hi/machines?machine_class=tractor', WIDE],
  ['machine-ta-wide', 'ta/machines/mahindra-575-di', WIDE],
  ['search-hi-phone', 'hi/machines?machine_class=tractor', PHONE],
  ['machine-hi-phone', 'hi/machines/mahindra-575-di', PHONE],
  ['listing-en-phone', 'en/used/67', PHONE],
  ['compare-ta-phone', 'ta/compare?slugs=mahindra-575-di,swaraj-744-fe', PHONE],
] as const

const folder = newFolder()
const env = { DATABASE_URL: `file:${join(folder, 'site.db')}`, SAMPLE: 'true', PORT: '0', LOG_LEVEL: 'silent' }
const running = await start(toConfig({ ...env, RATE_LIMIT_ANONYMOUS: '0' }), false)
const executablePath = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const [name, path, viewport] of PICTURES) {
    const page = await browser.newPage({ viewport })
    await page.goto(`${running.url}/${path}`, { waitUntil: 'networkidle' })
    const png = await page.screenshot()
    const file = new URL(`../docs/pictures/${name}.png`, import.meta.url).pathname
    await sharp(png).png({ palette: true, colours: 64 }).toFile(file)
    console.log(file)
    await page.close()
  }
} finally {
  await browser.close()
  await running.stop()
}
