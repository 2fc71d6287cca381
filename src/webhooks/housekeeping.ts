import type { Db } from '../database/schema.ts'
import type { Log } from '../log.ts'
import { takeWarnings } from './health.ts'
import { sweep } from './retention.ts'
import { PATIENCE_MS } from './schedule.ts'

interface HousekeepingOptions {
  db: Db
  log: Log
  /** How long finished deliveries are kept; 0 keeps them for good. */
  retentionDays: number
  now?: () => number
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const SWEEP_EVERY = 10

/** Warns of subscriptions about to be disabled, every minute, and removes what is too old, every ten. */
export function createHousekeeping({ db, log, retentionDays, now = Date.now }: HousekeepingOptions) {
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  let count = 0

  async function warn(): Promise<void> {
    for (const { id, failing_since } of await takeWarnings(db, now())) {
      const details = { subscription: id, failing_since: new Date(failing_since).toISOString() }
      const until = new Date(failing_since + PATIENCE_MS).toISOString()
      log.warn(details, `webhook subscription fails since days: the first failure after ${until} disables it`)
    }
  }

  async function runOnce(withSweep = true): Promise<void> {
    try {
      await warn()
      if (withSweep) await sweep(db, now(), retentionDays === 0 ? undefined : now() - retentionDays * DAY)
    } catch (error) {
      log.warn({ err: error }, 'webhook housekeeping failed; it is tried again')
    }
  }

  return {
    runOnce,
    start() {
      timer ??= setInterval(() => {
        current = current.then(() => runOnce(count++ % SWEEP_EVERY === 0))
      }, MINUTE)
    },
    async stop() {
      clearInterval(timer)
      await current
    },
  }
}
