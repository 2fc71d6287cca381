import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { Check } from 'typebox/value'
import { EVENTS, WEBHOOK_EVENTS } from '../../src/schema/api/webhook.ts'
import { runMaintenance } from '../../src/webhooks/delivery.ts'
import { createPost } from '../../src/webhooks/post.ts'
import { createSender } from '../../src/webhooks/sender.ts'
import { createTargetGuard } from '../../src/webhooks/ssrf-guard.ts'
import { sqlite } from '../backends.ts'
import { yantra } from '../service.ts'
import { openDelivery } from './processes.ts'
import { newLog, publish, type Received, SECRET_KEY, startReceiver, subscribe } from './workshop.ts'

async function open(t: TestContext, status = 200) {
  const { url, db, secrets, keyId } = await openDelivery(t, sqlite)
  const env = { DATABASE_URL: url, SECRET_KEY, WEBHOOK_ALLOW_PRIVATE: 'true' }
  const answer = { status }
  const receiver = await startReceiver(t, (_, response) => response.writeHead(answer.status).end('thanks'))
  const subscription = await subscribe(db, secrets, keyId, receiver.url)
  const post = createPost(createTargetGuard({ allowPrivate: true }))
  const sender = createSender({ db, secrets, post, log: newLog() })
  const run = (...args: string[]) => yantra(env, 'webhooks', ...args)
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)
  return { env, db, receiver, subscription, sender, answer, run, json }
}

function verify(secret: string, { body, headers }: Received): void {
  new Webhook(secret).verify(body, headers as Record<string, string>)
}

it('lists and shows subscriptions without their secret', async (t) => {
  const { run, json, subscription, receiver } = await open(t)
  const [item] = await json('list')
  assert.equal(item.id, subscription.id)
  assert.deepEqual([item.state, item.pending, item.failed, item.url], ['active', 0, 0, receiver.url])
  assert.deepEqual(await json('show', subscription.id), item)
  for (const args of [['list'], ['show', subscription.id]]) {
    const { code, stdout } = await run(...args)
    assert.equal(code, 0)
    assert.match(stdout, new RegExp(subscription.id))
    assert.ok(!stdout.includes(subscription.secret))
  }
})

it('shows deliveries with their attempts, and with --failed only those in trouble', async (t) => {
  const { db, run, json, subscription, sender, answer } = await open(t)
  await publish(db, 1, Date.now() - 5)
  await sender.sendDue()
  answer.status = 500
  const [failing] = await publish(db, 1)
  await sender.sendDue()
  const all = await json('deliveries', subscription.id)
  assert.deepEqual(
    all.map((item: { state: string }) => item.state),
    ['pending', 'delivered'],
  )
  const failed = await json('deliveries', subscription.id, '--failed')
  assert.equal(failed.length, 1)
  assert.equal(failed[0].event_id, failing)
  const [{ outcome, status, response }] = failed[0].attempts
  assert.deepEqual({ outcome, status, response }, { outcome: 'rejected', status: 500, response: 'thanks' })
  assert.ok(failed[0].next_attempt_at > failed[0].created_at)
  const { stdout } = await run('deliveries', subscription.id, '--failed')
  assert.match(stdout, /rejected 500/)
  assert.equal((await json('deliveries', subscription.id, '--limit', '1')).length, 1)
})

it('pings with a signed event and tells what came of it', async (t) => {
  const { run, json, receiver, subscription, answer } = await open(t)
  const report = await json('ping', subscription.id)
  assert.deepEqual([report.delivered, report.status, report.response], [true, 200, 'thanks'])
  verify(subscription.secret, receiver.requests[0]!)
  const { id, type, data } = JSON.parse(receiver.requests[0]!.body)
  assert.deepEqual(
    { id, type, data },
    { id: report.event_id, type: 'webhook.ping', data: { webhook_id: subscription.id } },
  )
  answer.status = 404
  const failed = await run('ping', subscription.id)
  assert.equal(failed.code, 1)
  assert.match(failed.stdout, /Not delivered: the receiver responded with 404/)
})

it('rotates a secret and prints the new one', async (t) => {
  const { db, json, receiver, subscription, sender } = await open(t)
  const { secret, overlap_until } = await json('rotate', subscription.id)
  assert.notEqual(secret, subscription.secret)
  assert.ok(Date.parse(overlap_until) > Date.now() + 86_000_000)
  await publish(db, 1)
  await sender.sendDue()
  for (const item of [secret, subscription.secret]) verify(item, receiver.requests[0]!)
  const { secret: third } = await json('rotate', subscription.id, '--overlap', '0s')
  await publish(db, 1)
  await sender.sendDue()
  verify(third, receiver.requests[1]!)
  assert.throws(() => verify(secret, receiver.requests[1]!))
})

