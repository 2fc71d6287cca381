import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { after, before, describe, type TestContext, test } from 'node:test'
import { createSearchClient } from '../../src/search/meilisearch/client.ts'
import { createMeilisearchEngine } from '../../src/search/meilisearch/engine.ts'
import { createEngineChoice, type EngineChoice } from '../../src/search/meilisearch/engine-choice.ts'
import { createSearchIndex } from '../../src/search/search-index.ts'
import { EMPTY_QUERY, type SearchQuery } from '../../src/search/types.ts'
import { type OwnMeilisearchServer, startMeilisearch, withoutOwnMeilisearch } from '../meilisearch.ts'
import { createFilledIndex, type FilledIndex } from '../search/meilisearch-index.ts'
import { readSampleCatalogue } from '../search/sample-catalogue.ts'

const { catalogue, index: memory } = readSampleCatalogue()
const QUERIES: SearchQuery[] = [
  { ...EMPTY_QUERY, machine_class: 'tractor', hp_min: 40, sort: 'power_desc' },
  { ...EMPTY_QUERY, manufacturer: 'mahindra,swaraj', limit: 5, offset: 3 },
  { ...EMPTY_QUERY, lifecycle: 'current', sort: 'hp_asc' },
  EMPTY_QUERY,
]
const EXPECTED = QUERIES.map((query) => memory.search(query))

function choose(meilisearch: FilledIndex['engine']) {
  const lines: string[] = []
  const write = (_: object, text: string) => lines.push(text)
  const log = { info: write, warn: write, error: write }
  const database = {
    name: 'database' as const,
    search: async (query: SearchQuery) => ({ ...memory.search(query), engine: 'database' as const }),
  }
  return { choice: createEngineChoice({ meilisearch, database, log }), lines }
}

/** Asks everything once; every answer must be right whoever gives it. Returns who answered, and the longest wait. */
async function askAll(choice: EngineChoice): Promise<{ engines: string[]; longest: number }> {
  const engines: string[] = []
  let longest = 0
  for (const [at, query] of QUERIES.entries()) {
    const start = performance.now()
    const { engine, ...answer } = await choice.search(query)
    longest = Math.max(longest, performance.now() - start)
    assert.deepEqual(answer, EXPECTED[at])
    engines.push(engine)
  }
  return { engines, longest }
}

const DATABASE = ['database', 'database', 'database', 'database']
const MEILISEARCH = ['meilisearch', 'meilisearch', 'meilisearch', 'meilisearch']

async function untilServing(choice: EngineChoice): Promise<void> {
  while (choice.state !== 'serving') {
    await choice.search(EMPTY_QUERY)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('searches while Meilisearch is in trouble', { skip: withoutOwnMeilisearch }, () => {
  let server: OwnMeilisearchServer
  let index: FilledIndex
  before(async () => {
    server = await startMeilisearch()
    index = await createFilledIndex(server)
    await index.fill(catalogue)
  })
  after(() => server?.stop())

  test('are answered by the database when it is killed, and by Meilisearch when it is back', async () => {
    const { choice, lines } = choose(index.engine)
    assert.deepEqual((await askAll(choice)).engines, MEILISEARCH)
    await server.kill()
    assert.deepEqual((await askAll(choice)).engines, DATABASE)
    assert.equal(choice.state, 'failing')
    await server.restart()
    await untilServing(choice)
    assert.deepEqual((await askAll(choice)).engines, MEILISEARCH)
    assert.deepEqual(lines, ['the database answers searches in place of Meilisearch', 'Meilisearch answers searches'])
  })

  test('wait for it once when it is paused, and then no more', async () => {
    const { choice } = choose(index.engine)
    await askAll(choice)
    process.kill(server.pid, 'SIGSTOP')
    try {
      const first = await choice.search(EMPTY_QUERY)
      assert.equal(first.engine, 'database')
      const { engines, longest } = await askAll(choice)
      assert.deepEqual(engines, DATABASE)
      assert.ok(longest < 300, 'the next requests do not wait')
    } finally {
      process.kill(server.pid, 'SIGCONT')
    }
    await untilServing(choice)
    assert.deepEqual((await askAll(choice)).engines, MEILISEARCH)
  })

  test('are right all the while when it comes and goes under load', async () => {
    const { choice } = choose(index.engine)
    let done = false
    const answers = { database: 0, meilisearch: 0 }
    const clients = Array.from({ length: 8 }, async () => {
      while (!done) {
        for (const engine of (await askAll(choice)).engines) answers[engine as keyof typeof answers]++
        await new Promise((resolve) => setImmediate(resolve))
      }
    })
    const answersFrom = async (engine: keyof typeof answers) => {
      const before = answers[engine]
      while (answers[engine] === before) await new Promise((resolve) => setImmediate(resolve))
    }
    try {
      for (let round = 0; round < 3; round++) {
        await answersFrom('meilisearch')
        process.kill(server.pid, 'SIGSTOP')
        await answersFrom('database')
        process.kill(server.pid, 'SIGCONT')
      }
      await answersFrom('meilisearch')
    } finally {
      done = true
    }
    await Promise.all(clients)
  })
})

async function stub(t: TestContext, listener: RequestListener): Promise<EngineChoice> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  const client = createSearchClient({ url: `http://127.0.0.1:${port}`, key: 'none' })
  return choose(
    createMeilisearchEngine({
      client,
      database: 'any',
      revision: () => 1,
      today: () => '2026-11-15',
      read: createSearchIndex('2026-11-15').read,
    }),
  ).choice
}

describe('an answer that is none', () => {
  const json = { 'content-type': 'application/json' }
  const answers: Record<string, RequestListener> = {
    'an error 500': (_, response) => response.writeHead(500, json).end('{"message":"no","code":"internal"}'),
    'an error 500 without a body': (_, response) => response.writeHead(500).end(),
    'a page of a proxy': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>busy'),
    'an empty object': (_, response) => response.writeHead(200, json).end('{}'),
    'a null': (_, response) => response.writeHead(200, json).end('null'),
    'nothing at all': (_, response) => response.writeHead(200, json).end(),
    'results of another shape': (_, response) =>
      response.writeHead(200, json).end('{"results":[{"hits":[]},{"hits":[{"id":"x"}],"estimatedTotalHits":-1},{}]}'),
    'half an answer': (_, response) => {
      response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"results":[')
      response.socket!.destroy()
    },
    'half an answer, and then silence': (_, response) => void response.writeHead(200, json).write('{"results":['),
    'a hang-up': (request) => void request.socket.destroy(),
    'a wrong key': (_, response) => response.writeHead(403, json).end('{"message":"no","code":"invalid_api_key"}'),
  }
  for (const [name, listener] of Object.entries(answers)) {
    test(`${name} makes the database answer the same request`, async (t) => {
      const choice = await stub(t, listener)
      assert.deepEqual((await askAll(choice)).engines, DATABASE)
      assert.equal(choice.state, 'failing')
    })
  }

  test('an index that does not exist is no failure, only not ready', async (t) => {
    const body = '{"message":"no","code":"index_not_found","type":"invalid_request","link":""}'
    const choice = await stub(t, (_, response) => response.writeHead(404, json).end(body))
    assert.deepEqual((await askAll(choice)).engines, DATABASE)
    assert.equal(choice.state, 'behind')
  })
})
