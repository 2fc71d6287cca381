import {
  digitsBySound,
  digitsOf,
  HOMOPHONE_KIND,
  kindOf,
  LONGEST_NUMBER_WORD,
  lookUp,
  mayBeginNumber,
  TENS_KIND,
} from './lexicon.ts'
import { byteScratch, intScratch } from './scratch.ts'
import { means, NUMBER, type Tokens, WORD } from './tokens.ts'
import { HUNDRED_WORD, THRICE_WORD, TWICE_WORD } from './vocabulary.ts'

/** Numerals in reading order: one for each run of digits, number word or disguised digit of the text. */
export type Numerals = {
  count: number
  firstTokens: Int32Array
  lastTokens: Int32Array
  digitStarts: Int32Array
  digitLengths: Int32Array
  /** 1 where the numeral is made of words. */
  spoken: Uint8Array
  digits: Uint8Array
}

const O = 111
const LOOKALIKES = new Map([
  [O, 48],
  [108, 49],
  [105, 49],
  [115, 53],
  [122, 50],
  [98, 56],
])
const LEET = new Map([
  [48, O],
  [49, 105],
  [51, 101],
  [52, 97],
  [53, 115],
  [55, 116],
])

/** `l`, `I`, `S`, `B`, `Z` count as digits only inside a run; `O` also at its edges. */
function readsAsDigits(tokens: Tokens, token: number): boolean {
  const { codes } = tokens.folded
  const start = tokens.starts[token] ?? 0
  const end = tokens.ends[token] ?? 0
  if (end - start > 9) return false
  for (let i = start; i < end; i++) if (!LOOKALIKES.has(codes[i] ?? 0)) return false
  return true
}

function glued(tokens: Tokens, left: number): boolean {
  return left >= 0 && left + 1 < tokens.count && tokens.ends[left] === tokens.starts[left + 1]
}

