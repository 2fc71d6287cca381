import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../src/database/open.ts'
import type { Db } from '../../src/database/schema.ts'
import { createPost } from '../../src/webhooks/post.ts'
import { createSender } from '../../src/webhooks/sender.ts'
import { openSecrets } from '../../src/webhooks/signing.ts'
import { createTargetGuard } from '../../src/webhooks/target-guard.ts'
import { type Backend, onEachBackend, target } from '../backends.ts'
import { PROGRAM_ENV } from '../processes.ts'
import { newKeyId, newLog, publish, type Receiver, SECRET_KEY, startReceiver, subscribe } from '../webhooks/workshop.ts'

/** NIGHTLY=1 runs the whole of it; otherwise some, which finds the same mistakes a little later. */
const FULL = process.env.NIGHTLY === '1'
const KILLS = FULL ? 20 : 4
const SENDER = fileURLToPath(new URL('webhook-sender.ts', import.meta.url))
const WRITER = fileURLToPath(new URL('webhook-writer.ts', import.meta.url))

async function open(t: TestContext, backend: Backend) {
  const url = await backend.newUrl(t)
  const db = await openDatabase(target(url))
  t.after(() => db.destroy())
  const secrets = await openSecrets(db, { secretKey: SECRET_KEY, database: target(url), warn: assert.fail })
  return { url, db, secrets, keyId: await newKeyId(db) }
}

