import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { openDatabase } from '../../src/database/open.ts'
import { addEnquiry } from '../../src/listings/enquiries/enquiry-store.ts'
import { sqlite, target } from '../backends.ts'
import { yantra } from '../service.ts'

/** A database with some enquiries, the oldest first; their references. */
async function someEnquiries(t: TestContext, count: number) {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  const db = await openDatabase(target(env.DATABASE_URL))
  const references: string[] = []
  for (let i = 0; i < count; i++) {
    const words = { name: `Asha\u001b ${i}`, phone: '9876543210', email: '', message: 'Still there?\nYes?' }
    const source = { listingId: i + 1, language: 'en', address: `192.0.2.${i}`, network: '', mailed: false }
    references.push(await addEnquiry(db, { ...words, ...source }, Date.parse('2026-11-01T10:00:00Z') + i * 1_000))
  }
  await db.destroy()
  return { env, references }
}

it('yantra enquiries lists the newest first, for scripts and for people', async (t) => {
  const { env, references } = await someEnquiries(t, 3)
  const { code, stdout } = await yantra(env, 'enquiries', 'list', '--json', '--limit', '2')
  assert.equal(code, 0)
  const listed = JSON.parse(stdout)
  assert.deepEqual(
    listed.map((item: { reference: string }) => item.reference),
    references.slice(1).reverse(),
  )
  assert.deepEqual(
    { ...listed[0], name: undefined, message: undefined },
    {
      ...{ reference: references[2], listing_id: 3, created_at: '2026-11-01T10:00:02.000Z', status: 'open' },
      ...{ language: 'en', phone: '9876543210', email: '', mail: 'waiting', attempts: 0, name: undefined },
      ...{ closed_at: null, next_attempt_at: null, sent_at: null, error: null, message: undefined },
    },
  )
  const found = await yantra(env, 'enquiries', 'list', '--query', `STILL ${references[1]}`, '--json')
  assert.deepEqual(
    JSON.parse(found.stdout).map((item: { reference: string }) => item.reference),
    [references[1]],
  )
  const people = await yantra(env, 'enquiries', 'list')
  assert.match(people.stdout, /^REFERENCE +CREATED/)
  assert.doesNotMatch(people.stdout, /\u001b/)
})

it('yantra enquiries shows, closes and sends again the one whose reference is given, however it is typed', async (t) => {
  const { env, references } = await someEnquiries(t, 2)
  const [first, second] = references as [string, string]
  const visible = await yantra(env, 'enquiries', 'show', first.toLowerCase().replaceAll('-', ''))
  assert.match(visible.stdout, /phone +9876543210[\s\S]*\nmessage\n {2}Still there\?\n {2}Yes\?\n/)
  assert.equal((await yantra(env, 'enquiries', 'close', first)).stdout, `Closed ${first}.\n`)
  const open = JSON.parse((await yantra(env, 'enquiries', 'list', '--open', '--json')).stdout)
  assert.deepEqual(
    open.map((item: { reference: string }) => item.reference),
    [second],
  )
  const again = await yantra(env, 'enquiries', 'resend', second, '--json')
  assert.equal(JSON.parse(again.stdout).mail, 'pending')
  assert.match(again.stderr, /SMTP_URL and ENQUIRY_FROM/)
})

it('yantra enquiries exports all of them as lines', async (t) => {
  const { env, references } = await someEnquiries(t, 3)
  const { stdout } = await yantra(env, 'enquiries', 'export')
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ reference }) => reference),
    references.toReversed(),
  )
})

it('yantra enquiries erases what identifies a buyer, and keeps the fact', async (t) => {
  const { env, references } = await someEnquiries(t, 1)
  const [reference] = references
  const erased = await yantra(env, 'enquiries', 'erase', reference!, '--json')
  assert.equal(erased.code, 0, erased.stderr)
  const { name, phone, email, message, status, listing_id } = JSON.parse(erased.stdout)
  assert.deepEqual([name, phone, email, message, status, typeof listing_id], ['', '', '', '', 'closed', 'number'])
  for (const command of ['reopen', 'resend']) {
    const { code, stderr } = await yantra(env, 'enquiries', command, reference!)
    assert.deepEqual([code, stderr.includes('is erased')], [1, true])
  }
  const [entry] = JSON.parse((await yantra(env, 'audit', '--json')).stdout)
  assert.deepEqual([entry.action, entry.target], ['enquiries.erase', reference])
})

it('yantra enquiries exits with 1 for a reference that does not exist', async (t) => {
  const { env } = await someEnquiries(t, 0)
  for (const command of ['show', 'close', 'resend']) {
    const { code, stderr } = await yantra(env, 'enquiries', command, 'AAAA-BBBB-CCCC')
    assert.equal(code, 1)
    assert.match(stderr, /no enquiry AAAA-BBBB-CCCC/)
  }
})
