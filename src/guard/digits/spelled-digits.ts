import { foldWord } from '../text/fold.ts'
import { remembered } from '../text/remembered.ts'
import {
  digitLengths,
  digitsBySound,
  digitsOf,
  HOMOPHONE_KIND,
  kindOf,
  LONGEST_NUMBER_WORD,
  lookUp,
  mayBeginNumber,
  NUMBER_WORDS,
} from '../words/lexicon.ts'

// Number words that are not plainly there: written together, with digits for letters, or in a spelling of their own.

/** Letters by the digit that is written for them, and every other sign by itself. */
const LEET = Uint8Array.from({ length: 128 }, (_, code) => code)
for (const [digit, letter] of ['0o', '1i', '3e', '4a', '5s', '7t'].map((pair) => Array.from(pair))) {
  LEET[digit?.charCodeAt(0) ?? 0] = letter?.charCodeAt(0) ?? 0
}
const plain = new Uint16Array(6)
const LONGEST_GLUED = 120
const STEPS = new Int32Array(LONGEST_GLUED + 1)

const TWICE_ENTRIES = new Set(
  ['double', 'डबल'].map((word) => {
    const codes = Uint16Array.from(foldWord(word), (c) => c.charCodeAt(0))
    return lookUp(codes, 0, codes.length)
  }),
)

/** `n1ne`, `thr33`: the digit of a number word with digits for letters, or the empty string. */
export function leetDigit(codes: Uint16Array, start: number, end: number): string {
  const length = end - start
  if (length > 6 || length < 3) return ''
  let letters = 0
  for (let i = 0; i < length; i++) {
    const code = codes[start + i] ?? 0
    if (code > 127) return ''
    if (code > 57) letters++
    plain[i] = LEET[code] ?? 0
  }
  if (letters < 2) return ''
  const entry = lookUp(plain, 0, length)
  const digits = digitsOf(entry)
  return digits.length === 1 && kindOf(entry) !== HOMOPHONE_KIND ? digits : ''
}

/** `nineeightseven`: the digits of a word that is number words from end to end, or the empty string. */
export function gluedDigits(codes: Uint16Array, start: number, end: number): string {
  const length = end - start
  if (length < 5 || length > LONGEST_GLUED || !mayBeginNumber(codes[start] ?? 0, codes[start + 1] ?? 0)) return ''
  const steps = STEPS.fill(-1, 0, length + 1)
  steps[0] = 0
  for (let at = 0; at < length; at++) {
    if (steps[at] === -1) continue
    const sizes = digitLengths(codes[start + at] ?? 0, codes[start + at + 1] ?? 0)
    for (let size = 2; size <= LONGEST_NUMBER_WORD && at + size <= length; size++) {
      if ((sizes & (1 << size)) === 0) continue
      const entry = lookUp(codes, start + at, start + at + size)
      const fits = digitsOf(entry).length === 1 || TWICE_ENTRIES.has(entry)
      // Of two ways to take a stretch apart the longer words are meant.
      if (fits && steps[at + size] === -1) steps[at + size] = at
    }
  }
  if (steps[length] === -1) return ''
  const cuts: number[] = []
  for (let at = length; at > 0; at = steps[at] ?? 0) cuts.push(at)
  return cuts.length < 2 ? '' : readCuts(codes, start, cuts.reverse())
}

/** Common words are digits only where many others are. */
const MANY_GLUED = 8

function readCuts(codes: Uint16Array, start: number, cuts: number[]): string {
  let digits = ''
  let from = 0
  let times = 1
  for (const cut of cuts) {
    const entry = lookUp(codes, start + from, start + cut)
    if (kindOf(entry) === HOMOPHONE_KIND && cuts.length < MANY_GLUED) return ''
    const twice = TWICE_ENTRIES.has(entry)
    if (!twice) digits += digitsOf(entry).repeat(times)
    times = twice ? 2 : 1
    from = cut
  }
  return digits
}

function wordOf(codes: Uint16Array, start: number, end: number): string {
  let word = ''
  for (let i = start; i < end; i++) word += String.fromCharCode(codes[i] ?? 0)
  return word
}

/** The digits of a romanised number word in an unusual spelling, or the empty string. */
export function soundedDigits(codes: Uint16Array, start: number, end: number): string {
  if (end - start < 4 || end - start > 14 || (codes[start] ?? 0) > 127) return ''
  return digitsBySound(wordOf(codes, start, end))
}

/** Words for one digit by what is left of them without one of their letters: two words one letter apart share a rest. */
const rests = new Map<string, [string, string][]>()
for (const { word, digits, kind } of NUMBER_WORDS) {
  if (kind === 'homophone' || digits.length !== 1 || !/^[a-z]{3,}$/.test(word)) continue
  for (let i = 0; i <= word.length; i++) {
    const rest = word.slice(0, i) + word.slice(i + 1)
    const found = rests.get(rest)
    if (found === undefined) rests.set(rest, [[word, digits]])
    else found.push([word, digits])
  }
}

const restDigit = remembered((word) => {
  for (let i = 0; i <= word.length; i++) {
    for (const [other, digits] of rests.get(word.slice(0, i) + word.slice(i + 1)) ?? []) {
      if (isOneOff(word, other)) return digits
    }
  }
  return ''
})

/** A letter too many, too few or another, or two exchanged. */
function isOneOff(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let [i, j] = [a.length, b.length]
  while (i > start && j > start && a[i - 1] === b[j - 1]) {
    i--
    j--
  }
  if (i - start <= 1 && j - start <= 1) return true
  return i - start === 2 && j - start === 2 && a[start] === b[start + 1] && a[start + 1] === b[start]
}

/** `nin`, `eigt`, `sixx`, `tow`: the digit of a word with a letter too many, too few, another or exchanged, or ''. */
export function misspelledDigit(codes: Uint16Array, start: number, end: number): string {
  if (end - start < 3 || end - start > 9 || (codes[start] ?? 0) > 127) return ''
  return restDigit(wordOf(codes, start, end))
}
