import { setTimeout as sleep } from 'node:timers/promises'
import { toDatabase } from '../config.ts'
import { withDatabase } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import { type DatabaseTarget, describeDatabase } from '../database/target.ts'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import type { Log } from '../lib/log.ts'
import type { Io } from './io.ts'

/** What a command does with the database; only `create` may make a missing one. */
export type DatabaseAccess = 'read' | 'write' | 'create'

export async function onDatabase<T>(io: Io, access: DatabaseAccess, work: (db: Db) => Promise<T>): Promise<T> {
  const target = toDatabase(io.env.DATABASE_URL)
  const onWait = () => void io.notes.write('Another process is writing to the database; waiting for it to end.\n')
  const onMigrated = ({ from, to }: { from: number; to: number }) =>
    void io.notes.write(`The schema of the database went from version ${from} to ${to}.\n`)
  return withDatabase(target, { create: access === 'create', onWait, onMigrated }, async (db) => {
    if (access !== 'read') sayWhere(io, target)
    return work(db)
  })
}

export const logMigration = (log: Log) => (schema: { from: number; to: number }) =>
  log.info(schema, 'the schema was brought up to date')

export function sayWhere({ notes }: Pick<Io, 'notes'>, database: DatabaseTarget): void {
  notes.write(`Database: ${describeDatabase(database)}\n`)
}

const FIRST_PAUSE_MS = 250
const LAST_PAUSE_MS = 2_000
/** Attempts between two log lines: about half a minute. */
const LOG_EVERY = 16

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
      if (!(error instanceof DatabaseUnavailable) || !/^(connection|slow|read-only)$/.test(error.reason)) throw error
      if (attempt % LOG_EVERY === 0) log.warn({ reason: error.message }, 'waiting for the database')
      await sleep(Math.min(FIRST_PAUSE_MS * 2 ** attempt, LAST_PAUSE_MS))
    }
  }
}