export function readNumerals(tokens: Tokens): Numerals {
  const { codes } = tokens.folded
  const room = tokens.count + 1
  const firstTokens = intScratch(6, room)
  const lastTokens = intScratch(7, room)
  const digitStarts = intScratch(8, room)
  const digitLengths = intScratch(9, room)
  const spoken = byteScratch(2, room)
  // A glued run of number words is never longer in digits than in letters; doubling adds a word of its own.
  const digits = byteScratch(3, tokens.folded.length * 2 + 64)
  let count = 0
  let used = 0
  let times = 1
  let timesToken = -1

  function begin(token: number, isSpoken: boolean): void {
    firstTokens[count] = times > 1 ? timesToken : token
    digitStarts[count] = used
    spoken[count] = isSpoken ? 1 : 0
  }
  function push(code: number): void {
    digits[used++] = code
    for (; times > 1; times--) digits[used++] = code
  }
  function finish(token: number): void {
    lastTokens[count] = token
    digitLengths[count] = used - (digitStarts[count] ?? 0)
    count++
  }
  function pushToken(token: number): void {
    const end = tokens.ends[token] ?? 0
    const plain = tokens.kinds[token] === NUMBER
    for (let i = tokens.starts[token] ?? 0; i < end; i++) {
      const code = codes[i] ?? 0
      push(plain ? code : (LOOKALIKES.get(code) ?? code))
    }
  }
  function isNumeric(token: number): boolean {
    if (token < 0 || token >= tokens.count) return false
    return tokens.kinds[token] === NUMBER || digitsOf(tokens.entries[token] ?? 0) !== ''
  }
  function isSpokenNumber(token: number): boolean {
    return token >= 0 && token < tokens.count && digitsOf(tokens.entries[token] ?? 0) !== ''
  }
  function near(left: number): boolean {
    return (tokens.starts[left + 1] ?? 0) - (tokens.ends[left] ?? 0) <= 3
  }

  /** The end of a run of digits and look-alikes that begins at this token, or -1 where the run is something else. */
  function lookalikeRun(token: number): number {
    let last = token
    let plain = 0
    let rare = 0
    for (; ; last++) {
      const length = (tokens.ends[last] ?? 0) - (tokens.starts[last] ?? 0)
      if (tokens.kinds[last] === NUMBER) plain += length
      else if (tokens.kinds[last] === WORD && readsAsDigits(tokens, last)) {
        for (let i = tokens.starts[last] ?? 0; i < (tokens.ends[last] ?? 0); i++) if (codes[i] !== O) rare++
      } else return -1
      if (!glued(tokens, last)) break
    }
    if (last === token || (token > 0 && glued(tokens, token - 1))) return -1
    const edges = (tokens.kinds[token] === WORD ? 1 : 0) + (tokens.kinds[last] === WORD ? 1 : 0)
    if (rare === 0) return plain >= 2 || (plain === 1 && count > 0 && lastTokens[count - 1] === token - 1) ? last : -1
    const service = codes[(tokens.starts[token] ?? 0) + 1] === 56
    return plain >= (edges === 0 ? 3 : 5) && plain >= rare * 2 && (edges === 0 || plain >= 8 || service) ? last : -1
  }

  /** `n1ne`, `thr33`: a number word with digits for letters. Gives the last token of it, or -1. */
  function leetWord(token: number): number {
    let last = token
    while (glued(tokens, last) && last < token + 4) last++
    if (last === token || glued(tokens, last) || (token > 0 && glued(tokens, token - 1))) return -1
    const start = tokens.starts[token] ?? 0
    const end = tokens.ends[last] ?? 0
    if (end - start > 6) return -1
    const plain: number[] = []
    for (let i = start; i < end; i++) plain.push(LEET.get(codes[i] ?? 0) ?? codes[i] ?? 0)
    const entry = lookUp(plain, 0, plain.length)
    const word = digitsOf(entry)
    if (word.length !== 1 || kindOf(entry) === HOMOPHONE_KIND || plain.length < 3) return -1
    begin(token, true)
    push(word.charCodeAt(0))
    finish(last)
    return last
  }

  /** `nineeightseven`: digits of a word that is number words from end to end. */
  function unglue(token: number): boolean {
    const start = tokens.starts[token] ?? 0
    const end = tokens.ends[token] ?? 0
    if (end - start < 5 || end - start > 120 || !mayBeginNumber(codes[start] ?? 0, codes[start + 1] ?? 0)) return false
    const step = new Int32Array(end - start + 1).fill(-1)
    step[0] = 0
    for (let at = 0; at < end - start; at++) {
      if (step[at] === -1) continue
      for (let size = 2; size <= LONGEST_NUMBER_WORD && at + size <= end - start; size++) {
        const entry = lookUp(codes, start + at, start + at + size)
        const usable = digitsOf(entry).length === 1 && kindOf(entry) !== HOMOPHONE_KIND
        if (usable || means2(entry)) step[at + size] = at
      }
    }
    if (step[end - start] === -1) return false
    const cuts: number[] = []
    for (let at = end - start; at > 0; at = step[at] ?? 0) cuts.push(at)
    if (cuts.length < 2) return false
    begin(token, true)
    let from = 0
    for (const cut of cuts.reverse()) {
      const entry = lookUp(codes, start + from, start + cut)
      if (means2(entry)) times = 2
      else push(digitsOf(entry).charCodeAt(0))
      from = cut
    }
    times = 1
    finish(token)
    return true
  }

  /** Next to another number a word may be one in an unusual spelling. */
  function readBySound(token: number): void {
    const start = tokens.starts[token] ?? 0
    const end = tokens.ends[token] ?? 0
    if (end - start < 4 || end - start > 14 || (codes[start] ?? 0) > 127) return
    const follows = count > 0 && lastTokens[count - 1] === token - 1
    if (!follows && !isSpokenNumber(token + 1)) return
    let word = ''
    for (let i = start; i < end; i++) word += String.fromCharCode(codes[i] ?? 0)
    const value = digitsBySound(word)
    if (value === '') return
    begin(token, true)
    for (let k = 0; k < value.length; k++) push(value.charCodeAt(k))
    finish(token)
  }

  for (let token = 0; token < tokens.count; token++) {
    const kind = tokens.kinds[token]
    if (kind === NUMBER || (kind === WORD && glued(tokens, token) && readsAsDigits(tokens, token))) {
      const last = glued(tokens, token) ? lookalikeRun(token) : -1
      if (last >= 0) {
        begin(token, false)
        for (let t = token; t <= last; t++) pushToken(t)
        finish(last)
        token = last
        continue
      }
      const leet = glued(tokens, token) ? leetWord(token) : -1
      if (leet >= 0) {
        token = leet
        continue
      }
      if (kind === NUMBER) {
        begin(token, false)
        pushToken(token)
        finish(token)
        continue
      }
    }
    if (kind !== WORD) {
      times = 1
      continue
    }
    const entry = tokens.entries[token] ?? 0
    if (means(tokens, token, TWICE_WORD | THRICE_WORD)) {
      times = means(tokens, token, TWICE_WORD) ? 2 : 3
      timesToken = token
      if (!isNumeric(token + 1) && !isLoneO(token + 1)) times = 1
      continue
    }
    if (means(tokens, token, HUNDRED_WORD)) {
      const follows = count > 0 && lastTokens[count - 1] === token - 1 && (digitLengths[count - 1] ?? 0) <= 2
      if (follows && (isSpokenNumber(token - 1) || isSpokenNumber(token + 1))) {
        digits[used++] = 48
        digits[used++] = 48
        digitLengths[count - 1] = (digitLengths[count - 1] ?? 0) + 2
        lastTokens[count - 1] = token
      }
      continue
    }
    const value = digitsOf(entry)
    if (value === '') {
      times = 1
      const leet = glued(tokens, token) ? leetWord(token) : -1
      if (leet >= 0) token = leet
      else if (isLoneDigitLetter(token)) {
        begin(token, false)
        pushToken(token)
        finish(token)
      } else if (entry === 0 && !unglue(token)) readBySound(token)
      continue
    }
    if (kindOf(entry) === HOMOPHONE_KIND && times === 1 && !isLoneO(token)) {
      const among = count > 0 && lastTokens[count - 1] === token - 1 && spoken[count - 1] === 1
      if (!among || !isSpokenNumber(token + 1)) continue
    }
    const afterTens =
      count > 0 &&
      times === 1 &&
      value.length === 1 &&
      value !== '0' &&
      lastTokens[count - 1] === token - 1 &&
      kindOf(tokens.entries[token - 1] ?? 0) === TENS_KIND &&
      near(token - 1)
    const afterHundred =
      count > 0 &&
      times === 1 &&
      value !== '0' &&
      lastTokens[count - 1] === token - 1 &&
      means(tokens, token - 1, HUNDRED_WORD)
    if (afterHundred) {
      for (let k = 0; k < value.length; k++) digits[used - value.length + k] = value.charCodeAt(k)
      lastTokens[count - 1] = token
      continue
    }
    if (afterTens) {
      digits[used - 1] = value.charCodeAt(0)
      lastTokens[count - 1] = token
      continue
    }
    begin(token, true)
    const repeat = times
    for (let k = 0; k < value.length; k++) {
      times = repeat
      push(value.charCodeAt(k))
    }
    finish(token)
  }

  function isLoneO(token: number): boolean {
    if (token >= tokens.count || tokens.kinds[token] !== WORD) return false
    if ((tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0) !== 1 || codes[tokens.starts[token] ?? 0] !== O)
      return false
    const before = count > 0 && lastTokens[count - 1] === token - 1 && near(token - 1)
    return times > 1 || (before && (isNumeric(token + 1) || spoken[count - 1] === 1 || digitLengths[count - 1] === 1))
  }
  function isLoneDigitLetter(token: number): boolean {
    const start = tokens.starts[token] ?? 0
    if ((tokens.ends[token] ?? 0) - start !== 1 || (codes[start] !== 108 && codes[start] !== 105)) return false
    const before = count > 0 && lastTokens[count - 1] === token - 1 && digitLengths[count - 1] === 1 && near(token - 1)
    return (
      before &&
      !glued(tokens, token - 1) &&
      !glued(tokens, token) &&
      near(token) &&
      isNumeric(token + 1) &&
      (tokens.ends[token + 1] ?? 0) - (tokens.starts[token + 1] ?? 0) === 1
    )
  }
  return { count, firstTokens, lastTokens, digitStarts, digitLengths, spoken, digits }
}

function means2(entry: number): boolean {
  return TWICE_ENTRIES.has(entry)
}

const TWICE_ENTRIES = new Set(
  ['double', 'डबल'].map((word) => {
    const codes = Array.from(word, (c) => c.charCodeAt(0))
    return lookUp(codes, 0, codes.length)
  }),
)
