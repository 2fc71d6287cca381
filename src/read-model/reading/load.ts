import { setImmediate as breathe } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import {
  classesAfter,
  implementsAfter,
  machinePage,
  machinesAfterRevision,
  makersAfter,
} from '../../catalogue/catalogue-rows.ts'
import { pageBytes } from '../../catalogue/machine-page.ts'
import type { Maker } from '../../catalogue/records.ts'
import { SCHEMA_VERSION } from '../../database/migrate.ts'
import { readRevision, snapshot } from '../../database/revision.ts'
import type { Db } from '../../database/schema.ts'
import type { ManufacturerTable } from '../../database/tables/catalogue.ts'
import type { ReadModel } from '../read-model.ts'
import type { LoadAhead } from './load-ahead.ts'
import { createBatchReader } from './machine-batch.ts'

/** What one slice of a catch-up may take, so that a request beside it waits no longer. */
const SLICE_MS = 12
/** Each slice also costs a pass over the orders of the index; smaller ones would spend their time on that. */
const SMALLEST_SLICE = 250
const LARGEST_SLICE = 2_000

/** Fills an empty model from one state of the database and returns its revision. */
export async function loadAll(db: Db, model: ReadModel): Promise<number> {
  return snapshot(db, async (trx) => {
    const revision = await readRevision(trx)
    await takeFew(trx, model, -1)
    const batches = createBatchReader(model.stager())
    let next = await machinePage(trx, -1)
    for (; next; next = await machinePage(trx, next.last)) batches.read(next.page)
    batches.finish()
    model.apply({})
    return revision
  })
}

/** The same from what was read ahead, brought up to date; undefined when that is of no use. */
export async function loadRest(db: Db, model: ReadModel, ahead: LoadAhead): Promise<number | undefined> {
  const state = await ahead.state
  if (state?.schemaVersion !== SCHEMA_VERSION) return undefined
  // From a later state of the database: it may be ahead of the machines, never behind them.
  await snapshot(db, (trx) => takeFew(trx, model, -1))
  const stage = model.stager()
  const own = createBatchReader(model.stager())
  for await (const part of ahead.parts()) {
    if ('batch' in part) stage(part.batch)
    else own.read(pageBytes(part.page))
  }
  own.finish()
  model.apply({})
  return loadChanges(db, model, state.revision, () => {})
}

/**
 * Takes in all that changed after a revision, from one state of the database, and returns the new one. Machines come
 * in slices, each of them whole, with room for requests in between.
 */
export async function loadChanges(db: Db, model: ReadModel, since: number, changed: () => void): Promise<number> {
  return snapshot(db, async (trx) => {
    const revision = await readRevision(trx)
    if (revision <= since) return revision
    if (await takeFew(trx, model, since)) changed()
    let last = since
    let most = SMALLEST_SLICE
    for (;;) {
      const start = performance.now()
      const machines = await machinesAfterRevision(trx, last, most)
      if (machines.length > 0) {
        model.apply({ machines })
        changed()
        last = machines.at(-1)!.revision
      }
      if (machines.length < most) return revision
      const took = performance.now() - start
      if (took < SLICE_MS / 2) most = Math.min(most * 2, LARGEST_SLICE)
      else if (took > SLICE_MS) most = Math.max(most >> 1, SMALLEST_SLICE)
      await breathe()
    }
  })
}

/** Makers, classes and implements: few, so taken in together. Says whether there were any. */
async function takeFew(trx: Db, model: ReadModel, since: number): Promise<boolean> {
  const makers = (await makersAfter(trx, since)).map(toMaker)
  const classes = await classesAfter(trx, since)
  const fitting = await implementsAfter(trx, since)
  if (makers.length + classes.length + fitting.length === 0) return false
  model.apply({ makers, classes, implements: fitting })
  return true
}

function toMaker({ id, slug, name, aliases }: Selectable<ManufacturerTable>): Maker {
  return { id, slug, name, aliases: JSON.parse(aliases) }
}
