import type { Db } from '../database/schema.ts'
import type { Log } from '../log.ts'
import { takeReminders } from './health.ts'
import { sweep } from './retention.ts'
import { PATIENCE_MS } from './schedule.ts'

interface HousekeepingOptions {
  db: Db
  log: Log
  /** How long to keep deliveries that are finished or that nobody may get; 0 keeps them for good. */
  retentionDays: number
  now?: () => number
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const SWEEP_EVERY = 10

/** Every minute reminds the operator of failing subscriptions, and every ten removes what is too old. */
export function createHousekeeping({ db, log, retentionDays, now = Date.now }: HousekeepingOptions) {
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  let count = 0

  async function remind(): Promise<void> {
    for (const { id, failing_since } of await takeReminders(db, now())) {
      const since = new Date(failing_since).toISOString()
      const until = new Date(failing_since + PATIENCE_MS).toISOString()
      const what = `a webhook subscription has been failing since ${since}; the first failure after ${until} disables it`
      log.warn({ subscription: id, failing_since: since }, what)
    }
  }

  async function runOnce(withSweep = true): Promise<void> {
    try {
      await remind()
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
