import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sqlite } from '../backends.ts'
import { isContact, readCorpus } from '../guard/corpus.ts'
import { LEAST_LISTING } from '../market/least-listing.ts'
import { importRows, startService } from '../service.ts'

const UPDATES_A_LISTING = 100
const SHORTEST_NUMBER = 8

test('no page of a listing shows a number that the corpus says is a contact', async (t) => {
  const missed = new Set(readCorpus('known-misses').map(({ text }) => text))
  const entries = readCorpus('contacts').filter(
    // The guard's own tests look at all of them.
    (entry, at) => at % 10 === 0 && isContact(entry) && !missed.has(entry.text),
  )
  const numbers = entries.map(({ secret = [] }) =>
    secret.filter((piece) => (piece.match(/\d/g) ?? []).length >= SHORTEST_NUMBER && !/[<>&"']/.test(piece)),
  )
  const url = await sqlite.newUrl(t)
  const listings = []
  for (let at = 0; at < entries.length; at += UPDATES_A_LISTING) {
    const updates = entries.slice(at, at + UPDATES_A_LISTING).map(({ text }) => ({ at: '2026-11-01T10:00:00Z', text }))
    listings.push({ ...LEAST_LISTING, id: 1 + at / UPDATES_A_LISTING, updates })
  }
  const { code, stderr } = await importRows(t, { DATABASE_URL: url, GUARD_REVIEW: 'false' }, listings)
  assert.equal(code, 0, stderr)
  const service = await startService(t, { DATABASE_URL: url })
  let looked = 0
  for (const { id } of listings) {
    const page = await service.get(`/en/used/${id}`, { accept: 'text/html' })
    assert.equal(page.status, 200, String(id))
    const html = await page.text()
    const from = (id - 1) * UPDATES_A_LISTING
    for (const number of numbers.slice(from, from + UPDATES_A_LISTING).flat()) {
      assert.ok(!html.includes(number), `page ${id} shows ${number}`)
      looked++
    }
  }
  assert.ok(looked > 1_000, `${looked} numbers were looked for`)
})
