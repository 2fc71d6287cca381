import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openDatabase } from '../../src/database/open.ts'
import { sqlite, target } from '../backends.ts'
import { startService } from '../service.ts'

it('listens when every read has been answered once: what is asked first finds the used market in memory', async (t) => {
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

it('counts what it asks of itself neither as traffic nor against a limit', async (t) => {
  const url = await sqlite.newUrl(t)
  const service = await startService(t, { DATABASE_URL: url, RATE_LIMIT_ANONYMOUS: '60' })
  assert.doesNotMatch(await (await service.get('/metrics')).text(), /yantra_http_requests_total\{route="\/v1/)
  const first = await service.get('/v1/machines/classes')
  assert.match(first.headers.get('ratelimit') ?? '', /r=59/)
  // A template of a path is no address.
  assert.equal((await service.get('/v1/tractors/%7Bslug%7D')).status, 404)
})
