import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createPost } from '../../src/webhooks/post.ts'
import { disableSubscription, enableSubscription } from '../../src/webhooks/replay.ts'
import { createSender } from '../../src/webhooks/sender.ts'
import { createTargetGuard } from '../../src/webhooks/ssrf-guard.ts'
import { onEachBackend, sqlite } from '../backends.ts'
import { sized } from '../tier.ts'
import { openDelivery, startProgram, stop } from '../webhooks/processes.ts'
import { newKeyId, newLog, newSecrets, publish, startReceiver, subscribe } from '../webhooks/workshop.ts'

onEachBackend('webhooks of several processes', (backend) => {
  it('4: several senders never send a request twice', async (t) => {
    const { url, db, secrets, keyId } = await openDelivery(t, backend)
    const events = sized(200, 2_000)
    const receivers = await Promise.all([1, 2, 3, 4, 5].map(() => startReceiver(t)))
    for (const receiver of receivers) await subscribe(db, secrets, keyId, receiver.url)
    const ids = await publish(db, events)
    const env = { DATABASE_URL: url, LEASE_MS: '30000' }
    const senders = await Promise.all([1, 2, 3, 4].map(() => startProgram(t, 'sender-program.ts', env)))
    await Promise.all(receivers.map((receiver) => receiver.arrived(events)))
    for (const sender of senders) await stop(sender)
    for (const { requests } of receivers) {
      assert.deepEqual(requests.map(({ headers }) => headers['webhook-id']).sort(), ids.toSorted())
    }
    const states = await db.selectFrom('deliveries').select('state').distinct().execute()
    assert.deepEqual(
      states.map(({ state }) => state),
      ['delivered'],
    )
  })
})

it('8: when 1,000 receivers recover together, the busiest second has at most twice the configured rate', async (t) => {
  const [receivers, perKey, concurrency, answerMs] = [sized(200, 1_000), 20, 50, 200]
  const arrivals: number[] = []
  let [pending, max] = [0, 0]
  const { url } = await startReceiver(t, (_, response) => {
    arrivals.push(performance.now())
    max = Math.max(max, ++pending)
    setTimeout(() => {
      pending--
      response.end()
    }, answerMs)
  })
  const db = await sqlite.newDatabase(t)
  const secrets = await newSecrets()
  const ids: string[] = []
  for (let keyId = ''; ids.length < receivers; ) {
    if (ids.length % perKey === 0) keyId = await newKeyId(db)
    ids.push((await subscribe(db, secrets, keyId, `${url}/${ids.length}`)).id)
    await disableSubscription(db, ids.at(-1)!, Date.now())
  }
  await publish(db, 1)
  for (const id of ids) await enableSubscription(db, id, Date.now())
  const post = createPost(createTargetGuard({ allowPrivate: true }))
  const sender = createSender({ db, secrets, post, log: newLog(), limits: { total: concurrency } })
  while ((await sender.sendDue()) > 0);
  const rate = concurrency / (answerMs / 1_000)
  const busiest = Math.max(...arrivals.map((from) => arrivals.filter((i) => i >= from && i < from + 1_000).length))
  t.diagnostic(`at most ${max} pending; ${busiest} in the busiest second, ${rate} configured`)
  assert.equal(arrivals.length, receivers)
  assert.ok(busiest <= 2 * rate && max <= concurrency)
})
