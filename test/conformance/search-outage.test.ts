import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { it, type TestContext } from 'node:test'
import { createSearchClient } from '../../src/search/meilisearch/client.ts'
import { createMeilisearchEngine } from '../../src/search/meilisearch/engine.ts'
import { createEngineChoice } from '../../src/search/meilisearch/engine-choice.ts'
import { createSearchIndex } from '../../src/search/search-index.ts'
import { EMPTY_QUERY, type SearchQuery } from '../../src/search/types.ts'

const QUERY = { ...EMPTY_QUERY, lifecycle: 'current', sort: 'hp_asc' } as const
const log = { info() {}, warn() {}, error() {} }

/** Searches with a Meilisearch that this listener plays. Returns which engine answered, and the state after it. */
async function searchWith(t: TestContext, listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  const memory = createSearchIndex('2026-11-15')
  const answer = (query: SearchQuery) => ({ ...memory.search(query), engine: 'database' as const })
  const meilisearch = createMeilisearchEngine({
    client: createSearchClient({ url: `http://127.0.0.1:${port}`, key: 'none' }),
    ...{ database: 'any', revision: () => 1, today: () => '2026-11-15', parse: memory.parse },
  })
  const database = { name: 'database' as const, search: async (query: SearchQuery) => answer(query) }
  const choice = createEngineChoice({ meilisearch, database, log })
  for (let round = 0; round < 2; round++) assert.deepEqual(await choice.search(QUERY), answer(QUERY))
  return choice.state
}

const json = { 'content-type': 'application/json' }
const NONSENSE: Record<string, RequestListener> = {
  'an error 500': (_, response) => response.writeHead(500, json).end('{"message":"no","code":"internal"}'),
  'an error 500 without a body': (_, response) => response.writeHead(500).end(),
  'a page of a proxy': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>busy'),
  'an empty object': (_, response) => response.writeHead(200, json).end('{}'),
  'a null': (_, response) => response.writeHead(200, json).end('null'),
  'an empty body': (_, response) => response.writeHead(200, json).end(),
  'results of another shape': (_, response) =>
    response.writeHead(200, json).end('{"results":[{"hits":[]},{"hits":[{"id":"x"}],"estimatedTotalHits":-1},{}]}'),
  'half a body': (_, response) => {
    response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"results":[')
    response.socket!.destroy()
  },
  'half a body and then silence': (_, response) => void response.writeHead(200, json).write('{"results":['),
  'a closed connection': (request) => void request.socket.destroy(),
  'a wrong key': (_, response) => response.writeHead(403, json).end('{"message":"no","code":"invalid_api_key"}'),
}

it('the database answers the same request if the search engine answers nonsense', async (t) => {
  for (const [name, listener] of Object.entries(NONSENSE)) assert.equal(await searchWith(t, listener), 'failing', name)
  const body = '{"message":"no","code":"index_not_found","type":"invalid_request","link":""}'
  assert.equal(await searchWith(t, (_, response) => response.writeHead(404, json).end(body)), 'behind')
})
