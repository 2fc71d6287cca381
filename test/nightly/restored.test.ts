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

/** What a replica answers, without what differs from one response to the next. */
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

/** Waits until the replicas answer as a service that starts now. */
async function waitUntilLikeNew(t: TestContext, replicas: readonly Service[], cookie: string): Promise<void> {
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

onEachBackend('52: replicas of a database that is restored to a smaller revision', (backend) => {
  it('answer as after a fresh start within 5 s, also after a renamed maker and removed records', async (t) => {
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
    await waitUntilLikeNew(t, replicas, cookie)
    for (const path of ['/en/used', '/en/makers', '/console/data', '/v1/tractors?limit=100']) {
      assert.match((await shown(first, cookie))[path]!, /Mahindra Renamed/, path)
    }

    assert.equal((await yantra(first.env, 'sample', 'remove')).code, 0)
    await waitUntilLikeNew(t, replicas, cookie)
    const without = await shown(first, cookie)
    assert.doesNotMatch(without['/en/used']!, /61 used machines/)
    assert.match(without['/v1/market/listings/1']!, /^404/)

    await restore(db, copy)
    await waitUntilLikeNew(t, replicas, cookie)
    assert.deepEqual(await shown(first, cookie), before)
  })
})
