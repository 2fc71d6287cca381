import { means, NUMBER, type Tokens, WORD } from '../text/tokens.ts'
import { digitsOf, kindOf, mayBeginNumber, plainDigitOf, TENS_KIND } from '../words/lexicon.ts'
import { CALL, HUNDRED_WORD, NUMBER_NOUN, THRICE_WORD, TWICE_WORD } from '../words/vocabulary.ts'
import { endOfLookalikes, glued, isDrawnLikeDigit, readsAsDigits } from './lookalikes.ts'
import { countsDigits, mayBeNumber, readWord } from './numeral-words.ts'
import { addSpoken, addWritten, followsNumeral, type Numerals, newReading, type Reading } from './reading.ts'
import { leetDigit } from './spelled-digits.ts'

const MOST_LEET_TOKENS = 5
const NUMBER_WORDS = TWICE_WORD | THRICE_WORD | HUNDRED_WORD

export function readNumerals(tokens: Tokens): Numerals {
  const reading = newReading(tokens)
  for (let token = 0; token < tokens.count; token++) {
    if (reading.times === 1 && !reading.mayCount) token = readPlain(reading, token)
    const kind = tokens.kinds[token]
    if (kind === NUMBER || (kind === WORD && glued(tokens, token))) {
      const last = readMixed(reading, token)
      if (last >= 0) {
        token = last
        continue
      }
    }
    if (kind === WORD && (tokens.entries[token] !== 0 || mayBeNumber(reading, token))) readWord(reading, token)
    else reading.times = 1
  }
  if (tokens.folded.codes.subarray(0, tokens.folded.length).includes(OPENING)) mergeRestated(reading)
  return reading
}

const OPENING = 40
const CLOSING = 41

/** "98 (ninety eight) 22 (twenty two)": what is said a second time in brackets is part of the first. */
function mergeRestated(reading: Reading): void {
  const { firstTokens, lastTokens, digitStarts, digitLengths, spoken, digits } = reading
  let count = 0
  let used = 0
  for (let n = 0; n < reading.count; n++) {
    const last = endOfRestated(reading, n)
    const start = digitStarts[n] ?? 0
    const length = digitLengths[n] ?? 0
    lastTokens[count] = lastTokens[last] ?? 0
    if (count < n) {
      firstTokens[count] = firstTokens[n] ?? 0
      digitLengths[count] = length
      spoken[count] = spoken[n] ?? 0
      digitStarts[count] = used
      digits.copyWithin(used, start, start + length)
    }
    used += length
    count++
    n = last
  }
  reading.count = count
  reading.used = used
}

/** The last numeral that only says this one again, or this one. */
function endOfRestated(
  { tokens, count, firstTokens, lastTokens, digitStarts, digitLengths, spoken, digits }: Reading,
  n: number,
): number {
  const next = firstTokens[n + 1] ?? 0
  if (
    n + 1 >= count ||
    next - (lastTokens[n] ?? 0) !== 1 ||
    tokens.folded.codes[(tokens.starts[next] ?? 0) - 1] !== OPENING
  )
    return n
  if (spoken[n] === spoken[n + 1]) return n
  const length = digitLengths[n] ?? 0
  let said = 0
  let last = n
  while (said < length && last + 1 < count) said += digitLengths[++last] ?? 0
  if (said !== length || tokens.folded.codes[tokens.ends[lastTokens[last] ?? 0] ?? 0] !== CLOSING) return n
  const first = digitStarts[n] ?? 0
  const again = digitStarts[n + 1] ?? 0
  for (let k = 0; k < length; k++) if (digits[first + k] !== digits[again + k]) return n
  return last
}

/** Reads on as long as every token stands apart and is plainly a digit, digits or none; gives the first that is not. */
function readPlain(reading: Reading, from: number): number {
  const { tokens, firstTokens, lastTokens, digitStarts, digitLengths, spoken, digits } = reading
  const { kinds, starts, ends, entries, meanings } = tokens
  const { codes } = tokens.folded
  let { count, used } = reading
  let token = from
  for (; token < tokens.count; token++) {
    const start = starts[token] ?? 0
    const end = ends[token] ?? 0
    if ((token > 0 && ends[token - 1] === start) || starts[token + 1] === end) break
    const kind = kinds[token]
    if (kind === NUMBER) {
      firstTokens[count] = lastTokens[count] = token
      digitStarts[count] = used
      digitLengths[count] = end - start
      spoken[count++] = 0
      for (let i = start; i < end; i++) digits[used++] = codes[i] ?? 48
      continue
    }
    if (kind !== WORD) break
    const entry = entries[token] ?? 0
    if (end - start === 1) {
      if (isDrawnLikeDigit(codes[start] ?? 0) || digitsOf(entry) !== '') break
      continue
    }
    if (entry === 0) {
      const besides = (count > 0 && lastTokens[count - 1] === token - 1) || means(tokens, token - 1, CALL | NUMBER_NOUN)
      if (besides || mayBeginNumber(codes[start] ?? 0, codes[start + 1] ?? 0)) break
      // What lies past the last token has no entry.
      if (digitsOf(entries[token + 1] ?? 0) !== '' || digitsOf(entries[token + 2] ?? 0) !== '') break
      continue
    }
    const digit = plainDigitOf(entry)
    if (digit === 0) {
      if (digitsOf(entry) !== '' || ((meanings[token] ?? 0) & NUMBER_WORDS) !== 0) break
      continue
    }
    if (mayComplete(tokens, token - 1)) break
    firstTokens[count] = lastTokens[count] = token
    digitStarts[count] = used
    digitLengths[count] = spoken[count] = 1
    count++
    digits[used++] = digit
  }
  reading.count = count
  reading.used = used
  return token
}

/** Digits, perhaps with letters among them: the last token that was read, or -1. */
function readMixed(reading: Reading, token: number): number {
  const number = reading.tokens.kinds[token] === NUMBER
  if (glued(reading.tokens, token)) {
    const last =
      number || readsAsDigits(reading.tokens, token)
        ? endOfLookalikes(reading.tokens, token, followsNumeral(reading, token))
        : -1
    if (last >= 0) {
      addWritten(reading, token, last)
      return last
    }
    const leet = readLeet(reading, token)
    if (leet >= 0) return leet
  }
  if (!number) return -1
  if (!countsDigits(reading, token, (reading.tokens.ends[token] ?? 0) - (reading.tokens.starts[token] ?? 0)))
    addWritten(reading, token, token)
  return token
}

function readLeet(reading: Reading, token: number): number {
  if (glued(reading.tokens, token - 1)) return -1
  let last = token
  while (glued(reading.tokens, last) && last < token + MOST_LEET_TOKENS) last++
  if (last === token || glued(reading.tokens, last)) return -1
  const value = leetDigit(
    reading.tokens.folded.codes,
    reading.tokens.starts[token] ?? 0,
    reading.tokens.ends[last] ?? 0,
  )
  if (value === '') return -1
  addSpoken(reading, token, last, value)
  return last
}

/** "ninety", "hundred": what follows may be part of it. */
function mayComplete(tokens: Tokens, token: number): boolean {
  return token >= 0 && (kindOf(tokens.entries[token] ?? 0) === TENS_KIND || means(tokens, token, HUNDRED_WORD))
}
