import { digitsOf, HOMOPHONE_KIND, kindOf, mayBeginNumber, plainDigitOf, TENS_KIND, traitsOf } from './lexicon.ts'
import { asDigit, endOfLookalikes, glued, loneLetter, readsAsDigits } from './lookalikes.ts'
import { byteScratch, intScratch } from './scratch.ts'
import { gluedDigits, leetDigit, misspelledDigit, soundedDigits } from './spelled-digits.ts'
import { means, NUMBER, type Tokens, WORD } from './tokens.ts'
import { DIGIT_NOUN, ORDER } from './traits.ts'
import { CALL, HUNDRED_WORD, NUMBER_NOUN, THEN, THRICE_WORD, TWICE_WORD } from './vocabulary.ts'

/** Numerals in reading order: one for each run of digits, number word or disguised digit of the text. */
export type Numerals = {
  count: number
  firstTokens: Int32Array
  lastTokens: Int32Array
  digitStarts: Int32Array
  digitLengths: Int32Array
  /** 1 where the numeral is made of words. */
  spoken: Uint8Array
  /** The digits of all numerals, one after the other, as character codes. */
  digits: Uint8Array
}

const SMALL_O = 111
const SMALL_L = 108
const SMALL_I = 105
const MOST_LEET_TOKENS = 5
const LONG_CHAIN = 4