async function spawn(t: TestContext, program: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = fork(program, { env: { ...PROGRAM_ENV, SECRET_KEY, ...env } })
  t.after(() => child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  child.send('stop')
  await once(child, 'exit')
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

function idsOf(receiver: Receiver): string[] {
  return receiver.requests.map((one) => String(one.headers['webhook-id']))
}

async function openDeliveries(db: Db): Promise<number> {
  return (await db.selectFrom('deliveries').select('event_id').where('state', '!=', 'delivered').execute()).length
}

onEachBackend('webhooks under fire', (backend) => {
  it('lose nothing when senders are killed again and again, and repeat only under the same id and bytes', async (t) => {
    const { url, db, secrets, keyId } = await open(t, backend)
    const events = FULL ? 1_000 : 200
    const seen = new Map<string, string>()
    const all = Promise.withResolvers<void>()
    const changed: string[] = []
    let requests = 0
    let nextKill = 100
    let kills = 0
    const children: ChildProcess[] = []
    const env = { DATABASE_URL: url, LEASE_MS: '5000' }
    let replacing = Promise.resolve()

    /** Kills one of the senders, in turn, and starts another in its place. */
    async function replace(): Promise<void> {
      await kill(children.shift()!)
      children.push(await spawn(t, SENDER, env))
    }

    for (let i = 0; i < 5; i++) {
      const receiver = await startReceiver(t, (request, response) => {
        response.end()
        const delivery = `${i} ${request.headers['webhook-id']}`
        if ((seen.get(delivery) ?? request.body) !== request.body) changed.push(delivery)
        seen.set(delivery, request.body)
        requests++
        if (requests >= nextKill && kills < KILLS) {
          kills++
          nextKill += 50 + Math.floor(Math.random() * 150)
          replacing = replacing.then(replace)
        }
        if (seen.size === events * 5) all.resolve()
      })
      await subscribe(db, secrets, keyId, receiver.url)
    }
    const ids = await publish(db, events)
    for (let i = 0; i < (backend.name === 'postgres' ? 4 : 1); i++) children.push(await spawn(t, SENDER, env))
    await all.promise
    await replacing
    for (const child of children) await stop(child)
    assert.equal(kills, KILLS)
    assert.deepEqual(changed, [])
    assert.equal(seen.size, ids.length * 5)
    // What a killed sender had sent without a word is sent again when its lease ends.
    const last = createSender({
      db,
      secrets,
      post: createPost(createTargetGuard({ allowPrivate: true })),
      log: newLog(),
      now: () => Date.now() + 60_000,
    })
    await last.sendDue()
    assert.equal(await openDeliveries(db), 0)
    const bodies = await db.selectFrom('events').select(['id', 'body']).execute()
    assert.deepEqual(new Set(bodies.map((row) => row.id)), new Set(ids))
    t.diagnostic(
      `${kills} kills, ${seen.size} of ${ids.length * 5} received, ${requests - seen.size} again under the same id`,
    )
  })

  it('never send a request twice when several senders share the work', async (t) => {
    const { url, db, secrets, keyId } = await open(t, backend)
    const events = FULL ? 2_000 : 200
    const receivers: Receiver[] = []
    for (let i = 0; i < 5; i++) receivers.push(await startReceiver(t))
    for (const receiver of receivers) await subscribe(db, secrets, keyId, receiver.url)
    const ids = await publish(db, events)
    const env = { DATABASE_URL: url, LEASE_MS: '30000' }
    const children = await Promise.all(Array.from({ length: 4 }, () => spawn(t, SENDER, env)))
    await Promise.all(receivers.map((receiver) => receiver.arrived(events)))
    for (const child of children) await stop(child)
    for (const receiver of receivers) assert.deepEqual(idsOf(receiver).sort(), ids.toSorted())
    t.diagnostic(`${events * receivers.length} requests of four senders, none twice`)
    assert.equal(await openDeliveries(db), 0)
  })

  it('record exactly one event for every committed change, however often the writer is killed', async (t) => {
    const { url, db, secrets, keyId } = await open(t, backend)
    await subscribe(db, secrets, keyId, 'http://127.0.0.1:9/')
    let told = 0
    for (let round = 0; round < (FULL ? 200 : 3); round++) {
      const writer = await spawn(t, WRITER, { DATABASE_URL: url })
      const commits = 5 + Math.floor(Math.random() * 20)
      const enough = Promise.withResolvers<void>()
      let count = 1
      writer.on('message', () => ++count >= commits && enough.resolve())
      await enough.promise
      await kill(writer)
      told += count
    }
    const changes = await db.selectFrom('manufacturers').select('id').execute()
    const bodies = await db.selectFrom('events').select('body').execute()
    const deliveries = await db.selectFrom('deliveries').select('event_id').execute()
    assert.ok(changes.length >= told, `${changes.length} changes, ${told} told`)
    assert.deepEqual(
      bodies.map((row) => JSON.parse(row.body).data.change).sort((a, b) => a - b),
      changes.map((row) => row.id).sort((a, b) => a - b),
    )
    assert.equal(deliveries.length, changes.length)
    t.diagnostic(`${changes.length} committed changes, ${bodies.length} events`)
  })

  it('reach nine receivers while a tenth takes every request and never answers', async (t) => {
    const { db, secrets, keyId } = await open(t, backend)
    const healthy: Receiver[] = []
    let answered = 0
    let waiting = 0
    let most = 0
    const hanging = await startReceiver(t, (_, response) => {
      most = Math.max(most, ++waiting)
      response.on('finish', () => answered++).on('close', () => waiting--)
    })
    await subscribe(db, secrets, keyId, hanging.url)
    for (let i = 0; i < 9; i++) healthy.push(await startReceiver(t))
    for (const receiver of healthy) await subscribe(db, secrets, keyId, receiver.url)
    const post = createPost(createTargetGuard({ allowPrivate: true }))
    const sender = createSender({ db, secrets, post, log: newLog(), limits: { total: 60, perSubscription: 10 } })
    sender.start()
    for (let batch = 0; batch < 5; batch++) {
      await publish(db, 20)
      await Promise.all(healthy.map((receiver) => receiver.arrived((batch + 1) * 20)))
    }
    await sender.stop(0)
    assert.equal(answered, 0)
    assert.equal(most, 10)
    for (const receiver of healthy) assert.equal(new Set(idsOf(receiver)).size, 100)
    t.diagnostic('9 × 100 received, each batch while the tenth hung')
  })
})
