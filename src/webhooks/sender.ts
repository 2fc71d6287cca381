import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../database/schema.ts'
import { createBell } from './bell.ts'
import { type Claim, claimDeliveries, type DueSubscription, dueSubscriptions, readBodies } from './claims.ts'
import { fairShares, type Limits } from './fair-shares.ts'
import { judge, type Outcome, writeOutcomes } from './outcomes.ts'
import type { Post } from './post.ts'
import type { Secrets } from './secret-key.ts'
import { signedHeaders } from './signing.ts'
import { readSecrets } from './subscription-secrets.ts'

export interface SenderLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface SenderOptions {
  db: Db
  secrets: Secrets
  post: Post
  log: SenderLog
  now?: () => number
  random?: () => number
  limits?: Partial<Limits>
  leaseMs?: number
  onOutcome?: (outcome: Outcome) => void
}

export interface Sender {
  start(): void
  /** Something may be due: look at once. */
  wake(): void
  /** Claims nothing more, lets what is under way finish for so long, then gives the rest back. */
  stop(patienceMs?: number): Promise<void>
  /** Sends everything that is due now and resolves when every outcome is written. */
  sendDue(): Promise<number>
}

interface Sending extends Claim {
  url: string
  body: string
  secrets: readonly string[]
}

const POLL_MS = 500
const LEASE_MS = 30_000
/** Outcomes that arrive together are written together. */
const GATHER_MS = 10
const AFTER_ERROR_MS = 1_000
const COMPLAINT_MS = 60_000

/**
 * Delivers what is due. Nothing is sent that was not claimed and written down before; claims and outcomes go to the
 * database side by side, each as many at a time as there are. Several senders, in one process or many, may work on one database.
 */
