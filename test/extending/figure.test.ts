import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import type { Db } from '../../src/database/schema.ts'
import { patchedTree, run } from './patched-tree.ts'

const row = (slug: string, more: object) => ({
  ...{ type: 'machine', slug, name: `Acme ${slug}`, manufacturer: { slug: 'acme', name: 'Acme' } },
  ...{ machine_class: 'tractor', lifecycle: 'current', published_at: '2026-01-01', ...more },
})

it('takes a figure with a bound, of three files and one of words, from import to undo', async (t) => {
  const { folder: root, files } = patchedTree(t, 'A figure with a bound')
  const isWords = (file: string) => file === 'src/schema/records/words.tsv'
  assert.ok(files.filter((file) => !isWords(file)).length <= 3, files.join())
  assert.equal(files.filter(isWords).length, 1)
  const path = join(root, 'yantra.db')
  const env = { DATABASE_URL: `file:${path}`, SAMPLE: 'false' }
  const importRows = (rows: readonly object[]) => {
    writeFileSync(join(root, 'rows.ndjson'), rows.map((item) => JSON.stringify(item)).join('\n'))
    return run(root, ['import', join(root, 'rows.ndjson')], env)
  }
  importRows([row('low', { ground_clearance_mm: 320 }), row('high', { ground_clearance_mm: 350 }), row('none', {})])
  importRows([{ type: 'machine', slug: 'high', patch: true, ground_clearance_mm: 450 }])

  const before = await serve(t, root, path)
  const sheet = (await before.json('/v1/tractors/high')).body
  assert.equal(sheet.ground_clearance_mm, 450)
  const requested = await before.json('/v1/tractors?ground_clearance_min=400')
  assert.deepEqual(slugsOf(requested.body), ['high'])
  assert.deepEqual(slugsOf((await before.json('/v1/tractors?ground_clearance_max=400')).body), ['low'])
  for (const q of ['ground clearance above 400 mm', '400 mm clearance', 'தரை இடைவெளி 400 மிமீ']) {
    const spoken = await before.json(`/v1/tractors?q=${encodeURIComponent(q)}`)
    assert.deepEqual(slugsOf(spoken.body), ['high'], q)
    assert.equal(spoken.headers.get('x-query-read'), 'ground_clearance_min=400', q)
  }
  const page = await before.text('/hi/machines?ground_clearance_min=400')
  assert.match(page, /<a class="chip"[^>]*><span class="unseen">ज़मीन से ऊँचाई: कम से कम 400 मिमी/)
  const filters = await before.text('/hi/filters/machines?ground_clearance_min=400')
  assert.match(filters, /<input type="number" name="ground_clearance_min"[^>]* value="400"/)
  const feed = (await before.json('/v1/changes')).body
  const reported = feed.changes.find(({ machine }: { machine: { slug: string } }) => machine.slug === 'high')
  assert.equal(reported.machine.ground_clearance_mm, 450)
  await before.close()

  const [newest] = run(root, ['imports', 'list'], env)
  run(root, ['imports', 'undo', newest.id], env)
  const after = await serve(t, root, path)
  assert.deepEqual(slugsOf((await after.json('/v1/tractors?ground_clearance_min=400')).body), [])
  const since = (await after.json(`/v1/changes?since=${feed.next}`)).body
  assert.deepEqual(
    since.changes.map(({ machine }: { machine: Record<string, unknown> }) => machine.ground_clearance_mm),
    [350],
  )
})

const slugsOf = ({ hits }: { hits: { slug: string }[] }) => hits.map(({ slug }) => slug)

/** The copy's own service over a database file. */
async function serve(t: TestContext, root: string, path: string) {
  const { startCatalogueApp } = await import(join(root, 'test/catalogue-app.ts'))
  const { openDatabase } = await import(join(root, 'src/database/open.ts'))
  const db: Db = await openDatabase({ kind: 'sqlite', path })
  const app = await startCatalogueApp(db)
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await app.close()
    await db.destroy()
  }
  t.after(close)
  return {
    close,
    async json(address: string) {
      const answer: Response = await app.get(address)
      assert.equal(answer.status, 200, address)
      // biome-ignore lint/suspicious/noExplicitAny: the copy's contract has a field more
      return { body: (await answer.json()) as any, headers: answer.headers }
    },
    text: async (address: string): Promise<string> => (await app.get(address)).text(),
  }
}
