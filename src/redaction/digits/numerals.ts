import { bitsOf, UNKNOWN } from '../lexicon/lexicon.ts'
import { means, type TextToken, type TextTokens, textAfter, tokenAt } from '../text/tokens.ts'
import { asDigits, endOfLookalikes, gluedDigits, isGlued, readsAsDigits } from './disguises.ts'

/** A run of digits, a number word or a disguised digit: its tokens, its digits, and whether it is made of words. */
export type Numeral = { first: number; last: number; digits: string; spoken: boolean }

/** Numerals while they are read: `times` says how often the next digit stands there, and `timesAt` which word said so. */
type NumeralReader = { tokens: TextTokens; out: Numeral[]; times: number; timesAt: number }

const COUNTING = bitsOf('counting')

export function readNumerals(tokens: TextTokens): Numeral[] {
  const reading: NumeralReader = { tokens, out: [], times: 1, timesAt: -1 }
  for (let i = 0; i < tokens.count; i++) {
    const token = tokenAt(tokens, i)
    if (token.kind === 'number' || isGlued(tokens, i) || readsAsDigits(tokens, token)) {
      const last = readMixed(reading, i, token)
      if (last >= 0) {
        i = last
        continue
      }
    }
    if (token.kind === 'word') readWord(reading, i, token)
    else reading.times = 1
  }
  return reading.out
}

/** Digits, perhaps with letters among them: the last token that was read, or -1. */
function readMixed(reading: NumeralReader, i: number, token: TextToken): number {
  const { tokens } = reading
  const drawn = endOfLookalikes(tokens, i)
  if (drawn >= 0) return addWritten(reading, i, drawn)
  if (token.kind !== 'number') return -1
  return countsDigits(tokens, i) ? i : addWritten(reading, i, i)
}

function addWritten(reading: NumeralReader, first: number, last: number): number {
  const { tokens } = reading
  const { kind, text, start } = tokenAt(tokens, first)
  const isPlain = first === last && kind === 'number'
  const digits = isPlain ? text : asDigits(tokens.folded.text.slice(start, tokenAt(tokens, last).end))
  return add(reading, first, last, digits, false)
}

/** Adds a numeral, its first digit as often as the word before it said. */
function add(reading: NumeralReader, first: number, last: number, digits: string, spoken: boolean): number {
  const repeated = reading.times > 1
  const begin = repeated ? reading.timesAt : first
  const whole = repeated ? digits.charAt(0).repeat(reading.times - 1) + digits : digits
  reading.out.push({ first: begin, last, digits: whole, spoken: spoken || repeated })
  reading.times = 1
  return last
}

function readWord(reading: NumeralReader, i: number, token: TextToken): void {
  const { tokens, times } = reading
  const { digits, kind, hints } = token.word
  const next = tokenAt(tokens, i + 1)
  reading.times = 1
  if (digits === '' && (hints & COUNTING) === 0) readUnknown(reading, i, token)
  else if (means(token, 'twice-word', 'thrice-word')) repeat(reading, i, means(token, 'twice-word') ? 2 : 3)
  else if (means(token, 'hundred-word', 'thousand-word'))
    readHundred(reading, i, means(token, 'hundred-word') ? '00' : '000')
  else if (times > 1) {
    const whole = Array.from(digits, (digit) => digit.repeat(times)).join('')
    reading.out.push({ first: reading.timesAt, last: i, digits: whole, spoken: true })
  } else if (digits !== '' && (kind !== 'homophone' || isHomophoneDigit(reading, i, token))) {
    // "the one ending 4321" speaks of a number.
    if ((digits === '1' && means(next, 'ending')) || countsDigits(tokens, i)) return
    if (!completes(reading, i, digits)) reading.out.push({ first: i, last: i, digits, spoken: true })
  }
}

function repeat(reading: NumeralReader, i: number, times: number): void {
  reading.times = times
  reading.timesAt = i
}

const isSpoken = (token: TextToken): boolean => token.word.digits !== ''
const isNumeric = (token: TextToken): boolean => isSpoken(token) || token.kind === 'number'
const isNear = (tokens: TextTokens, left: number): boolean => textAfter(tokens, left).length <= 3

function follows({ out }: NumeralReader, i: number): boolean {
  return out.at(-1)?.last === i - 1
}

/** Whether a common word is a digit here: among number words or short numbers. */
function isHomophoneDigit(reading: NumeralReader, i: number, token: TextToken): boolean {
  const { tokens, out } = reading
  const last = out.at(-1)
  const next = tokenAt(tokens, i + 1)
  if (last === undefined || !follows(reading, i) || !isNear(tokens, i - 1)) return false
  if (token.text === 'o' || (last.spoken && means(next, 'twice-word', 'thrice-word'))) return true
  const short = last.spoken || last.digits.length <= 2
  return short && (isSpoken(next) || (next.kind === 'number' && next.text.length <= 3))
}

/** "the last five digits 43210": a number that says how many digits there are. */
function countsDigits(tokens: TextTokens, i: number): boolean {
  const { text, word } = tokenAt(tokens, i)
  return (word.digits || text).length <= 2 && means(tokenAt(tokens, i + 1), 'digit-noun')
}

/** A word that is no plain number may be several, glued together. */
function readUnknown(reading: NumeralReader, i: number, { text, word }: TextToken): void {
  const digits = word === UNKNOWN && text.length > 4 ? gluedDigits(text) : ''
  if (digits !== '') add(reading, i, i, digits, true)
}

/** "nine hundred", "eighteen hundred", "two thousand five": the zeros that such a word adds. */
function readHundred({ tokens, out }: NumeralReader, i: number, zeros: string): void {
  const last = out.at(-1)
  const [before, next] = [isSpoken(tokenAt(tokens, i - 1)), isNumeric(tokenAt(tokens, i + 1))]
  if (last === undefined || last.last !== i - 1 || !(before || next)) return
  if (last.digits.length > 2) return
  if (zeros === '000' && !(before && next && textAfter(tokens, i) === ' ')) return
  last.digits += zeros
  last.last = i
}

/** "ninety" and "nine hundred" leave room for what follows them. */
function completes(reading: NumeralReader, i: number, digits: string): boolean {
  const { tokens, out } = reading
  const last = out.at(-1)
  if (last === undefined || digits === '0' || !follows(reading, i)) return false
  const before = tokenAt(tokens, i - 1)
  const afterTens = digits.length === 1 && before.word.kind === 'tens' && isNear(tokens, i - 1)
  if (!afterTens && !means(before, 'hundred-word', 'thousand-word')) return false
  last.digits = last.digits.slice(0, -digits.length) + digits
  last.last = i
  return true
}
