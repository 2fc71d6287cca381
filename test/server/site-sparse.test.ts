import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { createRandom } from '../../bench/generate.ts'
import { putSample, sqlite } from '../backends.ts'
import { importRows, startService } from '../service.ts'
import { sized } from '../tier.ts'

type Row = Record<string, unknown>

/** What a row may not lack. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  machine: ['name', 'manufacturer', 'machine_class', 'lifecycle', 'published_at'],
  implement: ['name', 'manufacturer', 'kind', 'lifecycle', 'published_at'],
  listing: [
    ...['status', 'sold_at', 'created_at', 'district', 'km', 'maker_name', 'maker_slug', 'owners', 'pin', 'price_inr'],
    ...['state_code', 'variant_name', 'variant_slug', 'vehicle_class', 'year'],
  ],
}
const PAGE_OF: Readonly<Record<string, string>> = { machine: 'machines', implement: 'implements', listing: 'used' }
const LANGUAGES = ['en', 'hi', 'ta']
const AT_ONCE = 8

const rowsOf = (name: string): Row[] =>
  readFileSync(new URL(`../../sample/${name}.ndjson`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)

/** Each row of the sample again, under another key, without some of what it need not have; every seventh has no more. */
function sparse(rows: readonly Row[]): Row[] {
  const random = createRandom(1)
  return rows.flatMap((row, nth) => {
    const { type = 'listing', slug, id, ...rest } = row
    const needed = NEEDED[String(type)]
    if (!needed) return []
    const remaining = Object.entries(rest).filter(
      ([name]) => needed.includes(name) || (name !== 'is_sample' && nth % 7 > 0 && random() < 0.5),
    )
    const key = slug === undefined ? { id: 100_000 + Number(id) } : { slug: `${slug}-sparse` }
    return [{ type, ...key, ...Object.fromEntries(remaining) }]
  })
}

it('whatever a record lacks, its page is there, in every language', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  await putSample(env.DATABASE_URL)
  const sample = [...rowsOf('catalogue'), ...rowsOf('listings')]
  const rows = sparse(sample).filter((_, i) => i % sized(3, 1) === 0)
  const { code, stderr } = await importRows(t, env, rows)
  assert.equal(code, 0, stderr)
  const service = await startService(t, env)
  const seen: Record<string, number> = {}
  const pages = rows.flatMap(({ type, slug, id }, nth) => {
    const language = LANGUAGES[nth % LANGUAGES.length]
    const page = `/${language}/${PAGE_OF[String(type)]}/${slug ?? id}`
    seen[String(type)] = (seen[String(type)] ?? 0) + 1
    return nth % 5 === 0 && type === 'machine' ? [page, `/${language}/compare?slugs=${slug},mahindra-575-di`] : [page]
  })
  const [statuses, failed] = [{} as Record<string, number>, [] as string[]]
  for (let i = 0; i < pages.length; i += AT_ONCE) {
    await Promise.all(
      pages.slice(i, i + AT_ONCE).map(async (page) => {
        const { status } = await service.get(page, { accept: 'text/html' })
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status >= 500) failed.push(`${status} ${page}`)
      }),
    )
  }
  t.diagnostic(`${pages.length} pages: ${JSON.stringify({ ...seen, ...statuses })}`)
  assert.deepEqual(failed, [])
  // Some are withdrawn, or not published yet.
  assert.ok(statuses['200']! > pages.length * 0.9, JSON.stringify(statuses))
  for (const type of Object.keys(NEEDED)) assert.ok((seen[type] ?? 0) > 20, type)
})
