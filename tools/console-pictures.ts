import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { newFolder } from '../bench/folder.ts'
import { makeLink } from '../src/admin/sessions.ts'
import { start } from '../src/cli/serve.ts'
import { toConfig } from '../src/config.ts'
import { openDatabase } from '../src/database/open.ts'

/** Makes the pictures of the console in docs/pictures, with the sample. */
const PAGES = {
  overview: '',
  find: 'find?query=mahindra',
  data: 'data',
  record: 'records/machine/mahindra-575-di',
  imports: 'imports',
  listings: 'listings?state=review',
  keys: 'keys',
  webhooks: 'webhooks',
  enquiries: 'enquiries',
  audit: 'audit',
}

const env = { DATABASE_URL: `file:${join(newFolder(), 'console.db')}`, SAMPLE: 'true', PORT: '0', LOG_LEVEL: 'silent' }
const config = toConfig({ ...env, RATE_LIMIT_ANONYMOUS: '0' })
const running = await start(config, false)
const db = await openDatabase(config.database)
const person = { who: 'Asha', role: 'editor' } as const
const { token } = await makeLink(db, { by: 'cli', who: 'ravi' }, person, Date.now())
await db.destroy()
const executablePath = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 640 }, colorScheme: 'light' })
  await page.goto(`${running.url}/console/enter?link=${token}`)
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(`${running.url}/console/${path}`)
    const file = new URL(`../docs/pictures/console-${name}.png`, import.meta.url).pathname
    await page.screenshot({ path: file })
    console.log(file)
  }
} finally {
  await browser.close()
  await running.stop()
}
