import { lookUp, memoize, numberWords } from '../lexicon/lexicon.ts'
import { digitsIn } from '../text/slug.ts'
import { means, sourceText, type TextToken, type TextTokens, tokenAt } from '../text/tokens.ts'

const DRAWN: Readonly<Record<string, string>> = { o: '0', l: '1', i: '1', s: '5', z: '2', b: '8' }
const MAX_TEXT_BETWEEN = 3
const FEWEST_SIGNS = 8
const MAX_SIGNS = 12

export function asDigits(text: string): string {
  return text.replace(/[olisbz]/g, (letter) => DRAWN[letter] ?? letter)
}

export function isGlued(tokens: TextTokens, left: number): boolean {
  return left >= 0 && left + 1 < tokens.count && tokenAt(tokens, left + 1).before === ''
}

/** A capital L is drawn like nothing ("6.75L"), and "is" is a word. */
export function readsAsDigits(tokens: TextTokens, token: TextToken): boolean {
  return /^[olisbz]{1,9}$/.test(token.text) && !means(token, 'copula') && !sourceText(tokens, token).includes('L')
}

/** The last token of a group of digits and look-alikes that begins here, or -1. */
export function endOfLookalikes(tokens: TextTokens, first: number): number {
  if (isGlued(tokens, first - 1) && !means(tokenAt(tokens, first - 1), 'call', 'number-noun')) return -1
  let last = first
  while (last < first + MAX_SIGNS && isGlued(tokens, last) && !means(tokenAt(tokens, last + 1), 'call')) last++
  for (let t = first; t <= last; t++) if (signAt(tokens, t, false) === '') return -1
  const text = tokens.folded.text.slice(tokenAt(tokens, first).start, tokenAt(tokens, last).end)
  const digits = digitsIn(text)
  if (digits === text.length || text.length > MAX_SIGNS) return -1
  // "745 III", "745 OIB" are models.
  if (digits === 0 && (/^(?:ii+|oib)$/.test(text) || !isAmongSigns(tokens, first))) return -1
  return (/^[0-9o]+$/.test(text) && digits > 1) || isPartOfNumber(tokens, first, last) ? last : -1
}

/** A single letter must be next to a single sign, several letters after digits. */
function isAmongSigns(tokens: TextTokens, i: number): boolean {
  const [before, next] = [signAt(tokens, i - 1), signAt(tokens, i + 1)]
  return tokenAt(tokens, i).text.length > 1 ? before !== '' : before.length === 1 || next.length === 1
}

/** A token that is all digits, drawn like them or (if `spoken`) said; else the empty string. */
function signAt(tokens: TextTokens, t: number, spoken = true): string {
  const token = tokenAt(tokens, t)
  if (token.kind === 'number' || readsAsDigits(tokens, token)) return token.text
  return spoken ? token.word.digits : ''
}

function isPartOfNumber(tokens: TextTokens, first: number, last: number): boolean {
  let text = tokens.folded.text.slice(tokenAt(tokens, first).start, tokenAt(tokens, last).end)
  for (const step of [1, -1]) {
    for (let t = step > 0 ? last + 1 : first - 1; ; t += step) {
      const sign = signAt(tokens, t)
      const width = tokenAt(tokens, step > 0 ? t : t + 1).before.length
      if (sign === '' || width > MAX_TEXT_BETWEEN || text.length + sign.length > MAX_SIGNS) break
      text = step > 0 ? text + sign : sign + text
    }
  }
  return digitsIn(text) * 2 + 1 >= text.length && text.length >= FEWEST_SIGNS
}

const LONGEST_GLUED = 120
/** Fewer number words than this do not count as a number if one is also a common word. */
const MANY_GLUED = 8

const isPart = (word: string): boolean => lookUp(word).digits.length === 1 || lookUp(word).kind === 'tens'

const lengths = new Map<string, Set<number>>()
for (const [word] of numberWords())
  if (word.length > 1 && isPart(word)) lengths.getOrInsertComputed(word.slice(0, 2), () => new Set()).add(word.length)

/** `nineeightseven`: the digits of a word that is number words from end to end, or the empty string. */
export const gluedDigits = memoize((word): string => {
  if (word.length > LONGEST_GLUED || !lengths.has(word.slice(0, 2))) return ''
  /** For each place, where the last of the words begins that reach it; the longer words win. */
  const steps = new Map([[0, 0]])
  for (let i = 0; i < word.length; i++)
    for (const size of steps.has(i) ? (lengths.get(word.slice(i, i + 2)) ?? []) : [])
      if (isPart(word.slice(i, i + size)) && !steps.has(i + size)) steps.set(i + size, i)
  const parts: string[] = []
  for (let end = word.length; end > 0; ) {
    const begin = steps.get(end)
    if (begin === undefined) return ''
    parts.unshift(word.slice(begin, end))
    end = begin
  }
  if (parts.length < MANY_GLUED && parts.some((part) => lookUp(part).kind === 'homophone')) return ''
  let digits = ''
  for (const [k, part] of parts.entries()) {
    // `ninetynine`: tens leave room for a digit.
    const completes = lookUp(part).digits.length === 1 && lookUp(parts[k - 1] ?? '').kind === 'tens'
    digits = (completes ? digits.slice(0, -1) : digits) + lookUp(part).digits
  }
  return digits
})
