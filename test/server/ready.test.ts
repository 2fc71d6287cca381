import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openDatabase } from '../../src/database/open.ts'
import { sqlite, target } from '../backends.ts'
import { startService } from '../service.ts'

it('is ready when the used market is in memory', async (t) => {
  const url = await sqlite.newUrl(t)
  const service = await startService(t, { DATABASE_URL: url })
  const db = await openDatabase(target(url))
  t.after(() => db.destroy())
  // Nobody is told of this: only what was in memory before shows them.
  await db.deleteFrom('listings').execute()
  const answer = await service.get('/v1/market/listings')
  assert.equal(answer.status, 200)
  assert.ok(((await answer.json()) as { total: number }).total > 0)
})
