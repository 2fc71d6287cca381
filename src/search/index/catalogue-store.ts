import { clearBit, setBit, wordsFor } from '../../memory/bits.ts'
import { grow } from '../../memory/growable.ts'
import { sortRowsByKey } from '../../memory/sort-rows.ts'
import { namesOf } from '../reading/vocabulary.ts'
import type { SearchChanges, SearchDocument } from '../types.ts'
import { ATTRIBUTES, attributeNumber, readAttributes } from './attributes.ts'
import { type Cells, createCells } from './cells.ts'
import { type Columns, columnBytes, createColumns, FREE, growColumns, HIDDEN, VISIBLE } from './columns.ts'
import { columnValue, dateNumber, FIGURES, LOADS } from './figures.ts'
import { createMachineText, type MachineText } from './machine-text.ts'
import { createOrders, ORDERS, type OrderName, type Orders, type Ranges } from './orders.ts'
import { createProfiles, type Profiles } from './profiles.ts'
import type { Stage } from './search-batch.ts'
import { createSharedText, type SharedText } from './shared-text.ts'
import { createBatchStage } from './stage-batch.ts'
import { createTokenDictionary, type TokenDictionary } from './token-dictionary.ts'
import { createValueList, type ValueList } from './value-list.ts'

const LIFECYCLE = attributeNumber('lifecycle')
/** Longer names are all alike. */
export const MOST_WORDS = 63
const LIFECYCLE_RANK: Record<string, number> = { current: 0, upcoming: 1, discontinued: 2 }

/** Everything a search reads. Arrays are replaced when they grow: take them from here anew for each search. */
export interface CatalogueStore {
  columns: Columns
  orders: Orders
  ranges: Ranges
  makers: ValueList
  profiles: Profiles
  cells: Cells
  dictionary: TokenDictionary
  machineText: MachineText
  sharedText: SharedText
  /** One more than the highest row in use. */
  rows(): number
  machines(): number
  visible(): number
  visibleBits(): Uint32Array
  apply(changes: SearchChanges): void
  /** Takes machines of one reader in that the next `apply` puts in their places; none of them may be known. */
  stager(): Stage
  setToday(date: string): void
  /** Which loads stand on the plate of a class: one bit each, in the order of LOADS. */
  loadsOf(machineClass: number): number
  bytes(): number
}

