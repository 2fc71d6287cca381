import { at, means, type Token, type Tokens, written } from '../text/tokens.ts'

// `O` for 0, `l` for 1 and their like: letters that are drawn like digits, where others stand beside them.

const DRAWN: Readonly<Record<string, string>> = { o: '0', l: '1', i: '1', s: '5', z: '2', b: '8' }
const MOST_PARTS = 6
const MOST_GROUPS = 4
/** A group of nothing but letters is short. */
const MOST_LETTERS = 4
const WIDEST_GAP = 3
const FEWEST_SIGNS = 8
const MOST_SIGNS = 13

/** A text with the digits its letters are drawn like. */
export function asDigits(text: string): string {
  return text.replace(/[olisbz]/g, (letter) => DRAWN[letter] ?? letter)
}

/** Whether nothing stands between a token and the next. */
export function isGlued(tokens: Tokens, left: number): boolean {
  return left >= 0 && left + 1 < tokens.count && at(tokens, left + 1).gap === ''
}

/** The digit a word stands for whatever is around it; the empty string for any other token. */
export function plainDigit({ word: { digits, kind, tags } }: Token): string {
  return digits.length === 1 && kind === '' && tags.size === 0 ? digits : ''
}

/** "6.75L": a capital L is drawn like nothing. */
export function readsAsDigits(tokens: Tokens, token: Token): boolean {
  return token.kind === 'word' && /^[olisbz]{1,9}$/.test(token.text) && !written(tokens, token).includes('L')
}

function textBetween(tokens: Tokens, first: number, last: number): string {
  return tokens.folded.text.slice(at(tokens, first).start, at(tokens, last).end)
}

/**
 * The last token of a run of digits and look-alikes that begins here, or -1 where the run is something else.
 * `l`, `I`, `S`, `B`, `Z` count as digits only among many digits; `O` among few, or after another number.
 */
export function endOfLookalikes(tokens: Tokens, first: number, afterNumber: boolean): number {
  // Only the start of a run is looked at, so that a long one is walked once.
  if (!isGlued(tokens, first)) return -1
  if (isGlued(tokens, first - 1) && !means(at(tokens, first - 1), 'call', 'number-noun')) return -1
  let last = first
  for (; ; last++) {
    const token = at(tokens, last)
    // `7OO9call418256`: a word for calling ends the group.
    if (last > first && means(token, 'call')) {
      last--
      break
    }
    if (token.kind !== 'number' && !readsAsDigits(tokens, token)) return -1
    if (!isGlued(tokens, last)) break
  }
  const text = textBetween(tokens, first, last)
  const plain = text.replace(/[^0-9]/g, '').length
  const rare = text.replace(/[0-9o]/g, '').length
  // `85662z27360`: ten digits without them, so the letters only keep them apart.
  if (plain === 10 && text.length > 10 && /^[6-9]/.test(text)) return -1
  if (isDigitGroup(tokens, first, last) || (/^18[06]0$/.test(asDigits(text)) && at(tokens, last + 1).kind === 'number'))
    return last
  if (rare === 0) return plain >= 2 || (plain === 1 && afterNumber) ? last : -1
  const inside = /^[0-9].*[0-9]$/.test(text)
  // "l800 …" is how a service number is disguised.
  return plain >= (inside ? 3 : 5) && plain >= rare * 2 && (inside || plain >= 8 || text[1] === '8') ? last : -1
}

/** Groups that make ten signs from 6 on, half of them digits at least: nothing but a number is written so. */
function isDigitGroup(tokens: Tokens, first: number, last: number): boolean {
  const text = textBetween(tokens, first, last)
  const plain = text.replace(/[^0-9]/g, '').length
  if (text.length >= 10 && text.length <= 13) {
    if (at(tokens, first).kind !== 'number') return false
    return (
      plain * 2 >= text.length ||
      (plain > 2 && text.length === 10 && means(at(tokens, first - 1), 'call', 'number-noun'))
    )
  }
  if (text.length > 10 || (plain === 0 && text.length > MOST_LETTERS)) return false
  // The groups on either side, nearest first; of those that hang together some make a number with this one.
  for (let begin = first, head = '', lefts = 0; lefts <= MOST_GROUPS; lefts++) {
    if (makesNumber(tokens, head + text, last)) return true
    const group = isBeside(tokens, begin - 1) ? groupAt(tokens, begin - 1, -1) : undefined
    if (group === undefined) return false
    head = group.text + head
    begin = group.end
  }
  return false
}

/** Whether these signs make a number, alone or with the groups that follow one after the other. */
function makesNumber(tokens: Tokens, begun: string, last: number): boolean {
  let text = begun
  for (let end = last; text.length <= 12; ) {
    if (
      text.replace(/[^0-9]/g, '').length * 2 >= text.length &&
      /^(?:[6-9].{9}|0[6-9].{9}|91.{10})$/.test(asDigits(text))
    )
      return true
    const group = isBeside(tokens, end) ? groupAt(tokens, end + 1, 1) : undefined
    if (group === undefined) return false
    text += group.text
    end = group.end
  }
  return false
}

/** A sign or two stand between this token and the next. */
function isBeside(tokens: Tokens, left: number): boolean {
  const { length } = at(tokens, left + 1).gap
  return left >= 0 && left + 1 < tokens.count && length > 0 && length <= WIDEST_GAP
}

/** The group of digits and look-alikes that begins or ends here: its signs, and its other end. */
function groupAt(tokens: Tokens, from: number, step: 1 | -1): { text: string; end: number } | undefined {
  let text = ''
  for (let t = from; Math.abs(t - from) < MOST_PARTS; t += step) {
    const token = at(tokens, t)
    const digit = plainDigit(token)
    if (token.kind !== 'number' && digit === '' && !readsAsDigits(tokens, token)) return undefined
    text = step > 0 ? text + (digit || token.text) : (digit || token.text) + text
    if (!isGlued(tokens, step > 0 ? t : t - 1)) return { text, end: t }
  }
  return undefined
}

/** "7O OO 46 l8 25": a group of letters that stands among groups of digits; "745 III", "745 OIB" are models. */
export function isLetterGroup(tokens: Tokens, index: number): boolean {
  const token = at(tokens, index)
  if (token.text.length < 2 || token.text.length > MOST_LETTERS || /^(?:i+|oib)$/.test(token.text)) return false
  return readsAsDigits(tokens, token) && isDigitGroup(tokens, index, index)
}

/** "O l 8 I - 2 7 3 6 4 9 O": the last of many single signs, half of them digits at least and some of them letters, or -1. */
export function endOfDrawn(tokens: Tokens, first: number): number {
  let [last, digits] = [first - 1, 0]
  for (let t = first; t <= first + MOST_SIGNS && (t === first || isBeside(tokens, t - 1)); t++) {
    const token = at(tokens, t)
    if (token.text.length > 1 || (token.kind !== 'number' && !readsAsDigits(tokens, token))) break
    if (token.kind === 'number') digits++
    last = t
  }
  const signs = last + 1 - first
  return signs >= FEWEST_SIGNS && signs <= MOST_SIGNS && digits < signs && digits * 2 >= signs ? last : -1
}
