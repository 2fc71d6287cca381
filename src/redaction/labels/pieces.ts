import { isGlued } from '../digits/disguises.ts'
import { ANY_LABEL, listOf, wordSet } from '../lexicon/lexicon.ts'
import { isInLexicon, isUpperCase, means, type TextToken, type TextTokens, textAfter, tokenAt } from '../text/tokens.ts'

// What belongs to a label or its number: initials, the beginning of a code, the manufacturer and size of a thing, the
// place where a number is stamped.

const LONGEST_CUT = 4
/** Signs that point at what follows; a dash between blanks begins something else. */
export const POINTS = /[:#=→>(]|(?<! )[–—-](?! )/
const INITIALS = wordSet('cm/l a/c s/n p/n e/n c/n m/n b/n r/c d/o p/o l/r g/r d/l h/p b/l आर/सी ஆர்/சி')
const MAX_PIECE = 7
const CODES = listOf('code-start')
const NO_CODES = listOf('no-code')
const MAKES = wordSet('of from by make brand')
const MODELS = listOf('model')
const SIZES = listOf('size')
const KINDS = listOf('part-kind')
const TYRES = listOf('tyre')
const MADE = ['label', 'soft-label', 'spare', 'paper'] as const
const STAMPS = listOf('stamp')
/** Stamps that are no names: "अंकित" is one. */
const SURE_STAMPS = wordSet('stamped punched embossed engraved etched பொறித்திருப்பது பொறிக்கப்பட்டது')
const STAMPED_ON = listOf('stamped-on')
/** How many tokens after a number, and before it, the words stand that say where it is stamped. */
const STAMP_REACH = 5
const THING_REACH = 9

/** A clause ends between a word and what follows it; a point may cut a short word short. */
export function isEnd(before: string, word: TextToken): boolean {
  if (/[,;|।]|\. \(/.test(before)) return true
  if (before.includes('\n') && !POINTS.test(before.slice(0, before.indexOf('\n')))) return true
  if (!before.includes('.') || before.includes(':') || means(word, 'cut-short')) return false
  return word.text.length > LONGEST_CUT || (before.startsWith('. ') && means(word, ...ANY_LABEL))
}

/** "A/c", "S/N", "R.C.": two initials that make a label; "m.n." is short for mobile number as well. */
export function isInitials(tokens: TextTokens, i: number): boolean {
  const { text, before } = tokenAt(tokens, i)
  if (text.length > 2 || (before !== '.' && before !== '/')) return false
  const initials = `${tokenAt(tokens, i - 1).text}/${text}`
  return INITIALS.has(initials) && !(initials === 'm/n' && before === '.')
}

/** "E. No.", "C No": one initial does, when the word number follows. */
export function isLoneInitial(tokens: TextTokens, i: number): boolean {
  const { text, before } = tokenAt(tokens, i)
  const isAlone = /^[ecskr]$/.test(text) && (i === 0 || /[^'’-]$/.test(before))
  return isAlone && means(tokenAt(tokens, i + 1), 'number-noun')
}

/** "Chassis no. MB 98…", "S325-1 98…": the first token of a few capitals or signs of a code that end here, or -1. */
export function startOfPiece(tokens: TextTokens, i: number): number {
  const token = tokenAt(tokens, i)
  if (isInitials(tokens, i)) return -1
  const start = startOfCode(tokens, i)
  const piece = tokens.folded.text.slice(tokenAt(tokens, start).start, token.end)
  if (piece.length <= MAX_PIECE && /[0-9]/.test(piece) && /[^0-9.-]/.test(piece)) return start
  if (token.kind !== 'word' || (isInLexicon(token) && !CODES.has(token.text)) || !isUpperCase(tokens, token)) return -1
  // Capitals tell less where all is in capitals: "CHASSIS NEW 98…".
  const isLoud = isUpperCase(tokens, tokenAt(tokens, i - 1)) && tokenAt(tokens, i - 1).text.length > LONGEST_CUT
  return token.text.length <= (isLoud ? 3 : 5) && !NO_CODES.has(token.text) ? i : -1
}

/** The first token of a code that stands against the number, as in `E3.1234567890`. */
export function startOfCode(tokens: TextTokens, i: number): number {
  let first = i
  while (first > i - 6 && first > 0) {
    const { before: textBefore } = tokenAt(tokens, first)
    const before = tokenAt(tokens, first - 1)
    if (!/^[./-]?$/.test(textBefore) || isInitials(tokens, first - 1)) break
    const isLabelWord = means(before, 'call', 'number-noun', ...ANY_LABEL)
    if (isLabelWord && (textBefore !== '' || before.text.length > 2)) break
    first--
  }
  return first
}

/**
 * "Form 35 no. …", "engine Kirloskar HA494 no. …", "motor 5 HP no. …": the first token of what stands between a label and
 * its word number, or -1. "Engine Cummins 8.3 litre, no. …": past a comma where a sentence begins with the thing.
 */
export function startOfModel(tokens: TextTokens, i: number, isOdd: boolean): number {
  let [isMade, isSized] = [false, false]
  const isPast = /^\)?,/.test(textAfter(tokens, i))
  if (textAfter(tokens, i).startsWith('. ')) return -1
  for (let t = i; t >= i - 8 && ((isPast && t === i) || !isEnd(textAfter(tokens, t), tokenAt(tokens, t))); t--) {
    const [before, token, next] = [tokenAt(tokens, t - 1), tokenAt(tokens, t), tokenAt(tokens, t + 1)]
    const names = [token.text, `${before.text} ${token.text}`, `${token.text} ${next.text}`]
    const isManufacturer = names.some((name) => MODELS.has(name))
    const isSize = SIZES.has(token.text) && before.kind === 'number'
    const isLarge = MODELS.has(before.text) || SIZES.has(next.text)
    const isFigure = token.kind === 'number' && token.text.length <= (isLarge ? 4 : 3) && !next.before.includes('%')
    isMade ||= isManufacturer
    isSized ||= isSize || (isPast && (isFigure || MAKES.has(token.text)))
    if (isManufacturer || isSize || isFigure || isGlued(tokens, t - 1) || (t < i && isGlued(tokens, t))) continue
    const isPart = TYRES.has(token.text) || means(token, ...MADE)
    if (!isPart && (MAKES.has(token.text) || (isPast && means(token, 'filler', 'copula')))) continue
    // "tractor Mahindra 575 no." is whose number, "insurance 12.26 no." any.
    const isLabel = isMade || isSized ? isPart : means(token, ...ANY_LABEL) && isOneWord(tokens, t + 1, i)
    const isFit = !isPast || (isMade && (isSized || isOdd) && opensSentence(tokens, t))
    return t < i && isLabel && isFit ? t + 1 : -1
  }
  return -1
}

const isOneWord = (tokens: TextTokens, first: number, end: number): boolean =>
  !/[ .]/.test(tokens.folded.text.slice(tokenAt(tokens, first).start, tokenAt(tokens, end).end))

const isThing = (token: TextToken): boolean => TYRES.has(token.text) || means(token, 'spare', ...ANY_LABEL)
export const isPartOf = (token: TextToken): boolean => KINDS.has(token.text) || isThing(token)

/** "Fuel injection pump Mico …": a sentence begins with the thing named here. */
function opensSentence(tokens: TextTokens, i: number): boolean {
  let first = i
  while (isPartOf(tokenAt(tokens, first - 1)) && !endsSentence(tokens, first - 1)) first--
  return first === 0 || endsSentence(tokens, first - 1)
}

function endsSentence(tokens: TextTokens, i: number): boolean {
  const before = textAfter(tokens, i)
  if (/\n|[!?।•]/.test(before)) return true
  return before.startsWith('.') && before !== '.' && !means(tokenAt(tokens, i), 'cut-short')
}

/** "… stamped on the block", "… is the engine number": a sentence that names a thing says of a number where it stands. */
export function isStamped(tokens: TextTokens, first: number, last: number): boolean {
  const isBefore = SURE_STAMPS.has(tokenAt(tokens, first - 1).text) || means(tokenAt(tokens, last + 1), 'on')
  const isOn = (i: number): boolean =>
    STAMPED_ON.has(tokenAt(tokens, i).text) && [-2, -1, 1].some((k) => means(tokenAt(tokens, i + k), 'on'))
  const isIts = (i: number): boolean =>
    means(tokenAt(tokens, last + 1), 'copula') &&
    means(tokenAt(tokens, i), 'number-noun') &&
    means(tokenAt(tokens, i - 1), ...MADE)
  const end = last + STAMP_REACH
  let t = STAMPS.has(tokenAt(tokens, first - 1).text) && isBefore ? last : last + 1
  while (t > last && t < end && !STAMPS.has(tokenAt(tokens, t).text) && !isOn(t) && !isIts(t)) t++
  if (t === end) return false
  let isNamed = false
  for (let i = Math.max(0, first - THING_REACH); i < t + STAMP_REACH && i < tokens.count; i++) {
    if (i < first && endsSentence(tokens, i)) isNamed = false
    else if (means(tokenAt(tokens, i), 'call', 'social', 'person')) return false
    else isNamed ||= i !== t && isThing(tokenAt(tokens, i))
    if (i >= t && endsSentence(tokens, i)) break
  }
  return isNamed
}
