import { type Db, preferIndexes, usefulWriters } from '../database/schema.ts'
import type { Log } from '../lib/log.ts'
import { type Runtime, sleep } from '../lib/runtime.ts'
import { every, type Loop } from '../lib/timers.ts'
import {
  claimDeliveries,
  dueSubscriptions,
  fairShares,
  type Limits,
  readBodies,
  repairDueTimes,
  writeOutcomes,
} from './claims.ts'
import type { HealthTurn } from './health.ts'
import { createStepWatch, judge, type Outcome } from './outcome.ts'
import type { Post, PostResult } from './post.ts'
import { readSecrets, type Secrets, signedHeaders } from './signing.ts'

interface SenderOptions {
  db: Db
  secrets: Secrets
  post: Post
  log: Log
  now?: () => number
  random?: () => number
  limits?: Partial<Limits>
  leaseMs?: number
  /** How many rounds run side by side: one writes while another waits for the disk. SQLite has only one writer. */
  lanes?: number
  onOutcome?: (outcome: Outcome) => void
  /** Where the service is, for pictures of its own. */
  baseUrl?: string
  runtime?: Runtime
}

const POLL_MS = 500
const LEASE_MS = 30_000
/** Outcomes that arrive together are written together. */
const GATHER_MS = 5
const MAX_GATHER_MS = 40
const AFTER_ERROR_MS = 1_000
const COMPLAINT_MS = 3_600_000

/**
 * Delivers what is due. Nothing is sent without a recorded claim. Claims and outcomes are written together, in batches.
 * Several senders, in one process or many, can work on one database.
 */
