import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/database/open.ts'
import { onEachBackend, target } from '../backends.ts'
import { openConsole, signIn } from '../console.ts'
import { copyOf, restore } from '../restored-copy.ts'
import { importRows, type Service, startService, yantra } from '../service.ts'

const WITHIN_MS = 5_000

const PATHS = [
  '/v1/tractors?limit=100',
  '/v1/tractors?q=mahindra&sort=hp_asc',
  '/v1/tractors/mahindra-575-di',
  '/v1/machines/classes',
  '/v1/market/listings/1',
  '/en/',
  '/en/machines?manufacturer=mahindra',
  '/en/machines/mahindra-575-di',
  '/en/used',
  '/hi/used?maker=mahindra&sort=price_asc',
  '/en/makers',
  '/console/data',
  '/console/data/machines.csv',
]

/** Everything that a replica shows, without what differs from one page to the next. */
async function shown({ url }: Service, cookie: string): Promise<Record<string, string>> {
  const console = openConsole(url, cookie)
  const answers: Record<string, string> = {}
  for (const path of PATHS) {
    const isConsole = path.startsWith('/console/')
    const response = await (isConsole ? console.get(path.slice('/console/'.length)) : fetch(url + path))
    const text = (await response.text()).replaceAll(url, '').replaceAll(/"(?:request_id|instance)":"[^"]*",?/g, '')
    answers[path] = `${response.status} ${text}`
  }
  return answers
}

/** What the replicas show becomes what a service shows that starts now. */
async function becomeLikeNew(t: TestContext, replicas: readonly Service[], cookie: string): Promise<void> {
  const end = performance.now() + WITHIN_MS
  const fresh = await shown(await startService(t, replicas[0]!.env), cookie)
  for (const replica of replicas) {
    for (;;) {
      const now = await shown(replica, cookie)
      const differing = PATHS.filter((path) => now[path] !== fresh[path])
      if (differing.length === 0) break
      if (performance.now() > end) assert.equal(now[differing[0]!], fresh[differing[0]!], differing.join(' '))
      await sleep(50)
    }
  }
}

onEachBackend('a database that goes back to a smaller revision beside running replicas', (backend) => {
  it('shows on each of them as after a fresh start, and so do renamed makers and removed records', async (t) => {
    const url = await backend.newUrl(t)
    const first = await startService(t, { DATABASE_URL: url })
    const replicas = [first, await startService(t, first.env)]
    const { cookie } = await signIn(first)
    const db = await openDatabase(target(url))
    t.after(() => db.destroy())
    const before = await shown(first, cookie)
    assert.match(before['/en/used']!, /61 used machines/)
    const copy = await copyOf(db)

    const renamed = { type: 'manufacturer', slug: 'mahindra', patch: true, name: 'Mahindra Renamed' }
    assert.equal((await importRows(t, first.env, [renamed])).code, 0)
    await becomeLikeNew(t, replicas, cookie)
    for (const path of ['/en/used', '/en/makers', '/console/data', '/v1/tractors?limit=100']) {
      assert.match((await shown(first, cookie))[path]!, /Mahindra Renamed/, path)
    }

    assert.equal((await yantra(first.env, 'sample', 'remove')).code, 0)
    await becomeLikeNew(t, replicas, cookie)
    const without = await shown(first, cookie)
    assert.doesNotMatch(without['/en/used']!, /61 used machines/)
    assert.match(without['/v1/market/listings/1']!, /^404/)

    await restore(db, copy)
    await becomeLikeNew(t, replicas, cookie)
    assert.deepEqual(await shown(first, cookie), before)
  })
})
