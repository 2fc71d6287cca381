import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { DatabaseUnavailable } from '../../src/database/unavailable.ts'
import { toProblem } from '../../src/http/problems.ts'
import { sqlite } from '../backends.ts'

it('a disk without room is a 503, undoes what was begun, and is over when there is room', async (t) => {
  const db = await sqlite.newDatabase(t)
  await db.connection().execute(async (one) => {
    const write = sql`create table large as select randomblob(1000000) as bytes`
    // As many pages as there are: SQLite says the same as when the disk has no room.
    await sql`pragma max_page_count = 1`.execute(one)
    const error = await write.execute(one).then(
      () => assert.fail('it was written'),
      (error: unknown) => error,
    )
    assert.ok(error instanceof DatabaseUnavailable && error.reason === 'full', String(error))
    const { status, headers } = toProblem(error)
    assert.deepEqual([status, headers['retry-after']], [503, '5'])
    await assert.rejects(
      one.transaction().execute((trx) => write.execute(trx)),
      DatabaseUnavailable,
    )
    await sql`pragma max_page_count = 4294967294`.execute(one)
    await one.transaction().execute((trx) => write.execute(trx))
  })
})
