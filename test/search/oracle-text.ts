/** The text rules of the search specification: how texts are split into words, and when a typed word matches one. */

/** Words of other scripts in the workload, and the Latin words that they are. */
const IN_LATIN: Readonly<Record<string, string>> = {
  ...{ महिंद्रा: 'mahindra', महिन्द्रा: 'mahindra', மஹிந்திரா: 'mahindra', स्वराज: 'swaraj', ஸ்வராஜ்: 'swaraj' },
  ...{ टीएक्स: 'tx', டிஎக்ஸ்: 'tx', एफई: 'fe', எஃப்இ: 'fe', एमयू: 'mu' },
}

const ZEROS = { devanagari: 0x966, tamil: 0xbe6 }
const MARKS = /[\u0300-\u036f\u093c\u200b-\u200d]/g

const memo = new Map<string, readonly string[]>()

/** Words of letters, of digits, or a drive; without accents, nuktas and zero-width characters. */
export function wordsOf(text: string): readonly string[] {
  return memo.getOrInsertComputed(text, () => {
    const folded = text
      .toLowerCase()
      .normalize('NFD')
      .replace(MARKS, '')
      .normalize('NFC')
      .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - ZEROS.devanagari))
      .replace(/[௦-௯]/g, (digit) => String(digit.charCodeAt(0) - ZEROS.tamil))
    return folded.replace(/4x4/g, '4wd').match(/[24]wd|\p{L}[\p{L}\p{M}]*|[0-9]+/gu) ?? []
  })
}

export const hasDigits = (word: string) => /[0-9]/.test(word)

/** Runs of up to `most` neighbours, all of letters or all of digits, written together. */
export function joinedRuns(words: readonly string[], max: number): { word: string; start: number; length: number }[] {
  return words.flatMap((first, start) => {
    const runs = []
    for (let length = 2; length <= max && start + length <= words.length; length++) {
      const run = words.slice(start, start + length)
      if (run.some((word) => hasDigits(word) !== hasDigits(first))) break
      runs.push({ word: run.join(''), start, length })
    }
    return runs
  })
}

/** One typo from 4 letters, two from 9, none in digits. */
function typosIn(word: string): number {
  const length = [...word].length
  if (hasDigits(word) || length < 4) return 0
  return length < 9 ? 1 : 2
}

/** Edits between a word and each beginning of another, the whole last. Swapping two neighbours is one edit. */
function edits(a: string, b: string): number[] {
  const [x, y] = [[...a], [...b]]
  const table = [Array.from({ length: y.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= x.length; i++) {
    const row = [i]
    for (let j = 1; j <= y.length; j++) {
      const isSwap = i > 1 && j > 1 && x[i - 1] === y[j - 2] && x[i - 2] === y[j - 1]
      const swapped = isSwap ? table[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY
      const changed = table[i - 1]![j - 1]! + (x[i - 1] === y[j - 1] ? 0 : 1)
      row.push(Math.min(changed, swapped, table[i - 1]![j]! + 1, row[j - 1]! + 1))
    }
    table.push(row)
  }
  return table[x.length]!
}

/** How a typed word matches another. */
export interface Way {
  typos: number
  isPrefix: boolean
  /** By the Latin word that a word of another script is. */
  isLatin: boolean
}

const WHOLE: Way = { typos: 0, isPrefix: false, isLatin: false }

/** How a typed word matches a word of the catalogue; the last one also as a prefix. */
export function matchWord(typed: string, word: string, mayHaveTypos: boolean, isLast: boolean): Way | undefined {
  if (typed === word) return WHOLE
  const latin = IN_LATIN[typed]
  if (latin === word || (isLast && latin !== undefined && word.startsWith(latin))) {
    return { ...WHOLE, isPrefix: latin !== word, isLatin: true }
  }
  if (isLast && word.startsWith(typed)) return { ...WHOLE, isPrefix: true }
  const max = mayHaveTypos && !hasDigits(word) ? typosIn(typed) : 0
  const isShort = [...typed].length === 4
  if (max === 0 || (isShort && typed[0] !== word[0])) return undefined
  if (typed.length - word.length > 2 * max || (!isLast && word.length - typed.length > 2 * max)) return undefined
  const distances = edits(typed, word)
  const whole = distances.at(-1)!
  const beginning = isLast ? Math.min(...distances) : whole
  if (Math.min(whole, beginning) > max) return undefined
  return { ...WHOLE, typos: Math.min(whole, beginning), isPrefix: beginning < whole }
}
