import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sqlite } from '../backends.ts'
import { startService, yantra } from '../service.ts'

it('shows how the service stands, in words and as JSON', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const { stdout } = await yantra(service.env, 'stats', '--json')
  const stats = JSON.parse(stdout)
  assert.deepEqual([stats.machines, stats.implements, stats.listings.live, stats.keys], [223, 66, 61, 0])
  assert.deepEqual(stats.deliveries, { waiting: 0, failed: 0 })
  const said = await yantra(service.env, 'stats')
  assert.match(said.stdout, /^machines +223\n/m)
  assert.match(said.stdout, /^listings +.*61 live/m)
  // The columns of the console's table of processes.
  assert.match(
    said.stdout,
    /^PROCESS +STATE +VERSION +STARTED +SEEN +REVISION +LAG +MEMORY +SEARCH\nserve on \S+ \w{8} +running /m,
  )
  assert.equal(said.code, stats.warnings.length > 0 ? 1 : 0)
})
