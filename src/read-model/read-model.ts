import type { MachineRow } from '../catalogue/catalogue-rows.ts'
import { toMachineClass } from '../catalogue/classes.ts'
import { createImplements } from '../catalogue/implements.ts'
import type { ClassRecord, Maker } from '../catalogue/records.ts'
import type { ImplementSummary } from '../contract/implement.ts'
import type { MachineSummary } from '../contract/machine.ts'
import type { MachineClass } from '../contract/machine-class.ts'
import type { ImplementTable } from '../database/tables/catalogue.ts'
import { type ByteWriter, createByteWriter } from '../memory/byte-writer.ts'
import { dateNumber } from '../search/index/figures.ts'
import { toSearchClass } from '../search/search-class.ts'
import { createSearchIndex } from '../search/search-index.ts'
import { EMPTY_QUERY, type SearchDocument, type SearchIndex } from '../search/types.ts'
import { createHeldClasses, type HeldClasses } from './held-classes.ts'
import { createMachineStore } from './machine-store.ts'
import { createLinkageReader } from './reading/linkage-reader.ts'
import type { MachineBatch } from './reading/machine-batch.ts'
import { readRecord } from './reading/read-record.ts'
import { toSearchDocument } from './reading/search-document.ts'
import { createNeighbours } from './similar.ts'
import { encodeMaker, writeSummary } from './summary-record.ts'

export interface ModelChanges {
  makers?: readonly Maker[]
  classes?: readonly ClassRecord[]
  implements?: readonly ImplementTable[]
  machines?: readonly MachineRow[]
}

/** The catalogue in memory, as of one moment. Every change is whole before the next request is looked at. */
export interface ReadModel {
  apply(changes: ModelChanges): void
  /**
   * Takes in what one reader gives out: machines that are not known yet and that the next `apply` puts in their places,
   * before anyone is served.
   */
  stager(): (batch: MachineBatch) => void
  setToday(date: string): void
  read: SearchIndex['read']
  search: SearchIndex['search']
  classes: HeldClasses
  makerOf(id: number): Maker
  /** Slot of a published machine, or -1. */
  published(slug: string): number
  isShown(slot: number): boolean
  writeSummary(out: ByteWriter, slot: number): void
  slotOfId(id: number): number
  similar(slot: number, most: number): MachineSummary[]
  fittingImplements(slot: number): ImplementSummary[]
  countedClasses(): MachineClass[]
  readonly size: number
  bytes(): number
}

const UNKNOWN_MAKER: Maker = { id: 0, slug: '', name: '', aliases: [] }

export function createReadModel(date: string): ReadModel {
  const index = createSearchIndex(date)
  const classes = createHeldClasses()
  const makers = new Map<number, { maker: Maker; bytes: Buffer }>()
  const machines = createMachineStore()
  const neighbours = createNeighbours(machines.columns)
  const held = createImplements()
  const linkageOf = createLinkageReader()
  const writer = createByteWriter()
  const unknownBytes = encodeMaker(UNKNOWN_MAKER)
  let today = date
  let todayNumber = dateNumber(date)

  const makerOf = (id: number) => makers.get(id)?.maker ?? UNKNOWN_MAKER
  index.apply({ classes: classes.inOrder().map(toSearchClass) })

  function putMachine(row: MachineRow): SearchDocument {
    const record = readRecord(row)
    const before = machines.slotOfId(row.id)
    if (before >= 0) neighbours.leave(before)
    const slot = machines.put({
      id: row.id,
      makerId: row.manufacturer_id,
      classNumber: classes.numberOf(row.class_key),
      published_at: row.published_at,
      linkage: linkageOf(row.linkage),
      record,
    })
    neighbours.enter(slot)
    return toSearchDocument(row, makerOf(row.manufacturer_id).slug, record)
  }

  function isShown(slot: number): boolean {
    const published = machines.columns.published[slot]!
    return published !== 0 && published <= todayNumber
  }

  function write(out: ByteWriter, slot: number): void {
    const { columns } = machines
    const start = machines.startOf(slot)
    writeSummary(out, {
      id: columns.id[slot]!,
      maker: makers.get(columns.maker[slot]!)?.bytes ?? unknownBytes,
      machineClass: classes.bytesOf(columns.classNumber[slot]!),
      chunk: machines.chunkOf(slot),
      start,
      end: start + columns.length[slot]!,
    })
  }

  return {
    apply(changes) {
      for (const maker of changes.makers ?? []) makers.set(maker.id, { maker, bytes: encodeMaker(maker) })
      for (const record of changes.classes ?? []) classes.put(record)
      held.put(changes.implements ?? [])
      index.apply({
        makers: changes.makers ?? [],
        classes: (changes.classes ?? []).map(toSearchClass),
        upserts: (changes.machines ?? []).map(putMachine),
      })
      neighbours.settle()
      machines.tidy()
    },
    stager() {
      const stage = index.stager()
      const cellClasses: number[] = []
      return (batch) => {
        for (const { profile } of batch.search.cells) cellClasses.push(classes.numberOf(profile[0]!))
        const first = machines.stage(batch, (at) => cellClasses[batch.search.cell[at]!]!)
        for (let at = 0; at < batch.search.count; at++) neighbours.enter(first + at)
        stage(batch.search, (id) => makerOf(id).slug)
      }
    },
    setToday(date) {
      today = date
      todayNumber = dateNumber(date)
      index.setToday(date)
    },
    read: index.read,
    search: index.search,
    classes,
    makerOf,
    published(slug) {
      const slot = machines.slotOfSlug(slug)
      return slot >= 0 && isShown(slot) ? slot : -1
    },
    isShown,
    writeSummary: write,
    slotOfId: machines.slotOfId,
    similar: (slot, most) =>
      neighbours.nearest(slot, most, todayNumber).map((other) => {
        writer.clear()
        write(writer, other)
        return JSON.parse(writer.take().toString()) as MachineSummary
      }),
    fittingImplements(slot) {
      const { hp, weight, linkage, classNumber } = machines.columns
      const carrier = {
        engine_hp: known(hp[slot]!),
        operating_weight_kg: known(weight[slot]!),
        linkage: linkage[slot]!,
        machine_class: classes.recordOf(classNumber[slot]!).key,
      }
      return held.fitting(carrier, today, makerOf)
    },
    countedClasses() {
      const counts = index.search({ ...EMPTY_QUERY, limit: 0 }).facets.machine_class
      return classes.inOrder().map((record) => toMachineClass(record, counts[record.key] ?? 0))
    },
    get size() {
      return machines.size
    },
    bytes: () => machines.bytes() + index.stats().bytes,
  }
}

function known(figure: number): number | null {
  return figure === Number.POSITIVE_INFINITY ? null : figure
}
