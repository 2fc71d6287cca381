import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { start } from '../../src/commands/serve.ts'
import { toConfig } from '../../src/config.ts'
import { sqlite } from '../backends.ts'
import { startMeilisearch, withoutOwnMeilisearch } from '../meilisearch.ts'

const TARGETS = [
  'machine_class=tractor&sort=power_desc',
  'manufacturer=swaraj',
  'hp_min=40&hp_max=60',
  'q=mahindra+575',
]
const PATIENCE_MS = 30_000

interface Answer {
  engine: string
  total: number
  hits: { id: number }[]
}

test('a service keeps answering while its Meilisearch dies, returns empty, pauses and goes on', {
  skip: withoutOwnMeilisearch,
}, async (t) => {
  const server = await startMeilisearch()
  t.after(() => server.stop())
  const url = await sqlite.newUrl(t)
  const env = { DATABASE_URL: url, PORT: '0', RATE_LIMIT_ANONYMOUS: '0', MAX_EVENT_LOOP_DELAY_MS: '0' }
  const config = toConfig({ ...env, MEILISEARCH_URL: server.url, MEILISEARCH_KEY: server.key })
  const service = await start(config, false, new Writable({ write: (_chunk, _encoding, done) => done() }))
  t.after(() => service.stop())
  let asked = 0

  /** A page that nobody asked for before, so that no kept answer stands in for an engine. */
  async function ask(target: string): Promise<Answer> {
    const response = await fetch(`${service.url}/v1/tractors?${target}&price_max=${900_000_000 + asked++}`)
    assert.equal(response.status, 200)
    return (await response.json()) as Answer
  }

  /** What one engine found; a server on busy cores may be too slow for some of it, and then the other answers. */
  async function foundBy(engine: string): Promise<{ total: number; ids: number[] }[]> {
    const start = performance.now()
    for (;;) {
      const answers: Answer[] = []
      for (const target of TARGETS) answers.push(await ask(target))
      if (answers.every((answer) => answer.engine === engine))
        return answers.map(({ total, hits }) => ({ total, ids: hits.map(({ id }) => id) }))
      assert.ok(performance.now() - start < PATIENCE_MS, `${engine} does not answer`)
      await sleep(20)
    }
  }

  const before = await foundBy('meilisearch')

  await server.kill()
  assert.deepEqual(await foundBy('database'), before)

  await server.restart({ empty: true })
  assert.deepEqual(await foundBy('meilisearch'), before)

  process.kill(server.pid, 'SIGSTOP')
  assert.deepEqual(await foundBy('database'), before)
  process.kill(server.pid, 'SIGCONT')
  assert.deepEqual(await foundBy('meilisearch'), before)
})
