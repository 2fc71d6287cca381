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

interface DeliveryParts {
  db: Db
  secrets: Secrets
  guard: TargetGuard
  config: Config['webhooks']
  log: Log
  registry?: Registry
}

export interface Delivery {
  stop(patienceMs?: number): Promise<void>
}

/** Starts the sender and what keeps its tables in order. */
export function startDelivery({ db, secrets, guard, config, log, registry }: DeliveryParts): Delivery {
  const metrics = registry && createSenderMetrics(registry)
  const sender = createSender({
    db,
    secrets,
    post: createPost(guard),
    log,
    limits: { total: Math.max(1, config.concurrency) },
    ...(metrics ? { onOutcome: metrics.attempt } : {}),
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
