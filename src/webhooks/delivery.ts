import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import type { Log } from '../log.ts'
import { createHousekeeping } from './housekeeping.ts'
import { createSenderMetrics } from './metrics.ts'
import { createPost } from './post.ts'
import type { Secrets } from './secret-key.ts'
import { createSender } from './sender.ts'
import type { TargetGuard } from './target-guard.ts'
import { tracedPost } from './traced-post.ts'

/**
 * Words used in this room:
 * - event: something that happened, recorded in the transaction of the change.
 * - subscription: who wants to be told of which types of event, and at which target.
 * - target: the URL of a receiver, judged by how it is spelled and by the addresses it leads to.
 * - delivery: one event on its way to one subscription; pending until it is delivered or has failed for good.
 * - attempt: one POST of a delivery; its step says how long the wait before it was.
 * - claim: a delivery that one sender may attempt, under lease and with the number of the attempt.
 * - outcome: how an attempt ended, and what becomes of its delivery.
 * - health: whether the attempts of a subscription succeed; it begins to fail, recovers or is disabled.
 * - place: one of the attempts that may be under way at once, dealt out in fair shares.
 */

interface DeliveryParts {
  db: Db
  secrets: Secrets
  guard: TargetGuard
  config: Config['webhooks']
  log: Log
  registry?: Registry
  /** A body as it leaves; the same at every attempt. */
  leaving?: (body: string) => string
}

export interface Delivery {
  stop(patienceMs?: number): Promise<void>
}

/** Starts the sender and what keeps its tables in order. */
export function startDelivery({ db, secrets, guard, config, log, registry, leaving }: DeliveryParts): Delivery {
  const metrics = registry && createSenderMetrics(registry)
  const sender = createSender({
    db,
    secrets,
    post: tracedPost(createPost(guard)),
    log,
    limits: { total: Math.max(1, config.concurrency) },
    ...(metrics ? { onOutcome: metrics.attempt } : {}),
    ...(leaving ? { leaving } : {}),
  })
  const housekeeping = createHousekeeping({ db, log, retentionDays: config.retentionDays })
  sender.start()
  housekeeping.start()
  return {
    async stop(patienceMs) {
      await Promise.all([sender.stop(patienceMs), housekeeping.stop()])
    },
  }
}
