import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { ConfigError, toConfig } from '../config.ts'
import { openDatabase } from '../database/open.ts'
import { createSearchClient } from '../search/meilisearch/client.ts'
import { createLease, readSyncRow } from '../search/meilisearch/lease.ts'
import { rebuildIndex } from '../search/meilisearch/rebuild.ts'
import type { Io } from './io.ts'

const HELP = `Usage: yantra reindex [--json]

Builds the Meilisearch index of the catalogue anew, beside the one in use, and puts it in its place. Searches are
answered all the while. MEILISEARCH_URL and MEILISEARCH_KEY name the server, DATABASE_URL the database.

Running servers keep the index current by themselves and build it when it is missing, lost or made with other settings:
this command is for the rest, and for building it before the first server starts.
`

export async function reindexCommand(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } })
  if (values.help) {
    io.stdout.write(HELP)
    return 0
  }
  const { database, meilisearch } = toConfig(io.env)
  if (!meilisearch) throw new ConfigError('MEILISEARCH_URL is not set: the database answers searches without an index')
  const db = await openDatabase(database)
  const lease = createLease(db, randomUUID())
  const start = performance.now()
  try {
    const { databaseId } = await readSyncRow(db)
    const client = createSearchClient(meilisearch)
    const done = await rebuildIndex({ db, client, databaseId, lease, onProgress: progressOn(io, values.json) })
    const seconds = Math.round((performance.now() - start) / 100) / 10
    io.stdout.write(
      values.json
        ? `${JSON.stringify({ ...done, seconds })}\n`
        : `Indexed ${done.machines} machines at revision ${done.revision} in ${seconds} s.\n`,
    )
    return 0
  } catch (error) {
    io.stderr.write(`yantra reindex: ${reasonOf(error)}\n`)
    return 2
  } finally {
    await lease.drop().catch(() => {})
    await db.destroy()
  }
}

function progressOn(io: Io, json: boolean | undefined): (sent: number, total: number) => void {
  if (json || !io.stderr.isTTY) return () => {}
  return (sent, total) => {
    io.stderr.write(`\r${sent} of ${total} machines sent${sent === total ? '\n' : ''}`)
  }
}

/** Fetch only says that it failed; why is further in. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message
}
