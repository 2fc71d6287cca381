import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { startImport } from '../../bench/import-process.ts'
import { toDatabase } from '../../src/config.ts'
import { openDatabase } from '../../src/database/open.ts'
import { type Db, isPostgres, readRevision } from '../../src/database/schema.ts'
import { listImports } from '../../src/intake/import-store.ts'
import { BATCH_ROWS } from '../../src/intake/read-batches.ts'

/** Starts an import, kills it with SIGKILL at a random moment, looks at what is left, and completes it. */
export async function killOnce(url: string, file: string, rows: number): Promise<{ kept: number; killed: boolean }> {
  const db = await openDatabase(toDatabase(url))
  try {
    const goal = Math.random() * rows
    const { child, ended } = startImport(url, file)
    while (child.exitCode === null && (await readRevision(db)) < goal) await sleep(2)
    await sleep(Math.random() * 30)
    child.kill('SIGKILL')
    const { code } = await ended
    const kept = await examine(db, rows)
    const [told] = await listImports(db, { limit: 1, now: Date.now() + 60_000 })
    if (told && (told.state === 'running' || told.created !== kept)) {
      throw new Error(`${kept} rows were kept, and it is told as ${told.state} with ${told.created}`)
    }
    const again = await startImport(url, file).ended
    if (again.code !== 0 || again.summary?.unchanged !== kept || again.summary.created !== rows - kept) {
      throw new Error(`after ${kept} rows the import did not complete: ${JSON.stringify(again)}`)
    }
    if ((await examine(db, rows)) !== rows) throw new Error('rows are missing after the second import')
    return { kept, killed: code === null }
  } finally {
    await db.destroy()
  }
}

/** The number of rows that are there, which are whole batches of an intact database. */
async function examine(db: Db, rows: number): Promise<number> {
  if (!isPostgres(db)) {
    const { rows: found } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
    if (found[0]?.integrity_check !== 'ok') throw new Error(`the database is damaged: ${JSON.stringify(found)}`)
  }
  let kept = 0
  for (const table of ['manufacturers', 'machines'] as const) {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    kept += Number(count)
  }
  if (kept % BATCH_ROWS !== 0 && kept !== rows) throw new Error(`${kept} rows are not whole batches of ${BATCH_ROWS}`)
  return kept
}
