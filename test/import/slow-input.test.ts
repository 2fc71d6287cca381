import assert from 'node:assert/strict'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { PassThrough } from 'node:stream'
import { it, type TestContext } from 'node:test'
import { runCli } from '../../src/cli/main.ts'
import { openDatabase } from '../../src/database/open.ts'
import { writeTransaction } from '../../src/database/schema.ts'
import { sqlite, target } from '../backends.ts'
import { yantraReading } from '../service.ts'

/** What an import asks the system for is asked of this. */
function inPlaceOfSystem(t: TestContext, setPriority: () => void) {
  const { mock } = t.mock.method(os, 'setPriority', setPriority)
  syncBuiltinESMExports()
  t.after(() => {
    mock.restore()
    syncBuiltinESMExports()
  })
  return mock
}

for (const option of ['--strict', '--dry-run']) {
  it(`keeps nobody from writing with ${option}`, async (t) => {
    const url = await sqlite.newUrl(t)
    const db = await openDatabase(target(url))
    t.after(() => db.destroy())
    const lowered = inPlaceOfSystem(t, () => {})
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
    const ended = runCli(['import', option, '-', '--json'], { stdin, stdout, stderr, env: { DATABASE_URL: url } })
    stdin.write('{"type":"manufacturer","slug":"a","name":"A"}\n')
    // It has opened the database, and waits for more.
    await once(stderr, 'data')
    const low = Math.max(os.getPriority(), os.constants.priority.PRIORITY_BELOW_NORMAL)
    const requested = lowered.calls.map((call) => call.arguments)
    assert.deepEqual(requested, [[low]], 'requests on the same machine go first')
    await writeTransaction(db, async (trx) => {
      await trx.selectFrom('revision').select('value').execute()
    })
    stdin.end('{"type":"manufacturer","slug":"b","name":"B"}\n')
    assert.equal(await ended, 0)
    const { created } = JSON.parse(String(stdout.read()))
    assert.equal(created, 2)
    const remaining = await db.selectFrom('manufacturers').select('slug').execute()
    assert.equal(remaining.length, option === '--strict' ? 2 : 0)
  })
}

it('an import runs where a sandbox forbids it a lower priority', async (t) => {
  const forbidden = inPlaceOfSystem(t, () => {
    throw Object.assign(new Error('EPERM'), { code: 'ERR_SYSTEM_ERROR' })
  })
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  const { code } = await yantraReading('{"type":"manufacturer","slug":"a","name":"A"}\n', env, 'import', '-')
  assert.equal(code, 0)
  assert.equal(forbidden.callCount(), 1)
})
