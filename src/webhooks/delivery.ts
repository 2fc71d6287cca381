import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { isLive } from '../auth/api-key-store.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { DAY_MS } from '../lib/calendar.ts'
import type { Log } from '../lib/log.ts'
import type { MetricRegistry } from '../lib/metrics.ts'
import { schedule } from '../lib/timers.ts'
import { takeReminders } from './health.ts'
import { purgeIdempotencyKeys } from './idempotency.ts'
import { createSenderMetrics } from './metrics.ts'
import { DISABLE_AFTER_MS } from './outcome.ts'
import { createPost, withPostSpan } from './post.ts'
import { createSender } from './sender.ts'
import type { Secrets } from './signing.ts'
import type { TargetGuard } from './ssrf-guard.ts'

export interface DeliveryParts {
  db: Db
  secrets: Secrets
  guard: TargetGuard
  config: Pick<Config, 'webhooks' | 'baseUrl'>
  log: Log
  metrics: MetricRegistry
}

export function startDelivery({ db, secrets, guard, config, log, metrics }: DeliveryParts) {
  const { concurrency, retentionDays } = config.webhooks
  const sender = createSender({
    db,
    secrets,
    post: withPostSpan(createPost(guard)),
    log,
    limits: { total: Math.max(1, concurrency) },
    onOutcome: createSenderMetrics(metrics),
    baseUrl: config.baseUrl,
  })
  sender.start()
  let minutes = 0
  const keep = () => runMaintenance({ db, log, retentionDays }, minutes++ % SWEEP_EVERY === 0)
  const onError = (error: unknown) => log.warn({ err: error }, 'webhook housekeeping failed; it is tried again')
  const housekeeping = schedule(MINUTE, keep, { onError })
  let isWaking = false
  return {
    /** Call after a commit. Commits of one turn of the event loop wake the sender once. */
    wake() {
      if (isWaking) return
      isWaking = true
      setImmediate(() => {
        isWaking = false
        sender.wake()
      })
    },
    async stop(patienceMs?: number) {
      await Promise.all([sender.stop(patienceMs), housekeeping.stop()])
    },
  }
}

interface HousekeepingOptions {
  db: Db
  log: Log
  /** 0 stores them for ever. */
  retentionDays: number
  now?: () => number
}

const MINUTE = 60_000
const SWEEP_EVERY = 10
const BATCH = 1_000

export async function runMaintenance(
  { db, log, retentionDays, now = Date.now }: HousekeepingOptions,
  withSweep = true,
) {
  for (const { id, failing_since } of await takeReminders(db, now())) {
    const since = new Date(failing_since).toISOString()
    const until = new Date(failing_since + DISABLE_AFTER_MS).toISOString()
    const what = `a webhook subscription has been failing since ${since}; the first failure after ${until} disables it`
    log.warn({ subscription: id, failing_since: since }, what)
  }
  if (withSweep) await sweep(db, now(), retentionDays === 0 ? undefined : now() - retentionDays * DAY_MS)
}

/** Deletes in small steps, so that no writer waits long. Returns the number of deliveries. */
export async function sweep(db: Db, now: number, before: number | undefined): Promise<number> {
  await db.deleteFrom('subscription_secrets').where('expires_at', '<=', now).execute()
  await purgeIdempotencyKeys(db, now)
  let removed = 0
  for (const { id } of await db.selectFrom('removed_subscriptions').select('id').execute()) {
    removed += await inBatches(db, (trx) => removeDeliveries(trx, sql`subscription_id = ${id}`))
    await db.deleteFrom('removed_subscriptions').where('id', '=', id).execute()
  }
  if (before === undefined) return removed
  removed += await inBatches(db, (trx) => removeDeliveries(trx, sql`finished_at < ${before}`))
  for (const id of await silentSubscriptions(db, now)) {
    const waiting = sql`subscription_id = ${id} and due_at is not null and created_at < ${before}`
    removed += await inBatches(db, (trx) => removeDeliveries(trx, waiting))
  }
  await inBatches(db, (trx) => removeEvents(trx, before))
  return removed
}

async function silentSubscriptions(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('api_keys', 'api_keys.id', 'subscriptions.key_id')
    .select('subscriptions.id')
    .where(sql<boolean>`(disabled_at is not null or not ${isLive(now)})`)
    .execute()
  return rows.map((row) => row.id)
}

async function inBatches(db: Db, step: (trx: Db) => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const count = await db.transaction().execute(step)
    total += count
    if (count < BATCH) return total
    await nextTurn()
  }
}

async function removeDeliveries(trx: Db, condition: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ subscription_id: string; event_id: string }>`delete from deliveries
    where (subscription_id, event_id) in
      (select subscription_id, event_id from deliveries where ${condition} limit ${BATCH})
    returning subscription_id, event_id`.execute(trx)
  if (rows.length === 0) return 0
  await sql`delete from attempts where (subscription_id, event_id) in
    (values ${sql.join(rows.map((row) => sql`(${row.subscription_id}, ${row.event_id})`))})`.execute(trx)
  return rows.length
}

async function removeEvents(trx: Db, before: number): Promise<number> {
  const { rows } = await sql`delete from events where id in (
    select id from events where created_at < ${before}
      and not exists (select 1 from deliveries where event_id = events.id) limit ${BATCH})
    returning id`.execute(trx)
  return rows.length
}
