import { type Carrier, createImplements, fits } from '../catalogue/implements.ts'
import { builtinClasses, type ClassRecord, type Maker, toClassRecord, UNKNOWN_MAKER } from '../catalogue/records.ts'
import { MachineClass } from '../contract/machine.ts'
import { shape } from '../contract/shape.ts'
import { MAX_QUERY_CODE_POINTS, NO_FACETS } from '../contract/values.ts'
import type { ImplementTable } from '../database/tables/catalogue.ts'
import type { ByteWriter } from '../memory/byte-writer.ts'
import { MISSING } from '../search/index/figures.ts'
import { powerNeeded } from '../search/power-needed.ts'
import { createSearchIndex } from '../search/search-index.ts'
import { EMPTY_QUERY, readCounts, toSearchClass } from '../search/types.ts'
import type { MachineBatch } from './reading/machine-batch.ts'
import { createNeighbours } from './similar.ts'
import {
  readSummary,
  type SharedClass,
  type SharedMaker,
  type SummaryParts,
  shareClass,
  shareMaker,
  writeSummary,
} from './summary-record.ts'
import { createSummaryStore } from './summary-store.ts'

/** Changed records that are not machines. */
interface ModelChanges {
  makers?: readonly Maker[]
  classes?: readonly ClassRecord[]
  implements?: readonly ImplementTable[]
}

/**
 * Words used in this room:
 * - page: many machines as one text, put together by the database (catalogue/machine-page.ts).
 * - record: a machine's summary as bytes: its slug, then each known field with its letter. chunk: bytes of many records.
 * - batch: machines read from pages: columns, words and cells for the index, and records.
 * - reader: makes batches from pages; at the start it runs in a thread.
 * - ahead: read by that thread while the program still loads its modules.
 * - row: a machine's number, the same in the index and in the summary store.
 * - take: put a batch into rows. settle: put the taken rows into their orders.
 */

/** The catalogue in memory. Each change is complete before the next request is answered. */
export type ReadModel = ReturnType<typeof createReadModel>

