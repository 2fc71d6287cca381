import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { revokeKey } from '../../src/auth/api-key-store.ts'
import { openDatabase } from '../../src/database/open.ts'
import { createPost } from '../../src/webhooks/post.ts'
import { createSender } from '../../src/webhooks/sender.ts'
import { createTargetGuard } from '../../src/webhooks/ssrf-guard.ts'
import { deleteSubscription } from '../../src/webhooks/subscriptions.ts'
import { onEachBackend, sqlite, target } from '../backends.ts'
import { newKeyId, newLog, newSecrets, publish, startReceiver, subscribe } from './workshop.ts'

const post = createPost(createTargetGuard({ allowPrivate: true }), { connectMs: 15_000, totalMs: 30_000 })

it('delivers each event, signed, to every subscription for its type with the stored bytes', async (t) => {
  const db = await sqlite.newDatabase(t)
  const secrets = await newSecrets()
  const keyId = await newKeyId(db)
  const all = await startReceiver(t)
  const prices = await startReceiver(t)
  const { secret } = await subscribe(db, secrets, keyId, all.url)
  await subscribe(db, secrets, keyId, prices.url, ['price.updated'])
  const priced = await publish(db, 30)
  const updated = await publish(db, 10, Date.now(), 'variant.updated')
  const sender = createSender({ db, secrets, post, log: newLog() })
  assert.equal(await sender.sendDue(), 70)
  assert.deepEqual(all.requests.map((item) => item.headers['webhook-id']).sort(), [...priced, ...updated].sort())
  assert.deepEqual(prices.requests.map((item) => item.headers['webhook-id']).sort(), [...priced].sort())
  for (const { body, headers } of all.requests) {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    const stored = await db.selectFrom('events').select('body').where('id', '=', JSON.parse(body).id).executeTakeFirst()
    assert.equal(stored?.body, body)
    assert.equal(headers['content-type'], 'application/json')
  }
  assert.equal(await sender.sendDue(), 0)
  const states = await db.selectFrom('deliveries').select(['state', 'due_at', 'leased']).distinct().execute()
  assert.deepEqual(
    states.map((row) => ({ ...row })),
    [{ state: 'delivered', due_at: null, leased: 0 }],
  )
})

it('sends nothing for a deleted subscription or a revoked key', async (t) => {
  const db = await sqlite.newDatabase(t)
  const secrets = await newSecrets()
  const [first, second] = [await newKeyId(db), await newKeyId(db)]
  const receiver = await startReceiver(t)
  const { id } = await subscribe(db, secrets, first, receiver.url)
  await subscribe(db, secrets, second, receiver.url)
  await publish(db, 3)
  assert.equal(await deleteSubscription(db, second, id), false)
  assert.equal(await deleteSubscription(db, first, id), true)
  await revokeKey(db, second, Date.now())
  const sender = createSender({ db, secrets, post, log: newLog() })
  assert.equal(await sender.sendDue(), 0)
  await publish(db, 3)
  assert.equal(await sender.sendDue(), 0)
  assert.equal(receiver.requests.length, 0)
})

it('serves a new subscription in the next round despite long backlogs of others', async (t) => {
  const db = await sqlite.newDatabase(t)
  const secrets = await newSecrets()
  const keyId = await newKeyId(db)
  for (let i = 0; i < 6; i++) await subscribe(db, secrets, keyId, `https://busy.example/${i}`)
  await publish(db, 8, Date.now() - 60_000)
  await subscribe(db, secrets, keyId, 'https://newcomer.example/')
  const order: string[] = []
  let before = 0
  const answer = { kind: 'answer', status: 200, retryAfter: undefined, response: '' } as const
  const sender = createSender({
    db,
    secrets,
    log: newLog(),
    limits: { total: 2, perSubscription: 1 },
    async post(url) {
      order.push(new URL(url).hostname)
      if (order.length === 4) {
        await publish(db, 1)
        // While it was written the other place went on.
        before = order.length
      }
      return answer
    },
  })
  await sender.sendDue()
  const waited = order.indexOf('newcomer.example') - before
  assert.ok(waited >= 0 && waited <= 8, `it waited for ${waited} others`)
})

