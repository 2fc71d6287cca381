import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { it, type TestContext } from 'node:test'
import type { Outcome } from '../../src/webhooks/outcome.ts'
import { pingSubscription } from '../../src/webhooks/ping.ts'
import { createPost } from '../../src/webhooks/post.ts'
import { enableSubscription, replayDeliveries } from '../../src/webhooks/replay.ts'
import { createSender } from '../../src/webhooks/sender.ts'
import { createTargetGuard } from '../../src/webhooks/target-guard.ts'
import { sqlite } from '../backends.ts'
import { SPELLINGS, startCanary } from './private-targets.ts'
import { newKeyId, newLog, newSecrets, publish, subscribe } from './workshop.ts'

const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 }
const PUBLIC: LookupAddress = { address: '93.184.215.14', family: 4 }
const REBINDINGS = process.env.NIGHTLY === '1' ? 1_000 : 50

/** A subscription whose address is what the test says, past every check that its creation makes. */
async function open(t: TestContext, resolve: () => Promise<LookupAddress[]>) {
  const db = await sqlite.newDatabase(t)
  const secrets = await newSecrets()
  const post = createPost(createTargetGuard({ allowPrivate: false, resolve }), { connectMs: 500, totalMs: 500 })
  const outcomes: Outcome[] = []
  const sender = createSender({ db, secrets, post, log: newLog(), onOutcome: (outcome) => outcomes.push(outcome) })
  const { id } = await subscribe(db, secrets, await newKeyId(db), 'https://example.com/')
  await publish(db, 1)
  const canary = await startCanary(t)

  async function pingAndReplay(url: string): Promise<void> {
    await db.updateTable('subscriptions').set({ url }).where('id', '=', id).execute()
    assert.equal((await pingSubscription({ db, secrets, post }, id))?.result.kind, 'refused', url)
    await enableSubscription(db, id, Date.now())
    assert.equal(await replayDeliveries(db, id, { since: 0, failedOnly: false }, Date.now()), 1)
    await sender.sendDue()
    assert.equal(outcomes.at(-1)?.outcome, 'refused', url)
  }
  return { canary, outcomes, pingAndReplay }
}

it('never touches a private target by ping or replay, however it is spelled', async (t) => {
  const { canary, outcomes, pingAndReplay } = await open(t, async () => [LOOPBACK])
  for (const spelling of SPELLINGS) await pingAndReplay(`https://${spelling}:${canary.port}/`)
  assert.equal(outcomes.length, SPELLINGS.length)
  assert.equal(canary.touched, 0)
  t.diagnostic(`${SPELLINGS.length} spellings by ping and replay: 0 connections`)
})

it('never touches loopback by ping or replay through a name that changes its mind', async (t) => {
  let asked = 0
  const { canary, pingAndReplay } = await open(t, async () => (asked++ % 3 === 0 ? [PUBLIC, LOOPBACK] : [LOOPBACK]))
  for (let round = 0; round < REBINDINGS; round++) await pingAndReplay(`https://r${round}.example:${canary.port}/`)
  assert.ok(asked >= 2 * REBINDINGS)
  assert.equal(canary.touched, 0)
  t.diagnostic(`${REBINDINGS} names that change: 0 connections`)
})
