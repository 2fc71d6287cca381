import { grow } from '../../memory/growable.ts'
import { createByteWords } from './byte-words.ts'
import { type FactBits, NO_FACTS } from './completeness.ts'
import { TIER } from './costs.ts'
import { emitAliasTokens, emitFieldTokens } from './field-tokens.ts'
import { type Columns, createFigureColumns, type FigureColumns, figureList } from './figures.ts'
import { entryOf, isJoined, tierOf, tokenOf } from './machine-text.ts'
import type { Profiles, ValueList } from './profiles.ts'
import type { TokenDictionary } from './token-dictionary.ts'

interface NumberedParts {
  columns: Columns
  makers: ValueList
  wordings: Profiles
  traits: Profiles
  dictionary: TokenDictionary
}

/** Translates a reader's numbers for words and cells into those of the index. */
export function createBatchNumbers(parts: NumberedParts, makerSlug: (id: number) => string) {
  const { columns, makers, wordings, traits, dictionary } = parts
  let words: string[] = []
  /** Tokens by the reader's word numbers; -1 until a machine holds the word. */
  let tokens = new Int32Array(64).fill(-1)
  const cells: { maker: number; wording: number; trait: number }[] = []
  let firstNew = 0
  /** The last machine that held each token: a machine holds a token once. */
  let heldFor = new Int32Array(64).fill(-1)
  let machine = 0

  function holdWord(word: number): number {
    let token = tokens[word]!
    if (token < 0) {
      token = dictionary.hold(words[word]!)
      tokens[word] = token
      heldFor = grow(heldFor, token + 1, -1)
    } else if (heldFor[token] !== machine) dictionary.holdAgain(token)
    heldFor[token] = machine
    return token
  }

  return {
    /** Learns the new words and cells of a batch; comes first. */
    learn(batch: SearchBatch): void {
      words = words.concat(batch.words)
      tokens = grow(tokens, words.length, -1)
      firstNew = cells.length
      for (const { maker, profile } of batch.cells) {
        const [wording, trait] = [wordings.hold(profile), traits.hold(profile.slice(wordings.values.length))]
        cells.push({ maker: makers.numberOf(makerSlug(maker)), wording, trait })
      }
    },
    /** Gives a row the cell of a machine, and holds it. */
    holdCell(row: number, number: number): void {
      const { maker, wording, trait } = cells[number]!
      wordings.holdAgain(wording)
      traits.holdAgain(trait)
      columns.maker[row] = maker
      columns.wording[row] = wording
      columns.trait[row] = trait
    },
    /** Translates the entries of a machine and holds their tokens. */
    holdEntries(batch: SearchBatch, start: number, end: number): number[] {
      const entries: number[] = []
      for (let at = start; at < end; at++) {
        const entry = batch.entries[at]!
        entries.push(entryOf(holdWord(tokenOf(entry)), tierOf(entry), isJoined(entry)))
      }
      machine++
      return entries
    },
    /** Comes after the last machine of a batch. */
    finish(): void {
      // Making a cell held it once.
      for (; firstNew < cells.length; firstNew++) {
        wordings.release(cells[firstNew]!.wording)
        traits.release(cells[firstNew]!.trait)
      }
    },
  }
}

/**
 * Machines for an index, one array for each field, so that another thread can read them. Words and cells have the
 * reader's own numbers; each batch lists the ones that are new since the batch before.
 */
export interface SearchBatch {
  count: number
  id: Float64Array
  figures: FigureColumns
  cell: Uint32Array
  /** The facts of each machine (FACTS). */
  lowFacts: Uint32Array
  highFacts: Uint32Array
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

const MAX_ENTRIES = 0xffff

/** Call for each machine: its texts, the name first, then `add`. */
export function createBatchWriter(most: number) {
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
    /** Text as UTF-8 bytes. */
    name(bytes: Buffer, start: number, end: number): void {
      if (!byteWords.emit(bytes, start, end, emitName)) nameText(bytes.toString('utf8', start, end))
    },
    other(bytes: Buffer, start: number, end: number): void {
      if (!byteWords.emit(bytes, start, end, emitOther)) otherText(bytes.toString('utf8', start, end))
    },
    /** The same as strings. */
    nameText,
    otherText,
    aliasText: (text: string): void => emitAliasTokens(text, (word, joined) => emitOther(hold(word), joined)),
    /** Words that are found as they are. */
    words(words: readonly string[]): void {
      for (const word of words) emitOther(hold(word), false)
    },
    /** Adds a new cell and returns its number. */
    addCell(cell: BatchCell): number {
      batch.cells.push(cell)
      return cells++
    },
    /** `figures` are the column values of FIGURES, `facts` tells which of FACTS it has. */
    add(id: number, cell: number, figures: Float64Array, facts: FactBits = NO_FACTS): void {
      const at = batch.count++
      batch.id[at] = id
      batch.cell[at] = cell
      batch.lowFacts[at] = facts[0]
      batch.highFacts[at] = facts[1]
      for (let figure = 0; figure < figures.length; figure++) columns[figure]![at] = figures[figure]!
      batch.entries = grow(batch.entries, used + entries.length)
      for (let from = 0; from < entries.length; from++) batch.entries[used++] = entries[from]!
      batch.ends[at] = used
      entries = []
      machine++
    },
    /** The machines added since the last call. */
    take(): SearchBatch {
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
    lowFacts: new Uint32Array(most),
    highFacts: new Uint32Array(most),
    ends: new Uint32Array(most),
    entries: new Uint32Array(most * 8),
    words: [],
    cells: [],
  }
}
