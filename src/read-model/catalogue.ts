import { detailsOf, machineWithDetail } from '../catalog/catalogue-rows.ts'
import { toMachineDetail } from '../catalog/machine-detail.ts'
import type { MachineDetail } from '../catalog/records.ts'
import { type ChangeFeedOptions, createChangeFeedReader } from '../database/change-feed-reader.ts'
import type { Db } from '../database/schema.ts'
import { unavailable } from '../errors.ts'
import { kolkataDate } from '../lib/calendar.ts'
import { withTimeout } from '../lib/timeout.ts'
import { schedule } from '../lib/timers.ts'
import type { Machine, PriceItem } from '../schema/api/machine.ts'
import { createFollowedModel } from './followed-model.ts'

/** The published catalogue, held in memory and kept current. */
export type Catalogue = ReturnType<typeof createCatalogue>

const TURN_DAY_MS = 300
const PATIENCE_MS = 5_000
const SIMILAR = 6
/** More revisions than a person makes by hand. A request does not wait for that many. */
const MANY = 20

export function createCatalogue(db: Db, options: ChangeFeedOptions) {
  const { clock = Date.now } = options
  const follower = createChangeFeedReader(db, options)
  const listeners: (() => void)[] = []
  let today = kolkataDate(clock())
  let generation = 0
  const followed = createFollowedModel(today, changed)

  function changed(): void {
    generation++
    for (const listener of listeners) listener()
  }

  function turnDay(): void {
    const date = kolkataDate(clock())
    if (date === today) return
    today = date
    followed.setToday(date)
    changed()
  }

  /**
   * The sheet of a published machine, with its own pictures under a base. `isCurrent` is false when it is newer than the
   * model: such a sheet is not cached.
   */
  async function sheet(slug: string, base?: string): Promise<{ sheet: Machine; isCurrent: boolean } | undefined> {
    for (let attempt = 0; ; attempt++) {
      if (followed.model.published(slug) < 0) return undefined
      const row = await withTimeout(machineWithDetail(db, slug), PATIENCE_MS).catch((error: unknown) => {
        throw unavailable('The database does not answer.', 2, error)
      })
      if (!row) return undefined
      const { model, revision } = followed
      const isCurrent = row.revision <= revision
      // The sheet then agrees with the search; it does not wait for a large import.
      if (
        !isCurrent &&
        attempt === 0 &&
        (Math.max(follower.newest, row.revision) - revision < MANY || !hasManufacturerAndClass(row))
      ) {
        await follower.catchUp()
        continue
      }
      if (row.published_at === null || row.published_at > today) return undefined
      const { facts, detail, ...columns } = row
      const record = {
        ...columns,
        price_kind: row.price_kind as never,
        manufacturer: model.manufacturerOf(row.manufacturer_id),
        machineClass: model.classOf(row.class_key),
        facts: JSON.parse(facts),
      }
      const similar = model.similar(model.index.rowOf(row.id), SIMILAR)
      return { sheet: await toMachineDetail(record, JSON.parse(detail) as MachineDetail, similar, base), isCurrent }
    }
  }

  /** All prices of these machines, by slug. */
  async function prices(slugs: readonly string[]): Promise<ReadonlyMap<string, readonly PriceItem[]>> {
    if (slugs.length === 0) return new Map()
    const rows = await withTimeout(detailsOf(db, slugs), PATIENCE_MS).catch((error: unknown) => {
      throw unavailable('The database does not answer.', 2, error)
    })
    return new Map(rows.map(({ slug, detail }) => [slug, (JSON.parse(detail) as MachineDetail).prices]))
  }

  /** Whether the model knows the maker and the class that a row names. */
  function hasManufacturerAndClass(row: { id: number; manufacturer_id: number; class_key: string }): boolean {
    const { index, manufacturerOf } = followed.model
    const isOfSameClass = index.classKey(index.classOf(index.rowOf(row.id))) === row.class_key
    return isOfSameClass && manufacturerOf(row.manufacturer_id).id === row.manufacturer_id
  }

  // A separate timer, so that an unresponsive database cannot delay midnight.
  const dayLoop = schedule(TURN_DAY_MS, turnDay)

  return {
    /** Settles when the first load is done. */
    ready: follower.follow(followed.projection),
    /** The current model; fetch it again for each request. */
    get model() {
      return followed.model
    },
    /** The newest revision that every answer shows; all other read models have reached it too. */
    get revision() {
      return followed.revision
    },
    /** Rises whenever an answer may have changed. */
    get generation() {
      return generation
    },
    /** Keeps the catalogue current, and whatever else is kept in memory. */
    follower,
    sheet,
    prices,
    onChange: (listener: () => void) => void listeners.push(listener),
    async close() {
      await dayLoop.stop()
      await follower.close()
    },
  }
}
