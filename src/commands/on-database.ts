import { toDatabase } from '../config.ts'
import { withDatabase } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import { type DatabaseTarget, describeDatabase } from '../database/target.ts'
import type { Io } from './io.ts'

/** What a command does with the database; only `create` may make a missing one. */
export type Access = 'read' | 'write' | 'create'

/** Works with the configured database. */
export async function onDatabase<T>(io: Io, access: Access, work: (db: Db) => Promise<T>): Promise<T> {
  const target = toDatabase(io.env.DATABASE_URL)
  const onWait = () => void io.stderr.write('Another process is writing to the database; waiting for it to end.\n')
  return withDatabase(target, { create: access === 'create', onWait }, async (db) => {
    if (access !== 'read') sayWhere(io, target)
    return work(db)
  })
}

/** A command that writes says where, so that a wrong folder is noticed. */
export function sayWhere({ stderr }: Pick<Io, 'stderr'>, database: DatabaseTarget): void {
  stderr.write(`Database: ${describeDatabase(database)}\n`)
}
