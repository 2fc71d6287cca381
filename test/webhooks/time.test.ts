import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Registry } from 'prom-client'
import { Webhook } from 'standardwebhooks'
import type { Db } from '../../src/database/schema.ts'
import { revokeKey } from '../../src/keys/key-store.ts'
import { keepHouse } from '../../src/webhooks/delivery.ts'
import { registerBacklogMetrics } from '../../src/webhooks/metrics.ts'
import { STEPS } from '../../src/webhooks/outcome.ts'
import type { Post, PostResult } from '../../src/webhooks/post.ts'
import { disableSubscription, enableSubscription, replayDeliveries } from '../../src/webhooks/replay.ts'
import { createSender } from '../../src/webhooks/sender.ts'
import { rotateSecret, serviceSignature } from '../../src/webhooks/signing.ts'
import { type Backend, onEachBackend } from '../backends.ts'
import { newKeyId, newLog, newSecrets, publish, subscribe } from './workshop.ts'

/** As many changes as an import records at once. */
const BATCH = 1_000
/** Changes while a subscription is disabled or its key has ended. */
const CHANGES = process.env.NIGHTLY === '1' ? 400_000 : 1_200
const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Sent {
  at: number
  id: string
  headers: Record<string, string>
  body: string
}

/** A sender whose clock and receiver are in the hands of the test. */
async function open(t: Parameters<Backend['newDatabase']>[0], backend: Backend) {
  const db = await backend.newDatabase(t)
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
  const keeper = { runOnce: (withSweep?: boolean) => keepHouse({ db, log, retentionDays: 30, now }, withSweep) }
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

onEachBackend('over time, the sender', (backend) => {
  it('keeps to its schedule through six hours of downtime and delivers everything after', async (t) => {
    const { db, start, sent, world, passUntil } = await open(t, backend)
    world.answer = (at) => (at < 6 * HOUR ? { kind: 'unreachable', error: 'ECONNREFUSED' } : ok(200))
    const ids = await publish(db, 40, start)
    await passUntil(start + 16 * HOUR)
    assert.deepEqual(await states(db), { delivered: 40 })
    for (const id of ids) {
      const own = sent.filter((one) => one.id === id)
      assert.equal(own[0]?.at, start)
      own.slice(1).forEach((one, index) => {
        const gap = one.at - own[index]!.at
        const step = STEPS[index + 1]!
        assert.ok(Math.abs(gap - step) <= step * 0.2 + 1, `attempt ${index + 2} came ${gap} ms after the one before`)
      })
      assert.equal(new Set(own.map((one) => one.body)).size, 1)
      assert.ok(new Set(own.map((one) => one.headers['webhook-timestamp'])).size > 1)
    }
    t.diagnostic(`${ids.length} of ${ids.length} delivered; ${sent.length} attempts, all within ±20 %`)
  })

  it('gives a delivery up after ten attempts, keeps it, and replays it under the same id', async (t) => {
    const { db, clock, start, sent, world, subscription, passUntil } = await open(t, backend)
    world.answer = () => ok(500)
    const [id] = await publish(db, 1, start)
    await passUntil(start + 4.5 * DAY)
    assert.equal(sent.length, 10)
    assert.deepEqual(await states(db), { failed: 1 })
    world.answer = () => ok(204)
    const none = { since: start + 1, failedOnly: false }
    assert.equal(await replayDeliveries(db, subscription.id, none, clock.now), 0)
    const all = { since: start, failedOnly: true }
    assert.equal(await replayDeliveries(db, subscription.id, all, clock.now), 1)
    await passUntil(clock.now + 1_000)
    assert.deepEqual(await states(db), { delivered: 1 })
    assert.deepEqual(new Set(sent.map((one) => one.id)), new Set([id]))
    assert.equal(new Set(sent.map((one) => one.body)).size, 1)
    const attempts = await db.selectFrom('attempts').select('number').orderBy('number').execute()
    assert.deepEqual(
      attempts.map((row) => row.number),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    )
  })

  it('waits as long as the receiver asks, between one and two times the step', async (t) => {
    const { db, start, sent, world, passUntil } = await open(t, backend)
    world.answer = (at) => (at === 0 ? ok(429, '8') : at < 60_000 ? ok(503, '86400') : ok(429, '1'))
    await publish(db, 1, start)
    await passUntil(start + 2 * HOUR)
    const gaps = sent.slice(1).map((one, index) => one.at - sent[index]!.at)
    assert.deepEqual(gaps.slice(0, 3), [8_000, 600_000, 1_800_000])
    t.diagnostic('Retry-After of 8, 86,400 and 1 s: waited 8, 600 and 1,800 s')
  })

  it('repeats an attempt without an outcome when its lease ends, at the same step', async (t) => {
    const { db, secrets, clock, start, sent, sender } = await open(t, backend)
    await publish(db, 3, start)
    const silence = Promise.withResolvers<PostResult>()
    const began = Promise.withResolvers<void>()
    let begun = 0
    const post: Post = () => {
      if (++begun === 3) began.resolve()
      return silence.promise
    }
    const stuck = createSender({ db, secrets, post, log: newLog(), now: () => clock.now })
    const stuckDone = stuck.sendDue()
    await began.promise
    clock.now = start + 29_999
    assert.equal(await sender.sendDue(), 0)
    clock.now = start + 30_000
    assert.equal(await sender.sendDue(), 3)
    assert.equal(sent.length, 3)
    const rows = await db.selectFrom('deliveries').select(['state', 'step', 'attempts']).execute()
    for (const row of rows) assert.deepEqual({ ...row }, { state: 'delivered', step: 1, attempts: 2 })
    silence.resolve(ok(500))
    await stuckDone
  })

  it('does not let a late outcome undo a newer one', async (t) => {
    const { db, secrets, clock, start, sender } = await open(t, backend)
    await publish(db, 1, start)
    const late = Promise.withResolvers<PostResult>()
    const began = Promise.withResolvers<void>()
    const post: Post = () => {
      began.resolve()
      return late.promise
    }
    const slow = createSender({ db, secrets, post, log: newLog(), now: () => clock.now })
    const slowDone = slow.sendDue()
    await began.promise
    clock.now += 30_000
    assert.equal(await sender.sendDue(), 1)
    late.resolve(ok(500))
    await slowDone
    assert.deepEqual(await states(db), { delivered: 1 })
    const attempts = await db.selectFrom('attempts').select('outcome').orderBy('number').execute()
    assert.deepEqual(
      attempts.map((row) => row.outcome),
      ['rejected', 'delivered'],
    )
    t.diagnostic('the late outcome was refused; delivered once')
  })

  it('disables at 410, goes on collecting, and sends what it collected when it is enabled', async (t) => {
    const { db, clock, start, sent, world, log, subscription, passUntil } = await open(t, backend)
    world.answer = () => ok(410)
    await publish(db, 1, start)
    await passUntil(start + HOUR)
    assert.equal(sent.length, 1)
    assert.deepEqual(
      log.lines.map((line) => line.message),
      ['a webhook subscription is disabled; it goes on collecting'],
    )
    await publish(db, 5, clock.now)
    await passUntil(start + 2 * HOUR)
    assert.equal(sent.length, 1)
    assert.deepEqual(await states(db), { pending: 6 })
    world.answer = () => ok(200)
    assert.equal(await enableSubscription(db, subscription.id, clock.now), 6)
    await passUntil(clock.now + 1_000)
    assert.deepEqual(await states(db), { delivered: 6 })
    t.diagnostic('410: disabled after one POST, 5 collected, 6 sent when enabled')
  })

  it('says when a subscription begins to fail, once a day meanwhile, and when it succeeds again', async (t) => {
    const { db, clock, start, world, log, passUntil } = await open(t, backend)
    world.answer = (at) => (at < 2.5 * DAY ? { kind: 'unreachable', error: 'ECONNREFUSED' } : ok(200))
    const said = () => log.lines.map(({ level, message }) => `${level}: ${message.replace(/\d{4}-\S+/g, 'T')}`)
    await publish(db, 20, start)
    await passUntil(start + 2.4 * DAY)
    const reminder = 'warn: a webhook subscription has been failing since T the first failure after T disables it'
    assert.deepEqual(said(), ['warn: a webhook subscription begins to fail', reminder, reminder])
    assert.match(JSON.stringify(log.lines[0]!.details), /ECONNREFUSED/)
    await publish(db, 1, clock.now)
    await passUntil(start + 4 * DAY)
    assert.deepEqual(said().slice(3), ['info: a webhook subscription succeeds again'])
  })

  it('disables at the first failure after five days without a success', async (t) => {
    const { db, clock, start, sent, world, log, passUntil } = await open(t, backend)
    world.answer = () => ok(500)
    const warnings = () => log.lines.filter((line) => line.level === 'warn').map((line) => line.message)
    for (let day = 0; day < 5; day++) {
      await publish(db, 1, clock.now)
      await passUntil(start + (day + 1) * DAY - HOUR)
      clock.now = start + (day + 1) * DAY
    }
    assert.ok(warnings().length >= 4)
    assert.match(warnings().at(-1)!, /disables it/)
    const before = sent.length
    await publish(db, 1, clock.now)
    await passUntil(start + 9 * DAY)
    assert.equal(sent.length - before >= 1, true)
    assert.match(warnings().at(-1)!, /is disabled/)
    const row = await db.selectFrom('subscriptions').select('disabled_reason').executeTakeFirstOrThrow()
    assert.match(row.disabled_reason ?? '', /five days/)
    assert.ok(sent.every((one) => one.at <= start + 5 * DAY + HOUR))
  })

  it('signs with both secrets for a day after a rotation, plainly with the old one, then with the new one', async (t) => {
    const { db, secrets, clock, start, sent, subscription, passUntil } = await open(t, backend)
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
    t.diagnostic('both verify to the last millisecond of 24 h, then the new one alone')
  })

  it('keeps no answer of a success, and the beginning of a failure', async (t) => {
    const { db, start, world, passUntil } = await open(t, backend)
    const answer = (status: number): PostResult => ({ ...ok(status), response: 'words' }) as PostResult
    world.answer = (at) => answer(at === 0 ? 500 : 200)
    await publish(db, 1, start)
    await passUntil(start + HOUR)
    const attempts = await db.selectFrom('attempts').select(['status', 'response']).orderBy('number').execute()
    assert.deepEqual(
      attempts.map((row) => ({ ...row })),
      [
        { status: 500, response: 'words' },
        { status: 200, response: null },
      ],
    )
  })

  it('counts throttled events into the age of the oldest that is undelivered', async (t) => {
    const { db, clock, start, world, sender, passUntil } = await open(t, backend)
    const registry = new Registry()
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
    t.diagnostic('30 throttled events, 1,800 s old, count with 1,800 s')
  })

  it('drops what has waited for longer than the retention for a disabled subscription or an ended key', async (t) => {
    const { db, secrets, clock, start, world, keeper, sender, subscription } = await open(t, backend)
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
    t.diagnostic(
      `${CHANGES} changes × 3 subscriptions: after the retention ${rows.length} wait, ${CHANGES} of them for the active one`,
    )
  })

  it('is late for nothing when the clock is set a day ahead and back', async (t) => {
    const { db, clock, start, sent, world, sender, passUntil } = await open(t, backend)
    world.answer = () => ok(500)
    await publish(db, 10, start)
    await passUntil(start + 10_000)
    // Ahead: attempts fail there, and events are recorded there.
    clock.now = start + DAY
    await publish(db, 5, clock.now)
    await sender.sendDue()
    const stepped = start + 60_000
    clock.now = stepped
    await sender.sendDue()
    const rows = await db.selectFrom('deliveries').select(['step', 'due_at']).execute()
    assert.equal(rows.length, 15)
    for (const { step, due_at } of rows) {
      assert.ok(
        due_at! - stepped <= STEPS[step]! * 1.2,
        `step ${step} is due ${due_at! - stepped} ms from the clock's step`,
      )
    }
    const before = sent.length
    await passUntil(stepped + HOUR)
    assert.ok(sent.length >= before + 15)
    t.diagnostic('15 deliveries, none due later than its step × 1.2 after the step of the clock')
  })

  it('keeps finished deliveries for the days it is told, and pending ones of an active subscription for good', async (t) => {
    const { db, clock, start, world, keeper, sender } = await open(t, backend)
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

  it('waits without spending an attempt when the secret key is a wrong one', async (t) => {
    const { db, secrets, start, sent, world } = await open(t, backend)
    world.answer = () => ok(200)
    await publish(db, 2, start)
    const log = newLog()
    const closed = { ...secrets, open: () => assert.fail('not this key') }
    const other = createSender({ db, secrets: closed, post: async () => ok(200), log, now: () => start })
    assert.equal(await other.sendDue(), 0)
    assert.match(log.lines[0]!.message, /cannot be opened/)
    assert.deepEqual(await db.selectFrom('attempts').select('number').execute(), [])
    assert.equal(sent.length, 0)
  })
})
