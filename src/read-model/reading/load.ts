import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  classesAfter,
  implementsAfter,
  lastRemoval,
  makersAfter,
  pageAfterId,
  pageAfterRevision,
  type ReadPage,
} from '../../catalogue/catalogue-rows.ts'
import { CHANGES_ROWS, pageBytes } from '../../catalogue/machine-page.ts'
import { SCHEMA_VERSION } from '../../database/migrate.ts'
import { readRevision, snapshot } from '../../database/revision.ts'
import type { Db } from '../../database/schema.ts'
import type { ReadModel } from '../read-model.ts'
import type { LoadAhead } from './load-ahead.ts'
import { createBatchReader, type MachineBatch, SMALL } from './machine-batch.ts'

/**
 * A catch-up takes machines in slices, and requests are answered between them. Each slice costs a pass over the orders
 * of the index, so slices grow with the index.
 */
const SMALLEST_SLICE = 100
const SLICES = 2000
/** Requests that wait get at most this many times as long as the step before. */
const SHARE_OF_REQUESTS = 4

/** Fills an empty model from one state of the database and returns its revision. */
export async function loadAll(db: Db, model: ReadModel): Promise<number> {
  return snapshot(db, async (trx) => {
    const revision = await readRevision(trx)
    await takeFew(trx, model, -1)
    const reader = createBatchReader(model.taker())
    for (let next = await pageAfterId(trx, -1); next; next = await pageAfterId(trx, next.last)) reader.read(next.page)
    reader.finish()
    model.settle()
    return revision
  })
}

/** Fills the model from machines read ahead and adds later changes; undefined when they cannot be used. */
export async function loadRest(db: Db, model: ReadModel, ahead: LoadAhead): Promise<number | undefined> {
  const state = await ahead.state
  if (state?.schemaVersion !== SCHEMA_VERSION) return undefined
  // These come from a later state of the database: they may be newer than the machines, never older.
  await snapshot(db, (trx) => takeFew(trx, model, -1))
  const take = model.taker()
  const own = createBatchReader(model.taker())
  for await (const part of ahead.parts()) {
    if ('batch' in part) take(part.batch)
    else own.read(pageBytes(part.page))
  }
  own.finish()
  model.settle()
  const revision = await loadChanges(db, model, state.revision, () => {})
  return (await lastRemoval(db)) > state.revision ? undefined : revision
}

/**
 * Takes all changes after a revision, from one state of the database, and returns the new revision. Whenever answers
 * may have changed, `changed` gets the newest revision that all of them show. Requests go first while `isWaitedFor`.
 */
export async function loadChanges(
  db: Db,
  model: ReadModel,
  since: number,
  changed: (reached: number) => void,
  isWaitedFor = () => false,
): Promise<number> {
  return snapshot(db, async (trx) => {
    const revision = await readRevision(trx)
    if (revision <= since) return revision
    let reached = since
    if (await takeFew(trx, model, since)) changed(reached)
    const take = model.taker()
    let slice: MachineBatch[] = []
    let pages = 0
    const reader = createBatchReader((batch) => slice.push(batch), SMALL)
    const giveWay = createGiveWay(isWaitedFor)
    for (let last: number | undefined = since; last !== undefined; await giveWay()) {
      const next: ReadPage | undefined = await pageAfterRevision(trx, last)
      last = next?.last
      if (next) {
        reader.read(next.page)
        reached = next.last
        pages++
      }
      if (pages === 0 || (next && pages * CHANGES_ROWS < Math.max(SMALLEST_SLICE, model.size / SLICES))) continue
      await giveWay()
      reader.finish()
      slice.forEach(take)
      model.settle()
      slice = []
      pages = 0
      changed(reached)
    }
    return revision
  })
}

/** Makes a function that lets requests go first after each step: until none waits, or they had their share. */
function createGiveWay(isWaitedFor: () => boolean): () => Promise<void> {
  let since = performance.now()
  return async () => {
    const end = performance.now()
    const until = end + (end - since) * SHARE_OF_REQUESTS
    do await nextTurn()
    while (isWaitedFor() && performance.now() < until)
    since = performance.now()
  }
}

/** Takes changed makers, classes and implements at once, since they are few. Tells whether there were any. */
async function takeFew(trx: Db, model: ReadModel, since: number): Promise<boolean> {
  const makers = await makersAfter(trx, since)
  const classes = await classesAfter(trx, since)
  const fitting = await implementsAfter(trx, since)
  if (makers.length + classes.length + fitting.length === 0) return false
  model.apply({ makers, classes, implements: fitting })
  return true
}