it('releases running deliveries when it is stopped', async (t) => {
  const db = await sqlite.newDatabase(t)
  const secrets = await newSecrets()
  const hanging = await startReceiver(t, () => {})
  await subscribe(db, secrets, await newKeyId(db), hanging.url)
  await publish(db, 3)
  const sender = createSender({ db, secrets, post, log: newLog() })
  sender.start()
  await hanging.arrived(3)
  await sender.stop(0)
  const rows = await db.selectFrom('deliveries').select(['state', 'step', 'leased', 'due_at']).execute()
  for (const row of rows) {
    assert.deepEqual([row.state, row.step, row.leased], ['pending', 0, 0])
    assert.ok(row.due_at !== null && row.due_at <= Date.now())
  }
  const attempts = await db.selectFrom('attempts').select('outcome').execute()
  assert.deepEqual(
    attempts.map((row) => row.outcome),
    ['aborted', 'aborted', 'aborted'],
  )
})

it('claims nothing after it is stopped, even in a round that has started', async (t) => {
  const db = await sqlite.newDatabase(t)
  const secrets = await newSecrets()
  const receiver = await startReceiver(t)
  await subscribe(db, secrets, await newKeyId(db), receiver.url)
  await publish(db, 3)
  const sender = createSender({ db, secrets, post, log: newLog(), workers: 1 })
  const { transaction } = db
  const stopped = new Promise<void>((resolve) => {
    t.mock.method(db, 'transaction', () => {
      resolve(sender.stop())
      return transaction.call(db)
    })
  })
  sender.start()
  await stopped
  const attempts = await db.selectFrom('attempts').select('number').execute()
  assert.deepEqual([attempts.length, receiver.requests.length], [0, 0])
})

it('reaches nine receivers while a tenth never responds', async (t) => {
  const db = await sqlite.newDatabase(t)
  const secrets = await newSecrets()
  const keyId = await newKeyId(db)
  let [waiting, max] = [0, 0]
  const hanging = await startReceiver(t, (_, response) => {
    max = Math.max(max, ++waiting)
    response.on('close', () => waiting--)
  })
  const healthy = await Promise.all(Array.from({ length: 9 }, () => startReceiver(t)))
  for (const { url } of [hanging, ...healthy]) await subscribe(db, secrets, keyId, url)
  const sender = createSender({ db, secrets, post, log: newLog(), limits: { total: 60, perSubscription: 10 } })
  sender.start()
  for (let batch = 1; batch <= 3; batch++) {
    await publish(db, 20)
    await Promise.all(healthy.map((receiver) => receiver.arrived(batch * 20)))
  }
  await sender.stop(0)
  assert.equal(max, 10)
  for (const { requests } of healthy) {
    assert.equal(new Set(requests.map(({ headers }) => headers['webhook-id'])).size, 60)
  }
})

/** Polls never come: only waking makes the sender look again. */
const withoutPolls = {
  ...{ clearTimeout, performance, Math },
  setTimeout: (run: () => void, ms: number) => setTimeout(run, ms < 100 ? ms : 1e9),
}

onEachBackend('the sender', (backend) => {
  it('sends an event when its change is committed in this process, without waiting for a poll', async (t) => {
    const hooks = { onCommit: () => {} }
    const db = await openDatabase(target(await backend.newUrl(t)), { onCommit: () => hooks.onCommit() })
    t.after(() => db.destroy())
    const secrets = await newSecrets()
    const { url, requests } = await startReceiver(t, (_, response) => {
      response.end('ok')
      received.resolve()
    })
    const received = Promise.withResolvers<void>()
    await subscribe(db, secrets, await newKeyId(db), url)
    const sender = createSender({ db, secrets, post, log: newLog(), runtime: withoutPolls })
    sender.start()
    t.after(() => sender.stop(0))
    hooks.onCommit = sender.wake
    await publish(db, 1)
    await received.promise
    assert.equal(requests.length, 1)
  })
})
