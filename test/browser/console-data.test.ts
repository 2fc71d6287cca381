import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { openDatabase } from '../../src/database/open.ts'
import { newFolder, sqlite, target } from '../backends.ts'
import { newLink } from '../console.ts'
import { listing, machine } from '../import/take.ts'
import { importRows, startService, yantra } from '../service.ts'
import { accessibilityFaults, overflow, skip, watchedPage } from './open-browser.ts'

const SCRIPT = `"'><img src=x onerror=document.title='run'><script>document.title='run'</script>`
const TEXT = 'Good tyres, call 98765 43210 after six'
const PAGES = [
  'data',
  'data/machines?lacks=incomplete',
  'imports',
  'listings?state=review',
  'listings?state=',
  'listings?query=zz',
  'listings/9001',
]

const waiting = (id: number, more: object = {}) => ({ ...listing, id, status: 'review', description: TEXT, ...more })

/** What sellers and files may hold at their worst. */
const HOSTILE = [
  waiting(9001, {
    maker_name: `=cmd ${SCRIPT.replaceAll(/[<>]/g, '‹')}`,
    district: `${'D'.repeat(60)} \u202eturned`,
    description: `${SCRIPT} ${TEXT} ${'W'.repeat(500)}`,
    condition: { [SCRIPT]: `${SCRIPT} 9876543210`, owner_phone: SCRIPT },
    photos: ['https://media.example/"onerror=x.webp', 'http://media.example/2.webp', '/pictures/tractor.svg'],
  }),
  waiting(9002),
  waiting(9003),
]

async function fileWith(t: TestContext, name: string, content: string): Promise<string> {
  const path = join(newFolder(t), name)
  writeFileSync(path, content)
  return path
}

async function sendFile(page: Page, path: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByRole('button', { name: 'Dry run' }).click()
}

it('shows the worst that sellers and files may hold', { skip }, async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  const service = await startService(t, env)
  await importRows(t, env, [...HOSTILE, { type: 'machine', slug: SCRIPT }, { ...machine, [SCRIPT]: 1 }])
  const { stdout } = await yantra(env, 'imports', 'list', '--json')
  const pages = [...PAGES, `imports/${JSON.parse(stdout)[0].id}`]

  for (const { width, isDark } of [
    { width: 360, isDark: false },
    { width: 1440, isDark: true },
  ]) {
    await t.test(`at ${width} px`, async () => {
      const { page, faults } = await watchedPage(service.url, {
        viewport: { width, height: 900 },
        colorScheme: isDark ? 'dark' : 'light',
      })
      await page.goto(await newLink(service))
      for (const path of pages) {
        assert.equal((await page.goto(`${service.url}/console/${path}`))?.status(), 200, path)
        assert.deepEqual(await accessibilityFaults(page), [], path)
        assert.deepEqual(faults(), [], path)
        assert.ok((await overflow(page)) <= 0, `${path} is wider than the window`)
        assert.notEqual(await page.title(), 'run', path)
        assert.doesNotMatch(await page.content(), /<img src="?x|[\u202e\u2066]/, path)
      }
    })
  }

  await t.test('gives out what a figure stands for', async () => {
    const { page } = await watchedPage(service.url, { acceptDownloads: true })
    await page.goto(await newLink(service))
    await giveOut(page, service.url)
  })

  await t.test('takes no file that is too large or empty', async (t) => {
    const { page } = await watchedPage(service.url)
    await page.goto(await newLink(service))
    await page.goto(`${service.url}/console/imports`)
    await sendFile(page, await fileWith(t, 'large.ndjson', 'x'.repeat(65 * 1024 * 1024)))
    await page.getByText('has 65 MB; up to 64 MB are taken').waitFor()
    await sendFile(page, await fileWith(t, 'empty.ndjson', ''))
    await page.getByText('The file is empty').waitFor()
    const db = await openDatabase(target(env.DATABASE_URL))
    t.after(() => db.destroy())
    assert.deepEqual(await db.selectFrom('upload_parts').select('number').execute(), [])
  })
})

async function giveOut(page: Page, home: string): Promise<void> {
  await page.goto(`${home}/console/data`)
  const tile = page.locator('.tiles a', { hasText: 'below 100% complete' })
  const count = (await tile.locator('strong').innerText()).trim()
  await tile.click()
  assert.equal(await page.getByRole('heading', { level: 2 }).innerText(), `${count} machine${count === '1' ? '' : 's'}`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ])
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  assert.equal(lines.length - 1, Number(count))
  await page.goto(`${home}/console/data`)
  const [taken] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'as CSV' }).click()])
  assert.match(readFileSync(await taken.path(), 'utf8'), /^9001,review,"'=cmd/m)
}
