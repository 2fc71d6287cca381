import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { openDatabase } from '../../src/database/open.ts'
import { writeTransaction } from '../../src/database/schema.ts'
import type { Fault } from './fault.ts'
import { catalogueOf } from './serve.ts'

const MEGABYTE = 1024 * 1024
/** Each write changes one machine in so many; odd, so that each is changed again at its next turn. */
const SHARE = 21

export const longReader: Fault = {
  number: 38,
  what: 'an export that nobody reads stays open while machines are written without a pause, for 10 min (quick: 5 s)',
  bar: 'write-ahead log < 100 MB',
  async run(form) {
    const seconds = form === 'full' ? 600 : 5
    const url = await catalogueOf(20_000)
    const path = url.slice('file:'.length)
    const child = spawn(process.execPath, ['src/cli.ts', 'export'], {
      cwd: new URL('../..', import.meta.url),
      env: { ...process.env, DATABASE_URL: url },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const db = await openDatabase({ kind: 'sqlite', path })
    try {
      // The first bytes have come; the pipe is full soon and stays so.
      await once(child.stdout!, 'readable')
      const start = performance.now()
      let rows = 0
      let most = 0
      for (let round = 0; performance.now() - start < seconds * 1_000; round++) {
        await writeTransaction(db, async (trx) => {
          const { numAffectedRows } =
            await sql`update machines set facts = rtrim(facts) || ${round % 2 === 0 ? ' ' : ''} where id % ${SHARE} = ${round % SHARE}`.execute(
              trx,
            )
          rows += Number(numAffectedRows)
        })
        most = Math.max(most, statSync(`${path}-wal`).size)
      }
      const isOpen = child.exitCode === null
      return {
        passed: isOpen && rows > 10_000 && most < 100 * MEGABYTE,
        figure: `${rows} rows written; log at most ${(most / MEGABYTE).toFixed(0)} MB; the reader ${isOpen ? 'was open throughout' : 'HAD ENDED'}`,
      }
    } finally {
      const ended = once(child, 'exit')
      if (child.exitCode === null) {
        child.kill('SIGKILL')
        await ended
      }
      await db.destroy()
    }
  },
}
