import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { startImport, writeMachines } from '../../bench/import-process.ts'
import { openDatabase } from '../../src/database/open.ts'
import { type Db, isPostgres, readRevision } from '../../src/database/schema.ts'
import { listImports } from '../../src/import/import-store.ts'
import { BATCH_ROWS } from '../../src/import/read-batches.ts'
import { newFolder, postgres, sqlite, target } from '../backends.ts'
import { sized } from '../tier.ts'

for (const backend of sized([sqlite], [sqlite, postgres])) {
  it(`a killed import on ${backend.name} leaves whole batches, and the next one completes it`, async (t) => {
    const file = join(newFolder(t), 'machines.ndjson')
    const rows = await writeMachines(file, sized(1_500, 3_000))
    for (let kill = 0; kill < sized(1, 100); kill++) {
      const url = await backend.newUrl(t)
      await using db = await openDatabase(target(url))
      const goal = Math.random() * rows
      const { child, ended } = startImport(url, file)
      while (child.exitCode === null && (await readRevision(db)) < goal) await sleep(2)
      await sleep(Math.random() * 30)
      child.kill('SIGKILL')
      await ended
      const remaining = await countRows(db)
      assert.ok(
        remaining % BATCH_ROWS === 0 || remaining === rows,
        `${remaining} rows are not whole batches of ${BATCH_ROWS}`,
      )
      const [reported] = await listImports(db, { limit: 1, now: Date.now() + 60_000 })
      if (reported) assert.deepEqual([reported.state !== 'running', reported.created], [true, remaining])
      const { code, summary } = await startImport(url, file).ended
      assert.deepEqual([code, summary?.unchanged, summary?.created], [0, remaining, rows - remaining])
      assert.equal(await countRows(db), rows)
    }
  })
}

/** The number of rows of an intact database. */
async function countRows(db: Db): Promise<number> {
  if (!isPostgres(db)) {
    const { rows } = await sql`pragma integrity_check`.execute(db)
    assert.deepEqual({ ...(rows[0] as object) }, { integrity_check: 'ok' })
  }
  const count = async (table: 'manufacturers' | 'machines') =>
    (await db.selectFrom(table).select('id').execute()).length
  return (await count('manufacturers')) + (await count('machines'))
}
