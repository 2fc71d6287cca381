import { bitsOf, UNKNOWN } from '../lexicon/lexicon.ts'
import { endsClause, means, type TextToken, type TextTokens, textAfter, tokenAt } from '../text/tokens.ts'
import { asDigits, endOfLookalikes, gluedDigits, isGlued, readsAsDigits } from './disguises.ts'

/** A run of digits, a number word or a disguised digit: its tokens, its digits, and whether it is made of words. */
export type Numeral = { first: number; last: number; digits: string; spoken: boolean }

/** `times`: how often the next digit counts, as the word at `timesAt` says. */
type NumeralReader = { tokens: TextTokens; out: Numeral[]; times: number; timesAt: number }

const COUNTING = bitsOf('counting')

export function readNumerals(tokens: TextTokens): Numeral[] {
  const reading: NumeralReader = { tokens, out: [], times: 1, timesAt: -1 }
  for (let i = 0; i < tokens.count; i++) {
    const token = tokenAt(tokens, i)
    const drawn =
      token.kind === 'number' || isGlued(tokens, i) || readsAsDigits(tokens, token) ? endOfLookalikes(tokens, i) : -1
    if (drawn >= 0) {
      const { end } = tokenAt(tokens, drawn)
      add(reading, i, drawn, asDigits(tokens.folded.text.slice(token.start, end)), false)
      i = drawn
    } else if (token.kind === 'number') {
      if (!countsDigits(tokens, i)) add(reading, i, i, token.text, false)
    } else if (token.kind === 'word') readWord(reading, i, token)
    else reading.times = 1
  }
  return reading.out
}

function add(reading: NumeralReader, first: number, last: number, digits: string, spoken: boolean): void {
  const repeated = reading.times > 1
  const begin = repeated ? reading.timesAt : first
  const whole = repeated ? digits.charAt(0).repeat(reading.times - 1) + digits : digits
  reading.out.push({ first: begin, last, digits: whole, spoken: spoken || repeated })
  reading.times = 1
}

function readWord(reading: NumeralReader, i: number, token: TextToken): void {
  const { tokens, times } = reading
  const { digits, kind, hints } = token.word
  reading.times = 1
  if (digits === '' && (hints & COUNTING) === 0) readUnknown(reading, i, token)
  else if (means(token, 'twice-word', 'thrice-word')) {
    reading.times = means(token, 'twice-word') ? 2 : 3
    reading.timesAt = i
  } else if (means(token, 'hundred-word')) readHundred(reading, i, '00')
  else if (means(token, 'thousand-word')) readHundred(reading, i, '000')
  else if (times > 1) {
    const whole = Array.from(digits, (digit) => digit.repeat(times)).join('')
    reading.out.push({ first: reading.timesAt, last: i, digits: whole, spoken: true })
  } else if (digits !== '' && (kind !== 'homophone' || isHomophoneDigit(reading, i, token))) {
    // "the one ending 4321" speaks of a number.
    if ((digits === '1' && means(tokenAt(tokens, i + 1), 'ending')) || countsDigits(tokens, i)) return
    if (!completes(reading, i, digits)) reading.out.push({ first: i, last: i, digits, spoken: true })
  }
}

const isSpoken = (token: TextToken): boolean => token.word.digits !== ''
const isNumeric = (token: TextToken): boolean => isSpoken(token) || token.kind === 'number'
const isNear = (tokens: TextTokens, left: number): boolean => textAfter(tokens, left).length <= 3

function numeralBefore({ out }: NumeralReader, i: number): Numeral | undefined {
  const last = out.at(-1)
  return last?.last === i - 1 ? last : undefined
}

function isHomophoneDigit(reading: NumeralReader, i: number, token: TextToken): boolean {
  const { tokens } = reading
  const last = numeralBefore(reading, i)
  const next = tokenAt(tokens, i + 1)
  if (last === undefined || !isNear(tokens, i - 1)) return false
  const isLast = next.kind === 'none' || endsClause(tokens, i)
  if (token.text === 'o' || (last.spoken && (isLast || means(next, 'twice-word', 'thrice-word')))) return true
  const isShort = last.spoken || last.digits.length <= 2
  return isShort && isNumeric(next) && next.text.length <= (isSpoken(next) ? Number.POSITIVE_INFINITY : 3)
}

/** "the last five digits 43210": a number that says how many digits there are. */
function countsDigits(tokens: TextTokens, i: number): boolean {
  const { text, word } = tokenAt(tokens, i)
  return (word.digits || text).length <= 2 && means(tokenAt(tokens, i + 1), 'digit-noun')
}

function readUnknown(reading: NumeralReader, i: number, { text, word }: TextToken): void {
  const digits = word === UNKNOWN && text.length > 4 ? gluedDigits(text) : ''
  if (digits !== '') add(reading, i, i, digits, true)
}

/** "nine hundred", "eighteen hundred", "two thousand five": the zeros that such a word adds. */
function readHundred(reading: NumeralReader, i: number, zeros: string): void {
  const { tokens } = reading
  const last = numeralBefore(reading, i)
  const [before, next] = [isSpoken(tokenAt(tokens, i - 1)), isNumeric(tokenAt(tokens, i + 1))]
  if (last === undefined || last.digits.length > 2 || !(before || next)) return
  if (zeros === '000' && !(before && next && textAfter(tokens, i) === ' ')) return
  last.digits += zeros
  last.last = i
}

/** "ninety" and "nine hundred" leave room for what follows them. */
function completes(reading: NumeralReader, i: number, digits: string): boolean {
  const last = numeralBefore(reading, i)
  if (last === undefined || digits === '0') return false
  const before = tokenAt(reading.tokens, i - 1)
  const isAfterTens = digits.length === 1 && before.word.kind === 'tens'
  if (!isAfterTens && !means(before, 'hundred-word', 'thousand-word')) return false
  last.digits = last.digits.slice(0, -digits.length) + digits
  last.last = i
  return true
}