export function readNumerals(tokens: Tokens): Numerals {
  const { codes } = tokens.folded
  const room = tokens.count + 1
  const firstTokens = intScratch(6, room)
  const lastTokens = intScratch(7, room)
  const digitStarts = intScratch(8, room)
  const digitLengths = intScratch(9, room)
  const spoken = byteScratch(2, room)
  // No word stands for more digits than it has letters; doubling needs a word of its own.
  const digits = byteScratch(3, tokens.folded.length * 2 + 64)
  const mayCount = (tokens.traits & (DIGIT_NOUN | ORDER)) !== 0
  let count = 0
  let used = 0
  let times = 1
  let timesToken = -1

  for (let token = 0; token < tokens.count; token++) {
    const kind = tokens.kinds[token]
    if (kind === NUMBER && times === 1 && !mayCount && isApart(tokens, token)) {
      firstTokens[count] = lastTokens[count] = token
      digitStarts[count] = used
      spoken[count] = 0
      const end = tokens.ends[token] ?? 0
      for (let i = tokens.starts[token] ?? 0; i < end; i++) digits[used++] = codes[i] ?? 48
      digitLengths[count] = used - (digitStarts[count] ?? 0)
      count++
      continue
    }
    if (kind === WORD && times === 1 && !mayCount) {
      const digit = plainDigitOf(tokens.entries[token] ?? 0)
      if (digit !== 0 && isApart(tokens, token) && !mayComplete(tokens, token - 1)) {
        firstTokens[count] = lastTokens[count] = token
        digitStarts[count] = used
        digitLengths[count] = spoken[count] = 1
        digits[used++] = digit
        count++
        continue
      }
    }
    if (kind === NUMBER || (kind === WORD && glued(tokens, token))) {
      const last = readMixed(token)
      if (last >= 0) {
        token = last
        continue
      }
    }
    if (kind === WORD) {
      if (tokens.entries[token] !== 0 || mayBeNumber(token)) readWord(token)
      else times = 1
    } else times = 1
  }
  return { count, firstTokens, lastTokens, digitStarts, digitLengths, spoken, digits }

  /** A word without a meaning may still be a number: by its first letters, or next to another. */
  function mayBeNumber(token: number): boolean {
    const start = tokens.starts[token] ?? 0
    if ((tokens.ends[token] ?? 0) - start === 1) return codes[start] === SMALL_L || codes[start] === SMALL_I
    if (followsNumeral(token) || isAnnounced(token)) return true
    return mayBeginNumber(codes[start] ?? 0, codes[start + 1] ?? 0) || isSpokenNumber(token + 1)
  }
  function begin(token: number, isSpoken: boolean): void {
    firstTokens[count] = times > 1 ? timesToken : token
    digitStarts[count] = used
    spoken[count] = isSpoken ? 1 : 0
  }
  /** Adds a digit, as often as the word before it said. */
  function push(code: number): void {
    digits[used++] = code
    for (; times > 1; times--) digits[used++] = code
  }
  function finish(token: number): void {
    lastTokens[count] = token
    digitLengths[count] = used - (digitStarts[count] ?? 0)
    count++
  }
  function addWritten(first: number, last: number): void {
    begin(first, false)
    const end = tokens.ends[last] ?? 0
    for (let i = tokens.starts[first] ?? 0; i < end; i++) push(asDigit(codes[i] ?? 0))
    finish(last)
  }
  function addSpoken(token: number, last: number, value: string): void {
    begin(token, true)
    for (let k = 0; k < value.length; k++) push(value.charCodeAt(k))
    finish(last)
  }

  function isSpokenNumber(token: number): boolean {
    return token >= 0 && token < tokens.count && digitsOf(tokens.entries[token] ?? 0) !== ''
  }
  function isNumeric(token: number): boolean {
    return isSpokenNumber(token) || (token < tokens.count && tokens.kinds[token] === NUMBER)
  }
  function isNear(left: number): boolean {
    return (tokens.starts[left + 1] ?? 0) - (tokens.ends[left] ?? 0) <= 3
  }
  function followsNumeral(token: number): boolean {
    return count > 0 && lastTokens[count - 1] === token - 1
  }

  /** Digits, perhaps with letters among them: the last token that was read, or -1. */
  function readMixed(token: number): number {
    const number = tokens.kinds[token] === NUMBER
    if (glued(tokens, token)) {
      const last = number || readsAsDigits(tokens, token) ? endOfLookalikes(tokens, token, followsNumeral(token)) : -1
      if (last >= 0) {
        addWritten(token, last)
        return last
      }
      const leet = readLeet(token)
      if (leet >= 0) return leet
    }
    if (!number) return -1
    if (!countsDigits(token, (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0))) addWritten(token, token)
    return token
  }
  function readLeet(token: number): number {
    if (glued(tokens, token - 1)) return -1
    let last = token
    while (glued(tokens, last) && last < token + MOST_LEET_TOKENS) last++
    if (last === token || glued(tokens, last)) return -1
    const value = leetDigit(codes, tokens.starts[token] ?? 0, tokens.ends[last] ?? 0)
    if (value === '') return -1
    addSpoken(token, last, value)
    return last
  }

  function readWord(token: number): void {
    const entry = tokens.entries[token] ?? 0
    if (means(tokens, token, TWICE_WORD | THRICE_WORD)) {
      times = means(tokens, token, TWICE_WORD) ? 2 : 3
      timesToken = token
      if (!isNumeric(token + 1) && loneLetter(tokens, token + 1) !== SMALL_O) times = 1
      return
    }
    if (means(tokens, token, HUNDRED_WORD)) {
      readHundred(token)
      return
    }
    const value = digitsOf(entry)
    if (value === '') {
      times = 1
      readUnknown(token, entry)
      return
    }
    if (kindOf(entry) === HOMOPHONE_KIND && times === 1 && !isLoneZero(token) && !isCarriedDigit(token)) {
      if (!followsNumeral(token) || !isHomophoneDigit(token)) return
    }
    if (countsDigits(token, value.length)) {
      times = 1
      return
    }
    if (completes(token, value)) return
    begin(token, true)
    const repeat = times
    for (let k = 0; k < value.length; k++) {
      times = repeat
      push(value.charCodeAt(k))
    }
    finish(token)
  }
  /** A common word between number words, or between single digits, is a digit. */
  function isHomophoneDigit(token: number): boolean {
    const next = token + 1
    const single = digitLengths[count - 1] === 1 && isNear(token - 1)
    if (spoken[count - 1] === 1 && (isSpokenNumber(next) || means(tokens, next, TWICE_WORD | THRICE_WORD))) return true
    if (single && tokens.kinds[next] === NUMBER && (tokens.ends[next] ?? 0) - (tokens.starts[next] ?? 0) === 1)
      return true
    if (single && isSpokenNumber(next)) return true
    return endsSpokenChain(token)
  }
  /** After several number words even a common word is one: "… char ek char do", "paanch 05 paanch 42 do". */
  function endsSpokenChain(token: number): boolean {
    if (count < LONG_CHAIN || !isNear(token - 1)) return false
    let words = 0
    for (let k = count - LONG_CHAIN; k < count; k++) {
      if (spoken[k] === 1) words++
      else if ((digitLengths[k] ?? 0) > 2) return false
      if (k > count - LONG_CHAIN && (firstTokens[k] ?? 0) - (lastTokens[k - 1] ?? 0) > 1) return false
    }
    return words > 1 || (words > 0 && isSpokenNumber(token + 1))
  }
  /** "ek phir do phir paanch" */
  function isCarriedDigit(token: number): boolean {
    if (count === 0 || lastTokens[count - 1] !== token - 2) return false
    return means(tokens, token - 1, THEN) && means(tokens, token + 1, THEN) && isNumeric(token + 2)
  }
  /** "first five 98765", "98765 (5 digit) 43210": a number that says how many digits there are. */
  function countsDigits(token: number, length: number): boolean {
    if (!mayCount || length > 2 || times > 1) return false
    if (hasTrait(token + 1, DIGIT_NOUN)) return true
    if (!hasTrait(token - 1, ORDER)) return false
    const next = token + 1
    return tokens.kinds[next] === NUMBER && (tokens.ends[next] ?? 0) - (tokens.starts[next] ?? 0) >= 3
  }
  function hasTrait(token: number, trait: number): boolean {
    return token >= 0 && token < tokens.count && (traitsOf(tokens.entries[token] ?? 0) & trait) !== 0
  }
  function readUnknown(token: number, entry: number): void {
    const start = tokens.starts[token] ?? 0
    const end = tokens.ends[token] ?? 0
    if (isLoneOne(token)) {
      addWritten(token, token)
      return
    }
    if (entry !== 0) return
    let value = gluedDigits(codes, start, end)
    // Next to another number a word may be one in an unusual spelling.
    if (value === '' && (followsNumeral(token) || isSpokenNumber(token + 1))) value = soundedDigits(codes, start, end)
    if (value === '' && (followsDigit(token) || isSpokenNumber(token + 1) || isAnnounced(token))) {
      value = misspelledDigit(codes, start, end)
    }
    if (value === '' && end - start > 1) value = missingDigits(token)
    if (value !== '') addSpoken(token, token, value)
  }
  function followsDigit(token: number): boolean {
    return followsNumeral(token) && isNear(token - 1) && (spoken[count - 1] === 1 || digitLengths[count - 1] === 1)
  }
  /** "contact nin eigt …", "mo. no. naine …": what follows may well be a number. */
  function isAnnounced(token: number): boolean {
    return means(tokens, token - 1, CALL | NUMBER_NOUN)
  }
  /** An unknown word in the midst of many digits in words is one of them, and so is the tenth with nine others. */
  function missingDigits(token: number): string {
    if (!followsNumeral(token)) return spokenAfter(token) === 9 ? '9' : ''
    if (spoken[count - 1] !== 1 || !isNear(token - 1)) return ''
    let total = 0
    for (let k = count - 1; k >= 0 && k > count - 10 && spoken[k] === 1; k--) {
      if (k < count - 1 && (firstTokens[k + 1] ?? 0) - (lastTokens[k] ?? 0) > 1) break
      total += digitLengths[k] ?? 0
    }
    const value = digitLengths[count - 1] === 2 ? '00' : '0'
    const inside = total >= LONG_CHAIN && isSpokenNumber(token + 1) && isNear(token)
    return inside || total + value.length === 10 ? value : ''
  }
  /** How many digits follow in words of one digit each, ten at most. */
  function spokenAfter(token: number): number {
    let next = token + 1
    while (next <= token + 10 && digitsOf(tokens.entries[next] ?? 0).length === 1 && isNear(next - 1)) next++
    return next - token - 1
  }
  function readHundred(token: number): void {
    if (!followsNumeral(token) || (digitLengths[count - 1] ?? 0) > 2) return
    if (!isSpokenNumber(token - 1) && !isSpokenNumber(token + 1)) return
    digits[used++] = 48
    digits[used++] = 48
    digitLengths[count - 1] = (digitLengths[count - 1] ?? 0) + 2
    lastTokens[count - 1] = token
  }
  /** "ninety" and "nine hundred" leave room for what follows them. */
  function completes(token: number, value: string): boolean {
    if (times > 1 || value === '0' || !followsNumeral(token)) return false
    const afterTens = value.length === 1 && kindOf(tokens.entries[token - 1] ?? 0) === TENS_KIND && isNear(token - 1)
    if (!afterTens && !means(tokens, token - 1, HUNDRED_WORD)) return false
    for (let k = 0; k < value.length; k++) digits[used - value.length + k] = value.charCodeAt(k)
    lastTokens[count - 1] = token
    return true
  }

  /** An `o` that stands alone among numbers. */
  function isLoneZero(token: number): boolean {
    if (loneLetter(tokens, token) !== SMALL_O || !followsNumeral(token) || !isNear(token - 1)) return false
    return isNumeric(token + 1) || spoken[count - 1] === 1 || digitLengths[count - 1] === 1
  }
  /** An `l` or `I` that stands alone among single digits. */
  function isLoneOne(token: number): boolean {
    const letter = loneLetter(tokens, token)
    if ((letter !== SMALL_L && letter !== SMALL_I) || !followsNumeral(token) || digitLengths[count - 1] !== 1)
      return false
    if (glued(tokens, token - 1) || glued(tokens, token) || !isNear(token - 1) || !isNear(token)) return false
    return isNumeric(token + 1) && (tokens.ends[token + 1] ?? 0) - (tokens.starts[token + 1] ?? 0) === 1
  }
}

/** Nothing stands against the token on either side. */
function isApart({ starts, ends }: Tokens, token: number): boolean {
  return (token === 0 || ends[token - 1] !== starts[token]) && ends[token] !== starts[token + 1]
}

/** "ninety", "hundred": what follows may be part of it. */
function mayComplete(tokens: Tokens, token: number): boolean {
  return token >= 0 && (kindOf(tokens.entries[token] ?? 0) === TENS_KIND || means(tokens, token, HUNDRED_WORD))
}