it('enables a disabled subscription and replays what was delivered', async (t) => {
  const { db, run, json, receiver, subscription, sender, answer } = await open(t, 410)
  await publish(db, 1)
  await sender.sendDue()
  await publish(db, 2)
  assert.equal((await json('show', subscription.id)).state, 'disabled')
  const waiting = await run('replay', subscription.id, '--since', '1h')
  assert.match(waiting.stdout, /3 deliveries .* once the subscription, now disabled, is active/)
  answer.status = 200
  assert.deepEqual(await json('enable', subscription.id), { id: subscription.id, enabled: true, pending: 3 })
  assert.equal(await sender.sendDue(), 3)
  assert.equal((await json('replay', subscription.id, '--since', '1h')).replayed, 3)
  await sender.sendDue()
  const ids = receiver.requests.map((item) => item.headers['webhook-id'])
  assert.equal(ids.length, 7)
  assert.equal(new Set(ids).size, 3)
  const later = new Date(Date.now() + 60_000).toISOString()
  assert.equal((await json('replay', subscription.id, '--since', later)).replayed, 0)
})

it('tests with an event about a machine of the sample, which is neither kept nor repeated', async (t) => {
  const { db, run, json, receiver, subscription, answer } = await open(t)
  for (const type of EVENTS) {
    const report = await json('test', subscription.id, '--event', type)
    assert.deepEqual([report.delivered, report.status], [true, 200])
    verify(subscription.secret, receiver.requests.at(-1)!)
    const event = JSON.parse(receiver.requests.at(-1)!.body)
    assert.match(event.id, /^evt_test_/)
    assert.deepEqual([event.id, event.type], [report.event_id, type])
    assert.ok(Check(WEBHOOK_EVENTS[type], event))
  }
  answer.status = 500
  assert.equal((await run('test', subscription.id)).code, 1)
  assert.equal((await run('test', subscription.id, '--event', 'price.gone')).code, 2)
  for (const table of ['events', 'deliveries', 'attempts'] as const) {
    assert.deepEqual(await db.selectFrom(table).selectAll().execute(), [])
  }
})

it('disables, resends one event under its own id, and deletes with all that is pending', async (t) => {
  const { db, run, json, receiver, subscription, sender } = await open(t)
  const { id } = subscription
  const [first, second] = await publish(db, 2)
  await sender.sendDue()
  assert.deepEqual(await json('resend', id, first!), { id, event_id: first, resent: true, state: 'active' })
  assert.equal(await sender.sendDue(), 1)
  assert.equal(receiver.requests.at(-1)?.headers['webhook-id'], first)
  assert.equal((await run('resend', id, 'evt_unknown')).code, 1)
  assert.equal((await run('resend', id)).code, 2)
  assert.deepEqual(await json('disable', id), { id, disabled: true })
  assert.equal((await json('show', id)).state, 'disabled')
  assert.match((await run('resend', id, second!)).stdout, /once the subscription, now disabled, is active/)
  await publish(db, 3)
  assert.equal(await sender.sendDue(), 0)
  const removed = await run('delete', id)
  assert.match(removed.stdout, /with 4 pending deliveries/)
  assert.match(removed.stderr, /^Database: /)
  assert.equal((await run('show', id)).code, 1)
  assert.equal(await sender.sendDue(), 0)
  await runMaintenance({ db, log: newLog(), retentionDays: 30 })
  assert.deepEqual(await db.selectFrom('deliveries').selectAll().execute(), [])
})

it('says which setting differs when a target that the server took is refused here', async (t) => {
  const { env, subscription } = await open(t)
  const { code, stdout } = await yantra({ ...env, WEBHOOK_ALLOW_PRIVATE: '' }, 'webhooks', 'ping', subscription.id)
  assert.equal(code, 1)
  assert.match(stdout, /Not delivered: .*\n.*WEBHOOK_ALLOW_PRIVATE=true/)
})

it('exits with 1 for an unknown subscription', async (t) => {
  const { run } = await open(t)
  const unknown = await run('show', 'wh_unknown')
  assert.deepEqual([unknown.code, unknown.stdout], [1, ''])
})
