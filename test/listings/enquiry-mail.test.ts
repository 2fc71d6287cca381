import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { openDatabase } from '../../src/database/open.ts'
import type { Db } from '../../src/database/schema.ts'
import { createMetricRegistry } from '../../src/lib/metrics.ts'
import {
  addEnquiry,
  closeEnquiry,
  listEnquiries,
  type NewEnquiry,
  readEnquiryByReference,
  readUnsent,
  resendEnquiry,
} from '../../src/listings/enquiries/enquiry-store.ts'
import { createSmtp } from '../../src/listings/enquiries/mail.ts'
import { createMailMetrics, registerUnsentMetrics } from '../../src/listings/enquiries/metrics.ts'
import {
  claimEnquiries,
  type EnquiryMailParts,
  MAIL_LEASE_MS,
  MAIL_STEPS,
  startEnquiryMail,
} from '../../src/listings/enquiries/outbox.ts'
import { postgres, sqlite, target } from '../backends.ts'
import { PROGRAM_ENV } from '../processes.ts'
import { importRows } from '../service.ts'
import { MIN_LISTING } from './least-listing.ts'
import { openMailbox } from './mailbox.ts'

const FROM = 'Yantra <enquiries@yantra.example>'
const SELLER = 'seller@example.com'
const MINUTE = 60_000

const ENQUIRY: NewEnquiry = {
  ...{ name: 'आशा Kumar', phone: '9876543210', email: 'asha@example.org', message: 'Still there?\nமுகவரி வேண்டாம்.' },
  ...{ listingId: 500, language: 'hi', address: '192.0.2.1', network: '192.0.2.0/24', mailed: true },
}

/** A database with a listing whose seller has an e-mail address, and one whose seller has none. */
async function newMarket(t: TestContext, url?: string): Promise<Db> {
  url ??= await sqlite.newUrl(t)
  const rows = [
    { ...MIN_LISTING, contact: { name: 'Seller', phone: '+91 98765 00000', email: SELLER } },
    { ...MIN_LISTING, id: 501, contact: { phone: '+91 98765 00001' } },
  ]
  const { code, stderr } = await importRows(t, { DATABASE_URL: url }, rows)
  assert.equal(code, 0, stderr)
  const db = await openDatabase(target(url))
  t.after(() => db.destroy())
  return db
}

interface Clock {
  now: number
}

async function startSending(
  t: TestContext,
  db: Db,
  url: string | undefined,
  clock: Clock,
  more: Partial<EnquiryMailParts> = {},
) {
  const lines: string[] = []
  const write = (details: object, message: string) => lines.push(JSON.stringify({ ...details, message }))
  const smtp = url === undefined ? undefined : await createSmtp(url)
  const outbox = startEnquiryMail({
    ...{ db, send: smtp?.send, from: FROM, fallback: undefined, siteUrl: 'https://yantra.example', retentionDays: 90 },
    ...{ log: { warn: write, info: write, error: write }, clock: () => clock.now },
    ...more,
  })
  t.after(async () => {
    await outbox.stop()
    smtp?.close()
  })
  return { wake: outbox.wake, lines }
}

async function addOne(db: Db, more: Partial<NewEnquiry>, clock: Clock): Promise<string> {
  return addEnquiry(db, { ...ENQUIRY, ...more }, clock.now)
}

it('the mail of enquiries arrives at the seller, with the buyer as the address to reply to', async (t) => {
  const db = await newMarket(t)
  const mailbox = await openMailbox(t)
  const clock = { now: Date.now() }
  const reference = await addOne(db, {}, clock)
  const { wake } = await startSending(t, db, mailbox.url, clock)
  await wake()
  const [mail] = mailbox.received
  assert.deepEqual(
    mailbox.received.map(({ from, to }) => ({ from, to })),
    [{ from: 'enquiries@yantra.example', to: [SELLER] }],
  )
  assert.equal(mail!.head.get('to'), SELLER)
  assert.match(mail!.head.get('reply-to')!, /<asha@example\.org>$/)
  assert.equal(mail!.head.get('subject'), `पूछताछ ${reference}: Mahindra 575 DI, 2019`)
  assert.equal(mail!.head.get('message-id'), `<enquiry-${reference.toLowerCase()}@yantra.example>`)
  assert.match(
    mail!.text,
    /^आशा Kumar [^\n]*: Mahindra 575 DI, 2019।\n\nविज्ञापन: 500, https:\/\/yantra\.example\/hi\/used\/500\nविक्रेता: Seller, मालिक\nजगह: नासिक, महाराष्ट्र\n\nमोबाइल: 9876543210\nई-मेल: asha@example\.org\n\nStill there\?\nமுகவரி வேண்டாம்\.\n\nसंदर्भ संख्या: /,
  )
  const { mail: state, attempts, sent_at } = (await readEnquiryByReference(db, reference))!
  assert.deepEqual({ state, attempts, sent_at }, { state: 'sent', attempts: 1, sent_at: clock.now })
  await wake()
  assert.equal(mailbox.received.length, 1)
})

