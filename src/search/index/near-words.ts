import { NO_MATCH, PREFIX, TYPO } from './costs.ts'

/** Words in ascending order of code units, and how many leading units each shares with the one before. */
export interface SortedWords {
  wordAt(position: number): string
  shared: Uint8Array
}

/**
 * Visits every word within `typos` edits of `typed` (insertion, deletion, substitution, swap of neighbours), and with
 * `asPrefix` every word that begins so. Each letter of the current word has a row of distances. Words with the same
 * beginning share its rows, and a beginning that is too far rules out all its words at once.
 */
export function visitNearWords(
  words: SortedWords,
  from: number,
  to: number,
  typed: string,
  typos: number,
  asPrefix: boolean,
  visit: (position: number, cost: number) => void,
): void {
  const width = typed.length + 1
  const deepest = typed.length + typos
  const rows = new Uint16Array((deepest + 1) * width)
  const bestPrefix = new Uint16Array(deepest + 1)
  for (let column = 0; column < width; column++) rows[column] = column
  bestPrefix[0] = typed.length
  let depth = 0
  let ruledOutAt = -1
  let common = 255
  for (let position = from; position < to; position++) {
    common = Math.min(common, words.shared[position]!)
    if (ruledOutAt >= 0 && common >= ruledOutAt) {
      if (asPrefix && bestPrefix[ruledOutAt]! <= typos) visit(position, bestPrefix[ruledOutAt]! * TYPO + PREFIX)
      continue
    }
    const word = words.wordAt(position)
    depth = position === from ? 0 : Math.min(common, depth)
    ruledOutAt = -1
    const end = Math.min(word.length, deepest)
    while (depth < end) {
      extend(rows, width, depth, typed, word)
      depth++
      const base = depth * width
      let smallest = rows[base]!
      for (let column = 1; column < width; column++)
        if (rows[base + column]! < smallest) smallest = rows[base + column]!
      bestPrefix[depth] = Math.min(bestPrefix[depth - 1]!, rows[base + width - 1]!)
      // The smallest distance grows by at most one from row to row, so a swap cannot bring a word back either.
      if (smallest > typos) {
        ruledOutAt = depth
        break
      }
    }
    let cost = NO_MATCH
    if (ruledOutAt < 0 && word.length <= deepest && rows[depth * width + width - 1]! <= typos) {
      cost = rows[depth * width + width - 1]! * TYPO
    }
    if (asPrefix && bestPrefix[depth]! <= typos) cost = Math.min(cost, bestPrefix[depth]! * TYPO + PREFIX)
    if (cost !== NO_MATCH) visit(position, cost)
    common = 255
  }
}

function extend(rows: Uint16Array, width: number, depth: number, typed: string, word: string): void {
  const above = depth * width
  const base = above + width
  const letter = word.charCodeAt(depth)
  const before = depth > 0 ? word.charCodeAt(depth - 1) : -1
  rows[base] = depth + 1
  for (let column = 1; column < width; column++) {
    const typedLetter = typed.charCodeAt(column - 1)
    let distance = rows[above + column - 1]! + (typedLetter === letter ? 0 : 1)
    if (rows[above + column]! + 1 < distance) distance = rows[above + column]! + 1
    if (rows[base + column - 1]! + 1 < distance) distance = rows[base + column - 1]! + 1
    if (column > 1 && typedLetter === before && typed.charCodeAt(column - 2) === letter) {
      const swapped = rows[above - width + column - 2]! + 1
      if (swapped < distance) distance = swapped
    }
    rows[base + column] = distance
  }
}
