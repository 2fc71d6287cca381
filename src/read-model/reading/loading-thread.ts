import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { type MachinePage, machinePageSql, pageBytes } from '../../catalogue/machine-page.ts'
import { type LoadedPart, type LoadingMessage, type LoadingTask, PARTS_AHEAD, type ReadState } from './load-ahead.ts'
import { buffersOf, createBatchReader } from './machine-batch.ts'

// Runs in a thread: tells which state of the database it reads, then sends the machines in batches.

const { path, taken } = workerData as LoadingTask
const port = parentPort!

const db = openState()
port.postMessage({ state: db?.state } satisfies LoadingMessage)
if (db) giveAll(db.handle)
port.close()

/** A missing, foreign or differently kept file is left to the program, which can create or migrate it. */
function openState(): { handle: DatabaseSync; state: ReadState } | undefined {
  try {
    const handle = new DatabaseSync(path, { readOnly: true })
    // In any other mode this reader would block the program's own connections.
    if (handle.prepare('pragma journal_mode').get()?.journal_mode !== 'wal') return undefined
    handle.exec('pragma cache_size = -2000')
    handle.exec('begin')
    const sql = 'select version as "schemaVersion", value as revision from schema_version, revision'
    return { handle, state: handle.prepare(sql).get() as unknown as ReadState }
  } catch {
    return undefined
  }
}

function giveAll(handle: DatabaseSync): void {
  let given = 0
  const give = (part: LoadedPart, buffers: ArrayBuffer[]) => {
    given++
    port.postMessage(part, buffers)
  }
  const batches = createBatchReader((batch) => give({ batch }, buffersOf(batch)))
  const statement = handle.prepare(machinePageSql({ by: 'id', where: 'id > ?', asBytes: true }))
  for (let last = -1; ; ) {
    const next = statement.get(last) as unknown as MachinePage
    if (next.page === null) break
    last = next.last
    const page = pageBytes(next.page)
    const used = Atomics.load(taken, 0)
    // The program has nothing left to take, so it reads this page itself.
    if (used > 0 && used === given) give({ page }, [page.buffer as ArrayBuffer])
    else batches.read(page)
    waitForRoom(given)
  }
  batches.finish()
  port.postMessage('end' satisfies LoadingMessage)
  handle.close()
}

function waitForRoom(given: number): void {
  for (;;) {
    const used = Atomics.load(taken, 0)
    if (given - used < PARTS_AHEAD) return
    Atomics.wait(taken, 0, used)
  }
}
