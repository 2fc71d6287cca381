import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { newFolder } from '../bench/folder.ts'
import { start } from '../src/cli/serve.ts'
import { toConfig } from '../src/config.ts'

/** Makes the pictures of the site in docs/pictures: the main pages of the sample in three languages, wide and narrow. */
const LANGUAGES = ['en', 'hi', 'ta']
const PAGES = {
  home: '',
  search: 'machines?machine_class=tractor',
  sheet: 'machines/mahindra-575-di',
  listing: 'used/67',
  compare: 'compare?slugs=mahindra-575-di,swaraj-744-fe',
}
const MORE_COMPARED = {
  'compare-3': 'mahindra-575-di,jcb-3dx,ace-14xw',
  'compare-4': 'mahindra-575-di,swaraj-744-fe,jcb-3dx,kartar-4000',
}
const SCREENS = { wide: { width: 1200, height: 800 }, phone: { width: 360, height: 760 } }

const folder = newFolder()
const env = { DATABASE_URL: `file:${join(folder, 'site.db')}`, SAMPLE: 'true', PORT: '0', LOG_LEVEL: 'silent' }
const running = await start(toConfig({ ...env, RATE_LIMIT_ANONYMOUS: '0' }), false)
const executablePath = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const language of LANGUAGES) {
    for (const [name, path] of Object.entries(PAGES)) {
      for (const [screen, viewport] of Object.entries(SCREENS)) {
        await take(`${name}-${language}-${screen}`, `${language}/${path}`, viewport, 'light')
      }
    }
  }
  for (const [name, slugs] of Object.entries(MORE_COMPARED)) {
    await take(`${name}-en-wide`, `en/compare?slugs=${slugs}`, SCREENS.wide, 'light')
    await take(`${name}-ta-phone`, `ta/compare?slugs=${slugs}`, SCREENS.phone, 'light')
  }
  await take('used-en-dark', 'en/used', SCREENS.wide, 'dark')
  await take('sheet-en-dark', 'en/machines/ace-14xw', SCREENS.wide, 'dark')
} finally {
  await browser.close()
  await running.stop()
}

async function take(name: string, path: string, viewport: typeof SCREENS.wide, colorScheme: 'light' | 'dark') {
  const page = await browser.newPage({ viewport, colorScheme })
  await page.goto(`${running.url}/${path}`, { waitUntil: 'networkidle' })
  const file = new URL(`../docs/pictures/${name}.png`, import.meta.url).pathname
  await page.screenshot({ path: file })
  console.log(file)
  await page.close()
}
