import { randomUUID } from 'node:crypto'
import { ConfigError, toConfig } from '../config.ts'
import { Refused } from '../errors.ts'
import { createSearchClient, reasonOf } from '../search/meilisearch/client.ts'
import { createLease, readSyncRow, rebuildIndex } from '../search/meilisearch/index-writer.ts'
import { command } from './command.ts'
import { onDatabase } from './on-database.ts'
import { createProgress } from './progress.ts'

export const reindexCommand = command({
  about:
    'Builds the Meilisearch index of the catalogue anew, beside the one in use, and puts it in its place. Searches are answered all the while. MEILISEARCH_URL and MEILISEARCH_KEY name the server, DATABASE_URL the database.',
  notes:
    'Running servers keep the index current by themselves and build it when it is missing, lost or made with other settings: this command is for the rest, and for building it before the first server starts.',
  async run({ io }) {
    const { meilisearch } = toConfig(io.env)
    if (!meilisearch) {
      throw new ConfigError('MEILISEARCH_URL is not set: the database answers searches without an index')
    }
    const start = performance.now()
    const progress = createProgress(io.stderr)
    return onDatabase(io, 'write', async (db) => {
      const lease = createLease(db, randomUUID())
      try {
        const { databaseId } = await readSyncRow(db)
        const onProgress = (count: number, total: number) =>
          progress.show({ what: 'machines sent', count, share: count / total })
        const client = createSearchClient(meilisearch)
        const done = await rebuildIndex({ db, client, databaseId, lease, onProgress })
        const seconds = Math.round((performance.now() - start) / 100) / 10
        const text = `Indexed ${done.machines} machines at revision ${done.revision} in ${seconds} s.\n`
        return { json: { ...done, seconds }, text }
      } catch (error) {
        throw new Refused(reasonOf(error), 2)
      } finally {
        progress.clear()
        await lease.drop().catch(() => {})
      }
    })
  },
})
