import { toDatabase } from '../config.ts'
import { openDatabase } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import type { DatabaseTarget } from '../database/target.ts'
import type { Io } from './io.ts'
import { tellOfWait, wroteTo } from './written-database.ts'

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
  const db = await openDatabase(target, { create: creates, onWait: tellOfWait(io) })
  try {
    if (writes) io.stderr.write(wroteTo(target))
    return await work(db)
  } finally {
    await db.destroy()
  }
}
