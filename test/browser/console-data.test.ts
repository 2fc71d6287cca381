import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import type { Environment } from '../../src/config.ts'
import { type Backend, newFolder, postgres, sqlite } from '../backends.ts'
import { newLink } from '../console.ts'
import { listing, machine } from '../intake/take.ts'
import { importRows, startService, yantra } from '../service.ts'
import { accessibilityFaults, executablePath, openBrowser, overflow, watchedPage } from './open-browser.ts'

const SCRIPT = `"'><img src=x onerror=document.title='run'><script>document.title='run'</script>`
const TEXT = 'Good tyres, call 98765 43210 after six'
const PAGES = [
  'data',
  'data/machines?lacks=plate',
  'imports',
  'listings',
  'listings?status=any',
  'listings?q=zz',
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

async function open(t: TestContext, env: Environment, options: object = {}) {
  const service = await startService(t, env)
  const watched = await watchedPage(await openBrowser(t), service.url, options)
  await watched.page.goto(await newLink(service))
  const visit = (path: string) => watched.page.goto(`${service.url}/console/${path}`)
  return { ...watched, service, visit }
}

async function fileWith(t: TestContext, name: string, content: string): Promise<string> {
  const path = join(newFolder(t), name)
  writeFileSync(path, content)
  return path
}

async function sendFile(page: Page, path: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByRole('button', { name: 'Dry run' }).click()
}

/** What is under way on a slow machine is looked at again. */
async function settled(page: Page): Promise<void> {
  const again = page.getByRole('link', { name: 'Look again' })
  for (let looks = 0; looks < 30 && (await again.count()) > 0; looks++) await again.click()
}

async function exported(env: Environment, slug: string): Promise<string> {
  return (await yantra(env, 'export')).stdout
    .split('\n')
    .filter((line) => line.includes(`"slug":"${slug}"`))
    .join('\n')
}

const uploads = () => readdirSync(tmpdir()).filter((name) => name.startsWith('yantra-upload-'))

for (const { width, scripts } of [
  { width: 390, scripts: true },
  { width: 1440, scripts: false },
]) {
  it(`shows data, imports and listings, hostile ones too, at ${width} px`, { skip: !executablePath }, async (t) => {
    const env = { DATABASE_URL: await sqlite.newUrl(t) }
    const { page, faults, visit } = await open(t, env, {
      viewport: { width, height: 900 },
      javaScriptEnabled: scripts,
      colorScheme: scripts ? 'light' : 'dark',
    })
    await importRows(t, env, [...HOSTILE, { type: 'machine', slug: SCRIPT }, { ...machine, [SCRIPT]: 1 }])
    const { stdout } = await yantra(env, 'imports', 'list', '--json')
    for (const path of [...PAGES, `imports/${JSON.parse(stdout)[0].id}`]) {
      assert.equal((await visit(path))?.status(), 200, path)
      if (scripts) assert.deepEqual(await accessibilityFaults(page), [], path)
      assert.deepEqual(faults(), [], path)
      assert.ok((await overflow(page)) <= 0, `${path} is wider than the window`)
      assert.notEqual(await page.title(), 'run', path)
      assert.doesNotMatch(await page.content(), /<img src="?x|[\u202e\u2066]/, path)
    }
  })
}

/** One walk through everything that an operator does here, without scripts. */
async function walk(t: TestContext, backend: Backend): Promise<void> {
  const env = { DATABASE_URL: await backend.newUrl(t) }
  const { page, visit, faults } = await open(t, env, { javaScriptEnabled: false })
  await importRows(t, env, HOSTILE)
  const said = () => page.getByRole('status').innerText()

  await visit('listings')
  const first = page.locator('article', { hasText: '9002' })
  assert.equal(await first.locator('del').innerText(), '98765 43210')
  assert.equal(await first.locator('mark').innerText(), '[contact removed]')
  await first.getByRole('button', { name: 'Approve' }).click()
  assert.equal(await said(), 'Approved listing 9002.')
  const second = page.locator('article', { hasText: '9003' })
  await second.getByText('Reject…').click()
  await second.getByLabel('Reason').fill('Photos of another machine')
  await second.getByRole('button', { name: 'Reject' }).click()
  assert.equal(await said(), 'Rejected listing 9003.')
  // One of the sample waits, too.
  assert.match(await page.getByRole('heading', { level: 2 }).innerText(), /^2 listings in review/)
  await visit('listings/9003')
  assert.match(await page.locator('article').innerText(), /Rejected .* by console: Photos of another machine/)
  await visit('listings?status=any')
  await page.getByLabel('Id, maker or district').fill('9002')
  await page.getByRole('button', { name: 'Search' }).click()
  assert.match(await page.locator('table').innerText(), /9002\s+live/)
  await page.getByRole('link', { name: '9002' }).click()
  assert.equal(await page.locator('del').count(), 0, 'what was sent is gone')

  await visit('imports')
  const patch = { type: 'machine', slug: 'mahindra-575-di', patch: true, lift_capacity_kg: 1_234 }
  const rows = `${JSON.stringify(patch)}\n{"type":"machine","slug":"x"}\n`
  await sendFile(page, await fileWith(t, 'prices.ndjson', rows))
  await settled(page)
  assert.match(await page.locator('.tiles').innerText(), /2\s+read\s+0\s+would be created\s+1\s+would change/)
  assert.match(
    await page.locator('table').first().innerText(),
    /machine\s+mahindra-575-di\s+changed\s+lift_capacity_kg/,
  )
  assert.doesNotMatch(await exported(env, 'mahindra-575-di'), /1234/)
  const upload = page.url()
  const tab = await page.context().newPage()
  await tab.goto(upload)
  await page.getByRole('button', { name: 'Apply' }).click()
  await settled(page)
  assert.match(await page.locator('.panel').innerText(), /applied/)
  assert.match(await exported(env, 'mahindra-575-di'), /"lift_capacity_kg":1234/)
  await tab.getByRole('button', { name: 'Apply' }).click()
  assert.match(await tab.getByRole('status').innerText(), /Nothing was done: it was applied before/)
  await page.getByRole('link', { name: 'See what came of it' }).click()
  assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'prices.ndjson')
  const imports = JSON.parse((await yantra(env, 'imports', 'list', '--json')).stdout)
  assert.deepEqual([imports[0].by, imports[0].changed, imports[0].rejected], ['console', 1, 1])
  assert.equal(imports.filter(({ file }: { file: string }) => file === 'prices.ndjson').length, 1)
  const { stdout: log } = await yantra(env, 'audit', '--json')
  assert.deepEqual(
    JSON.parse(log)
      .slice(0, 3)
      .map(({ action }: { action: string }) => action),
    ['imports.apply', 'listings.reject', 'listings.approve'],
  )
  assert.ok(!log.includes('98765'))
  assert.deepEqual(faults(), [])
}

it('lets an operator decide about listings and import a file, on SQLite', { skip: !executablePath }, (t) =>
  walk(t, sqlite),
)
it('lets an operator decide about listings and import a file, on PostgreSQL', { skip: !executablePath }, (t) =>
  walk(t, postgres),
)

it('gives out what a figure stands for, and takes no file that is too large or none', {
  skip: !executablePath,
}, async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  const { page, visit } = await open(t, env, { acceptDownloads: true })
  await importRows(t, env, HOSTILE)
  await visit('data')
  const tile = page.locator('.tiles a', { hasText: 'lack figures of their plate' })
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
  await visit('data')
  const [taken] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'as CSV' }).click()])
  assert.match(readFileSync(await taken.path(), 'utf8'), /^9001,review,"'=cmd/m)

  const before = uploads()
  await visit('imports')
  await sendFile(page, await fileWith(t, 'large.ndjson', 'x'.repeat(65 * 1024 * 1024)))
  assert.match(await page.getByRole('status').innerText(), /has 65 MB; up to 64 MB are taken/)
  await sendFile(page, await fileWith(t, 'empty.ndjson', ''))
  assert.match(await page.getByRole('status').innerText(), /is empty/)
  assert.deepEqual(uploads(), before)
})