it('the mail of enquiries goes to the fallback where the seller has no address, and waits where there is none', async (t) => {
  const db = await newMarket(t)
  const mailbox = await openMailbox(t)
  const clock = { now: Date.now() }
  const reference = await addOne(db, { listingId: 501, email: '' }, clock)
  const without = await startSending(t, db, mailbox.url, clock)
  await without.wake()
  assert.equal((await readEnquiryByReference(db, reference))!.mail, 'waiting')
  assert.equal(mailbox.received.length, 0)
  await resendEnquiry(db, reference, clock.now)
  const { wake } = await startSending(t, db, mailbox.url, clock, { fallback: 'Desk <desk@example.com>' })
  await wake()
  assert.deepEqual(
    mailbox.received.map(({ to }) => to),
    [['desk@example.com']],
  )
  assert.equal(mailbox.received[0]!.head.has('reply-to'), false)
  assert.match(mailbox.received[0]!.text, /विक्रेता का ई-मेल पता नहीं है/, 'the operator is asked to pass it on')
})

it('the mail of enquiries comes in the first language of the seller’s profile that there are words in, and names a dealer', async (t) => {
  const url = await sqlite.newUrl(t)
  const db = await newMarket(t, url)
  const mailbox = await openMailbox(t)
  const clock = { now: Date.now() }
  const profiles = [{ languages: ['mr', 'ta', 'en'] }, { language: 'English' }, { languages: ['mr'] }, { since: 2020 }]
  const rows = profiles.map((seller_profile, i) => ({
    ...{ ...MIN_LISTING, id: 510 + i, district: 'Rampur Khas', contact: { email: SELLER }, seller_profile },
    ...{ seller: 'dealer', dealer_name: 'Sri Motors' },
  }))
  await importRows(t, { DATABASE_URL: url }, rows)
  for (const { id } of rows) await addOne(db, { listingId: id }, clock)
  const { wake } = await startSending(t, db, mailbox.url, clock)
  await wake()
  const texts = new Map(mailbox.received.map(({ text }) => [/: (51\d),/.exec(text)![1]!, text]))
  const places = ['510', '511', '512', '513'].map((id) =>
    /\n(.*Sri Motors.*)\n(.*Rampur Khas.*)\n/.exec(texts.get(id)!),
  )
  const hindi = ['विक्रेता: Sri Motors, डीलर', 'जगह: Rampur Khas, महाराष्ट्र']
  assert.deepEqual(
    places.map((result) => result?.slice(1)),
    [
      ['விற்பவர்: Sri Motors, டீலர்', 'இடம்: Rampur Khas, மகாராஷ்டிரா'],
      ['Seller: Sri Motors, dealer', 'Place: Rampur Khas, Maharashtra'],
      hindi,
      hindi,
    ],
  )
  assert.match(texts.get('510')!, /https:\/\/yantra\.example\/ta\/used\/510/)
})

