import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../src/database/open.ts'
import { readRevision } from '../../src/database/schema.ts'
import { createWorkerReader } from '../../src/database/worker-reader.ts'
import { sqlite, target } from '../backends.ts'

async function open(t: TestContext) {
  const url = await sqlite.newUrl(t)
  const db = await openDatabase(target(url))
  const { reads, close } = createWorkerReader(target(url), db)
  t.after(async () => {
    await close()
    await db.destroy()
  })
  return { db, reads, close }
}

it('sees every change that was committed before it was asked', async (t) => {
  const { db, reads } = await open(t)
  for (const value of [1, 2, 3]) {
    await db.updateTable('revision').set({ value }).execute()
    assert.equal(await readRevision(reads), value)
  }
  await assert.rejects(sql`select * from nothing_there`.execute(reads), /nothing_there/)
  assert.equal(await readRevision(reads), 3)
})

it('keeps nobody waiting who asks for something else', async (t) => {
  const { db, reads } = await open(t)
  const ended: string[] = []
  const long = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000)
      select count(*) from n`
  const counting = long.execute(reads).then(() => ended.push('the long one'))
  await readRevision(db)
  // Timers run meanwhile: the loop is free.
  await new Promise((resolve) => setTimeout(resolve, 1))
  ended.push('the short one')
  await counting
  assert.deepEqual(ended, ['the short one', 'the long one'])
})

it('reads a file, and writes nothing there', async (t) => {
  const { reads, close } = await open(t)
  await assert.rejects(reads.deleteFrom('revision').execute(), /readonly/)
  await assert.rejects(
    reads.transaction().execute(async () => {}),
    /without a transaction/,
  )
  const requested = readRevision(reads)
  await close()
  await assert.rejects(requested, /ended/)
})
