import { createCells } from './cells.ts'
import { dateNumber, MISSING } from './columns.ts'
import { createEntryReader } from './entry-reader.ts'
import { grow } from './growable.ts'
import { hpBand } from './hp-band.ts'
import { createProfiles } from './profiles.ts'
import type { SearchDocument } from './types.ts'

/**
 * Machines read for an index that is yet to be filled, one array a field, so that another thread can do the reading.
 * Words and cells have numbers of the reader's own; each batch tells those that its predecessors did not have.
 */
export interface SearchBatch {
  count: number
  id: Float64Array
  hp: Float64Array
  weight: Float64Array
  lift: Float64Array
  price: Float64Array
  launched: Uint32Array
  published: Uint32Array
  cell: Uint32Array
  /** Where each machine's entries end. */
  ends: Uint32Array
  entries: Uint32Array
  words: string[]
  cells: BatchCell[]
}

export interface BatchCell {
  /** Id of the maker. */
  maker: number
  /** Class, kind, power source, drive, lifecycle, section and HP band. */
  profile: (string | null)[]
}

/** A machine whose maker is named by its id, since makers may not be known yet. */
export type BatchMachine = Omit<SearchDocument, 'manufacturer'> & { maker: number }

export interface BatchWriter {
  add(machine: BatchMachine): void
  /** What was added since the last time. */
  take(): SearchBatch
}

export function createBatchWriter(most: number): BatchWriter {
  const profiles = createProfiles()
  const cells = createCells()
  const makers = new Map<number, number>()
  const numbers = new Map<string, number>()
  let toldCells = 0
  let used = 0
  let batch = empty(most)
  const read = createEntryReader({ hold, release: () => {} })

  function hold(word: string): number {
    let number = numbers.get(word)
    if (number === undefined) {
      number = numbers.size
      numbers.set(word, number)
      batch.words.push(word)
    }
    return number
  }

  function cellOf(machine: BatchMachine): number {
    const maker = makers.get(machine.maker) ?? makers.size
    if (maker === makers.size) makers.set(machine.maker, maker)
    const profile = [
      machine.machine_class,
      machine.kind,
      machine.power_source,
      machine.wheel_drive,
      machine.lifecycle,
      machine.section,
      hpBand(machine.engine_hp),
    ]
    const cell = cells.hold(maker, profiles.hold(profile))
    if (cell === toldCells) {
      toldCells++
      batch.cells.push({ maker: machine.maker, profile })
    }
    return cell
  }

  return {
    add(machine) {
      const at = batch.count++
      batch.id[at] = machine.id
      batch.hp[at] = machine.engine_hp ?? MISSING
      batch.weight[at] = machine.operating_weight_kg ?? MISSING
      batch.lift[at] = machine.lift_capacity_kg ?? MISSING
      batch.price[at] = machine.price_from_inr ?? MISSING
      batch.launched[at] = dateNumber(machine.launched_at)
      batch.published[at] = dateNumber(machine.published_at)
      batch.cell[at] = cellOf(machine)
      const entries = read(machine)
      batch.entries = grow(batch.entries, used + entries.length)
      for (let from = 0; from < entries.length; from++) batch.entries[used++] = entries[from]!
      batch.ends[at] = used
    },
    take() {
      const taken = batch
      batch = empty(most)
      used = 0
      return taken
    },
  }
}

function empty(most: number): SearchBatch {
  return {
    count: 0,
    id: new Float64Array(most),
    hp: new Float64Array(most),
    weight: new Float64Array(most),
    lift: new Float64Array(most),
    price: new Float64Array(most),
    launched: new Uint32Array(most),
    published: new Uint32Array(most),
    cell: new Uint32Array(most),
    ends: new Uint32Array(most),
    entries: new Uint32Array(most * 8),
    words: [],
    cells: [],
  }
}
