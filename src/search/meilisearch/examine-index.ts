import { readRevision } from '../../database/revision.ts'
import type { Db } from '../../database/schema.ts'
import { createSearchClient, type MeilisearchTarget } from './client.ts'
import { readSyncRow } from './lease.ts'
import { lookAtIndex, rebuildReason } from './sync.ts'

export interface IndexFinding {
  /** Why it cannot answer; undefined when it can. */
  trouble: string | undefined
  /** How many changes of the database it lacks. */
  behind: number
}

/** Looks at the index of this database without changing it. */
export async function examineIndex(db: Db, target: MeilisearchTarget): Promise<IndexFinding> {
  const { databaseId, sentRevision } = await readSyncRow(db)
  const revision = await readRevision(db)
  const state = await lookAtIndex(createSearchClient(target), databaseId)
  const trouble = rebuildReason(state, databaseId, sentRevision)
  return { trouble, behind: trouble === undefined ? Math.max(0, revision - state!.complete) : revision }
}
