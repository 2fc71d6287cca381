import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openDatabase } from '../../src/database/open.ts'
import type { Db } from '../../src/database/schema.ts'
import { sqlite, target } from '../backends.ts'
import fc from '../properties.ts'
import { importRows, startService, yantra } from '../service.ts'
import { sized } from '../tier.ts'
import { startReceiver } from '../webhooks/workshop.ts'
import { MIN_LISTING } from './least-listing.ts'

const SAMPLES = sized(60, 240)
const CONTACT_KEYS = [
  ...['phone', 'Phone_No', 'owner_mobile', 'MOBILE2', 'tel', 'telephone', 'whatsapp-number', 'Email', 'email_id'],
  ...['contact', 'seller_contact', 'upi_id', 'instagram', 'facebook', 'telegram'],
]

/** A mobile number nobody else would write. */
const mobile = fc
  .tuple(fc.constantFrom('6', '7', '8', '9'), fc.stringMatching(/^[0-9]{9}$/))
  .map((parts) => parts.join(''))

const written = mobile.chain((number) =>
  fc
    .constantFrom(
      number,
      `+91 ${number}`,
      `${number.slice(0, 5)} ${number.slice(5)}`,
      number.split('').join(' '),
      number.split('').join('.'),
      `(${number.slice(0, 3)})-${number.slice(3, 6)}-${number.slice(6)}`,
      number.replace(/[0-9]/g, (digit) => String.fromCharCode(0x966 + Number(digit))),
      number.replace(/[0-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    )
    .map((text) => ({ number, text })),
)

const text = written.chain(({ number, text: form }) =>
  fc
    .constantFrom(`Call ${form} today`, `फोन ${form}`, `அழைக்கவும் ${form}`, `${form}`, `good tyres\n${form}\n45 HP`)
    .map((whole) => ({ number, whole })),
)

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A listing with the same secret in every place that takes a text, at every depth, and under every contact key. */
const listing = fc
  .record({ secret: text, key: fc.constantFrom(...CONTACT_KEYS), depth: fc.integer({ min: 0, max: 6 }) })
  .map(({ secret, key, depth }) => {
    let nested: object = { note: secret.whole, [key]: secret.whole, ok: 'good' }
    for (let level = 0; level < depth; level++) nested = { level, inside: [nested] }
    return {
      number: secret.number,
      row: {
        ...MIN_LISTING,
        description: secret.whole,
        inspection_note: secret.whole,
        dealer_name: oneLine(secret.whole),
        district: secret.whole,
        maker_name: oneLine(secret.whole),
        axle_config: secret.whole,
        condition: nested,
        seller_profile: { ...nested, [key]: { deep: secret.whole } },
        updates: [{ at: '2026-11-02T04:30:00Z', text: secret.whole }],
        photos: [`https://wa.me/91${secret.number}`, 'https://media.yantra.example/1.webp'],
        photo_rows: [{ url: 'https://media.yantra.example/1.webp', caption: secret.whole }],
        video_url: `https://t.me/+91${secret.number}`,
        contact: { name: 'Ramesh Secretname', phone: secret.number, email: `s${secret.number}@example.in` },
      },
    }
  })

/** All digits of any script as ASCII, everything between them gone. */
function digitsOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(/[^0-9]/g, '')
}

function assertHolds(where: string, body: string, numbers: readonly string[]): void {
  assert.ok(!body.includes('Secretname'), `${where} names the seller`)
  const digits = digitsOf(body)
  for (const number of numbers) assert.ok(!digits.includes(number), `${where} holds ${number}`)
}

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => [key, ...keysOf(child)])
}

/** Every row of every table but one, as text. */
async function dumpTables(db: Db, except: string): Promise<string> {
  const rows: unknown[] = []
  for (const { name } of await db.introspection.getTables()) {
    if (name !== except)
      rows.push(
        ...(await db
          .selectFrom(name as 'listings')
          .selectAll()
          .execute()),
      )
  }
  await db.destroy()
  return rows.map((row) => JSON.stringify(row)).join('\n')
}