it('the mail of enquiries tells how many reached nobody, and why', async (t) => {
  const db = await newMarket(t)
  const clock = { now: Date.now() }
  const registry = createMetricRegistry()
  registerUnsentMetrics(registry, db, () => clock.now)
  assert.match(await registry.metrics(), /oldest_unsent_seconds 0$/m)
  for (const [mail, mailed] of [
    ['waiting', false],
    ['failed', true],
    ['pending', true],
    ['sent', true],
  ] as const) {
    const reference = await addOne(db, { mailed }, clock)
    await db.updateTable('enquiries').set({ mail }).where('reference', '=', reference).execute()
  }
  await db.updateTable('enquiries').set({ due_at: null }).where('mail', 'in', ['failed', 'sent']).execute()
  await closeEnquiry(db, await addOne(db, { mailed: false }, clock), clock.now)
  const reported = async () => {
    const { waiting, failed, overdue, oldest } = await readUnsent(db, clock.now)
    return [waiting, failed, overdue, oldest]
  }
  const since = clock.now
  assert.deepEqual(await reported(), [1, 1, 0, since])
  clock.now += 5 * MINUTE + 1
  assert.deepEqual(await reported(), [1, 1, 1, since])
})

it('the mail of enquiries is sent when the server is back, in growing steps, and is never lost', async (t) => {
  const db = await newMarket(t)
  const mailbox = await openMailbox(t)
  await mailbox.close()
  const clock = { now: Date.now() }
  const reference = await addOne(db, {}, clock)
  const { wake } = await startSending(t, db, mailbox.url, clock)
  await wake()
  for (const step of MAIL_STEPS.slice(0, 3)) {
    const { mail, due_at, error } = (await readEnquiryByReference(db, reference))!
    assert.deepEqual({ mail, due_at }, { mail: 'pending', due_at: clock.now + step })
    assert.match(error, /ECONNREFUSED/)
    clock.now += step - 1
    await wake()
    assert.equal((await readEnquiryByReference(db, reference))!.due_at, clock.now + 1)
    clock.now += 1
    await wake()
  }
  const back = await openMailbox(t, { port: mailbox.port })
  clock.now += MAIL_STEPS[3]!
  await wake()
  assert.equal(back.received.length, 1)
  const { mail, attempts, error } = (await readEnquiryByReference(db, reference))!
  assert.deepEqual({ mail, attempts, error }, { mail: 'sent', attempts: 5, error: '' })
})

it('the mail of enquiries has failed after the last step, is kept, and goes out when it is sent again', async (t) => {
  const db = await newMarket(t)
  const refusing = await openMailbox(t, { refuse: true })
  const clock = { now: Date.now() }
  const reference = await addOne(db, {}, clock)
  const registry = createMetricRegistry()
  const onMail = createMailMetrics(registry)
  const { wake } = await startSending(t, db, refusing.url, clock, { onMail })
  await wake()
  for (const step of MAIL_STEPS) {
    clock.now += step
    await wake()
  }
  const { mail, due_at, attempts } = (await readEnquiryByReference(db, reference))!
  assert.deepEqual({ mail, due_at, attempts }, { mail: 'failed', due_at: null, attempts: MAIL_STEPS.length + 1 })
  const mailbox = await openMailbox(t)
  await resendEnquiry(db, reference, clock.now)
  await (await startSending(t, db, mailbox.url, clock, { onMail })).wake()
  assert.equal(mailbox.received.length, 1)
  const counted = [...(await registry.metrics()).matchAll(/outcome="(\w+)"\} (\d+)/g)].map((result) => result.slice(1))
  assert.deepEqual(counted, [
    ['sent', '1'],
    ['failed', String(MAIL_STEPS.length)],
    ['given_up', '1'],
  ])
})

it('the mail of enquiries is sent by another when its sender was killed between claim and outcome, once the lease has ended', async (t) => {
  const url = await sqlite.newUrl(t)
  const db = await newMarket(t, url)
  const clock = { now: Date.now() }
  const reference = await addOne(db, {}, clock)
  const holding = await openMailbox(t, { hold: true })
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/cli/main.ts'), 'deliver'], {
    env: {
      ...PROGRAM_ENV,
      DATABASE_URL: url,
      SMTP_URL: holding.url,
      ENQUIRY_FROM: FROM,
      SECRET_KEY: 'k'.repeat(32),
    },
    stdio: 'ignore',
  })
  t.after(() => child.kill('SIGKILL'))
  await holding.connected()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const mailbox = await openMailbox(t)
  const { wake } = await startSending(t, db, mailbox.url, clock)
  await wake()
  assert.equal(mailbox.received.length, 0, 'the lease still holds')
  const claimed = (await readEnquiryByReference(db, reference))!
  assert.equal(claimed.mail, 'pending')
  clock.now = claimed.due_at!
  assert.ok(clock.now - claimed.created_at >= MAIL_LEASE_MS)
  await wake()
  assert.equal(mailbox.received.length, 1)
  assert.equal((await readEnquiryByReference(db, reference))!.attempts, 2)
})

