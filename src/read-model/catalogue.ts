import { kolkataDate } from '../calendar.ts'
import { lastRemoval, machineWithDetail } from '../catalogue/catalogue-rows.ts'
import type { MachineDetail } from '../catalogue/records.ts'
import { toSheet } from '../catalogue/sheet.ts'
import type { Machine } from '../contract/machine.ts'
import { listenForChanges } from '../database/notifications.ts'
import { readRevision } from '../database/revision.ts'
import type { Db } from '../database/schema.ts'
import { unavailable } from '../errors.ts'
import { inTime } from '../in-time.ts'
import type { Log } from '../log.ts'
import { createReadModel, type ReadModel } from './read-model.ts'
import { loadAll, loadChanges, loadRest } from './reading/load.ts'
import type { LoadAhead } from './reading/load-ahead.ts'

interface CatalogueOptions {
  clock?: () => number
  log: Log
  /** Where PostgreSQL announces changes; without it the catalogue only polls. */
  listenUrl?: string | undefined
  pollMs?: number
  /** A thread that is reading the machines already. */
  ahead?: LoadAhead | undefined
}

/** The published catalogue, held in memory and kept current. */
export interface Catalogue {
  /** Settles when the first load is done. */
  ready: Promise<void>
  /** The current model; fetch it again for each request. */
  readonly model: ReadModel
  /** The newest revision that every answer shows. */
  readonly revision: number
  /** The newest revision seen in the database. */
  readonly newest: number
  /** Milliseconds since the catalogue fell behind the database or lost it; 0 when current. */
  readonly lag: number
  /** Rises whenever an answer may have changed. */
  readonly generation: number
  /** Why changes do not arrive, or `undefined` when they do. */
  readonly trouble: string | undefined
  /** The sheet of a published machine. `isCurrent` is false when it is newer than the model: such a sheet is not cached. */
  sheet(slug: string): Promise<{ sheet: Machine; isCurrent: boolean } | undefined>
  /** Asks the database for changes now. */
  catchUp(): Promise<void>
  onChange(listener: () => void): void
  /** Tells the catalogue how to see that requests wait: a large catch-up lets them go first. */
  giveWayWhile(isWaitedFor: () => boolean): void
  close(): Promise<void>
}

const POLL_MS = 300
const PATIENCE_MS = 5_000
const SIMILAR = 6
/** More revisions than a person makes by hand. A request does not wait for that many. */
const MANY = 20

