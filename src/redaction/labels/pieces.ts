import { isGlued } from '../digits/disguises.ts'
import { ANY_LABEL, listOf, wordSet } from '../lexicon/lexicon.ts'
import { isInLexicon, isUpperCase, means, type TextToken, type TextTokens, textAfter, tokenAt } from '../text/tokens.ts'

// What belongs to a label or to its number by the look of it: initials, capitals, the beginning of a code, the maker and
// size of a thing, the place on it where a number is stamped.

const LONGEST_CUT = 4
/** Signs that point at what follows; a dash that stands apart begins something else. */
export const POINTS = /[:#=→>(]|(?<! )[–—-](?! )/

/** A clause ends between a word and what follows it; a point may cut a short word short. */
export function isEnd(before: string, word: TextToken): boolean {
  if (/[,;|।]|\. \(/.test(before) || (before.includes('\n') && !POINTS.test(before.slice(0, before.indexOf('\n')))))
    return true
  if (!before.includes('.') || before.includes(':') || means(word, 'cut-short')) return false
  return word.text.length > LONGEST_CUT || (before.startsWith('. ') && means(word, ...ANY_LABEL))
}

const INITIALS = wordSet('cm/l a/c s/n p/n e/n c/n m/n b/n r/c d/o p/o l/r g/r d/l h/p b/l आर/सी ஆர்/சி')
const MAX_PIECE = 7
const CODES = listOf('code-start')
const NO_CODES = listOf('no-code')
const LONE_INITIALS = /^[ecskr]$/

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
  return LONE_INITIALS.test(text) && (i === 0 || /[^'’-]$/.test(before)) && means(tokenAt(tokens, i + 1), 'number-noun')
}

/** "Chassis no. MB 98…", "S325-1 98…": the first token of a few capitals or signs of a code that end here, or -1. */
export function startOfPiece(tokens: TextTokens, i: number): number {
  const token = tokenAt(tokens, i)
  if (isInitials(tokens, i)) return -1
  const start = startOfCode(tokens, i)
  const piece = tokens.folded.text.slice(tokenAt(tokens, start).start, token.end)
  if (piece.length <= MAX_PIECE && /[0-9]/.test(piece) && /[^0-9.-]/.test(piece)) return start
  if (token.kind !== 'word' || (isInLexicon(token) && !CODES.has(token.text)) || !isUpperCase(tokens, token)) return -1
  // "CHASSIS NEW 98…": where all is in capitals they tell less.
  const isLoud = isUpperCase(tokens, tokenAt(tokens, i - 1)) && tokenAt(tokens, i - 1).text.length > LONGEST_CUT
  return token.text.length <= (isLoud ? 3 : 5) && !NO_CODES.has(token.text) ? i : -1
}

/** Letters and digits that stand against the number, as in `E3.1234567890`, belong to it. */
export function startOfCode(tokens: TextTokens, i: number): number {
  let first = i
  while (first > i - 6 && first > 0) {
    const { before: textBefore } = tokenAt(tokens, first)
    const before = tokenAt(tokens, first - 1)
    const short = before.kind === 'number' || before.text.length <= 4
    const isLabelWord = means(before, 'call', 'number-noun', ...ANY_LABEL)
    if ((textBefore !== '' && !(/^[./-]$/.test(textBefore) && short)) || isInitials(tokens, first - 1)) break
    if (isLabelWord && (textBefore !== '' || before.text.length > 2)) break
    first--
  }
  return first
}

const MAKES = wordSet('of from by make brand')
const MODELS = listOf('model')
const SIZES = listOf('size')
const KINDS = listOf('part-kind')
const TYRES = listOf('tyre')
const MADE = ['label', 'soft-label', 'spare', 'paper'] as const

/**
 * "Form 35 no. …", "engine Kirloskar HA494 no. …", "motor 5 HP no. …": the first token of what stands between a label and
 * its word number, or -1. "Engine Cummins 8.3 litre, no. …": past a comma where a sentence begins with the thing.
 */
export function startOfModel(tokens: TextTokens, i: number, isOdd: boolean): number {
  let [isMade, isSized] = [false, false]
  const isPast = /^\)?,/.test(textAfter(tokens, i))
  if (textAfter(tokens, i).startsWith('. ')) return -1
  for (let t = i; t >= i - 8 && ((isPast && t === i) || !isEnd(textAfter(tokens, t), tokenAt(tokens, t))); t--) {
    const [before, token] = [tokenAt(tokens, t - 1), tokenAt(tokens, t)]
    const isManufacturer = [
      token.text,
      `${before.text} ${token.text}`,
      `${token.text} ${tokenAt(tokens, t + 1).text}`,
    ].some((name) => MODELS.has(name))
    const isSize = SIZES.has(token.text) && before.kind === 'number'
    const isLarge = MODELS.has(before.text) || SIZES.has(tokenAt(tokens, t + 1).text)
    const isFigure =
      token.kind === 'number' && token.text.length <= (isLarge ? 4 : 3) && !textAfter(tokens, t).includes('%')
    isMade ||= isManufacturer
    isSized ||= isSize || (isPast && (isFigure || MAKES.has(token.text)))
    if (isManufacturer || isSize || isFigure || isGlued(tokens, t - 1) || (t < i && isGlued(tokens, t))) continue
    const isPart = TYRES.has(token.text) || means(token, ...MADE)
    if (!isPart && (MAKES.has(token.text) || (isPast && means(token, 'filler', 'copula')))) continue
    // "tractor Mahindra 575 no." is whose number, "insurance 12.26 no." any.
    const isOne = tokens.folded.text.slice(tokenAt(tokens, t + 1).start, tokenAt(tokens, i).end).search(/[ .]/) < 0
    const isLabel = isMade || isSized ? isPart : isOne && means(token, ...ANY_LABEL)
    const isFit = !isPast || (isMade && (isSized || isOdd) && opensSentence(tokens, t))
    return t < i && isLabel && isFit ? t + 1 : -1
  }
  return -1
}

/** "Fuel injection pump Mico …": a sentence begins with the thing named here. */
function opensSentence(tokens: TextTokens, i: number): boolean {
  let first = i
  while (first > i - 4 && isPartOf(tokenAt(tokens, first - 1)) && !endsSentence(tokens, first - 1)) first--
  return first === 0 || endsSentence(tokens, first - 1)
}

const isThing = (token: TextToken): boolean => TYRES.has(token.text) || means(token, 'spare', ...ANY_LABEL)
export const isPartOf = (token: TextToken): boolean => KINDS.has(token.text) || isThing(token)

function endsSentence(tokens: TextTokens, i: number): boolean {
  const before = textAfter(tokens, i)
  return (
    /\n|[!?।•]/.test(before) || (before.startsWith('.') && before !== '.' && !means(tokenAt(tokens, i), 'cut-short'))
  )
}

const STAMPS = listOf('stamp')
/** "अंकित" is a name as well. */
const SURE_STAMPS = wordSet('stamped punched embossed engraved etched பொறித்திருப்பது பொறிக்கப்பட்டது')
const STAMPED_ON = listOf('stamped-on')

/** "… stamped on the block", "… on the plate": a sentence that names a thing says after a number where it stands on it. */
export function isStamped(tokens: TextTokens, first: number, last: number): boolean {
  const isBefore = SURE_STAMPS.has(tokenAt(tokens, first - 1).text) || means(tokenAt(tokens, last + 1), 'on')
  let t = STAMPS.has(tokenAt(tokens, first - 1).text) && isBefore ? last : last + 1
  const isOn = (i: number): boolean =>
    STAMPED_ON.has(tokenAt(tokens, i).text) && [-2, -1, 1].some((k) => means(tokenAt(tokens, i + k), 'on'))
  // "… is the engine number"
  const isIts = (i: number): boolean =>
    means(tokenAt(tokens, last + 1), 'copula') &&
    means(tokenAt(tokens, i), 'number-noun') &&
    means(tokenAt(tokens, i - 1), ...MADE)
  while (t > last && t < last + 5 && !STAMPS.has(tokenAt(tokens, t).text) && !isOn(t) && !isIts(t)) t++
  if (t === last + 5) return false
  let isNamed = false
  for (let i = Math.max(0, first - 9); i < t + 5 && i < tokens.count; i++) {
    if (i < first && endsSentence(tokens, i)) isNamed = false
    else if (means(tokenAt(tokens, i), 'call', 'social', 'person')) return false
    else isNamed ||= i !== t && isThing(tokenAt(tokens, i))
    if (i >= t && endsSentence(tokens, i)) break
  }
  return isNamed
}