export function createReadModel(date: string) {
  const index = createSearchIndex(date, false, (...asked) => powerNeeded(held.fittings(today), ...asked))
  const classes = createHeldClasses(index.classNumber, index.classKey)
  const makers = new Map<number, Maker>()
  /** Makers by their numbers in the index. */
  const sharedMakers: SharedMaker[] = []
  const unknownMaker = shareMaker(UNKNOWN_MAKER)
  const summaries = createSummaryStore()
  const neighbours = createNeighbours(index)
  const held = createImplements()
  let today = date

  const makerOf = (id: number) => makers.get(id) ?? UNKNOWN_MAKER
  index.apply({ classes: classes.inOrder().map(toSearchClass) })

  function putMaker(maker: Maker): void {
    makers.set(maker.id, maker)
    sharedMakers[index.makerNumber(maker.slug)] = shareMaker(maker)
  }

  function partsOf(row: number): SummaryParts {
    return {
      id: index.columns.id[row]!,
      maker: sharedMakers[index.makerOf(row)] ?? unknownMaker,
      machineClass: classes.sharedOf(index.classOf(row)),
      chunk: summaries.chunkOf(row),
      start: summaries.startOf(row),
      end: summaries.endOf(row),
    }
  }
  const summaryOf = (row: number) => readSummary(partsOf(row))

  function carrierAt(row: number): Carrier {
    const { engine_hp, operating_weight_kg } = index.columns
    return {
      engine_hp: known(engine_hp[row]!),
      operating_weight_kg: known(operating_weight_kg[row]!),
      linkage: summaries.linkageOf(row),
      machine_class: index.classKey(index.classOf(row)),
    }
  }

  return {
    apply(changes: ModelChanges): void {
      changes.makers?.forEach(putMaker)
      changes.classes?.forEach(classes.put)
      held.put(changes.implements ?? [])
      index.apply({ makers: changes.makers ?? [], classes: (changes.classes ?? []).map(toSearchClass) })
    },
    /** Makes a function that takes the batches of one reader. `settle` must follow before the next request. */
    taker() {
      const take = index.taker((id) => makerOf(id).slug)
      return (batch: MachineBatch) => {
        const rows = take(batch.search)
        summaries.take(batch, rows)
        rows.forEach(neighbours.enter)
      }
    },
    settle() {
      index.settle()
      summaries.tidy()
    },
    setToday(date: string): void {
      today = date
      index.setToday(date)
    },
    index,
    classOf: classes.recordOf,
    makerOf,
    /** The row of a machine, published or not, or -1. */
    rowOf: summaries.rowOfSlug,
    /** The row of a published machine, or -1. */
    published(slug: string): number {
      const row = summaries.rowOfSlug(slug)
      return row >= 0 && index.isShown(row) ? row : -1
    },
    writeSummary: (out: ByteWriter, row: number, base: Buffer) => writeSummary(out, partsOf(row), base),
    summaryOf,
    similar: (...asked: Parameters<typeof neighbours.nearest>) => neighbours.nearest(...asked).map(summaryOf),
    /** The published machine that a search finds for the words of a slug, if its own slug has one of them. */
    nearestTo(slug: string) {
      const words = slug
        .toLowerCase()
        .slice(0, MAX_QUERY_CODE_POINTS)
        .split(/[-_\s]+/)
      const [row] = index.find({ ...EMPTY_QUERY, q: words.join(' '), limit: 1, facets: NO_FACETS }).rows
      const nearest = row === undefined ? undefined : summaryOf(row)
      return nearest?.slug.split('-').some((word) => words.includes(word)) ? nearest : undefined
    },
    fittingImplements: (row: number, base?: string) => held.fitting(carrierAt(row), today, makerOf, base),
    /** Published implements in listing order. */
    implements: () => held.shown(today, makerOf),
    fitOf: (slug: string) => held.fittingOf(slug, today),
    /** Rows of the published machines that an implement fits, by power; undefined for an unpublished implement. */
    machinesFitting(slug: string): number[] | undefined {
      const fitting = held.fittingOf(slug, today)
      if (!fitting) return undefined
      const { rows } = index.find({ ...EMPTY_QUERY, sort: 'hp_asc', limit: index.size, facets: NO_FACETS })
      return rows.filter((row) => fits(carrierAt(row), fitting))
    },
    makers: () => [...makers.values()],
    countedClasses() {
      const { facets } = index.find({ ...EMPTY_QUERY, limit: 0, facets: 'machine_class' })
      const counts = readCounts(facets.machine_class)
      return classes.inOrder().map((record) => shape(MachineClass, { ...record, count: counts[record.key] ?? 0 }))
    },
    get size() {
      return index.size
    },
  }
}

function known(figure: number): number | null {
  return figure === MISSING ? null : figure
}

function createHeldClasses(numberOf: (key: string) => number, keyOf: (number: number) => string) {
  const records = new Map<string, ClassRecord>()
  const shared: SharedClass[] = []
  const builtinOrder = new Map(builtinClasses().map(({ key }, place) => [key, place]))

  function put(record: ClassRecord): void {
    records.set(record.key, record)
    shared[numberOf(record.key)] = shareClass(record)
  }

  /** An undescribed class gets an empty record. */
  function recordOf(key: string): ClassRecord {
    if (!records.has(key)) put(toClassRecord(key, '{}'))
    return records.get(key)!
  }

  for (const { type: _, ...record } of builtinClasses()) put(record)

  const placeOf = (key: string) => builtinOrder.get(key) ?? Number.MAX_SAFE_INTEGER
  return {
    put,
    recordOf,
    /** The class with this number in the index. */
    sharedOf(number: number): SharedClass {
      if (shared[number] === undefined) recordOf(keyOf(number))
      return shared[number]!
    },
    /** Built-in classes in their own order, then the others by key. */
    inOrder: () => [...records.values()].sort((a, b) => placeOf(a.key) - placeOf(b.key) || (a.key < b.key ? -1 : 1)),
  }
}
