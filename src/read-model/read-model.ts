import type { MachineRow } from '../catalog/catalogue-rows.ts'
import { type Carrier, createImplements, fits, linkageBits } from '../catalog/implements.ts'
import {
  builtinClasses,
  type ClassRecord,
  type MachineFacts,
  type Maker,
  toClassRecord,
  UNKNOWN_MAKER,
} from '../catalog/records.ts'
import type { ImplementTable } from '../database/tables/catalogue.ts'
import { grow } from '../lib/collections/growable.ts'
import { MachineClass, type MachineSummary } from '../schema/api/machine.ts'
import { shape } from '../schema/api/shape.ts'
import { MAX_QUERY_CODE_POINTS, NO_FACETS } from '../schema/api/values.ts'
import { MISSING } from '../search/index/figures.ts'
import { toSearchDocument } from '../search/machine-document.ts'
import { powerNeeded } from '../search/power-needed.ts'
import { createSearchIndex } from '../search/search-index.ts'
import { EMPTY_QUERY, readCounts, toSearchClass } from '../search/types.ts'
import { createNeighbours } from './similar.ts'
import { type ClassSummary, createSummaries, summarizeClass, summarizeMaker } from './summaries.ts'

/** Changed records that are not machines. */
interface ModelChanges {
  makers?: readonly Maker[]
  classes?: readonly ClassRecord[]
  implements?: readonly ImplementTable[]
}

/** The catalogue in memory. Each change is complete before the next request is answered. */
export type ReadModel = ReturnType<typeof createReadModel>

export function createReadModel(date: string) {
  const index = createSearchIndex(date, (...params) => powerNeeded(held.fittings(today), ...params))
  const classes = createHeldClasses(index.classNumber, index.classKey)
  const makers = new Map<number, Maker>()
  /** By the manufacturers' numbers in the index. */
  const makerSummaries: string[] = []
  const unknownMaker = summarizeMaker(UNKNOWN_MAKER)
  const summaries = createSummaries()
  let linkages = new Uint8Array(64)
  const neighbours = createNeighbours(index)
  const held = createImplements()
  let today = date

  const makerOf = (id: number) => makers.get(id) ?? UNKNOWN_MAKER
  index.apply({ classes: classes.inOrder().map(toSearchClass) })

  function putMaker(maker: Maker): void {
    makers.set(maker.id, maker)
    makerSummaries[index.makerNumber(maker.slug)] = summarizeMaker(maker)
  }

  function summaryJson(row: number, base: string): string {
    const maker = makerSummaries[index.makerOf(row)] ?? unknownMaker
    return summaries.render(row, index.columns.id[row]!, maker, classes.summaryOf(index.classOf(row)), base)
  }
  const summaryOf = (row: number): MachineSummary => JSON.parse(summaryJson(row, ''))

  function carrierAt(row: number): Carrier {
    const { engine_hp, operating_weight_kg } = index.columns
    return {
      engine_hp: known(engine_hp[row]!),
      operating_weight_kg: known(operating_weight_kg[row]!),
      linkage: linkages[row]!,
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
    /** Adds or replaces machines. `settle` must follow before the next request. */
    put(machines: readonly MachineRow[]): void {
      const facts = machines.map((machine) => JSON.parse(machine.facts) as MachineFacts)
      const documents = machines.map((machine, i) =>
        toSearchDocument(machine, facts[i]!, makerOf(machine.manufacturer_id).slug),
      )
      for (const [i, row] of index.put(documents).entries()) {
        const machine = machines[i]!
        summaries.put(row, machine, facts[i]!)
        linkages = grow(linkages, row + 1)
        linkages[row] = machine.linkage === '[]' ? 0 : linkageBits(JSON.parse(machine.linkage))
        neighbours.enter(row)
      }
    },
    settle: index.settle,
    setToday(date: string): void {
      today = date
      index.setToday(date)
    },
    index,
    classOf: classes.recordOf,
    makerOf,
    /** The row of a machine, published or not, or -1. */
    rowOf: summaries.rowOf,
    /** The row of a published machine, or -1. */
    published(slug: string): number {
      const row = summaries.rowOf(slug)
      return row >= 0 && index.isShown(row) ? row : -1
    },
    /** A summary as JSON in the contract's order. */
    summaryJson,
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
    unstatedImplements: (row: number) => held.unstated(carrierAt(row), today, makerOf),
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
  const summaries: ClassSummary[] = []
  const builtinOrder = new Map(builtinClasses().map(({ key }, place) => [key, place]))

  function put(record: ClassRecord): void {
    records.set(record.key, record)
    summaries[numberOf(record.key)] = summarizeClass(record)
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
    /** By the class's number in the index. */
    summaryOf(number: number): ClassSummary {
      if (summaries[number] === undefined) recordOf(keyOf(number))
      return summaries[number]!
    },
    /** Built-in classes in their own order, then the others by key. */
    inOrder: () => [...records.values()].sort((a, b) => placeOf(a.key) - placeOf(b.key) || (a.key < b.key ? -1 : 1)),
  }
}
