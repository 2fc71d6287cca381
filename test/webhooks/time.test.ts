import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { revokeKey } from '../../src/auth/api-key-store.ts'
import type { Db } from '../../src/database/schema.ts'
import { createMetricRegistry } from '../../src/lib/metrics.ts'
import { runMaintenance } from '../../src/webhooks/delivery.ts'
import { registerBacklogMetrics } from '../../src/webhooks/metrics.ts'
import { RETRY_SCHEDULE_MS } from '../../src/webhooks/outcome.ts'
import type { Post, PostResult } from '../../src/webhooks/post.ts'
import { disableSubscription, enableSubscription } from '../../src/webhooks/replay.ts'
import { createSender } from '../../src/webhooks/sender.ts'
import { rotateSecret, serviceSignature } from '../../src/webhooks/signing.ts'
import { sqlite } from '../backends.ts'
import { sized } from '../tier.ts'
import { newKeyId, newLog, newSecrets, publish, subscribe } from './workshop.ts'

/** As many changes as an import records at once. */
const BATCH = 1_000
/** Changes while a subscription is disabled or its key has ended. */
const CHANGES = sized(1_200, 400_000)
const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Sent {
  at: number
  id: string
  headers: Record<string, string>
  body: string
}

/** A sender whose clock and receiver are in the hands of the test. */
async function open(t: TestContext) {
  const db = await sqlite.newDatabase(t)
  const secrets = await newSecrets()
  const log = newLog()
  const clock = { now: Date.now() }
  const start = clock.now
  const sent: Sent[] = []
  const world = { answer: (_at: number): PostResult => ok(200) }
  const post: Post = async (_url, headers, body) => {
    sent.push({ at: clock.now, id: headers['webhook-id']!, headers, body })
    return world.answer(clock.now - start)
  }
  const now = () => clock.now
  const sender = createSender({ db, secrets, post, log, now })
  const keeper = { runOnce: (withSweep?: boolean) => runMaintenance({ db, log, retentionDays: 30, now }, withSweep) }
  const subscription = await subscribe(db, secrets, await newKeyId(db), 'https://example.com/', undefined, start)

  /** Lets time pass from one due moment to the next, doing what falls due. */
  async function passUntil(end: number): Promise<void> {
    for (;;) {
      await sender.sendDue()
      const next = await nextDue(db)
      const then = Math.min(next ?? end, end, clock.now + 6 * HOUR)
      if (then <= clock.now) {
        if (clock.now >= end) return
        clock.now++
        continue
      }
      clock.now = then
      await keeper.runOnce(false)
      if (then === end) {
        await sender.sendDue()
        return
      }
    }
  }
  return { db, secrets, log, clock, start, sent, world, sender, keeper, subscription, passUntil }
}

function ok(status: number, retryAfter?: string): PostResult {
  return { kind: 'answer', status, retryAfter, response: '' }
}

