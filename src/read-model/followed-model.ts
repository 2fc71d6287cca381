import { CLASSES, IMPLEMENTS, MACHINES, MANUFACTURERS, type MachineRow } from '../catalog/catalogue-rows.ts'
import { feed, type Projection } from '../database/change-feed-reader.ts'
import { createReadModel, type ReadModel } from './read-model.ts'

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
  /** Machines of the next slice. */
  let slice: MachineRow[] = []

  function apply(changes: Parameters<ReadModel['apply']>[0]): void {
    ;(fresh ?? model).apply(changes)
    if (!fresh) changed()
  }

  function putMachines(rows: MachineRow[]): void {
    if (fresh) fresh.put(rows)
    else slice.push(...rows)
  }

  function takeSlice(): void {
    model.put(slice)
    model.settle()
    slice = []
  }

  function reached(now: number, isCurrent: boolean): void {
    const isFull = slice.length >= Math.max(SMALLEST_SLICE, model.size / SLICES)
    const isTaken = fresh !== undefined || (slice.length > 0 && (isFull || isCurrent))
    if (fresh) {
      fresh.settle()
      fresh.setToday(today)
      model = fresh
      fresh = undefined
    } else if (isTaken) takeSlice()
    if (slice.length === 0) revision = now
    if (isTaken) changed()
  }

  const projection: Projection = {
    tables: [
      feed(MANUFACTURERS, (manufacturers) => apply({ manufacturers })),
      feed(CLASSES, (classes) => apply({ classes })),
      feed(IMPLEMENTS, (rows) => apply({ implements: rows })),
      feed(MACHINES, putMachines),
    ],
    reset() {
      fresh = createReadModel(today)
      slice = []
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
  }
}
