import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sqlite } from '../backends.ts'
import { LEAST_LISTING } from '../market/least-listing.ts'
import { importRows, startService } from '../service.ts'
import { executablePath, openBrowser, overflow, watchedPage } from './open-browser.ts'

const SCRIPT = `"'><img src=x onerror=document.title='run'><script>document.title='run'</script></script>{{7*7}}\${7*7}`
const LONG = 'W'.repeat(19_000)
const TURNED = '\u202e\u2066 turned \u200f'

it('shows hostile data as text, and nothing breaks the layout', { skip: !executablePath }, async (t) => {
  // A person would look at such listings first.
  const env = { DATABASE_URL: await sqlite.newUrl(t), SAMPLE: 'false', GUARD_REVIEW: 'false' }
  const machine = {
    type: 'machine',
    slug: 'hostile',
    name: `Hostile &amp; ${'X'.repeat(150)}`,
    manufacturer: { slug: 'maker', name: `O'Maker & ${'M'.repeat(90)}` },
    machine_class: 'tractor',
    lifecycle: 'current',
    published_at: '2024-01-01',
    engine: SCRIPT.replaceAll(/[<>]/g, '‹'),
    media: [{ kind: 'image', url: 'https://media.example/"onerror=x.webp' }],
  }
  const bare = { ...machine, slug: 'bare', name: 'Bare', engine: undefined, media: undefined }
  const listing = (id: number, fields: object) => ({ ...LEAST_LISTING, id, ...fields })
  const implement = {
    ...{
      type: 'implement',
      slug: 'hostile-plough',
      name: 'P'.repeat(150),
      kind: 'mb_plough',
      manufacturer: 'maker',
      lifecycle: 'current',
    },
    ...{ published_at: '2024-01-01', image: 'https://media.example/"><svg onload=x>.webp' },
  }
  const rows = [
    machine,
    bare,
    listing(1, {
      description: SCRIPT,
      district: 'D'.repeat(60),
      updates: [{ at: '2026-11-01T00:00:00Z', text: SCRIPT }],
    }),
    listing(2, {
      description: LONG,
      inspection_note: TURNED,
      condition: { engine: SCRIPT, tyres: LONG.slice(0, 300) },
    }),
    listing(3, { description: TURNED, variant_name: 'V'.repeat(100) }),
    implement,
  ]
  const imported = await importRows(t, env, rows)
  assert.match(imported.stdout, /rejected 0/, imported.stderr)
  const service = await startService(t, env)
  const { page, faults } = await watchedPage(await openBrowser(t, { still: true }), service.url, {
    viewport: { width: 360, height: 760 },
  })
  for (const path of [
    '',
    'machines',
    'machines?manufacturer=maker',
    'machines/hostile',
    'machines/bare',
    'compare?slugs=hostile,bare',
    'used',
    'used/1',
    'used/2',
    'used/3',
    'used?district=%3Cimg%20src%3Dx%3E&maker=%22%3E',
    'makers',
    'makers/maker',
    'implements',
    'implements/hostile-plough',
    'classes/tractor',
    'compare?slugs=%3Cimg%20src%3Dx%3E,bare',
  ]) {
    const response = await page.goto(`${service.url}/en/${path}`)
    assert.equal(response?.status(), 200, path)
    assert.notEqual(await page.title(), 'run', path)
    assert.deepEqual(faults(), [], path)
    assert.ok((await overflow(page)) <= 0, `${path} is wider than the window`)
    const text = await page.content()
    assert.doesNotMatch(text, /<img src="?x/, path)
    assert.doesNotMatch(text, /[\u202e\u2066]/, path)
  }
  // The last ones are read as figures and words, which stand on the page apart.
  const read = `bare 45 hp under 8 lakh ${'Z'.repeat(90)} ${'"><img src=x>'.repeat(4)}`
  for (const q of [SCRIPT, TURNED, 'W'.repeat(200), read, `99999999999999999999 hp ${TURNED} bare`]) {
    await page.goto(`${service.url}/en/machines?q=${encodeURIComponent(q.slice(0, 200))}`)
    assert.notEqual(await page.title(), 'run')
    assert.ok((await overflow(page)) <= 0)
    assert.doesNotMatch(await page.content(), /<img src="?x|[\u202e\u2066]/)
    assert.deepEqual(faults(), [])
  }
})