export function createSender(options: SenderOptions) {
  const { db, secrets, post, log, random = Math.random, leaseMs = LEASE_MS, runtime = globalThis } = options
  const limits = { total: 200, perSubscription: 20, perHanging: 2, ...options.limits }
  const underWay = new Map<string, number>()
  /** Subscriptions whose last attempt here timed out. */
  const hanging = new Set<string>()
  const lastServed = new Map<string, number>()
  const complaints = new Map<string, number>()
  const abort = new AbortController()
  let finished: Outcome[] = []
  const running = new Set<Promise<void>>()
  let lanes: Loop[] = []
  let rounds = 0
  let stopping = false
  let databaseFails = false
  const clockWentBack = createStepWatch()
  /** The clock may have been set back while no sender was running. */
  let mustRepair = true

  function now(): number {
    const at = (options.now ?? Date.now)()
    if (clockWentBack(at)) mustRepair = true
    return at
  }

  /**
   * Writes the outcomes so far and claims deliveries for the free places, in one transaction, then sends them. Tells how
   * many of each, and when the next delivery is due.
   */
  async function round() {
    const at = now()
    if (mustRepair) await repair(at)
    const due = stopping || secrets.wrongKey ? [] : await dueSubscriptions(db, at + POLL_MS, at)
    // Those served longest ago come first, so long backlogs never make a newcomer wait.
    const ready = due
      .filter((one) => one.dueAt <= at)
      .sort((a, b) => (lastServed.get(a.id) ?? 0) - (lastServed.get(b.id) ?? 0))
    const nextDueAt = Math.min(...due.filter((one) => one.dueAt > at).map((one) => one.dueAt))
    const contenders = ready.map(({ id }) => ({ id, hanging: hanging.has(id) }))
    const shares = fairShares(contenders, underWay, hangingUnderWay(), limits)
    const outcomes = finished
    if (outcomes.length === 0 && shares.size === 0) return { claimed: 0, wrote: 0, nextDueAt }
    finished = []
    // Of a clock that was ahead: their next attempts will be due too late.
    const areAhead = outcomes.some(({ finishedAt }) => finishedAt > now())
    const places = [...shares]
    rounds++
    for (const [id, count] of places) {
      occupy(id, count)
      lastServed.set(id, rounds)
    }
    try {
      const { turns, sendings } = await db.transaction().execute(async (trx) => {
        await preferIndexes(trx)
        // The lease begins now: there may have been a wait for another writer.
        return {
          turns: await writeOutcomes(trx, outcomes, now()),
          sendings: await claim(trx, ready, shares, now()),
        }
      })
      if (areAhead) mustRepair = true
      for (const turn of turns) logTurn(turn)
      for (const sending of sendings) {
        const attempt = send(sending).finally(() => running.delete(attempt))
        running.add(attempt)
      }
      return { claimed: sendings.length, wrote: outcomes.length, nextDueAt }
    } catch (error) {
      // Written with the next round. If a lease ends before that, its fence keeps the late outcome out.
      finished = [...outcomes, ...finished]
      throw error
    } finally {
      for (const [id, count] of places) occupy(id, -count)
    }
  }

  async function repair(at: number): Promise<void> {
    mustRepair = false
    try {
      await repairDueTimes(db, at, leaseMs)
    } catch (error) {
      mustRepair = true
      throw error
    }
  }

  function occupy(id: string, places: number): void {
    const count = (underWay.get(id) ?? 0) + places
    if (count > 0) underWay.set(id, count)
    else underWay.delete(id)
  }

  /** Opens secrets before claiming: a secret that does not open costs no attempt. */
  async function claim(trx: Db, due: readonly { id: string; url: string }[], shares: Map<string, number>, at: number) {
    // A round that began before the stop must not claim again what it gives back.
    if (stopping || shares.size === 0) return []
    const unsealed = await readSecrets(trx, secrets, [...shares.keys()], at, complain)
    for (const id of shares.keys()) if (!unsealed.has(id)) shares.delete(id)
    const claims = await claimDeliveries(trx, shares, at, leaseMs)
    const bodies = await readBodies(trx, claims, options.baseUrl ?? '')
    const urls = new Map(due.map((one) => [one.id, one.url]))
    return claims.map((one) => ({
      ...one,
      url: urls.get(one.subscriptionId)!,
      body: bodies.get(one.eventId)!,
      secrets: unsealed.get(one.subscriptionId)!,
    }))
  }

  type Sending = Awaited<ReturnType<typeof claim>>[number]
  async function send({ url, body, secrets: signing, ...claimed }: Sending): Promise<void> {
    const { subscriptionId: id } = claimed
    occupy(id, 1)
    const result = await attempt().catch((error): PostResult => ({ kind: 'unreachable', error: String(error) }))
    const outcome = judge(claimed, result, now(), random())
    finished.push(outcome)
    hanging[outcome.outcome === 'timeout' ? 'add' : 'delete'](id)
    occupy(id, -1)
    options.onOutcome?.(outcome)
    // One lane writes all outcomes there are; the others go on.
    const lane = lanes.shift()
    if (lane) lanes.push(lane)
    void lane?.wake()

    async function attempt(): Promise<PostResult> {
      return post(url, signedHeaders(signing, { id: claimed.eventId, body }, now()), body, abort.signal)
    }
  }

  function hangingUnderWay(): number {
    return [...hanging].reduce((sum, id) => sum + (underWay.get(id) ?? 0), 0)
  }

  function complain(subscription: string, error: unknown): void {
    if (now() - (complaints.get(subscription) ?? 0) < COMPLAINT_MS) return
    complaints.set(subscription, now())
    if (error === secrets.wrongKey) log.error({}, secrets.wrongKey?.message ?? '')
    else log.error({ subscription, err: error }, 'a webhook secret cannot be opened; its deliveries wait')
  }

  function logTurn({ id, turn, reason }: HealthTurn): void {
    if (turn === 'recovered') log.info({ subscription: id, reason }, 'a webhook subscription succeeds again')
    else if (turn === 'failing') log.warn({ subscription: id, reason }, 'a webhook subscription begins to fail')
    else log.warn({ subscription: id, reason }, 'a webhook subscription is disabled; it goes on collecting')
  }

  /** Logs one line when the database begins to fail, and one when it works again. */
  function noteDatabase(error?: unknown): void {
    if (error !== undefined && !databaseFails) log.error({ err: error }, 'webhook deliveries wait: the database fails')
    if (error === undefined && databaseFails) log.info({}, 'webhook deliveries go on: the database works again')
    databaseFails = error !== undefined
  }

  /** One round of a lane. Returns the time until the next, unless an attempt ends before. */
  async function runLane(): Promise<number> {
    const start = runtime.performance.now()
    try {
      if (secrets.wrongKey) complain('', secrets.wrongKey)
      const { claimed, wrote, nextDueAt } = await round()
      noteDatabase()
      // The next round writes the outcomes that arrive during this pause: the slower the disk, the larger the batch.
      if (claimed + wrote > 0) {
        const tookMs = runtime.performance.now() - start
        await sleep(Math.min(Math.max(tookMs, GATHER_MS), MAX_GATHER_MS), runtime)
      }
      return finished.length > 0 ? 0 : Math.max(1, Math.min(POLL_MS, nextDueAt - now()))
    } catch (error) {
      noteDatabase(error)
      return AFTER_ERROR_MS
    }
  }

  /** Runs rounds until nothing is being sent and every outcome is written. */
  async function finishRounds(): Promise<number> {
    let claimed = 0
    for (;;) {
      claimed += (await round()).claimed
      if (running.size === 0 && finished.length === 0) return claimed
      if (finished.length === 0) await Promise.race(running)
    }
  }

  return {
    start() {
      lanes = Array.from({ length: options.lanes ?? usefulWriters(db) }, () =>
        every(POLL_MS, runLane, { atOnce: true, runtime }),
      )
    },
    /** Looks for due deliveries now instead of at the next poll: events were committed in this process. */
    wake() {
      void lanes[0]?.wake()
    },
    /** Sends everything due now and resolves, with how many, when all outcomes are written. */
    async sendDue(): Promise<number> {
      for (let count = 0; ; ) {
        const claimed = await finishRounds()
        if (claimed === 0) return count
        count += claimed
      }
    },
    /** Claims nothing more, gives running attempts this long to finish, then returns the rest. */
    async stop(patienceMs = 8_000) {
      stopping = true
      const deadline = runtime.setTimeout(() => abort.abort(), patienceMs)
      await Promise.all(lanes.map((lane) => lane.stop()))
      // What cannot be written now is sent again when its lease ends.
      await finishRounds().catch((error) => log.error({ err: error }, 'webhook outcomes could not be written'))
      runtime.clearTimeout(deadline)
    },
  }
}
