import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Log } from '../lib/log.ts'
import { withTimeout } from '../lib/timeout.ts'
import { schedule } from '../lib/timers.ts'
import { type Db, readRevision, readState, snapshot } from './schema.ts'

/** Some rows, and the place to go on from: their highest revision or id; without it there are no more. */
interface FeedBatch<Rows> {
  rows: Rows
  last?: number | undefined
}

/** How the rows of a table are read. Projections that name the same value share what is read. */
export interface FeedTable<Rows> {
  /** The next rows that changed after a revision, in order of revision. */
  changed(db: Db, revision: number): Promise<FeedBatch<Rows> | undefined>
  /** The next of all rows after a place, at first -1. Without it, `changed` reads them. */
  all?(db: Db, place: number): Promise<FeedBatch<Rows> | undefined>
}

/** A table, and what takes its rows. */
interface TableFeed {
  table: FeedTable<unknown>
  put(rows: unknown): void
}

export function feed<Rows>(table: FeedTable<Rows>, put: (rows: Rows) => void): TableFeed {
  return { table, put: put as TableFeed['put'] }
}

export interface Projection {
  /** In the order they are read: a row of one may name a row of another before it. A row may be put twice. */
  tables: readonly TableFeed[]
  /** Begins anew. What it shows does not change until all rows are put and `reached` is called. */
  reset(): void
  /** All changes up to this revision were put. `isCurrent` is false while more of them follow. */
  reached?(revision: number, isCurrent: boolean): void
}

export type ChangeFeedReader = ReturnType<typeof createChangeFeedReader>

export interface ChangeFeedOptions {
  clock?: () => number
  log: Log
  pollMs?: number
}

interface ProjectionState {
  projection: Projection
  /** The revision that it has reached. */
  position: number
}

const POLL_MS = 300
const TIMEOUT_MS = 5_000
const NOTHING = -1
/** Requests that wait get at most this many times as long as the step before. */
const SHARE_OF_REQUESTS = 4

export function createChangeFeedReader(db: Db, options: ChangeFeedOptions) {
  const { clock = Date.now, log, pollMs = POLL_MS } = options
  const followed: ProjectionState[] = []
  let newest = NOTHING
  let behindSince: number | undefined = clock()
  let failure: unknown
  let isWaitedFor = () => false

  async function advance(): Promise<void> {
    newest = await withTimeout(readRevision(db), TIMEOUT_MS)
    if (followed.every(({ position }) => position === newest)) return
    behindSince ??= clock()
    await snapshot(db, async (trx) => {
      const { revision, removal } = await readState(trx)
      newest = revision
      for (const state of followed) {
        // A smaller revision is that of another database, such as a restored copy. Removed rows leave no change behind.
        if (revision < state.position || removal > state.position) state.position = NOTHING
      }
      for (;;) {
        const since = Math.min(...followed.map(({ position }) => position))
        if (since === revision) return
        const together = followed.filter(({ position }) => position === since).toReversed()
        await bringUp(trx, together, since, revision)
      }
    })
  }

  /** Brings projections that are at the same revision up to that of the snapshot. */
  async function bringUp(
    trx: Db,
    together: readonly ProjectionState[],
    since: number,
    revision: number,
  ): Promise<void> {
    const isAll = since === NOTHING
    const yieldToRequests = createYield(() => isWaitedFor())
    if (isAll) for (const { projection } of together) projection.reset()
    const tables = new Set(together.flatMap(({ projection }) => projection.tables.map(({ table }) => table)))
    for (const table of tables) {
      const read = (isAll && table.all) || table.changed
      const takers = together.flatMap((state) => {
        const position = state.projection.tables.findIndex((its) => its.table === table)
        if (position < 0) return []
        const isLast = position === state.projection.tables.length - 1
        return [{ one: state, isLast, put: state.projection.tables[position]!.put }]
      })
      for (let place: number | undefined = since; place !== undefined; await yieldToRequests()) {
        const step: FeedBatch<unknown> | undefined = await read(trx, place)
        place = step?.last
        if (!step) break
        for (const { put } of takers) put(step.rows)
        await yieldToRequests()
        if (isAll || place === undefined) continue
        for (const { one: state, isLast } of takers) if (isLast) reach(state, place, false)
      }
    }
    for (const state of together) reach(state, revision, true)
  }

  function reach(state: ProjectionState, revision: number, isCurrent: boolean): void {
    state.position = revision
    state.projection.reached?.(revision, isCurrent)
  }

  const loop = schedule(pollMs, async () => {
    if (followed.length === 0) return
    try {
      await advance()
      if (failure !== undefined) log.info({ revision: newest }, 'the catalogue is current again')
      failure = behindSince = undefined
    } catch (error) {
      behindSince ??= clock()
      if (failure === undefined) {
        log.warn({ err: error }, 'the database does not answer; the catalogue is served from memory')
      }
      failure = error
    }
  })

  return {
    /**
     * Feeds a projection from now on; resolves when it is current. The one that came first is brought up last, so its
     * revision is one that all others have reached.
     */
    async follow(projection: Projection): Promise<void> {
      const state = { projection, position: NOTHING }
      // Loaded outside the loop, so that the others stay current meanwhile.
      await snapshot(db, async (trx) => bringUp(trx, [state], NOTHING, (await readState(trx)).revision))
      followed.push(state)
      await loop.wake()
      if (failure === undefined) return
      followed.splice(followed.indexOf(state), 1)
      throw failure
    },
    /** Asks the database for changes now. */
    catchUp: () => loop.wake(),
    /** The newest revision seen in the database. */
    get newest() {
      return newest
    },
    /** Milliseconds since a projection fell behind the database, or the database was lost; 0 when all are current. */
    get lag() {
      return behindSince === undefined ? 0 : Math.max(0, clock() - behindSince)
    },
    /** Why changes do not arrive, or `undefined` when they do. */
    get trouble() {
      if (followed.length === 0) return 'The catalogue is being loaded.'
      return failure === undefined ? undefined : 'The database does not answer.'
    },
    /** Tells how to see that requests wait: a large catch-up lets them go first. */
    yieldWhile(condition: () => boolean): void {
      isWaitedFor = condition
    },
    close: loop.stop,
  }
}

/** Makes a function that lets requests go first after each step: until none waits, or they had their share. */
function createYield(isWaitedFor: () => boolean): () => Promise<void> {
  let since = performance.now()
  return async () => {
    const end = performance.now()
    const until = end + (end - since) * SHARE_OF_REQUESTS
    do await nextTurn()
    while (isWaitedFor() && performance.now() < until)
    since = performance.now()
  }
}
