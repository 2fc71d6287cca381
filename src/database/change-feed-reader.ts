import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Log } from '../lib/log.ts'
import { withTimeout } from '../lib/timeout.ts'
import { schedule } from '../lib/timers.ts'
import { type Db, readRevision, readState, snapshot } from './schema.ts'

interface FeedBatch<Rows> {
  rows: Rows
  last?: number | undefined
}

/** Projections with the same table share its reads. */
export interface FeedTable<Rows> {
  /** In order of revision. */
  changed(db: Db, revision: number): Promise<FeedBatch<Rows> | undefined>
  /** From -1. By default `changed` reads them. */
  all?(db: Db, place: number): Promise<FeedBatch<Rows> | undefined>
}

interface TableFeed {
  table: FeedTable<unknown>
  put(rows: unknown): void
}

export function feed<Rows>(table: FeedTable<Rows>, put: (rows: Rows) => void): TableFeed {
  return { table, put: put as TableFeed['put'] }
}

export interface Projection {
  /** Rows may reference rows of earlier tables, and may come twice. */
  tables: readonly TableFeed[]
  /** Results do not change until `reached` is called. */
  reset(): void
  /** `isCurrent` is false while more changes follow. */
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
  position: number
}

const POLL_MS = 300
const TIMEOUT_MS = 5_000
const NOTHING = -1
/** Requests get at most this multiple of the last step's time. */
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
        // A smaller revision means another database, such as a restored copy. Removed rows leave no change.
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
     * Resolves when it is current. The first follower is updated last, so its revision is one that all have reached.
     */
    async follow(projection: Projection): Promise<void> {
      const state = { projection, position: NOTHING }
      // Outside the loop, so that the others stay current.
      await snapshot(db, async (trx) => bringUp(trx, [state], NOTHING, (await readState(trx)).revision))
      followed.push(state)
      await loop.wake()
      if (failure === undefined) return
      followed.splice(followed.indexOf(state), 1)
      throw failure
    },
    catchUp: () => loop.wake(),
    get newest() {
      return newest
    },
    /** Milliseconds since a projection fell behind or the database was lost; 0 when current. */
    get lag() {
      return behindSince === undefined ? 0 : Math.max(0, clock() - behindSince)
    },
    /** Undefined while changes arrive. */
    get trouble() {
      if (followed.length === 0) return 'The catalogue is being loaded.'
      return failure === undefined ? undefined : 'The database does not answer.'
    },
    /** Large updates let waiting requests go first. */
    yieldWhile(condition: () => boolean): void {
      isWaitedFor = condition
    },
    close: loop.stop,
  }
}

/** Lets requests run after each step, until none waits or they had their share. */
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
