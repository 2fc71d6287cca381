import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import type { Log } from '../log.ts'

const FIRST_PAUSE_MS = 250
const LAST_PAUSE_MS = 2_000
/** Attempts between two log lines: about half a minute. */
const TOLD_EVERY = 16

/**
 * Repeats work while the database cannot be reached: after a power cut or a joint update it may start later than this
 * process. Any other error is thrown.
 */
export async function onceDatabaseAnswers<T>(log: Log, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      const done = await work()
      if (attempt > 0) log.info({}, 'the database answers')
      return done
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || error.reason !== 'connection') throw error
      if (attempt % TOLD_EVERY === 0) log.warn({ reason: error.message }, 'waiting for the database')
      await sleep(Math.min(FIRST_PAUSE_MS * 2 ** attempt, LAST_PAUSE_MS))
    }
  }
}
