import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import type { Log } from '../log.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createSenderMetrics } from './metrics.ts'
import { createPost, tracedPost } from './post.ts'
import type { Secrets } from './secret-key.ts'
import { createSender } from './sender.ts'
import type { TargetGuard } from './target-guard.ts'

/**
 * Words used in this room:
 * - event: something that happened, recorded in the transaction of the change.
 * - subscription: who wants which types of events, and at which target.
 * - target: the URL of a receiver, judged by its spelling and by the addresses of its host.
 * - delivery: one event for one subscription; pending until it is delivered or has failed for good.
 * - attempt: one POST of a delivery. Its step decides the wait before it.
 * - claim: a delivery that one sender may attempt, under a lease and with the attempt's number.
 * - outcome: how an attempt ended, and what happens to its delivery.
 * - health: whether a subscription's attempts succeed; it fails, recovers or is disabled.
 * - place: one of the attempts that may run at once, given out in fair shares.
 * - secret: signs a subscription's deliveries. It is stored sealed with the service's key (secret-key.ts).
 */

interface DeliveryParts {
  db: Db
  secrets: Secrets
  guard: TargetGuard
  config: Config['webhooks']
  log: Log
  registry?: Registry
  /** Changes a body before sending; the same at every attempt. */
  rewriteBody?: (body: string) => string
}

export interface Delivery {
  stop(patienceMs?: number): Promise<void>
}

/** Starts the sender and the housekeeping of its tables. */
export function startDelivery({ db, secrets, guard, config, log, registry, rewriteBody }: DeliveryParts): Delivery {
  const sender = createSender({
    db,
    secrets,
    post: tracedPost(createPost(guard)),
    log,
    limits: { total: Math.max(1, config.concurrency) },
    ...(registry ? { onOutcome: createSenderMetrics(registry) } : {}),
    ...(rewriteBody ? { rewriteBody } : {}),
  })
  sender.start()
  const housekeeping = startHousekeeping({ db, log, retentionDays: config.retentionDays })
  return {
    async stop(patienceMs) {
      await Promise.all([sender.stop(patienceMs), housekeeping.stop()])
    },
  }
}
