import type { MachineRow } from '../catalog/catalogue-rows.ts'
import { createImplements, fits, type HostMachine, linkageBits } from '../catalog/implements.ts'
import {
  builtinClasses,
  type ClassRecord,
  type MachineFacts,
  type Manufacturer,
  toClassRecord,
  UNKNOWN_MANUFACTURER,
} from '../catalog/records.ts'
import type { ImplementTable } from '../database/tables/catalogue.ts'
import { ensureCapacity } from '../lib/collections/growable.ts'
import { MachineClass, type MachineSummary } from '../schema/api/machine.ts'
import { serialize } from '../schema/api/serialize.ts'
import { MAX_QUERY_CODE_POINTS, NO_FACETS } from '../schema/api/values.ts'
import { MISSING } from '../search/index/table.ts'
import { toSearchDocument } from '../search/machine-document.ts'
import { powerNeeded } from '../search/power-needed.ts'
import { createSearchIndex } from '../search/search-index.ts'
import { EMPTY_QUERY, readCounts, toSearchClass } from '../search/types.ts'
import { similarMachines } from './similar.ts'
import { type ClassSummary, createSummaries, summarizeClass, summarizeManufacturer } from './summaries.ts'

/** Changed records that are not machines. */
interface ModelChanges {
  manufacturers?: readonly Manufacturer[]
  classes?: readonly ClassRecord[]
  implements?: readonly ImplementTable[]
}

/** The catalogue in memory. Each change is complete before the next request is answered. */
export type ReadModel = ReturnType<typeof createReadModel>

export function createReadModel(date: string) {
  const index = createSearchIndex(date, (...params) => powerNeeded(held.fittings(today), ...params))
  const classes = createClassRegistry(index.classNumber, index.classKey)
  const manufacturers = new Map<number, Manufacturer>()
  /** By the manufacturers' numbers in the index. */
  const manufacturerSummaries: string[] = []
  const unknownManufacturer = summarizeManufacturer(UNKNOWN_MANUFACTURER)
  const summaries = createSummaries()
  let linkages = new Uint8Array(64)
  const held = createImplements()
  let today = date

  const manufacturerOf = (id: number) => manufacturers.get(id) ?? UNKNOWN_MANUFACTURER
  index.apply({ classes: classes.inOrder().map(toSearchClass) })

  function putManufacturer(manufacturer: Manufacturer): void {
    manufacturers.set(manufacturer.id, manufacturer)
    manufacturerSummaries[index.makerNumber(manufacturer.slug)] = summarizeManufacturer(manufacturer)
  }

  function summaryJson(row: number, base: string): string {
    const manufacturer = manufacturerSummaries[index.makerOf(row)] ?? unknownManufacturer
    return summaries.render(row, index.columns.id[row]!, manufacturer, classes.summaryOf(index.classOf(row)), base)
  }
  const summaryOf = (row: number): MachineSummary => JSON.parse(summaryJson(row, ''))

  function carrierAt(row: number): HostMachine {
    const { engine_hp, operating_weight_kg } = index.columns
    return {
      engine_hp: finiteOrNull(engine_hp[row]!),
      operating_weight_kg: finiteOrNull(operating_weight_kg[row]!),
      linkage: linkages[row]!,
      machine_class: index.classKey(index.classOf(row)),
    }
  }

  return {
    apply(changes: ModelChanges): void {
      changes.manufacturers?.forEach(putManufacturer)
      changes.classes?.forEach(classes.put)
      held.put(changes.implements ?? [])
      index.apply({ manufacturers: changes.manufacturers ?? [], classes: (changes.classes ?? []).map(toSearchClass) })
    },
    /** Adds or replaces machines. `settle` must follow before the next request. */
    put(machines: readonly MachineRow[]): void {
      const facts = machines.map((machine) => JSON.parse(machine.facts) as MachineFacts)
      const documents = machines.map((machine, i) =>
        toSearchDocument(machine, facts[i]!, manufacturerOf(machine.manufacturer_id).slug),
      )
      for (const [i, row] of index.put(documents).entries()) {
        const machine = machines[i]!
        summaries.put(row, machine, facts[i]!)
        linkages = ensureCapacity(linkages, row + 1)
        linkages[row] = machine.linkage === '[]' ? 0 : linkageBits(JSON.parse(machine.linkage))
      }
    },
    settle: index.settle,
    setToday(date: string): void {
      today = date
      index.setToday(date)
    },
    index,
    classOf: classes.recordOf,
    manufacturerOf,
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
    similar: (row: number, count: number) => similarMachines(index, row, count).map(summaryOf),
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
    fittingImplements: (row: number, base?: string) => held.fitting(carrierAt(row), today, manufacturerOf, base),
    unstatedImplements: (row: number) => held.unstated(carrierAt(row), today, manufacturerOf),
    /** Published implements in listing order. */
    implements: () => held.listVisible(today, manufacturerOf),
    fitOf: (slug: string) => held.fittingOf(slug, today),
    /** An implement, published or not. */
    findImplement: (slug: string) => held.find(slug, today, manufacturerOf),
    /** Rows of the published machines that an implement fits, by power; undefined for an unpublished implement. */
    machinesFitting(slug: string): number[] | undefined {
      const fitting = held.fittingOf(slug, today)
      if (!fitting) return undefined
      const { rows } = index.find({ ...EMPTY_QUERY, sort: 'hp_asc', limit: index.size, facets: NO_FACETS })
      return rows.filter((row) => fits(carrierAt(row), fitting))
    },
    manufacturers: () => [...manufacturers.values()],
    countedClasses() {
      const { facets } = index.find({ ...EMPTY_QUERY, limit: 0, facets: 'machine_class' })
      const counts = readCounts(facets.machine_class)
      return classes.inOrder().map((record) => serialize(MachineClass, { ...record, count: counts[record.key] ?? 0 }))
    },
    get size() {
      return index.size
    },
  }
}

function finiteOrNull(figure: number): number | null {
  return figure === MISSING ? null : figure
}

function createClassRegistry(numberOf: (key: string) => number, keyOf: (number: number) => string) {
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