it('a contact leaves by no response, no log line, no webhook and no export, and is in one table only; keys and secrets are in none', async (t) => {
  const env = {
    DATABASE_URL: await sqlite.newUrl(t),
    SECRET_KEY: 's'.repeat(32),
    WEBHOOK_ALLOW_PRIVATE: 'true',
    LOG_LEVEL: 'trace',
  }
  const service = await startService(t, env, { deliver: true })
  const receiver = await startReceiver(t)
  const issued = await yantra(env, 'keys', 'create', '--name', 'lender', '--tier', 'enterprise', '--json')
  const { key } = JSON.parse(issued.stdout) as { key: string }
  const created = await fetch(`${service.url}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url, events: ['price.updated'] }),
  })
  assert.equal(created.status, 200)
  const { secret } = (await created.json()) as { secret: string }

  const samples = fc
    .sample(listing, { numRuns: SAMPLES, seed: 7 })
    .map((sample, i) => ({ ...sample, row: { ...sample.row, id: 1_000 + i } }))
  const numbers = samples.map(({ number }) => number)
  const imported = await importRows(
    t,
    env,
    samples.map(({ row }) => row),
    '--json',
  )
  const summary = JSON.parse(imported.stdout)
  assert.deepEqual([summary.created, summary.rejected], [SAMPLES, 0], imported.stderr)
  // The same once more, not live: their texts as sent are kept. Some rows are bad, and are told of.
  const statuses = ['review', 'draft', 'rejected']
  const unseen = samples.map(({ row }, i) => ({ ...row, id: row.id + 1_000, status: statuses[i % 3] }))
  const bad = samples.slice(0, 9).map(({ row, number }, i) => ({ ...row, [`call ${number}`]: number, id: 5_000 + i }))
  const second = await importRows(t, env, [...unseen, ...bad], '--json')
  assert.equal(JSON.parse(second.stdout).rejected, 9)
  assert.equal((await yantra(env, 'listings', 'approve', '2000')).code, 0)
  assert.equal((await yantra(env, 'listings', 'reject', '2003', '--reason', `call ${numbers[0]}`)).code, 0)
  assert.match((await yantra(env, 'listings', 'show', '2006')).stdout, /^sent$/m)
  for (const field of ['description', 'photos', 'video_url', 'updates'])
    assert.equal(summary.removed[field], SAMPLES, field)
  // A machine with a price whose basis holds one, for the webhook.
  const basis = { note: `call ${numbers[0]}`, dealer_phone: numbers[1], scheme: 'base' }
  const price = {
    kind: 'dealer_quote',
    observed_at: '2026-11-01',
    price_inr: 1,
    source_kind: 'dealer',
    state_code: 'MH',
    basis,
  }
  await importRows(t, env, [{ type: 'machine', slug: 'mahindra-575-di', patch: true, prices: [price] }])

  for (const { row } of samples) {
    const response = await service.get(`/v1/market/listings/${row.id}`)
    assert.equal(response.status, 200)
    const body = await response.text()
    assertHolds(`listing ${row.id}`, body, numbers)
    for (const name of keysOf(JSON.parse(body)))
      assert.ok(!CONTACT_KEYS.includes(name), `listing ${row.id} has the key ${name}`)
    assert.ok(body.includes('https://media.yantra.example/1.webp') && body.includes('"ok":"good"'))
    const page = await service.get(`/en/used/${row.id}`)
    assert.equal(page.status, 200)
    assertHolds(`the page of listing ${row.id}`, await page.text(), numbers)
  }
  assertHolds('an approved one', await (await service.get('/v1/market/listings/2000')).text(), numbers)
  for (const id of [2001, 2002, 2003]) assert.equal((await service.get(`/v1/market/listings/${id}`)).status, 404)
  for (const path of ['/v1/tractors?limit=100', '/v1/tractors/mahindra-575-di', '/v1/machines/classes'])
    assertHolds(path, await (await service.get(path)).text(), numbers)
  const open = await yantra(env, 'export')
  assertHolds(
    'export',
    open.stdout
      .split('\n')
      .filter((line) => /"id":[12][01]\d\d\b|mahindra-575-di"/.test(line))
      .join('\n'),
    numbers,
  )
  const closed = await yantra(env, 'export', '--private')
  assert.ok(closed.stdout.includes('Secretname'))

  const imports = await yantra(env, 'imports', 'list', '--json')
  const visible = JSON.parse(imports.stdout) as { id: string; rejected: number }[]
  assertHolds('imports', imports.stdout, numbers)
  const reported = await yantra(env, 'imports', 'show', visible.find(({ rejected }) => rejected === 9)!.id)
  assert.match(reported.stdout, /is not a field of a listing/)
  assertHolds('an import', reported.stdout, numbers)

  await receiver.arrived(1)
  const event = receiver.requests[0]!.body
  assert.match(event, /"scheme":"base"/)
  assertHolds('webhook', event, numbers)
  assertHolds('log', service.log(), numbers)
  assert.ok(service.log().length > 0)
  for (const hidden of [key, secret]) assert.ok(!service.log().includes(hidden), 'a log line holds a key or a secret')
  const dump = await dumpTables(await openDatabase(target(env.DATABASE_URL)), 'listing_contacts')
  assertHolds('database', dump, numbers)
  for (const hidden of [key, secret]) assert.ok(!dump.includes(hidden), 'the database holds a key or a secret')
})
