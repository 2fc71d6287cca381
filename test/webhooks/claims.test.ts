import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  claimDeliveries,
  dueSubscriptions,
  readBodies,
  repairDueTimes,
  writeOutcomes,
} from '../../src/webhooks/claims.ts'
import { type Outcome, RETRY_SCHEDULE_MS } from '../../src/webhooks/outcome.ts'
import { disableSubscription } from '../../src/webhooks/replay.ts'
import { onEachBackend } from '../backends.ts'
import { newKeyId, newSecrets, publish, subscribe } from './workshop.ts'

const NOW = Date.parse('2026-11-15T06:00:00Z')
const LEASE = 30_000

onEachBackend('claims of deliveries', (backend) => {
  it('take due deliveries of active subscriptions, oldest first', async (t) => {
    const db = await backend.newDatabase(t)
    const [secrets, keyId] = [await newSecrets(), await newKeyId(db)]
    const open = (name: string) => subscribe(db, secrets, keyId, `https://${name}.example/`, undefined, NOW)
    const [later, first, off, inactive] = [
      await open('later'),
      await open('first'),
      await open('off'),
      await open('idle'),
    ]
    const ids = await publish(db, 3, NOW)
    const set = (id: string, due_at: number | null) =>
      db.updateTable('deliveries').set({ due_at }).where('subscription_id', '=', id).execute()
    await set(later.id, NOW + 5)
    await set(inactive.id, null)
    await db
      .updateTable('deliveries')
      .set({ due_at: NOW - 5 })
      .where('subscription_id', '=', first.id)
      .where('event_id', '=', ids[2]!)
      .execute()
    await disableSubscription(db, off.id, NOW)
    const due = async (until: number) => (await dueSubscriptions(db, until, NOW)).map(({ id, dueAt }) => [id, dueAt])
    assert.deepEqual(await due(NOW + 5), [
      [first.id, NOW - 5],
      [later.id, NOW + 5],
    ])
    assert.deepEqual(await due(NOW + 4), [[first.id, NOW - 5]])
    assert.deepEqual(await due(NOW - 6), [])
    assert.equal((await dueSubscriptions(db, NOW, NOW))[0]!.url, 'https://first.example/')

    const shares = new Map([
      [first.id, 2],
      [later.id, 2],
    ])
    const claims = await claimDeliveries(db, shares, NOW, LEASE)
    assert.deepEqual(claims.length, 2, 'what is due later is not claimed')
    assert.ok(
      claims.some(({ eventId }) => eventId === ids[2]),
      'the longest waiting is',
    )
    const { subscriptionId, number, step, startedAt } = claims[0]!
    assert.deepEqual([subscriptionId, number, step, startedAt], [first.id, 1, 0, NOW])
    assert.equal((await claimDeliveries(db, shares, NOW, LEASE)).length, 1)
    assert.deepEqual(await claimDeliveries(db, shares, NOW, LEASE), [])
    assert.equal((await claimDeliveries(db, new Map([[first.id, 9]]), NOW + LEASE, LEASE)).length, 3, 'after the lease')
    const bodies = await readBodies(db, claims, '')
    assert.deepEqual([...bodies.keys()].sort(), claims.map(({ eventId }) => eventId).sort())
    assert.equal(JSON.parse(bodies.get(ids[2]!)!).id, ids[2])
    assert.deepEqual(await writeOutcomes(db, [], NOW), [])
  })

  it('cover more subscriptions than one statement can name', async (t) => {
    const db = await backend.newDatabase(t)
    const secrets = await newSecrets()
    const [ids, keys]: [string[], string[]] = [[], []]
    for (let i = 0; i < 201; i++) {
      const keyId = i % 20 === 0 ? await newKeyId(db) : undefined
      keys.push(keyId ?? keys.at(-1)!)
      ids.push((await subscribe(db, secrets, keys.at(-1)!, `https://s${i}.example/`, undefined, NOW)).id)
    }
    await publish(db, 2, NOW)
    assert.deepEqual(await claimDeliveries(db, new Map(), NOW, LEASE), [])
    const claims = await claimDeliveries(db, new Map(ids.map((id) => [id, 1])), NOW, LEASE)
    assert.deepEqual(claims.map((claim) => claim.subscriptionId).sort(), ids.sort())
    const attempts = await db.selectFrom('attempts').selectAll().execute()
    assert.equal(attempts.length, ids.length)
    const { started_at, finished_at, outcome, status, error, response } = attempts[0]!
    assert.deepEqual([started_at, finished_at, outcome, status, error, response], [NOW, null, null, null, null, null])
  })

  it('accept an outcome once, from the newest attempt only', async (t) => {
    const db = await backend.newDatabase(t)
    const secrets = await newSecrets()
    const { id } = await subscribe(db, secrets, await newKeyId(db), 'https://one.example/', undefined, NOW)
    await publish(db, 1, NOW)
    const claim = async (now: number) => (await claimDeliveries(db, new Map([[id, 1]]), now, LEASE))[0]!
    const end = (of: Awaited<ReturnType<typeof claim>>, finishedAt: number, more: Partial<Outcome>) => {
      const failed = { outcome: 'rejected', status: 500, error: 'no', response: 'oh' } as const
      const delivery = { state: 'pending', step: 1, dueAt: finishedAt + 7 } as const
      return writeOutcomes(db, [{ ...of, finishedAt, ...failed, delivery, ...more }], finishedAt)
    }
    const read = async () => {
      const { state, step, due_at, finished_at, leased } = await db
        .selectFrom('deliveries')
        .selectAll()
        .executeTakeFirstOrThrow()
      return [state, step, due_at, finished_at, leased]
    }
    const [old, newest] = [await claim(NOW), await claim(NOW + LEASE)]
    await end(old, NOW + LEASE + 1, {})
    assert.deepEqual(await read(), ['pending', 0, NOW + 2 * LEASE, null, 1], 'the older one changes nothing')
    await end(newest, NOW + LEASE + 2, {})
    assert.deepEqual(await read(), ['pending', 1, NOW + LEASE + 9, null, 0])
    await end(newest, NOW + LEASE + 3, { status: 501, delivery: { state: 'failed', step: 9, dueAt: null } })
    assert.deepEqual(await read(), ['pending', 1, NOW + LEASE + 9, null, 0], 'an end is written once')
    const last = await claim(NOW + 2 * LEASE)
    const delivered = { state: 'delivered', step: 1, dueAt: null } as const
    await end(last, NOW + 2 * LEASE + 1, {
      outcome: 'delivered',
      status: 204,
      error: null,
      response: null,
      delivery: delivered,
    })
    assert.deepEqual(await read(), ['delivered', 1, null, NOW + 2 * LEASE + 1, 0])
    const attempts = await db.selectFrom('attempts').selectAll().orderBy('number').execute()
    assert.deepEqual(
      attempts.map(({ outcome, status, error, response, finished_at }) => [
        outcome,
        status,
        error,
        response,
        finished_at! - NOW,
      ]),
      [
        ['rejected', 500, 'no', 'oh', LEASE + 1],
        ['rejected', 500, 'no', 'oh', LEASE + 2],
        ['delivered', 204, null, null, 2 * LEASE + 1],
      ],
    )
  })

  it('are rescheduled if a clock that was ahead set their due time', async (t) => {
    const db = await backend.newDatabase(t)
    const secrets = await newSecrets()
    await subscribe(db, secrets, await newKeyId(db), 'https://one.example/', undefined, NOW)
    const ids = await publish(db, 7, NOW)
    const rows = [
      { step: 2, leased: 0, due_at: NOW + 2 * RETRY_SCHEDULE_MS[2] },
      { step: 2, leased: 0, due_at: NOW + 2 * RETRY_SCHEDULE_MS[2] + 1 },
      { step: 3, leased: 1, due_at: NOW + 2 * LEASE },
      { step: 3, leased: 1, due_at: NOW + 2 * LEASE + 1 },
      { step: 0, leased: 0, due_at: NOW + 1 },
      { step: 9, leased: 0, due_at: NOW - 1 },
      { step: 99, leased: 0, due_at: NOW + 1 },
    ]
    for (const [i, row] of rows.entries())
      await db.updateTable('deliveries').set(row).where('event_id', '=', ids[i]!).execute()
    assert.equal(await repairDueTimes(db, NOW, LEASE), 4)
    const read = await db.selectFrom('deliveries').select(['event_id', 'due_at']).execute()
    const after = new Map(read.map(({ event_id, due_at }) => [event_id, due_at! - NOW]))
    assert.deepEqual(
      ids.map((id) => after.get(id)),
      [2 * RETRY_SCHEDULE_MS[2], RETRY_SCHEDULE_MS[2], 2 * LEASE, LEASE, 0, -1, 0],
    )
    assert.equal(await repairDueTimes(db, NOW, LEASE), 0)
  })
})
