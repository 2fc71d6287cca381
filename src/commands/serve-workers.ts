import { pino } from 'pino'
import type { Config } from '../config.ts'
import { Refused } from '../operator/desk.ts'
import { startWorkers, WorkerFailed } from '../workers/primary.ts'
import type { Banner } from './banner.ts'
import type { LogTarget } from './readable-log.ts'
import type { Running } from './serve-start.ts'

/** Runs the same command in several processes that share one port. */
export async function startAll({ workers, logLevel }: Config, logTo: LogTarget | undefined): Promise<Running> {
  const log = logTo ? pino({ level: logLevel }, logTo) : pino({ level: logLevel })
  try {
    const all = await startWorkers(workers, log)
    return {
      url: all.url,
      describe: async () => all.banner as Banner,
      // Each worker drains by itself when it is told to stop.
      drain: async () => {},
      stop: all.stop,
    }
  } catch (error) {
    throw error instanceof WorkerFailed ? new Refused('a worker could not start', error.exitCode) : error
  }
}