export function createCatalogue(db: Db, options: CatalogueOptions): Catalogue {
  const { clock = Date.now, log, listenUrl, pollMs = POLL_MS, ahead } = options
  const listeners: (() => void)[] = []
  let today = kolkataDate(clock())
  let model = createReadModel(today)
  let revision = -1
  let newest = -1
  /** The model holds no record that was removed up to this revision. */
  let removalsSeen = -1
  let behindSince: number | undefined = clock()
  let generation = 0
  let trouble: string | undefined = 'The catalogue is being loaded.'
  let isLoaded = false
  let closed = false
  let running: Promise<void> | undefined
  let queued: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isWaitedFor = () => false

  function changed(): void {
    generation++
    for (const listener of listeners) listener()
  }

  function turnDay(): void {
    const date = kolkataDate(clock())
    if (date === today) return
    today = date
    model.setToday(date)
    changed()
  }

  async function load(): Promise<void> {
    const fresh = createReadModel(today)
    take(fresh, await loadAll(db, fresh))
  }

  async function loadFirst(): Promise<void> {
    const reached = await (ahead && loadRest(db, model, ahead))?.catch((error: unknown) => {
      if (!closed) log.warn({ err: error }, 'reading the machines ahead failed; the catalogue is loaded again')
      return undefined
    })
    if (reached !== undefined) return take(model, reached)
    await ahead?.close()
    if (!closed) await load()
  }

  function take(fresh: ReadModel, reached: number): void {
    fresh.setToday(today)
    model = fresh
    revision = newest = removalsSeen = reached
    behindSince = undefined
    isLoaded = true
    changed()
  }

  async function advance(): Promise<void> {
    if (!isLoaded) return load()
    newest = await inTime(readRevision(db), PATIENCE_MS)
    if (newest === revision) return
    behindSince ??= clock()
    // A smaller number means another database, such as one restored from a copy.
    if (newest < revision) return load()
    const show = (reached: number) => {
      revision = reached
      changed()
    }
    revision = await loadChanges(db, model, revision, show, () => isWaitedFor())
    newest = Math.max(newest, revision)
    // Changed rows do not show removals. Asking last misses none.
    if ((await inTime(lastRemoval(db), PATIENCE_MS)) > removalsSeen) return load()
    removalsSeen = revision
  }

  async function attempt(): Promise<void> {
    if (closed) return
    try {
      await advance()
      if (trouble) log.info({ revision }, 'the catalogue is current again')
      trouble = undefined
      behindSince = undefined
    } catch (error) {
      behindSince ??= clock()
      if (!trouble) log.warn({ err: error }, 'the database does not answer; the catalogue is served from memory')
      trouble = 'The database does not answer.'
    }
  }

  /** One runs at a time. A caller who comes during a run shares the next one: the current may have begun too early. */
  function catchUp(): Promise<void> {
    if (queued) return queued
    if (running) {
      queued = running.then(() => {
        queued = undefined
        return catchUp()
      })
      return queued
    }
    running = attempt().finally(() => {
      running = undefined
    })
    return running
  }

  function poll(): void {
    timer = setTimeout(async () => {
      await (running ?? catchUp())
      if (!closed) poll()
    }, pollMs).unref()
  }

  async function sheet(slug: string): ReturnType<Catalogue['sheet']> {
    for (let attempt = 0; ; attempt++) {
      if (model.published(slug) < 0) return undefined
      const row = await inTime(machineWithDetail(db, slug), PATIENCE_MS).catch((error: unknown) => {
        throw unavailable('The database does not answer.', 2, error)
      })
      if (!row) return undefined
      const isCurrent = row.revision <= revision
      // The sheet then agrees with the search; it does not wait for a large import.
      if (!isCurrent && attempt === 0 && (Math.max(newest, row.revision) - revision < MANY || !isOfKnown(row))) {
        await catchUp()
        continue
      }
      if (row.published_at === null || row.published_at > today) return undefined
      const { facts, detail, ...columns } = row
      const record = {
        ...columns,
        price_kind: row.price_kind as never,
        maker: model.makerOf(row.manufacturer_id),
        machineClass: model.classOf(row.class_key),
        facts: JSON.parse(facts),
      }
      const similar = model.similar(model.index.rowOf(row.id), SIMILAR)
      return { sheet: await toSheet(record, JSON.parse(detail) as MachineDetail, similar), isCurrent }
    }
  }

  /** Whether the model knows the maker and the class that a row names. */
  function isOfKnown(row: { id: number; manufacturer_id: number; class_key: string }): boolean {
    const { index } = model
    const isOfSameClass = index.classKey(index.classOf(index.rowOf(row.id))) === row.class_key
    return isOfSameClass && model.makerOf(row.manufacturer_id).id === row.manufacturer_id
  }

  // A timer of its own: a silent database cannot delay midnight.
  const dayTimer = setInterval(turnDay, POLL_MS).unref()
  let listening: { close(): Promise<void> } | undefined
  const ready = loadFirst().then(() => {
    trouble = undefined
    if (closed) return
    if (listenUrl) listening = listenForChanges(listenUrl, () => void catchUp(), log)
    poll()
  })

  return {
    ready,
    get model() {
      return model
    },
    get revision() {
      return revision
    },
    get newest() {
      return newest
    },
    get lag() {
      return behindSince === undefined ? 0 : Math.max(0, clock() - behindSince)
    },
    get generation() {
      return generation
    },
    get trouble() {
      return trouble
    },
    sheet,
    catchUp,
    onChange: (listener) => void listeners.push(listener),
    giveWayWhile(given) {
      isWaitedFor = given
    },
    async close() {
      closed = true
      clearTimeout(timer)
      clearInterval(dayTimer)
      await ahead?.close()
      await listening?.close()
      await running
    },
  }
}
