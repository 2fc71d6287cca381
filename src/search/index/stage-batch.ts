import { grow } from '../../memory/growable.ts'
import type { Cells } from './cells.ts'
import type { Columns } from './columns.ts'
import { FIGURES } from './figures.ts'
import type { MachineText } from './machine-text.ts'
import type { Profiles } from './profiles.ts'
import { entryOf, isJoined, tierOf, tokenOf } from './row-tokens.ts'
import type { SearchBatch, Stage } from './search-batch.ts'
import type { TokenDictionary } from './token-dictionary.ts'
import type { ValueList } from './value-list.ts'

interface Parts {
  columns: Columns
  makers: ValueList
  profiles: Profiles
  cells: Cells
  dictionary: TokenDictionary
  machineText: MachineText
}

/** Puts the machines of one reader's batches into rows that are new. */
export function createBatchStage(
  { columns, makers, profiles, cells, dictionary, machineText }: Parts,
  rowFor: (id: number) => number,
  placed: (row: number) => void,
): Stage {
  /** By the reader's numbers: our tokens, or none as long as no machine holds the word, and our cells. */
  let words: string[] = []
  let tokens = new Int32Array(64).fill(-1)
  const cellNumbers: number[] = []
  /** The last row that each token was held for. */
  let heldFor = new Int32Array(64).fill(-1)

  function holdWord(word: number, row: number): number {
    let token = tokens[word]!
    if (token < 0) {
      token = dictionary.hold(words[word]!)
      tokens[word] = token
      heldFor = grow(heldFor, token + 1, -1)
    } else if (heldFor[token] !== row) dictionary.holdAgain(token)
    heldFor[token] = row
    return token
  }

  function learn(batch: SearchBatch, makerSlug: (id: number) => string): void {
    words = words.concat(batch.words)
    tokens = grow(tokens, words.length, -1)
    for (const { maker, profile } of batch.cells) {
      const cell = cells.hold(makers.numberOf(makerSlug(maker)), profiles.hold(profile))
      cellNumbers.push(cell)
    }
  }

  return (batch, makerSlug) => {
    const firstNew = cellNumbers.length
    learn(batch, makerSlug)
    let start = 0
    for (let at = 0; at < batch.count; at++) {
      const row = rowFor(batch.id[at]!)
      const cell = cellNumbers[batch.cell[at]!]!
      cells.holdAgain(cell)
      profiles.holdAgain(cells.profile[cell]!)
      columns.id[row] = batch.id[at]!
      columns.cell[row] = cell
      for (const { name } of FIGURES) columns[name][row] = batch.figures[name][at]!
      const end = batch.ends[at]!
      const entries: number[] = []
      for (; start < end; start++) {
        const entry = batch.entries[start]!
        entries.push(entryOf(holdWord(tokenOf(entry), row), tierOf(entry), isJoined(entry)))
      }
      machineText.put(row, entries)
      placed(row)
    }
    // Each new cell was held once to be made.
    for (let number = firstNew; number < cellNumbers.length; number++) {
      const cell = cellNumbers[number]!
      profiles.release(cells.profile[cell]!)
      cells.release(cell)
    }
  }
}
