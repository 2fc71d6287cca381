import { clearBit, listBits, setBit, wordCount } from '../../lib/collections/bitset.ts'
import { type Grouped, groupByKey } from '../../lib/collections/grouped.ts'
import { ensureCapacity } from '../../lib/collections/growable.ts'
import { sortRowsByKey } from '../../lib/collections/row-order.ts'
import type { SearchChanges, SearchDocument } from '../types.ts'
import { namesOf } from '../words/value-names.ts'
import { ATTRIBUTES, type Attribute, attributeNumber, CLASS, readAttributes } from './attributes.ts'
import { type Expected, expectedOf, factBits, tenthsExisting } from './completeness.ts'
import { MAX_WORDS, standing } from './costs.ts'
import { createDocumentTokens } from './document-tokens.ts'
import { columnValue, createColumns, dateNumber, FIGURES, growColumns, LOADS, MISSING } from './figures.ts'
import { createMachineText, entryOf } from './machine-text.ts'
import { createOrders, ORDERS, type OrderName } from './orders.ts'
import { createProfiles, createValueList } from './profiles.ts'
import { createSharedText, fieldOf, MANUFACTURER } from './shared-text.ts'
import { createTokenDictionary } from './token-dictionary.ts'

const SHARED = ATTRIBUTES.filter(({ shared }) => shared).length
const LIFECYCLE = attributeNumber('lifecycle')
/** Everything a search reads. Arrays are replaced when they grow: fetch them again for each search. */
export function createCatalogueStore() {
  const columns = createColumns()
  const manufacturers = createValueList()
  /** By the numbers of ATTRIBUTES. */
  const values = (ATTRIBUTES as readonly Attribute[]).map(({ read }) =>
    createValueList(read.bands?.map((band) => band.name)),
  )
  const textProfiles = createProfiles(values.slice(0, SHARED))
  const facetProfiles = createProfiles(values.slice(SHARED))
  const dictionary = createTokenDictionary()
  const machineText = createMachineText(dictionary)
  const sharedText = createSharedText(dictionary)
  let rows = 0
  let today = 0
  const described = ATTRIBUTES.map(() => 1)
  const loadBits: number[] = []
  /** What each class expects of its machines. */
  const expected: Expected[] = []
  let scratch = new Uint8Array(64)
  let visibleBits = new Uint32Array(2)
  /** The visible rows of each maker, and of each wording; made when first asked for after a change. */
  let rowsBy: Record<'maker' | 'wording', Grouped> | undefined
  const rowsById = new Map<number, number>()
  const tokensOf = createDocumentTokens()

  const { keys, orders, ranges } = createOrders(columns)
  const moved = Object.fromEntries(ORDERS.map((name) => [name, [] as number[]])) as Record<OrderName, number[]>
  /** New rows, to be put into every order. */
  let arrived: number[] = []
  const keysBefore = new Float64Array(ORDERS.length)

  function show(row: number): void {
    const published = columns.published_at[row]!
    if (published === 0 || published > today) return
    setBit(visibleBits, row)
  }

  function rowOf(id: number): number {
    return rowsById.get(id) ?? -1
  }

  const classOf = (row: number): number => textProfiles.columns()[CLASS]![columns.wording[row]!]!

  function rank(row: number): void {
    const length = machineText.readLength(row, sharedText.mainTokens(MANUFACTURER, columns.maker[row]!))
    const words = Math.min(length, MAX_WORDS)
    const lifecycle = facetProfiles.columns()[LIFECYCLE - SHARED]![columns.trait[row]!]!
    const existing = tenthsExisting(expected[classOf(row)], columns.lowFacts[row]!, columns.highFacts[row]!)
    const hasPrice = columns.price_from_inr[row] !== MISSING
    columns.standing[row] = standing(values[LIFECYCLE]!.textOf(lifecycle), hasPrice, words, existing)
    columns.length[row] = words
  }

  /** A shared value is found by itself and its names; the words of classes come with their records. */
  function describeNewValues(): void {
    ATTRIBUTES.forEach(({ shared }, attribute) => {
      if (!shared || attribute === CLASS) return
      const list = values[attribute]!
      for (let value = described[attribute]!; value < list.bound; value++) {
        const text = list.textOf(value)
        sharedText.set(fieldOf(attribute), value, [], [text, ...namesOf(text)])
      }
      described[attribute] = list.bound
    })
  }

  function addRow(id: number): number {
    const row = rows++
    columns.id[row] = id
    rowsById.set(id, row)
    return row
  }

  function makeRoom(more: number): void {
    if (rows + more <= columns.id.length) return
    growColumns(columns, rows + more)
    visibleBits = ensureCapacity(visibleBits, wordCount(columns.id.length))
  }

  const parts = {
    columns,
    makers: manufacturers,
    wordings: textProfiles,
    traits: facetProfiles,
    dictionary,
    machineText,
  }

  /** Adds or replaces documents and returns their rows. `settle` must follow before the next search. */
  function put(documents: readonly SearchDocument[]): number[] {
    makeRoom(documents.length)
    machineText.expect(documents.length, rows + documents.length)
    return documents.map(putOne)
  }

  function putOne(document: SearchDocument): number {
    const existing = rowOf(document.id)
    const isNew = existing < 0
    const row = isNew ? addRow(document.id) : existing
    if (!isNew) {
      for (let i = 0; i < ORDERS.length; i++) keysBefore[i] = keys[ORDERS[i]!](row)
      clearBit(visibleBits, row)
    }
    const profile = readAttributes(document)
    const [textProfileBefore, facetProfileBefore] = [columns.wording[row]!, columns.trait[row]!]
    columns.wording[row] = textProfiles.hold(profile)
    columns.trait[row] = facetProfiles.hold(profile.slice(SHARED))
    if (!isNew) {
      textProfiles.release(textProfileBefore)
      facetProfiles.release(facetProfileBefore)
    }
    columns.maker[row] = manufacturers.numberOf(document.manufacturer)
    for (const { name, kind } of FIGURES) columns[name][row] = columnValue(kind, document[name])
    // A machine holds each word of its text once.
    const held = new Map<string, number>()
    const entries = tokensOf(document).map(({ word, tier, joined }) =>
      entryOf(held.getOrInsertComputed(word, dictionary.hold), tier, joined),
    )
    machineText.set(row, entries)
    const facts = factBits(document.known ?? [])
    columns.lowFacts[row] = facts[0]
    columns.highFacts[row] = facts[1]
    rank(row)
    show(row)
    if (isNew) arrived.push(row)
    else {
      for (let i = 0; i < ORDERS.length; i++) {
        if (keysBefore[i] !== keys[ORDERS[i]!](row)) moved[ORDERS[i]!].push(row)
      }
    }
    return row
  }

  function commit(): void {
    rowsBy = undefined
    describeNewValues()
    machineText.settle(rows)
    dictionary.settle()
    scratch = ensureCapacity(scratch, rows)
    // Every order keeps equal rows by id, so the new rows are sorted by id once.
    const inOrder = sortRowsByKey(Uint32Array.from(arrived), (row) => columns.id[row]!)
    for (const name of ORDERS) {
      if (moved[name].length + arrived.length === 0) continue
      const changed = new Uint32Array(arrived.length + moved[name].length)
      changed.set(inOrder)
      changed.set(moved[name], arrived.length)
      if (moved[name].length === 0) orders[name].insert(inOrder)
      else orders[name].update(changed, scratch)
      if (name in ranges) ranges[name as keyof typeof ranges].refresh(changed, columns.id.length)
      moved[name] = []
    }
    arrived = []
  }

  function apply(changes: SearchChanges): void {
    const renamed = new Set<number>()
    const reclassed = new Set<number>()
    for (const manufacturer of changes.manufacturers ?? []) {
      const number = manufacturers.numberOf(manufacturer.slug)
      sharedText.set(MANUFACTURER, number, [manufacturer.name], manufacturer.aliases)
      renamed.add(number)
    }
    for (const { key, words, loads, expects } of changes.classes ?? []) {
      const number = values[CLASS]!.numberOf(key)
      sharedText.set(fieldOf(CLASS), number, [], words)
      loadBits[number] = loads.reduce((bits, load) => bits | (1 << LOADS.indexOf(load)), 0)
      expected[number] = expectedOf(expects)
      reclassed.add(number)
    }
    for (let row = 0; row < rows && renamed.size + reclassed.size > 0; row++) {
      if (!renamed.has(columns.maker[row]!) && !reclassed.has(classOf(row))) continue
      const before = columns.standing[row]
      rank(row)
      if (columns.standing[row] !== before) moved.relevance.push(row)
    }
    commit()
  }

  return {
    ...parts,
    values,
    orders,
    ranges,
    sharedText,
    /** The loads on the plate of a class: one bit each, in the order of LOADS. */
    loadsOf: (machineClass: number): number => loadBits[machineClass] ?? 0,
    /** How many rows there are, visible or not. */
    rows: (): number => rows,
    rowsBy() {
      if (rowsBy) return rowsBy
      const list = new Uint32Array(rows)
      const visible = list.subarray(0, listBits(visibleBits, visibleBits, wordCount(rows), list))
      const manufacturer = groupByKey(visible, columns.maker, manufacturers.bound)
      rowsBy = { maker: manufacturer, wording: groupByKey(visible, columns.wording, textProfiles.bound) }
      return rowsBy
    },
    classOf,
    visibleBits: (): Uint32Array => visibleBits,
    apply,
    put,
    settle: commit,
    /** The row of a machine, or -1. */
    rowOf,
    setToday(date: string): void {
      today = dateNumber(date)
      rowsBy = undefined
      visibleBits.fill(0)
      for (let row = 0; row < rows; row++) show(row)
    },
  }
}

export type CatalogueStore = ReturnType<typeof createCatalogueStore>