export function createCatalogueStore(): CatalogueStore {
  const columns = createColumns()
  const makers = createValueList()
  const profiles = createProfiles()
  const cells = createCells()
  const dictionary = createTokenDictionary()
  const machineText = createMachineText(dictionary)
  const sharedText = createSharedText(dictionary)
  let rows = 0
  let machines = 0
  let visible = 0
  let today = 0
  let freeRows: number[] = []
  let freed: number[] = []
  const described = ATTRIBUTES.map(() => 1)
  const loadBits: number[] = []
  let scratch = new Uint8Array(64)
  let visibleBits = new Uint32Array(2)

  const { keys, orders, ranges } = createOrders(columns)
  const moved = Object.fromEntries(ORDERS.map((name) => [name, [] as number[]])) as Record<OrderName, number[]>
  /** Rows that are new to every order. */
  let arrived: number[] = []
  /** Rows of the arrived by id, once one of them is asked for; machines that come in order of ids never need it. */
  let arrivedById: Map<number, number> | undefined
  let highestId = Number.NEGATIVE_INFINITY
  const keysBefore = new Float64Array(ORDERS.length)

  function show(row: number): void {
    const published = columns.published_at[row]!
    const state = published !== 0 && published <= today ? VISIBLE : HIDDEN
    if (state === VISIBLE) count(row, 1)
    columns.state[row] = state
  }

  function hide(row: number): void {
    if (columns.state[row] === VISIBLE) count(row, -1)
    columns.state[row] = HIDDEN
  }

  function count(row: number, by: 1 | -1): void {
    visible += by
    cells.visible[columns.cell[row]!]! += by
    if (by === 1) setBit(visibleBits, row)
    else clearBit(visibleBits, row)
  }

  function findArrived(id: number): number | undefined {
    arrivedById ??= new Map(arrived.map((row) => [columns.id[row]!, row]))
    return arrivedById.get(id)
  }

  function findRow(id: number): number | undefined {
    if (id > highestId) return undefined
    const fresh = arrived.length > 0 ? findArrived(id) : undefined
    if (fresh !== undefined) return fresh
    const order = orders.id
    const row = order.rows()[order.lowerBound(id)]
    return order.length > 0 && row !== undefined && columns.state[row] !== FREE && columns.id[row] === id
      ? row
      : undefined
  }

  function measureLength(row: number): void {
    const cell = columns.cell[row]!
    const words = machineText.readLength(row, sharedText.mainTokens(0, cells.maker[cell]!))
    const lifecycle = profiles.columns()[LIFECYCLE]![cells.profile[cell]!]!
    const late = LIFECYCLE_RANK[profiles.values[LIFECYCLE]!.textOf(lifecycle)] ?? 2
    columns.length[row] = late * (MOST_WORDS + 1) + Math.min(words, MOST_WORDS)
  }

  /** Shared values are their own text; classes bring theirs with them. */
  function describeNewValues(): void {
    ATTRIBUTES.forEach(({ name, shared }, attribute) => {
      if (!shared || name === 'machine_class') return
      const list = profiles.values[attribute]!
      for (let value = described[attribute]!; value < list.bound; value++) {
        const text = list.textOf(value)
        sharedText.set(attribute + 1, value, [], [text, ...namesOf(text)])
      }
      described[attribute] = list.bound
    })
  }

  function releaseCell(cell: number): void {
    profiles.release(cells.profile[cell]!)
    cells.release(cell)
  }

  function put(document: SearchDocument, row: number, isNew: boolean): void {
    if (!isNew) for (let at = 0; at < ORDERS.length; at++) keysBefore[at] = keys[ORDERS[at]!](row)
    const cellBefore = columns.cell[row]!
    if (!isNew) hide(row)
    columns.id[row] = document.id
    const profile = profiles.hold(readAttributes(document))
    columns.cell[row] = cells.hold(makers.numberOf(document.manufacturer), profile)
    if (!isNew) releaseCell(cellBefore)
    for (const { name, kind } of FIGURES) columns[name][row] = columnValue(kind, document[name])
    machineText.set(row, document)
    measureLength(row)
    show(row)
    if (isNew) arrived.push(row)
    else
      for (let at = 0; at < ORDERS.length; at++) {
        if (keysBefore[at] !== keys[ORDERS[at]!](row)) moved[ORDERS[at]!].push(row)
      }
  }

  function rowFor(id: number): number {
    const row = freeRows.pop() ?? rows++
    if (rows > columns.state.length) {
      growColumns(columns, rows)
      visibleBits = grow(visibleBits, wordsFor(columns.state.length))
    }
    arrivedById?.set(id, row)
    highestId = Math.max(highestId, id)
    machines++
    return row
  }

  function upsert(documents: Iterable<SearchDocument>): void {
    for (const document of documents) {
      const known = findRow(document.id)
      put(document, known ?? rowFor(document.id), known === undefined)
    }
  }

  const parts = { columns, makers, profiles, cells, dictionary, machineText }
  const stager = () =>
    createBatchStage(parts, rowFor, (row) => {
      measureLength(row)
      show(row)
      arrived.push(row)
    })

  function remove(row: number): void {
    hide(row)
    columns.state[row] = FREE
    machineText.clear(row)
    releaseCell(columns.cell[row]!)
    machines--
    freed.push(row)
    for (const name of ORDERS) moved[name].push(row)
  }

  function settle(): void {
    describeNewValues()
    machineText.settle(rows)
    dictionary.settle()
    if (scratch.length < rows) scratch = new Uint8Array(columns.state.length)
    const lives = (row: number) => columns.state[row] !== FREE
    // All orders need them by id first.
    const byId = sortRowsByKey(Uint32Array.from(arrived), keys.id)
    for (const name of ORDERS) {
      if (moved[name].length + arrived.length === 0) continue
      const changed = new Uint32Array(arrived.length + moved[name].length)
      changed.set(byId)
      changed.set(moved[name], arrived.length)
      orders[name].update(changed, scratch, lives)
      if (name in ranges) ranges[name as keyof typeof ranges].refresh(changed, columns.state.length, lives)
      moved[name] = []
    }
    arrived = []
    arrivedById = undefined
    freeRows = freeRows.concat(freed)
    freed = []
  }

  function apply(changes: SearchChanges): void {
    const renamed = new Set<number>()
    for (const maker of changes.makers ?? []) {
      const number = makers.numberOf(maker.slug)
      sharedText.set(0, number, [maker.name], maker.aliases)
      renamed.add(number)
    }
    for (const { key, words, loads } of changes.classes ?? []) {
      const number = profiles.values[0]!.numberOf(key)
      sharedText.set(1, number, [], words)
      loadBits[number] = loads.reduce((bits, load) => bits | (1 << LOADS.indexOf(load)), 0)
    }
    if (renamed.size > 0) {
      for (let row = 0; row < rows; row++) {
        if (columns.state[row] === FREE || !renamed.has(cells.maker[columns.cell[row]!]!)) continue
        const before = columns.length[row]
        measureLength(row)
        if (columns.length[row] !== before) moved.relevance.push(row)
      }
    }
    upsert(changes.upserts ?? [])
    for (const id of changes.removals ?? []) {
      const row = findRow(id)
      if (row !== undefined && columns.state[row] !== FREE && columns.id[row] === id) remove(row)
    }
    settle()
  }

  return {
    ...parts,
    orders,
    ranges,
    sharedText,
    loadsOf: (machineClass) => loadBits[machineClass] ?? 0,
    rows: () => rows,
    machines: () => machines,
    visible: () => visible,
    visibleBits: () => visibleBits,
    apply,
    stager,
    setToday(date) {
      today = dateNumber(date)
      for (let row = 0; row < rows; row++) {
        if (columns.state[row] === FREE) continue
        hide(row)
        show(row)
      }
    },
    bytes: () =>
      columnBytes(columns) +
      scratch.byteLength +
      visibleBits.byteLength +
      ORDERS.reduce((sum, name) => sum + orders[name].bytes(), 0) +
      Object.values(ranges).reduce((sum, range) => sum + range.bytes(), 0) +
      profiles.bytes() +
      cells.bytes() +
      dictionary.bytes() +
      machineText.tokens.bytes() +
      machineText.postings.bytes(),
  }
}
