import type { Db } from '../../database/schema.ts'
import type { SearchClient } from './client.ts'
import { createIndexWriter } from './index-writer.ts'
import type { Lease } from './lease.ts'
import { indexName } from './settings.ts'

interface RebuildOptions {
  db: Db
  client: SearchClient
  databaseId: string
  lease: Lease
  onProgress?: (sent: number, total: number) => void
}

/** Builds a new index while a server keeps the old one current. */
export async function rebuildIndex(options: RebuildOptions): Promise<{ machines: number; revision: number }> {
  const { db, client, databaseId, lease, onProgress = () => {} } = options
  const { signal } = new AbortController()
  // Nobody else writes an index that is being built.
  const { built, revision } = await createIndexWriter({
    db,
    client,
    databaseId,
    onProgress,
    mayWrite: async () => true,
  }).build(signal)
  await lease.seize()
  const writer = createIndexWriter({ db, client, databaseId, mayWrite: () => lease.hold() })
  await writer.swapIn(built, signal)
  // A server may have sent changes to the old index during the swap; the new one gets them now.
  const newest = await writer.catchUp(indexName(databaseId), revision, signal)
  const { numberOfDocuments } = await client.index(indexName(databaseId)).getStats()
  return { machines: numberOfDocuments - 1, revision: newest }
}
