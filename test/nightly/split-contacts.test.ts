import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sqlite } from '../backends.ts'
import { LEAST_LISTING } from '../listings/least-listing.ts'
import { importRows, type Service, startService } from '../service.ts'

type Row = ReturnType<typeof honest>

/** A listing with figures in many fields. */
function honest(id: number) {
  const condition: Record<string, unknown> = {
    engine: 'good',
    tyre_front: 50 + (id % 40),
    km: 60_000 + 7 * id,
    battery: '2023',
  }
  const profile: Record<string, unknown> = { since: 2015 }
  return {
    ...LEAST_LISTING,
    id,
    hours: 2000 + id,
    dealer_name: `Gill Tractors ${1990 + (id % 30)}`,
    inspection_note: `Tyres ${60 + (id % 30)} %, oil changed at ${2000 + id} hours`,
    description: `Single owner, ${2005 + (id % 15)} model, price ${3 + (id % 5)},${10 + (id % 80)},000, 13.6-28 rear, PIN 422001`,
    condition,
    updates: [
      { at: '2026-11-02T10:00:00Z', text: `Battery replaced, ${12 + (id % 3)} V ${80 + (id % 20)} Ah` },
      { at: '2026-11-03T10:00:00Z', text: `Price now ${3 + (id % 5)},25,000, meter ${2000 + id}` },
    ],
    photo_rows: [
      { url: '/photos/1.jpg', caption: 'Front' },
      { url: '/photos/2.jpg', caption: `Meter ${2000 + id} hours` },
    ],
    seller_profile: profile,
  }
}

/** Puts part of a contact into a field, in the order of the page, which sorts the keys of `condition`. */
const PLACES: ((row: Row, part: string) => void)[] = [
  (row, part) => (row.photo_rows[0]!.caption += ` ${part}`),
  (row, part) => (row.photo_rows[1]!.caption = part),
  (row, part) => (row.variant_name += ` ${part}`),
  (row, part) => (row.district += ` ${part}`),
  (row, part) => (row.dealer_name += ` ${part}`),
  (row, part) => (row.inspection_note += `. ${part}`),
  (row, part) => (row.description += `. ${part}`),
  (row, part) => (row.condition[`paint ${part}`] = 'good'),
  (row, part) => (row.condition.roof = part),
  (row, part) => (row.updates[0]!.text += `, ${part}`),
  (row, part) => (row.updates[1]!.text = part),
  (row, part) => (row.seller_profile.about = part),
]
const SIZES: Record<number, readonly number[]> = { 2: [5, 5], 3: [4, 3, 3], 4: [3, 2, 2, 3] }
const DIGITS = 'zero one two three four five six seven eight nine'.split(' ')
const inWords = (part: string) => Array.from(part, (digit) => DIGITS[Number(digit)]).join(' ')
const FORMS: ((part: string, at: number) => string)[] = [
  (part, at) => (at === 0 ? `call ${part}` : part),
  (part, at) => (at === 0 ? `${part}...` : `...${part}`),
  (part) => part,
  inWords,
]

/** Numbers split over two to four fields, in every pair of places and every form. */
function* split(): Generator<{ row: Row; parts: string[] }> {
  let id = 1000
  for (let first = 0; first < PLACES.length; first++) {
    for (let second = first + 1; second < PLACES.length; second++) {
      for (const form of FORMS) {
        const count = 2 + (id % 3)
        const places = [first, second]
        for (let more = second + 1; places.length < count && more < PLACES.length; more++) places.push(more)
        const number = `9${String((id * 7_654_321) % 1_000_000_000).padStart(9, '5')}`
        const row = honest(id++)
        const sizes = SIZES[places.length]!
        const ends = sizes.map((_, at) => sizes.slice(0, at + 1).reduce((sum, size) => sum + size))
        const parts = ends.map((end, at) => number.slice(end - sizes[at]!, end))
        for (const [at, place] of places.entries()) PLACES[place]!(row, form(parts[at]!, at))
        yield { row, parts: form === inWords ? parts.map(inWords) : parts }
      }
    }
  }
}

/** A listing as buyers and agents read it. */
async function shown(service: Service, id: number): Promise<[where: string, text: string][]> {
  const params = { name: 'get_listing', arguments: { listing_id: id } }
  const agent = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  return [
    ['API', await (await service.get(`/v1/market/listings/${id}`)).text()],
    ['page', await (await service.get(`/en/used/${id}`)).text()],
    ['agents', await agent.text()],
  ]
}

it('54: a contact split over fields is never shown whole, and figures in several fields stay', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  const service = await startService(t, env)
  const rows = [...split()]
  const figures = Array.from({ length: 200 }, (_, at) => honest(5000 + at))
  const imported = await importRows(t, env, [...rows.map(({ row }) => row), ...figures], '--json')
  const { created, rejected, to_review } = JSON.parse(imported.stdout)
  assert.deepEqual([created, rejected], [rows.length + figures.length, 0], imported.stderr)

  let waiting = 0
  for (const { row, parts } of rows) {
    const texts = await shown(service, row.id)
    for (const [where, text] of texts)
      assert.ok(
        !parts.every((part) => new RegExp(`(?<!\\w)${part}(?!\\w)`).test(text)),
        `${where} ${row.id}: ${parts.join(' ')}`,
      )
    if (!texts.some(([, text]) => text.includes('575 DI'))) waiting++
  }
  assert.equal(waiting, to_review, 'what is not shown waits for a decision')
  for (const row of figures) {
    const [[, body] = ['', '{}']] = await shown(service, row.id)
    const { description, condition, updates, dealer_name, inspection_note, photo_rows } = row
    const told = { description, condition, updates, dealer_name, inspection_note, photo_rows }
    const listing = JSON.parse(body)
    assert.deepEqual(Object.fromEntries(Object.keys(told).map((name) => [name, listing[name]])), told)
  }
  t.diagnostic(`${rows.length} contacts: ${rows.length - waiting} removed, ${waiting} waiting for review`)
})
