import { type Db, maxWriters, preferIndexes } from '../database/schema.ts'
import type { Log } from '../lib/log.ts'
import { type Runtime, sleep } from '../lib/runtime.ts'
import { type Schedule, schedule } from '../lib/timers.ts'
import {
  claimDeliveries,
  dueSubscriptions,
  fairShares,
  readBodies,
  repairDueTimes,
  type SendLimits,
  writeOutcomes,
} from './claims.ts'
import type { HealthChange } from './health.ts'
import { type Outcome, toOutcome } from './outcome.ts'
import type { Post, PostResult } from './post.ts'
import { readSecrets, type Secrets, signedHeaders } from './signing.ts'

interface SenderOptions {
  db: Db
  secrets: Secrets
  post: Post
  log: Log
  now?: () => number
  random?: () => number
  limits?: Partial<SendLimits>
  leaseMs?: number
  /** One round writes while another waits for the disk. SQLite has only one writer. */
  workers?: number
  onOutcome?: (outcome: Outcome) => void
  baseUrl?: string
  runtime?: Runtime
}

const POLL_MS = 500
const LEASE_MS = 30_000
const GATHER_MS = 5
const MAX_GATHER_MS = 40
const AFTER_ERROR_MS = 1_000
const COMPLAINT_MS = 3_600_000
/** A transaction may begin before the clock is set back and end after it. */
const REPAIR_MS = 30_000

