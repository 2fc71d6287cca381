import { grow } from '../../memory/growable.ts'
import type { Cells } from './cells.ts'
import { entryOf, isJoined, tierOf, tokenOf } from './row-tokens.ts'
import type { SearchBatch } from './search-batch.ts'
import type { TokenDictionary } from './token-dictionary.ts'
import type { ValueList } from './value-list.ts'

interface NumberedParts {
  makers: ValueList
  cells: Cells
  dictionary: TokenDictionary
}

/** Translates a reader's numbers for words and cells into those of the index. */
interface BatchNumbers {
  /** Learns the new words and cells of a batch; comes first. */
  learn(batch: SearchBatch): void
  /** Translates and holds the cell of a machine. */
  holdCell(cell: number): number
  /** Translates the entries of a machine and holds their tokens. */
  holdEntries(batch: SearchBatch, start: number, end: number): number[]
  /** Comes after the last machine of a batch. */
  finish(): void
}

export function createBatchNumbers(parts: NumberedParts, makerSlug: (id: number) => string): BatchNumbers {
  const { makers, cells, dictionary } = parts
  let words: string[] = []
  /** Tokens by the reader's word numbers; -1 until a machine holds the word. */
  let tokens = new Int32Array(64).fill(-1)
  const cellNumbers: number[] = []
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
    learn(batch) {
      words = words.concat(batch.words)
      tokens = grow(tokens, words.length, -1)
      firstNew = cellNumbers.length
      for (const { maker, profile } of batch.cells) {
        cellNumbers.push(cells.hold(makers.numberOf(makerSlug(maker)), profile))
      }
    },
    holdCell(number) {
      const cell = cellNumbers[number]!
      cells.holdAgain(cell)
      return cell
    },
    holdEntries(batch, start, end) {
      const entries: number[] = []
      for (let at = start; at < end; at++) {
        const entry = batch.entries[at]!
        entries.push(entryOf(holdWord(tokenOf(entry)), tierOf(entry), isJoined(entry)))
      }
      machine++
      return entries
    },
    finish() {
      // Making a cell held it once.
      for (; firstNew < cellNumbers.length; firstNew++) cells.release(cellNumbers[firstNew]!)
    },
  }
}
