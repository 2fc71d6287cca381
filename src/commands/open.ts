import { toDatabase } from '../config.ts'
import { type DatabaseTarget, describeDatabase, openDatabase } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import type { Io } from './io.ts'

interface Manner {
  /** Whether the command may make a database that is not there. */
  creates?: boolean
  /** Whether it changes something: then it says where. */
  writes?: boolean
  target?: DatabaseTarget
}

/** Works with the database of the settings, and closes it. */
export async function withDatabase<T>(io: Io, manner: Manner, work: (db: Db) => Promise<T>): Promise<T> {
  const { creates = false, writes = creates, target = toDatabase(io.env.DATABASE_URL) } = manner
  const onWait = () => io.stderr.write('Another process is writing to the database; waiting for it.\n')
  const db = await openDatabase(target, { create: creates, onWait })
  try {
    if (writes) io.stderr.write(`Database: ${describeDatabase(target)}\n`)
    return await work(db)
  } finally {
    await db.destroy()
  }
}
