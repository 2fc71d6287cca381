import { createByteTable } from '../../memory/byte-table.ts'
import { grow } from '../../memory/growable.ts'
import { AGAIN, LONGEST_JOINED, MAX_JOINED } from './field-tokens.ts'

const LETTERS = 1
const DIGITS = 2
const STAR = 0x2a
const TWO = 0x32
const FOUR = 0x34
const W = 0x77
const X = 0x78

/** For each ASCII byte, whether it is a letter or a digit, and its lower case. */
const sorts = new Uint8Array(128)
const folded = new Uint8Array(128)
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code)
  sorts[code] = /[a-z]/i.test(character) ? LETTERS : /[0-9]/.test(character) ? DIGITS : 0
  folded[code] = character.toLowerCase().charCodeAt(0)
}

/** Numbers the words of a text given as bytes, without making strings. */
export function createByteWords(hold: (word: string) => number) {
  const known = createByteTable()
  /** The folded letters and digits of the current text, and where its words begin. */
  let text = Buffer.alloc(256)
  let starts = new Uint32Array(64)
  let wordSorts = new Uint8Array(64)
  let numbers = new Uint32Array(64)

  function numberOf(start: number, end: number): number {
    return known.find(text, start, end, () => hold(text.toString('latin1', start, end)))
  }

  /** The number of a word. A repeated word gets a mark for each time before. */
  function occurrenceOf(word: number): number {
    const number = numberOf(starts[word]!, starts[word + 1]!)
    numbers = grow(numbers, word + 1)
    numbers[word] = number
    let marks = ''
    for (let before = 0; before < word; before++) if (numbers[before] === number) marks += AGAIN
    return marks === '' ? number : hold(text.toString('latin1', starts[word]!, starts[word + 1]!) + marks)
  }

  /** How many words the text has; -1 when it is not ASCII or may name a drive. */
  function split(bytes: Uint8Array, start: number, end: number): number {
    if (text.length < end - start) text = Buffer.alloc(2 * (end - start))
    starts = grow(starts, end - start + 1)
    wordSorts = grow(wordSorts, end - start + 1)
    let words = 0
    let length = 0
    let before = 0
    for (let at = start; at < end; at++) {
      const code = bytes[at]!
      if (code > 0x7f) return -1
      const sort = sorts[code]!
      if (code === STAR) return -1
      if (sort !== 0) {
        if (sort !== before) {
          if (sort === LETTERS && words > 0 && mayDrive(folded[code]!, starts[words - 1]!, length)) return -1
          wordSorts[words] = sort
          starts[words++] = length
        }
        text[length++] = folded[code]!
      }
      before = sort
    }
    starts[words] = length
    return words
  }

  /** Whether this letter may follow 2 or 4 in the name of a drive: 4WD, 4x4. */
  function mayDrive(letter: number, start: number, end: number): boolean {
    return (letter === W || letter === X) && end - start === 1 && (text[start] === TWO || text[start] === FOUR)
  }

  return {
    /**
     * Emits the number of every word of an ASCII text and of its joined neighbours, as `emitFieldTokens` does for strings.
     * Emits nothing and returns false for any other text, and for one that may name a drive, such as 4WD.
     */
    emit(bytes: Uint8Array, start: number, end: number, emit: (token: number, joined: boolean) => void): boolean {
      const words = split(bytes, start, end)
      for (let word = 0; word < words; word++) {
        emit(occurrenceOf(word), false)
        for (let next = word + 1; next < words && next < word + MAX_JOINED; next++) {
          if (wordSorts[next] !== wordSorts[word] || starts[next + 1]! - starts[word]! > LONGEST_JOINED) break
          emit(numberOf(starts[word]!, starts[next + 1]!), true)
        }
      }
      return words >= 0
    },
  }
}