async function nextDue(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('deliveries')
    .innerJoin('subscriptions', 'subscriptions.id', 'deliveries.subscription_id')
    .select((eb) => eb.fn.min('due_at').as('next'))
    .where('due_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row?.next ?? undefined
}

async function states(db: Db): Promise<Record<string, number>> {
  const rows = await db.selectFrom('deliveries').select('state').execute()
  return Object.fromEntries(Object.entries(Object.groupBy(rows, (row) => row.state)).map(([k, v]) => [k, v.length]))
}

it('retries on schedule while a receiver is down for six hours, then delivers every event', async (t) => {
  const { db, start, sent, world, passUntil } = await open(t)
  world.answer = (i) => (i < 6 * HOUR ? { kind: 'unreachable', error: 'ECONNREFUSED' } : ok(200))
  const ids = await publish(db, 40, start)
  await passUntil(start + 16 * HOUR)
  assert.deepEqual(await states(db), { delivered: 40 })
  for (const id of ids) {
    const self = sent.filter((item) => item.id === id)
    assert.equal(self[0]?.at, start)
    self.slice(1).forEach((item, index) => {
      const space = item.at - self[index]!.at
      const step = RETRY_SCHEDULE_MS[index + 1]!
      assert.ok(Math.abs(space - step) <= step * 0.2 + 1, `attempt ${index + 2} came ${space} ms after the one before`)
    })
    assert.equal(new Set(self.map((item) => item.body)).size, 1)
    assert.ok(new Set(self.map((item) => item.headers['webhook-timestamp'])).size > 1)
  }
})

it('follows Retry-After within bounds and disables a subscription on 410', async (t) => {
  const { db, start, clock, sent, log, world, subscription, passUntil } = await open(t)
  const answers = [ok(429, '8'), ok(503, '86400'), ok(429, '1'), ok(503, 'soon'), ok(410)]
  world.answer = () => answers[sent.length - 1]!
  await publish(db, 1, start)
  await passUntil(start + 9 * HOUR)
  const spaces = sent.slice(1).map((item, i) => item.at - sent[i]!.at)
  assert.deepEqual(spaces.slice(0, 3), [8_000, 600_000, 1_800_000])
  assert.ok(
    Math.abs(spaces[3]! - RETRY_SCHEDULE_MS[4]) <= RETRY_SCHEDULE_MS[4] * 0.2 + 1,
    `${spaces[3]} ms after garbage`,
  )
  assert.equal(sent.length, 5)
  assert.equal(log.lines.at(-1)!.message, 'a webhook subscription is disabled; it goes on collecting')
  world.answer = () => ok(200)
  assert.equal(await enableSubscription(db, subscription.id, clock.now), 1)
  await passUntil(clock.now + 1_000)
  assert.deepEqual(await states(db), { delivered: 1 })
})

it('logs when a subscription starts to fail, once a day after that, and when it recovers', async (t) => {
  const { db, clock, start, world, log, passUntil } = await open(t)
  world.answer = (i) => (i < 2.5 * DAY ? { kind: 'unreachable', error: 'ECONNREFUSED' } : ok(200))
  const spoken = () => log.lines.map(({ level, message }) => `${level}: ${message.replace(/\d{4}-\S+/g, 'T')}`)
  await publish(db, 20, start)
  await passUntil(start + 2.4 * DAY)
  const reminder = 'warn: a webhook subscription has been failing since T the first failure after T disables it'
  assert.deepEqual(spoken(), ['warn: a webhook subscription begins to fail', reminder, reminder])
  assert.match(JSON.stringify(log.lines[0]!.details), /ECONNREFUSED/)
  await publish(db, 1, clock.now)
  await passUntil(start + 4 * DAY)
  assert.deepEqual(spoken().slice(3), ['info: a webhook subscription succeeds again'])
})

it('signs with both secrets for a day after a rotation', async (t) => {
  const { db, secrets, clock, start, sent, subscription, passUntil } = await open(t)
  const old = subscription.secret
  const next = (await rotateSecret(db, secrets, subscription.id, DAY, start))!
  await publish(db, 1, start)
  await passUntil(start + DAY - 1)
  const during = sent[0]!
  for (const secret of [old, next]) new Webhook(secret).verify(during.body, during.headers)
  assert.equal(during.headers['X-Service-Signature'], serviceSignature(old, during.body))
  clock.now = start + DAY
  await publish(db, 1, clock.now)
  await passUntil(clock.now + 1_000)
  const after = sent[1]!
  assert.equal(after.headers['webhook-signature']?.split(' ').length, 1)
  assert.equal(after.headers['X-Service-Signature'], serviceSignature(next, after.body))
  assert.equal(await rotateSecret(db, secrets, 'wh_unknown', DAY, start), undefined)
})

it('includes throttled events in the age of the oldest undelivered event', async (t) => {
  const { db, clock, start, world, sender, passUntil } = await open(t)
  const registry = createMetricRegistry()
  registerBacklogMetrics(registry, db, () => clock.now)
  world.answer = () => ok(429, '3600')
  await publish(db, 30, start)
  await sender.sendDue()
  await passUntil(start + 1_800_000)
  const due = await nextDue(db)
  assert.ok(due! > clock.now, 'all of them wait for the receiver')
  const text = await registry.metrics()
  assert.match(text, /^yantra_webhook_pending 30$/m)
  assert.match(text, /^yantra_webhook_oldest_pending_seconds 1800$/m)
})

it('deletes pending deliveries of disabled subscriptions and revoked keys after the retention', async (t) => {
  const { db, secrets, clock, start, world, keeper, sender, subscription } = await open(t)
  const ended = await newKeyId(db)
  await subscribe(db, secrets, ended, 'https://ended.example/', undefined, start)
  const active = await subscribe(db, secrets, await newKeyId(db), 'https://active.example/', undefined, start)
  for (let left = CHANGES; left > 0; left -= BATCH) await publish(db, Math.min(BATCH, left), start)
  await disableSubscription(db, subscription.id, start)
  await revokeKey(db, ended, start)
  world.answer = () => ({ kind: 'unreachable', error: 'ECONNREFUSED' })
  // An attempt at each of so many would take far longer than all the rest.
  if (CHANGES < 10_000) await sender.sendDue()
  clock.now = start + 29 * DAY
  await publish(db, 3, clock.now)
  await keeper.runOnce()
  assert.deepEqual(await states(db), { pending: 3 * CHANGES + 6 })
  clock.now = start + 31 * DAY
  await keeper.runOnce()
  const rows = await db.selectFrom('deliveries').select(['subscription_id', 'created_at']).execute()
  const waiting = Map.groupBy(rows, (row) => (row.created_at === start ? row.subscription_id : 'newer'))
  assert.deepEqual(
    [...waiting].map(([id, list]) => [id, list.length]).sort(),
    [
      [active.id, CHANGES],
      ['newer', 6],
    ].sort(),
  )
})

it('deletes finished deliveries after the retention and keeps pending ones of active subscriptions', async (t) => {
  const { db, clock, start, world, keeper, sender } = await open(t)
  await publish(db, 1_500, start)
  await sender.sendDue()
  world.answer = () => ok(500)
  await publish(db, 1, start)
  await sender.sendDue()
  clock.now = start + 29 * DAY
  await keeper.runOnce()
  assert.deepEqual(await states(db), { delivered: 1_500, pending: 1 })
  clock.now = start + 31 * DAY
  await keeper.runOnce()
  assert.deepEqual(await states(db), { pending: 1 })
  assert.equal((await db.selectFrom('events').select('id').execute()).length, 1)
  assert.equal((await db.selectFrom('attempts').select('number').execute()).length, 1)
  await db.deleteFrom('subscriptions').execute()
  await db
    .insertInto('removed_subscriptions')
    .columns(['id'])
    .expression(db.selectFrom('deliveries').select('subscription_id').distinct())
    .execute()
  await keeper.runOnce()
  assert.deepEqual(await states(db), {})
  assert.equal((await db.selectFrom('events').select('id').execute()).length, 0)
})

it('uses no attempt while the secret key is wrong', async (t) => {
  const { db, secrets, start, sent, world } = await open(t)
  world.answer = () => ok(200)
  await publish(db, 2, start)
  const log = newLog()
  const closed = { ...secrets, decrypt: () => assert.fail('not this key') }
  const other = createSender({ db, secrets: closed, post: async () => ok(200), log, now: () => start })
  assert.equal(await other.sendDue(), 0)
  assert.match(log.lines[0]!.message, /cannot be opened/)
  assert.deepEqual(await db.selectFrom('attempts').select('number').execute(), [])
  assert.equal(sent.length, 0)
})