for (const backend of [sqlite, postgres])
  it(`the mail of enquiries goes out once when two send side by side on ${backend.name}`, async (t) => {
    const url = await backend.newUrl(t)
    const db = await newMarket(t, url)
    const other = await openDatabase(target(url))
    t.after(() => other.destroy())
    const mailbox = await openMailbox(t)
    const clock = { now: Date.now() }
    const references: string[] = []
    for (let i = 0; i < 25; i++) references.push(await addOne(db, { address: `192.0.2.${i}` }, clock))
    const senders = await Promise.all([db, other].map((connection) => startSending(t, connection, mailbox.url, clock)))
    await Promise.all(senders.map(({ wake }) => wake()))
    const subjects = mailbox.received.map(({ head }) => / (.{14}):/.exec(head.get('subject')!)![1]!)
    assert.deepEqual(subjects.sort(), references.sort())
  })

it('the mail of enquiries has no head line that a buyer wrote, whatever reached the table', async (t) => {
  const db = await newMarket(t)
  const mailbox = await openMailbox(t)
  const clock = { now: Date.now() }
  const nasty = 'Asha\r\nBcc: all@example.org\r\nX-Own: 1\r\n\r\nbody'
  await addOne(
    db,
    { name: nasty, email: 'asha@example.org\r\nBcc: all@example.org', message: `.\r\n${nasty}\r\n.\r\nQUIT` },
    clock,
  )
  await (await startSending(t, db, mailbox.url, clock)).wake()
  const [mail] = mailbox.received
  assert.deepEqual(mail!.to, [SELLER])
  for (const line of ['bcc', 'cc', 'x-own']) assert.equal(mail!.head.has(line), false, line)
  assert.match(mail!.text, /\nQUIT\n/)
})

it('the mail of enquiries leaves nothing of an enquiry or a seller in the log, also when it fails', async (t) => {
  const db = await newMarket(t)
  const refusing = await openMailbox(t, { refuse: true })
  const clock = { now: Date.now() }
  const reference = await addOne(db, {}, clock)
  const refused = await startSending(t, db, refusing.url, clock)
  await refused.wake()
  assert.match((await readEnquiryByReference(db, reference))!.error, /550/)
  const lines = refused.lines.join('\n')
  assert.match(lines, new RegExp(reference))
  for (const secret of ['Kumar', '9876543210', 'asha', 'Still there', SELLER, '192.0.2.1']) {
    assert.equal(lines.includes(secret), false, secret)
  }
})

it('the mail of enquiries is not set up for another attempt when it was closed during one', async (t) => {
  const db = await newMarket(t)
  const clock = { now: Date.now() }
  const reference = await addOne(db, {}, clock)
  const outbox = await startSending(t, db, undefined, clock, {
    async send() {
      await closeEnquiry(db, reference, clock.now)
      throw new Error('no')
    },
  })
  await outbox.wake()
  const { status, due_at } = (await readEnquiryByReference(db, reference))!
  assert.deepEqual({ status, due_at }, { status: 'closed', due_at: null })
  clock.now += 48 * 60 * MINUTE
  assert.deepEqual(await claimEnquiries(db, clock.now, MAIL_LEASE_MS, 10), [])
})

it('the mail of enquiries forgets closed ones after their retention, and keeps open ones', async (t) => {
  const db = await newMarket(t)
  const clock = { now: Date.now() }
  const closed = await addOne(db, {}, clock)
  const open = await addOne(db, {}, clock)
  await closeEnquiry(db, closed, clock.now)
  const { wake } = await startSending(t, db, undefined, clock)
  clock.now += 90 * 24 * 60 * MINUTE
  await wake()
  assert.equal((await listEnquiries(db)).length, 2)
  clock.now += 11 * MINUTE
  await wake()
  assert.deepEqual(
    (await listEnquiries(db)).map(({ reference }) => reference),
    [open],
  )
  const { sender } = await db.selectFrom('enquiries').select('sender').executeTakeFirstOrThrow()
  assert.equal(sender, '', 'nor whence it came')
})
