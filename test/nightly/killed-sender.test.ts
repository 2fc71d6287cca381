import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createPost } from '../../src/webhooks/post.ts'
import { createSender } from '../../src/webhooks/sender.ts'
import { createTargetGuard } from '../../src/webhooks/ssrf-guard.ts'
import { postgres, sqlite } from '../backends.ts'
import { sized } from '../tier.ts'
import { kill, openDelivery, startProgram, stop } from '../webhooks/processes.ts'
import { newLog, publish, startReceiver, subscribe } from '../webhooks/workshop.ts'

const KILLS = sized(1, 20)
const EVENTS = sized(60, 1_000)
const RECEIVERS = 5

for (const backend of sized([sqlite], [sqlite, postgres])) {
  it(`killed senders on ${backend.name} lose no event and repeat requests with the same ID and bytes`, async (t) => {
    const { url, db, secrets, keyId } = await openDelivery(t, backend)
    const bodies = new Map<string, string>()
    const all = Promise.withResolvers<void>()
    const changed: string[] = []
    let requests = 0
    let nextKill = 100
    let kills = 0
    const start = () => startProgram(t, 'sender-program.ts', { DATABASE_URL: url, LEASE_MS: '5000' })
    const senders: Awaited<ReturnType<typeof start>>[] = []
    let replacing = Promise.resolve()
    const replace = async () => {
      await kill(senders.shift()!)
      senders.push(await start())
    }
    for (let i = 0; i < RECEIVERS; i++) {
      const receiver = await startReceiver(t, ({ headers, body }, response) => {
        response.end()
        const delivery = `${i} ${headers['webhook-id']}`
        if ((bodies.get(delivery) ?? body) !== body) changed.push(delivery)
        bodies.set(delivery, body)
        if (++requests >= nextKill && kills < KILLS) {
          kills++
          nextKill += 50 + Math.floor(Math.random() * 150)
          replacing = replacing.then(replace)
        }
        if (bodies.size === EVENTS * RECEIVERS) all.resolve()
      })
      await subscribe(db, secrets, keyId, receiver.url)
    }
    await publish(db, EVENTS)
    for (let i = 0; i < (backend === postgres ? 4 : 1); i++) senders.push(await start())
    await all.promise
    await replacing
    for (const sender of senders) await stop(sender)
    assert.deepEqual([kills, changed], [KILLS, []])
    // What a killed sender sent without recording it is sent again after its lease.
    const post = createPost(createTargetGuard({ allowPrivate: true }))
    await createSender({ db, secrets, post, log: newLog(), now: () => Date.now() + 60_000 }).sendDue()
    const open = await db.selectFrom('deliveries').select('event_id').where('state', '!=', 'delivered').execute()
    assert.deepEqual([open, changed], [[], []])
    t.diagnostic(`${kills} kills, ${requests - EVENTS * RECEIVERS} requests repeated`)
  })
}