export function createSender(options: SenderOptions): Sender {
  const { db, secrets, post, log, now = Date.now, random = Math.random, leaseMs = LEASE_MS } = options
  const limits = { total: 200, perSubscription: 20, perHanging: 2, ...options.limits }
  const underWay = new Map<string, number>()
  /** Subscriptions whose last attempt here ran out of time. */
  const hanging = new Set<string>()
  const complaints = new Map<string, number>()
  const abort = new AbortController()
  let finished: Outcome[] = []
  let running = 0
  let stopping = false
  let loop: Promise<unknown> | undefined
  const bell = createBell()
  const outcomeBell = createBell()

  /** Claims what there is room for and sends it. Returns how much, and when more is known to be due. */
  async function claimAndSend(): Promise<{ claimed: number; nextDueAt: number }> {
    const at = now()
    const due = secrets.wrongKey ? [] : await dueSubscriptions(db, at + POLL_MS, at)
    const ready = due.filter((one) => one.dueAt <= at)
    const nextDueAt = Math.min(...due.filter((one) => one.dueAt > at).map((one) => one.dueAt))
    const contenders = ready.map(({ id }) => ({ id, hanging: hanging.has(id) }))
    const shares = fairShares(contenders, underWay, hangingUnderWay(), limits)
    // Outcomes that the database does not take must not pile up behind new requests.
    if (shares.size === 0 || stopping || finished.length > limits.total) return { claimed: 0, nextDueAt }
    const sendings = await db.transaction().execute((trx) => claim(trx, ready, shares, at))
    for (const sending of sendings) void send(sending)
    return { claimed: sendings.length, nextDueAt }
  }

  /** Writes the outcomes so far in one transaction. */
  async function writeFinished(): Promise<void> {
    const outcomes = finished
    finished = []
    try {
      const disabled = await db.transaction().execute((trx) => writeOutcomes(trx, outcomes, now()))
      for (const { id, reason } of disabled) log.warn({ subscription: id, reason }, 'webhook subscription disabled')
    } catch (error) {
      // Written again later; if a lease ends before that, its fence keeps a late outcome out.
      finished = [...outcomes, ...finished]
      throw error
    }
  }

  /** Secrets are opened before anything is claimed: one that does not open costs no attempt. */
  async function claim(
    trx: Db,
    due: readonly DueSubscription[],
    shares: Map<string, number>,
    at: number,
  ): Promise<Sending[]> {
    if (shares.size === 0) return []
    const unsealed = await readSecrets(trx, secrets, [...shares.keys()], at, complain)
    for (const id of shares.keys()) if (!unsealed.has(id)) shares.delete(id)
    const claims = await claimDeliveries(trx, shares, at, leaseMs)
    const bodies = await readBodies(
      trx,
      claims.map((one) => one.eventId),
    )
    const urls = new Map(due.map((one) => [one.id, one.url]))
    return claims.map((one) => ({
      ...one,
      url: urls.get(one.subscriptionId)!,
      body: bodies.get(one.eventId)!,
      secrets: unsealed.get(one.subscriptionId)!,
    }))
  }

  async function send({ url, body, secrets: signing, ...claimed }: Sending): Promise<void> {
    const { subscriptionId: id } = claimed
    underWay.set(id, (underWay.get(id) ?? 0) + 1)
    running++
    const headers = signedHeaders(signing, { id: claimed.eventId, body }, now())
    const result = await post(url, headers, body, abort.signal)
    const outcome = judge(claimed, result, now(), random())
    finished.push(outcome)
    running--
    hanging[outcome.outcome === 'timeout' ? 'add' : 'delete'](id)
    const left = underWay.get(id)! - 1
    if (left > 0) underWay.set(id, left)
    else underWay.delete(id)
    options.onOutcome?.(outcome)
    outcomeBell.ring()
    bell.ring()
  }

  function hangingUnderWay(): number {
    let count = 0
    for (const id of hanging) count += underWay.get(id) ?? 0
    return count
  }

  function complain(id: string, error: unknown): void {
    if (now() - (complaints.get(id) ?? 0) < COMPLAINT_MS) return
    complaints.set(id, now())
    log.error({ subscription: id, err: error }, 'a webhook secret cannot be opened; its deliveries wait')
  }

  function wake(): void {
    bell.ring()
  }

  /** Repeats a step until the sender stops, and after an error waits a little. */
  async function repeat(step: () => Promise<void>): Promise<void> {
    while (!stopping) {
      try {
        await step()
      } catch (error) {
        log.error({ err: error }, 'webhook deliveries wait: the database failed')
        await sleep(AFTER_ERROR_MS)
      }
    }
  }

  async function claimStep(): Promise<void> {
    if (secrets.wrongKey) complain('', secrets.wrongKey)
    const { claimed, nextDueAt } = await claimAndSend()
    if (claimed > 0) await sleep(GATHER_MS)
    await bell.heard(Math.max(1, Math.min(POLL_MS, nextDueAt - now())))
  }

  async function writeStep(): Promise<void> {
    if (finished.length === 0) await outcomeBell.heard(POLL_MS)
    if (finished.length === 0) return
    await sleep(GATHER_MS)
    await writeFinished()
    // Its next attempt may be due soon.
    wake()
  }

  async function drain(): Promise<void> {
    while (running > 0 || finished.length > 0) {
      if (finished.length === 0) await outcomeBell.heard(POLL_MS)
      if (finished.length > 0) await writeFinished()
    }
  }

  return {
    start() {
      loop ??= Promise.all([repeat(claimStep), repeat(writeStep)])
    },
    wake,
    async sendDue() {
      for (let count = 0; ; ) {
        const { claimed } = await claimAndSend()
        if (claimed === 0) return count
        count += claimed
        await drain()
      }
    },
    async stop(patienceMs = 10_000) {
      stopping = true
      bell.ring()
      outcomeBell.ring()
      const deadline = setTimeout(() => abort.abort(), patienceMs)
      await loop
      // What cannot be written now is sent again when its lease ends.
      await drain().catch((error) => log.error({ err: error }, 'webhook outcomes could not be written'))
      clearTimeout(deadline)
    },
  }
}
