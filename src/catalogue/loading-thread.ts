import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { BATCHES_AHEAD, type LoadingTask, type ReadState } from './load-ahead.ts'
import { buffersOf, createBatchReader } from './machine-batch.ts'
import { type MachinePage, machinePageSql, pageBytes } from './machine-page.ts'

// Runs in a thread of its own: tells which state of the database it reads, then gives the machines out in batches.

const { path } = workerData as LoadingTask
const port = parentPort!

const db = openState()
port.postMessage({ state: db?.state })
if (db) await giveAll(db.handle)
port.close()

/** A file that is not there, is not ours or is kept in another way is left to the program, which can do more. */
function openState(): { handle: DatabaseSync; state: ReadState } | undefined {
  try {
    const handle = new DatabaseSync(path, { readOnly: true })
    // Otherwise a reader would be in the way of the program's own connections.
    if (handle.prepare('pragma journal_mode').get()?.journal_mode !== 'wal') return undefined
    handle.exec('pragma cache_size = -2000')
    handle.exec('begin')
    const sql = 'select version as "schemaVersion", value as revision from schema_version, revision'
    return { handle, state: handle.prepare(sql).get() as unknown as ReadState }
  } catch {
    return undefined
  }
}

async function giveAll(handle: DatabaseSync): Promise<void> {
  let ahead = 0
  port.on('message', () => ahead--)
  const batches = createBatchReader((batch) => {
    ahead++
    port.postMessage({ batch }, buffersOf(batch))
  })
  const statement = handle.prepare(machinePageSql('?', true))
  let last = -1
  for (;;) {
    const next = statement.get(last) as unknown as MachinePage
    if (next.page === null) break
    batches.read(pageBytes(next.page))
    last = next.last
    while (ahead >= BATCHES_AHEAD) await once(port, 'message')
  }
  batches.finish()
  port.postMessage({ batch: undefined })
  handle.close()
}
