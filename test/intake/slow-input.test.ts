import assert from 'node:assert/strict'
import { once } from 'node:events'
import { constants, getPriority } from 'node:os'
import { PassThrough } from 'node:stream'
import { it } from 'node:test'
import { runCli } from '../../src/cli.ts'
import { openDatabase } from '../../src/database/open.ts'
import { writeTransaction } from '../../src/database/revision.ts'
import { onEachBackend, target } from '../backends.ts'

onEachBackend('an import whose input comes slowly', (backend) => {
  for (const option of ['--strict', '--dry-run']) {
    it(`keeps nobody from writing with ${option}`, async (t) => {
      const url = await backend.newUrl(t)
      const db = await openDatabase(target(url))
      t.after(() => db.destroy())
      const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
      const ended = runCli(['import', option, '-', '--json'], { stdin, stdout, stderr, env: { DATABASE_URL: url } })
      stdin.write('{"type":"manufacturer","slug":"a","name":"A"}\n')
      // It has opened the database, and waits for more.
      await once(stderr, 'data')
      assert.ok(getPriority() >= constants.priority.PRIORITY_BELOW_NORMAL, 'requests on the same machine go first')
      await writeTransaction(db, async (trx) => {
        await trx.selectFrom('revision').select('value').execute()
      })
      stdin.end('{"type":"manufacturer","slug":"b","name":"B"}\n')
      assert.equal(await ended, 0)
      const { created } = JSON.parse(String(stdout.read()))
      assert.equal(created, 2)
      const kept = await db.selectFrom('manufacturers').select('slug').execute()
      assert.equal(kept.length, option === '--strict' ? 2 : 0)
    })
  }
})
