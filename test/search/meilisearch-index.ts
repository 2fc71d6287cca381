import { randomUUID } from 'node:crypto'
import { createSearchClient, finish } from '../../src/search/meilisearch/client.ts'
import { indexName, SETTINGS, STATE_ID, toIndexDocument } from '../../src/search/meilisearch/documents.ts'
import { createMeilisearchEngine, type MeilisearchEngine } from '../../src/search/meilisearch/engine.ts'
import { createSearchIndex } from '../../src/search/search-index.ts'
import type { SearchAnswer, SearchQuery } from '../../src/search/types.ts'
import type { MeilisearchServer } from '../meilisearch.ts'
import type { Catalogue } from './oracle.ts'
import { takeDocuments } from './take-documents.ts'

/** A real index filled from a catalogue in memory, without a database. */
export interface FilledIndex {
  engine: MeilisearchEngine
  /** Undefined when the query is one for the database. */
  search(query: SearchQuery): Promise<SearchAnswer | undefined>
  /** Replaces everything it holds. */
  fill(catalogue: Catalogue): Promise<void>
  remove(): Promise<void>
}

const never = new AbortController().signal
const PART = 2_000

export async function createFilledIndex(server: MeilisearchServer): Promise<FilledIndex> {
  const client = createSearchClient(server)
  const database = randomUUID()
  const index = client.index<object>(indexName(database))
  let today = ''
  let revision = 0
  let memory = createSearchIndex('')
  const engine = createMeilisearchEngine({
    client,
    database,
    revision: () => revision,
    today: () => today,
    parse: (q) => memory.parse(q),
  })
  await finish(client, (await client.createIndex(index.uid, { primaryKey: 'id' })).taskUid, never)
  await finish(client, (await index.updateSettings(SETTINGS)).taskUid, never)

  return {
    engine,
    async fill({ machines, makers: manufacturers, classes, ...catalogue }) {
      today = catalogue.today
      memory = createSearchIndex(today, catalogue.powerFor)
      memory.apply({ manufacturers: manufacturers.values(), classes: classes.values() })
      takeDocuments(memory, machines.values())
      revision++
      const documents = [...machines.values()].map((machine) =>
        toIndexDocument(machine, manufacturers.get(machine.manufacturer), classes.get(machine.machine_class)),
      )
      const state = { revision, complete: revision }
      await index.deleteAllDocuments()
      // One request may have 100 MB; the state comes with the last part.
      const all = [...documents, { id: STATE_ID, state }]
      const tasks = []
      for (let i = 0; i < all.length; i += PART) tasks.push(await index.addDocuments(all.slice(i, i + PART)))
      for (const { taskUid } of tasks) await finish(client, taskUid, never)
    },
    async search(query) {
      const outcome = await engine.ask(query, never)
      if (outcome === 'behind') throw new Error('the index is behind')
      return outcome === 'unfit' ? undefined : outcome.answer
    },
    async remove() {
      await finish(client, (await client.deleteIndex(index.uid)).taskUid, never)
    },
  }
}