/** Nothing is sent without a recorded claim. Any number of senders can work on one database. */
export function createSender(options: SenderOptions) {
  const { db, secrets, post, log, random = Math.random, leaseMs = LEASE_MS, runtime = globalThis } = options
  const limits = { total: 200, perSubscription: 20, perTimedOut: 2, ...options.limits }
  const underWay = new Map<string, number>()
  const timedOut = new Set<string>()
  const lastServed = new Map<string, number>()
  const complaints = new Map<string, number>()
  const abort = new AbortController()
  let finished: Outcome[] = []
  const running = new Set<Promise<void>>()
  let workers: Schedule[] = []
  let rounds = 0
  let stopping = false
  let databaseFails = false
  let repairedAt = Number.NEGATIVE_INFINITY
  const now = options.now ?? Date.now

  /** Writes outcomes and claims deliveries in one transaction, then sends them. */
  async function round() {
    const time = now()
    if (Math.abs(time - repairedAt) >= REPAIR_MS) {
      await repairDueTimes(db, time, leaseMs)
      repairedAt = time
    }
    const due = stopping || secrets.wrongKey ? [] : await dueSubscriptions(db, time + POLL_MS, time)
    // Longest unserved first, so that long backlogs never delay a new one.
    const ready = due
      .filter((item) => item.dueAt <= time)
      .sort((a, b) => (lastServed.get(a.id) ?? 0) - (lastServed.get(b.id) ?? 0))
    const nextDueAt = Math.min(...due.filter((item) => item.dueAt > time).map((item) => item.dueAt))
    const contenders = ready.map(({ id }) => ({ id, timedOut: timedOut.has(id) }))
    const shares = fairShares(contenders, underWay, timedOutUnderWay(), limits)
    const outcomes = finished
    if (outcomes.length === 0 && shares.size === 0) return { claimed: 0, wrote: 0, nextDueAt }
    finished = []
    const places = [...shares]
    rounds++
    for (const [id, count] of places) {
      reserveSlots(id, count)
      lastServed.set(id, rounds)
    }
    try {
      const { turns, sendings } = await db.transaction().execute(async (trx) => {
        await preferIndexes(trx)
        // The lease begins now: the transaction may have waited for another writer.
        return {
          turns: await writeOutcomes(trx, outcomes, now()),
          sendings: await claim(trx, ready, shares, now()),
        }
      })
      for (const turn of turns) logTurn(turn)
      for (const sending of sendings) {
        const attempt = send(sending).finally(() => running.delete(attempt))
        running.add(attempt)
      }
      return { claimed: sendings.length, wrote: outcomes.length, nextDueAt }
    } catch (error) {
      // Written with the next round. After the lease, its fence rejects a late outcome.
      finished = [...outcomes, ...finished]
      throw error
    } finally {
      for (const [id, count] of places) reserveSlots(id, -count)
    }
  }

  function reserveSlots(id: string, places: number): void {
    const count = (underWay.get(id) ?? 0) + places
    if (count > 0) underWay.set(id, count)
    else underWay.delete(id)
  }

  /** Decrypts before claiming, so that a secret that fails costs no attempt. */
  async function claim(
    trx: Db,
    due: readonly { id: string; url: string }[],
    shares: Map<string, number>,
    time: number,
  ) {
    if (stopping || shares.size === 0) return []
    const signingSecrets = await readSecrets(trx, secrets, [...shares.keys()], time, complain)
    for (const id of shares.keys()) if (!signingSecrets.has(id)) shares.delete(id)
    const claims = await claimDeliveries(trx, shares, time, leaseMs)
    const bodies = await readBodies(trx, claims, options.baseUrl ?? '')
    const urls = new Map(due.map((item) => [item.id, item.url]))
    return claims.map((item) => ({
      ...item,
      url: urls.get(item.subscriptionId)!,
      body: bodies.get(item.eventId)!,
      secrets: signingSecrets.get(item.subscriptionId)!,
    }))
  }

  type Sending = Awaited<ReturnType<typeof claim>>[number]
  async function send({ url, body, secrets: signing, ...claimed }: Sending): Promise<void> {
    const { subscriptionId: id } = claimed
    reserveSlots(id, 1)
    const result = await attempt().catch((error): PostResult => ({ kind: 'unreachable', error: String(error) }))
    const outcome = toOutcome(claimed, result, now(), random())
    finished.push(outcome)
    timedOut[outcome.outcome === 'timeout' ? 'add' : 'delete'](id)
    reserveSlots(id, -1)
    options.onOutcome?.(outcome)
    const worker = workers.shift()
    if (worker) workers.push(worker)
    void worker?.wake()

    async function attempt(): Promise<PostResult> {
      return post(url, signedHeaders(signing, { id: claimed.eventId, body }, now()), body, abort.signal)
    }
  }

  function timedOutUnderWay(): number {
    return [...timedOut].reduce((sum, id) => sum + (underWay.get(id) ?? 0), 0)
  }

  function complain(subscription: string, error: unknown): void {
    if (now() - (complaints.get(subscription) ?? 0) < COMPLAINT_MS) return
    complaints.set(subscription, now())
    if (error === secrets.wrongKey) log.error({}, secrets.wrongKey?.message ?? '')
    else log.error({ subscription, err: error }, 'a webhook secret cannot be opened; its deliveries wait')
  }

  function logTurn({ id, turn, reason }: HealthChange): void {
    if (turn === 'recovered') log.info({ subscription: id, reason }, 'a webhook subscription succeeds again')
    else if (turn === 'failing') log.warn({ subscription: id, reason }, 'a webhook subscription begins to fail')
    else log.warn({ subscription: id, reason }, 'a webhook subscription is disabled; it goes on collecting')
  }

  function noteDatabase(error?: unknown): void {
    if (error !== undefined && !databaseFails) log.error({ err: error }, 'webhook deliveries wait: the database fails')
    if (error === undefined && databaseFails) log.info({}, 'webhook deliveries go on: the database works again')
    databaseFails = error !== undefined
  }

  async function runWorker(): Promise<number> {
    const start = runtime.performance.now()
    try {
      if (secrets.wrongKey) complain('', secrets.wrongKey)
      const { claimed, wrote, nextDueAt } = await round()
      noteDatabase()
      // The slower the disk, the larger the next batch.
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
      workers = Array.from({ length: options.workers ?? maxWriters(db) }, () =>
        schedule(POLL_MS, runWorker, { atOnce: true, runtime }),
      )
    },
    /** Looks for due deliveries now: events were committed in this process. */
    wake() {
      void workers[0]?.wake()
    },
    async sendDue(): Promise<number> {
      for (let count = 0; ; ) {
        const claimed = await finishRounds()
        if (claimed === 0) return count
        count += claimed
      }
    },
    /** Claims nothing more, waits for running attempts, and returns the rest. */
    async stop(patienceMs = 8_000) {
      stopping = true
      const deadline = runtime.setTimeout(() => abort.abort(), patienceMs)
      await Promise.all(workers.map((worker) => worker.stop()))
      await finishRounds().catch((error) => log.error({ err: error }, 'webhook outcomes could not be written'))
      runtime.clearTimeout(deadline)
    },
  }
}
