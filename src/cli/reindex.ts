import { randomUUID } from 'node:crypto'
import { ConfigError, toConfig } from '../config.ts'
import { CommandError } from '../errors.ts'
import { createSearchClient, reasonOf } from '../search/meilisearch/client.ts'
import { createLease, rebuildIndex } from '../search/meilisearch/sync.ts'
import { type Commands, command } from './command.ts'
import { onDatabase } from './on-database.ts'
import { createProgress } from './progress.ts'

const reindexCommand = command({
  about:
    'Rebuilds the Meilisearch index and replaces the one in use. Searches continue meanwhile. Running servers keep the index current and build a missing one by themselves.',
  async run({ io }) {
    const { meilisearch } = toConfig(io.env)
    if (!meilisearch) {
      throw new ConfigError('MEILISEARCH_URL is not set; no index is needed')
    }
    const start = performance.now()
    const progress = createProgress(io.notes)
    return onDatabase(io, 'write', async (db) => {
      const lease = createLease(db, randomUUID())
      try {
        const onProgress = (count: number, total: number) =>
          progress.show({ what: 'machines sent', count, share: count / total })
        const client = createSearchClient(meilisearch)
        const done = await rebuildIndex({ db, client, lease, onProgress })
        const seconds = Math.round((performance.now() - start) / 100) / 10
        const text = `Indexed ${done.machines} machines at revision ${done.revision} in ${seconds} s.\n`
        return { json: { ...done, seconds }, text }
      } catch (error) {
        throw new CommandError(reasonOf(error), 2)
      } finally {
        progress.clear()
        await lease.drop().catch(() => {})
      }
    })
  },
})

export const commands: Commands = { reindex: reindexCommand }
