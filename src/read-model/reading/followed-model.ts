import { CLASSES, IMPLEMENTS, MACHINE_PAGES, MAKERS } from '../../catalogue/catalogue-rows.ts'
import { CHANGES_ROWS, pageBytes } from '../../catalogue/machine-page.ts'
import { SCHEMA_VERSION } from '../../database/migrate.ts'
import { type Db, snapshot } from '../../database/schema.ts'
import { feed, type Projection } from '../../following/follower.ts'
import { createReadModel, type ReadModel } from '../read-model.ts'
import type { LoadAhead } from './load-ahead.ts'
import { createBatchReader, type MachineBatch, SMALL } from './machine-batch.ts'

/**
 * Changed machines are taken in slices, and requests are answered between them. Each slice costs a pass over the orders
 * of the index, so slices grow with the index.
 */
const SMALLEST_SLICE = 100
const SLICES = 2000

/**
 * The read model as a projection: another model takes its place when everything is read again. `changed` is called
 * whenever answers may have changed.
 */
export function createFollowedModel(date: string, changed: () => void) {
  let today = date
  let model = createReadModel(today)
  let revision = -1
  /** The model that is being filled from all rows. */
  let fresh: ReadModel | undefined
  let reader: ReturnType<typeof createBatchReader> | undefined
  let take: ReturnType<ReadModel['taker']>
  /** Machines of the next slice. */
  let slice: MachineBatch[] = []
  let pages = 0

  function apply(changes: Parameters<ReadModel['apply']>[0]): void {
    ;(fresh ?? model).apply(changes)
    if (!fresh) changed()
  }

  function startReader(): ReturnType<typeof createBatchReader> {
    take = (fresh ?? model).taker()
    return fresh ? createBatchReader(take) : createBatchReader((batch) => slice.push(batch), SMALL)
  }

  function takeSlice(): void {
    reader?.finish()
    for (const batch of slice) take(batch)
    slice = []
    pages = 0
  }

  function reached(now: number, isCurrent: boolean): void {
    const filled = fresh
    const isFull = pages * CHANGES_ROWS >= Math.max(SMALLEST_SLICE, model.size / SLICES)
    const isTaken = filled !== undefined || (pages > 0 && (isFull || isCurrent))
    if (isTaken) {
      takeSlice()
      ;(filled ?? model).settle()
    }
    if (isCurrent) reader = undefined
    if (isTaken || pages === 0) revision = now
    if (filled) {
      filled.setToday(today)
      model = filled
      fresh = undefined
    }
    if (isTaken) changed()
  }

  const projection: Projection = {
    tables: [
      feed(MAKERS, (makers) => apply({ makers })),
      feed(CLASSES, (classes) => apply({ classes })),
      feed(IMPLEMENTS, (rows) => apply({ implements: rows })),
      feed(MACHINE_PAGES, (page) => {
        reader ??= startReader()
        reader.read(page)
        pages++
      }),
    ],
    reset() {
      fresh = createReadModel(today)
      reader = undefined
      slice = []
      pages = 0
    },
    reached,
  }

  return {
    projection,
    get model() {
      return model
    },
    /** The newest revision that every answer shows. */
    get revision() {
      return revision
    },
    setToday(date: string): void {
      today = date
      model.setToday(date)
    },
    /** Fills the model with what a thread has read; returns its revision, or undefined if it is of no use. */
    async fillFrom(db: Db, ahead: LoadAhead): Promise<number | undefined> {
      const state = await ahead.state
      if (state?.schemaVersion !== SCHEMA_VERSION) return undefined
      projection.reset()
      // These come from a later state of the database: they may be newer than the machines, never older.
      await snapshot(db, async (trx) => {
        for (const { table, put } of projection.tables.slice(0, -1)) {
          const step = await table.changed(trx, -1)
          if (step) put(step.rows)
        }
      })
      reader = startReader()
      const takeRead = fresh!.taker()
      for await (const part of ahead.parts()) {
        if ('batch' in part) takeRead(part.batch)
        else reader.read(pageBytes(part.page))
      }
      reached(state.revision, true)
      return state.revision
    },
  }
}
