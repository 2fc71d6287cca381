import { SLUG_PATTERN } from '../contract/values.ts'
import { createByteArena } from '../memory/byte-arena.ts'
import { grow } from '../memory/growable.ts'
import { createSlotTable, hashBytes, hashNumber } from '../memory/slot-table.ts'
import { dateNumber } from '../search/index/figures.ts'
import type { MachineBatch } from './reading/machine-batch.ts'
import type { SummaryRecord } from './reading/read-record.ts'
import { fieldNumber } from './summary-fields.ts'
import { slugEnd } from './summary-record.ts'

/** What is kept of a machine: its summary as bytes, and the figures that fitting and similarity compare. */
export interface StoredMachine {
  id: number
  makerId: number
  classNumber: number
  published_at: string | null
  /** Bits of the linkage categories. */
  linkage: number
  record: SummaryRecord
}

/** One array a field; a machine is the same slot in each. A missing figure is infinite, a missing date 0. */
export interface MachineColumns {
  id: Float64Array
  maker: Float64Array
  classNumber: Uint32Array
  published: Uint32Array
  hp: Float64Array
  price: Float64Array
  weight: Float64Array
  linkage: Uint8Array
  place: Float64Array
  length: Uint32Array
  /** Bytes the record's place has; a shorter record may lie there. */
  room: Uint32Array
}

export interface MachineStore {
  columns: MachineColumns
  /** Adds or replaces a machine and returns its slot. */
  put(machine: StoredMachine): number
  /** Adds machines that are not known yet; their slots follow each other from the one returned. */
  stage(batch: MachineBatch, classNumber: (at: number) => number): number
  /** -1 when there is none. */
  slotOfId(id: number): number
  slotOfSlug(slug: string): number
  chunkOf(slot: number): Uint8Array
  startOf(slot: number): number
  readonly size: number
  /** Moves records together when too much between them is dead. */
  tidy(): void
  bytes(): number
}

const SLUG = new RegExp(SLUG_PATTERN)
const UNKNOWN = Number.POSITIVE_INFINITY
const HP = fieldNumber('engine_hp')
const PRICE = fieldNumber('price_from_inr')
const WEIGHT = fieldNumber('operating_weight_kg')

export function createMachineStore(): MachineStore {
  const columns: MachineColumns = {
    id: new Float64Array(64),
    maker: new Float64Array(64),
    classNumber: new Uint32Array(64),
    published: new Uint32Array(64),
    hp: new Float64Array(64),
    price: new Float64Array(64),
    weight: new Float64Array(64),
    linkage: new Uint8Array(64),
    place: new Float64Array(64),
    length: new Uint32Array(64),
    room: new Uint32Array(64),
  }
  const arena = createByteArena()
  const byId = createSlotTable((slot) => hashNumber(columns.id[slot]!))
  const bySlug = createSlotTable((slot) => {
    const start = startOf(slot)
    return hashBytes(chunkOf(slot), start, slugEnd(chunkOf(slot), start, start + columns.length[slot]!))
  })
  let size = 0

  const chunkOf = (slot: number) => arena.chunkOf(columns.place[slot]!)
  const startOf = (slot: number) => arena.offsetOf(columns.place[slot]!)

  function slotOfId(id: number): number {
    return byId.find(hashNumber(id), (slot) => columns.id[slot] === id)
  }

  function store(slot: number, bytes: Uint8Array): void {
    const room = columns.room[slot]!
    if (bytes.length <= room) arena.overwrite(columns.place[slot]!, bytes)
    else {
      if (room > 0) arena.free(columns.place[slot]!, room)
      columns.place[slot] = arena.add(bytes)
      columns.room[slot] = bytes.length
    }
    columns.length[slot] = bytes.length
  }

  function put(machine: StoredMachine): number {
    const { record } = machine
    const known = slotOfId(machine.id)
    const slot = known >= 0 ? known : size++
    if (known < 0) makeRoom(columns, size)
    columns.id[slot] = machine.id
    columns.maker[slot] = machine.makerId
    columns.classNumber[slot] = machine.classNumber
    columns.published[slot] = dateNumber(machine.published_at)
    columns.hp[slot] = record.figure(HP) ?? UNKNOWN
    columns.price[slot] = record.figure(PRICE) ?? UNKNOWN
    columns.weight[slot] = record.figure(WEIGHT) ?? UNKNOWN
    columns.linkage[slot] = machine.linkage
    store(slot, record.bytes.subarray(0, record.length))
    if (known < 0) {
      byId.add(slot, hashNumber(machine.id))
      bySlug.add(slot, hashBytes(record.bytes, 0, record.slugLength))
    }
    return slot
  }

  function stage(batch: MachineBatch, classNumber: (at: number) => number): number {
    const { search, chunk, ends } = batch
    const place = arena.adopt(chunk, batch.filled)
    const first = size
    size += search.count
    makeRoom(columns, size)
    let start = 0
    for (let at = 0; at < search.count; at++) {
      const slot = first + at
      const id = search.id[at]!
      columns.id[slot] = id
      columns.maker[slot] = batch.makers[at]!
      columns.classNumber[slot] = classNumber(at)
      columns.published[slot] = search.figures.published_at[at]!
      columns.hp[slot] = search.figures.engine_hp[at]!
      columns.price[slot] = search.figures.price_from_inr[at]!
      columns.weight[slot] = search.figures.operating_weight_kg[at]!
      columns.linkage[slot] = batch.linkages[at]!
      columns.place[slot] = place + start
      columns.length[slot] = columns.room[slot] = ends[at]! - start
      byId.add(slot, hashNumber(id))
      bySlug.add(slot, hashBytes(chunk, start, slugEnd(chunk, start, ends[at]!)))
      start = ends[at]!
    }
    return first
  }

  return {
    columns,
    put,
    stage,
    slotOfId,
    slotOfSlug(slug) {
      if (slug.length > 200 || !SLUG.test(slug)) return -1
      const wanted = Buffer.from(slug, 'latin1')
      return bySlug.find(hashBytes(wanted, 0, wanted.length), (slot) => {
        const chunk = chunkOf(slot)
        const start = startOf(slot)
        for (let at = 0; at < wanted.length; at++) if (chunk[start + at] !== wanted[at]) return false
        return slugEnd(chunk, start, start + columns.length[slot]!) === start + wanted.length
      })
    },
    chunkOf,
    startOf,
    get size() {
      return size
    },
    tidy() {
      const worn = arena.wornChunk()
      if (worn === undefined) return
      for (let slot = 0; slot < size; slot++) {
        if (!arena.isIn(columns.place[slot]!, worn)) continue
        const start = startOf(slot)
        const bytes = chunkOf(slot).subarray(start, start + columns.length[slot]!)
        arena.free(columns.place[slot]!, columns.room[slot]!)
        columns.place[slot] = arena.add(bytes)
        columns.room[slot] = bytes.length
      }
      arena.release(worn)
    },
    bytes: () =>
      arena.bytes() +
      byId.bytes() +
      bySlug.bytes() +
      Object.values(columns).reduce((sum, column) => sum + column.byteLength, 0),
  }
}

function makeRoom(columns: MachineColumns, size: number): void {
  if (size <= columns.id.length) return
  for (const name of Object.keys(columns) as (keyof MachineColumns)[]) {
    columns[name] = grow(columns[name] as never, size) as never
  }
}
