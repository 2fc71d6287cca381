import { grow } from '../../memory/growable.ts'
import { createByteWords } from './byte-words.ts'
import { createFigureColumns, type FigureColumns, figureList } from './columns.ts'
import { TIER } from './costs.ts'
import { emitAliasTokens, emitFieldTokens } from './field-tokens.ts'
import { entryOf } from './row-tokens.ts'

/**
 * Machines for an index, one array for each field, so that another thread can read them. Words and cells have the
 * reader's own numbers; each batch lists the ones that are new since the batch before.
 */
export interface SearchBatch {
  count: number
  id: Float64Array
  figures: FigureColumns
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
  /** The values of all ATTRIBUTES. */
  profile: (string | null)[]
}

/** Call for each machine: its texts, the name first, then `add`. */
interface BatchWriter {
  /** Text as UTF-8 bytes. */
  name(bytes: Buffer, start: number, end: number): void
  other(bytes: Buffer, start: number, end: number): void
  /** The same as strings. */
  nameText(text: string): void
  otherText(text: string): void
  aliasText(text: string): void
  /** Adds a new cell and returns its number. */
  addCell(cell: BatchCell): number
  /** `figures` are the column values of FIGURES. */
  add(id: number, cell: number, figures: Float64Array): void
  /** The machines added since the last call. */
  take(): SearchBatch
}

const MAX_ENTRIES = 0xffff

export function createBatchWriter(most: number): BatchWriter {
  const numbers = new Map<string, number>()
  let cells = 0
  let used = 0
  let batch = empty(most)
  let columns = figureList(batch.figures)
  const byteWords = createByteWords(hold)
  /** The entries of the current machine, the best place of each token first. */
  let entries: number[] = []
  let machine = 1
  /** The last machine that has each token, at 2n as a word and at 2n + 1 as joined: each counts once. */
  let seen = new Uint32Array(64)

  function emit(token: number, joined: boolean, tier: number): void {
    seen = grow(seen, 2 * token + 2)
    const mark = 2 * token + (joined ? 1 : 0)
    if (entries.length >= MAX_ENTRIES || seen[mark] === machine) return
    seen[mark] = machine
    entries.push(entryOf(token, tier, joined))
  }

  const emitName = (token: number, joined: boolean) => emit(token, joined, TIER.name)
  const emitOther = (token: number, joined: boolean) => emit(token, joined, TIER.alias)
  const nameText = (text: string) => emitFieldTokens(text, (word, joined) => emitName(hold(word), joined))
  const otherText = (text: string) => emitFieldTokens(text, (word, joined) => emitOther(hold(word), joined))

  function hold(word: string): number {
    let number = numbers.get(word)
    if (number === undefined) {
      number = numbers.size
      numbers.set(word, number)
      batch.words.push(word)
    }
    return number
  }

  return {
    name(bytes, start, end) {
      if (!byteWords.emit(bytes, start, end, emitName)) nameText(bytes.toString('utf8', start, end))
    },
    other(bytes, start, end) {
      if (!byteWords.emit(bytes, start, end, emitOther)) otherText(bytes.toString('utf8', start, end))
    },
    nameText,
    otherText,
    aliasText: (text) => emitAliasTokens(text, (word, joined) => emitOther(hold(word), joined)),
    addCell(cell) {
      batch.cells.push(cell)
      return cells++
    },
    add(id, cell, figures) {
      const at = batch.count++
      batch.id[at] = id
      batch.cell[at] = cell
      for (let figure = 0; figure < figures.length; figure++) columns[figure]![at] = figures[figure]!
      batch.entries = grow(batch.entries, used + entries.length)
      for (let from = 0; from < entries.length; from++) batch.entries[used++] = entries[from]!
      batch.ends[at] = used
      entries = []
      machine++
    },
    take() {
      const taken = batch
      batch = empty(most)
      columns = figureList(batch.figures)
      used = 0
      return taken
    },
  }
}

function empty(most: number): SearchBatch {
  return {
    count: 0,
    id: new Float64Array(most),
    figures: createFigureColumns(most),
    cell: new Uint32Array(most),
    ends: new Uint32Array(most),
    entries: new Uint32Array(most * 8),
    words: [],
    cells: [],
  }
}
