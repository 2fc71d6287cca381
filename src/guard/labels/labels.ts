import { isGlued } from '../digits/disguises.ts'
import {
  after,
  at,
  beginsClause,
  endsClause,
  hints,
  isCapitalised,
  isKnown,
  isUpperCase,
  means,
  meansNear,
  type Token,
  type Tokens,
} from '../text/tokens.ts'
import { ANY_LABEL, bitsOf, listOf, wordSet, wordsMeaning } from '../words/lexicon.ts'
import { remembered, spellingsOf } from '../words/spelling.ts'

// A label says what the number after it is. From the number backwards: punctuation, the beginning of a code, a word for
// number, words that only carry on, then the label. Whatever else comes first decides: a word for calling, the end of a
// clause. "chassis number as punched on the frame …": any words may stand between as long as "number" follows the label.

const MAX_STEPS = 10
const LONGEST_LIST = 16
const LONGEST_CUT = 4
const NEAREST = 8
const LONG = 8
/** Signs that may stand between a word and the number it announces. */
const OPEN = /^[\s:#=–—(→>/)'"*_,&[\]{}|`।~°.-]{0,8}$/
/** Signs that point at what follows; a dash that stands apart begins something else. */
const POINTS = /[:#=→>(]|(?<! )[–—-](?! )/

/** What a word before a number says of it: it is a word for number, a label, one that needs no further sign. */
type Sign = { noun: boolean; label: boolean; hard: boolean; soft: boolean }

/** How many numbers the labels before this token speak for, each for one; `bare`, how many digits stand as in no telephone number's groups. */
export function labelsBefore(tokens: Tokens, token: number, bare: number): number {
  if (hints(tokens, CALL) && isOfferedBefore(tokens, token)) return 0
  let below = startOfList(tokens, startOfCode(tokens, token))
  let [labels, named, far, strange, listed] = [0, false, false, false, false]
  let pointed = below < token || SHOWS.has(at(tokens, below - 1).text)
  // "new battery (987)-654-3210": a bracket that closes within the number points at nothing.
  const lead = at(tokens, below).gap.replace(below === token && after(tokens, token).startsWith(')') ? '(' : '', '')
  const isPointed = POINTS.test(lead)
  // "engine number photo me hai …": who says something of the number does not give it.
  const isSaid = !isPointed && VERBS.has(at(tokens, below - 1).text)
  const told = isPointed || (means(at(tokens, below - 1), 'copula') && !isSaid)
  for (let steps = 0; steps < MAX_STEPS && below > 0; steps++) {
    const i = below - 1
    const word = at(tokens, i)
    const gap = steps === 0 ? lead : at(tokens, below).gap
    const piece = steps === 0 && !/[:\n]/.test(gap) ? startOfPiece(tokens, i) : -1
    const model = named ? startOfModel(tokens, i, bare > at(tokens, token).text.length) : -1
    if (model >= 0 || piece >= 0) {
      below = model >= 0 ? model : piece
      continue
    }
    if (!OPEN.test(gap) || word.kind !== 'word' || means(word, 'call', 'social', 'payment')) break
    // "SMS its stock number to 9876543210"
    if (steps === 0 && word.text === 'to') break
    // "ref9876543210": what a number is glued to says nothing of it, unless it is a label and nothing else.
    if (bare > 0 && gap === '' && means(word, 'paper', 'id-noun')) break
    // "policy 9876543210", "fuel pump 9876543210": a thing that has numbers of its own.
    if (bare >= LONG && steps === 0 && /^ [#(]? ?$/.test(gap) && (isBearer(tokens, i) || isOnPlate(tokens, i))) return 1
    if (!named && !isPointed && SAID.has(word.text)) break
    const { noun, label, hard, soft } = readSign(tokens, i)
    pointed ||= noun || POINTS.test(gap)
    if (noun && /[,;|]/.test(gap)) break
    named ||= noun
    listed ||= /[,/&+\n]/.test(gap)
    const first = isInitials(tokens, i) ? i - 1 : i
    // "tractor wala number": the number for the tractor.
    if (!soft && WALA.has(at(tokens, i + 1).text)) break
    // "landline with code 04259 …"
    if (label && !isEnd(gap, word) && !(noun && meansNear(tokens, i - 3, i - 1, 'call'))) {
      const isNear = (!far || isNumberWord(tokens, i + 1, told)) && (!strange || OF.has(at(tokens, i + 1).text))
      if (isNear && (hard || named || (soft && pointed) || labels > 0)) {
        if (means(at(tokens, first - 1), 'social', 'payment')) break
        // "engine/chassis no." are two, "tax invoice no." is one.
        if (labels === 0 || listed) labels++
        listed = false
      }
    } else if (!noun) {
      if (labels > 0 || isEnd(gap, word) || gap.includes('. ')) break
      const carries = means(word, 'copula', 'filler') || SHOWS.has(word.text)
      // "bill of supply no.": few words may stand between a label and its word number, more after "of"; "RC clear hai number …".
      if (named && ((!carries && !OF.has(word.text) && isCaller(word.text)) || VERBS.has(word.text))) break
      strange ||= named && !carries
      far ||= !carries && !named && word.gap !== ''
      if (far && isSaid) break
    }
    below = first
  }
  return labels
}

const BEARERS = listOf('bearer')
const THINGS = listOf('thing')
const BILLS = listOf('bill-kind')
const TALKED_OF = listOf('talked-of')
const PROSE = listOf('prose')
const isPaper = (token: Token): boolean => means(token, 'paper') || BILLS.has(token.text)

/** "engine 98…, gearbox 98…": one of several things, each with its number. */
function isOnPlate(tokens: Tokens, i: number): boolean {
  const isPair = (k: number): boolean =>
    means(at(tokens, k), 'label', 'soft-label', 'spare') &&
    at(tokens, k + 1).text.length >= LONG &&
    at(tokens, k + 1).kind === 'number'
  const [before, next] = [
    means(at(tokens, i - 1), 'join') ? i - 3 : i - 2,
    means(at(tokens, i + 2), 'join') ? i + 3 : i + 2,
  ]
  return isPair(i) && (isPair(before) || isPair(next))
}

/** "receipt", "fuel pump"; "airway bill", "work order"; but "for quotation", "with new pump", "home delivery" speak of the thing. */
function isBearer(tokens: Tokens, i: number): boolean {
  const [token, before] = [at(tokens, i), at(tokens, i - 1)]
  const isCompound = means(token, ...ANY_LABEL) && /^[ -]$/.test(token.gap) && isPaper(before)
  const isSaid = TALKED_OF.has(token.text) && after(tokens, i) === ' '
  const isSole = !isSaid && (means(token, 'paper', 'spare') || BEARERS.has(token.text))
  if (!isSole && !isCompound) return false
  let first = i
  while (
    first > i - 3 &&
    /^[ -]$/.test(at(tokens, first).gap) &&
    means(at(tokens, first - 1), 'paper', 'spare', ...ANY_LABEL)
  )
    first--
  // "for test report …"
  const isFor = BILLS.has(at(tokens, first - 1).text) && at(tokens, first - 2).text === 'for'
  return !isFor && !PROSE.has(at(tokens, first - 1).text)
}

/** A thing that has numbers of its own is named in the clause before this token, or right after its number. */
export function isNamed(tokens: Tokens, token: number, last: number): boolean {
  const next = at(tokens, last + 1)
  const goesOn = next.kind === 'word' && /^ [(-]? ?$/.test(next.gap)
  if (goesOn && (means(next, 'spare') || means(at(tokens, last + 2), 'spare'))) return true
  for (let i = token - 1; i >= token - NEAREST && !endsClause(tokens, i); i--)
    if (means(at(tokens, i), 'paper', 'spare', 'money-word', 'currency', 'label', 'soft-label')) return true
  return false
}

/** "Part nos. 320/04133, 335/G2061 and 9876543210": the first token of a list that a plural announces, else the token. */
function startOfList(tokens: Tokens, token: number): number {
  let first = token
  for (let t = token - 1; t >= 0 && t > token - LONGEST_LIST; t--) {
    const word = at(tokens, t)
    if (means(word, 'plural-noun')) return first
    const isCode = word.kind === 'number' || (word.text.length <= 2 && isUpperCase(tokens, word))
    if (!isCode && !means(word, 'join')) return token
    first = t
  }
  return token
}

function readSign(tokens: Tokens, i: number): Sign {
  const word = at(tokens, i)
  const numero = word.text === 'n' && at(tokens, i + 1).gap.startsWith('°')
  const noun = means(word, 'number-noun') || numero
  const hard = isInitials(tokens, i) || means(word, 'label')
  const soft = hard || means(word, 'soft-label')
  const remark = /^notes?$/.test(word.text) && beginsClause(tokens, i)
  const person = means(word, 'person') && means(at(tokens, i + 1), 'id-noun')
  // "DO no." is a paper, "do" is not.
  const isListed = THINGS.has(word.text) && (word.text !== 'do' || isUpperCase(tokens, word))
  const label = soft || means(word, 'weak-label') || isListed || isLoneInitial(tokens, i) || person
  return { noun, label: label && !remark, hard, soft }
}

/** "number on the RC …", "number MSEDCL …", "no. and date: …"; but "no problem …", "number clear hai …". */
function isNumberWord(tokens: Tokens, i: number, told: boolean): boolean {
  const next = at(tokens, i + 1)
  const isName = means(at(tokens, i), 'number-name') && isCapitalised(tokens, next)
  const isCarried = told || isName || LEADS_ON.has(next.text) || means(next, 'filler', 'on')
  return isCarried && means(at(tokens, i), 'number-noun')
}

/** A clause ends between a word and what follows it; a point may cut a short word short. */
function isEnd(gap: string, word: Token): boolean {
  if (/[,;|।]|\. \(/.test(gap) || (gap.includes('\n') && !POINTS.test(gap.slice(0, gap.indexOf('\n'))))) return true
  if (!gap.includes('.') || gap.includes(':') || means(word, 'cut-short')) return false
  return word.text.length > LONGEST_CUT || (gap.startsWith('. ') && means(word, ...ANY_LABEL))
}

// What belongs to a label or to its number by the look of it: initials, capitals, the beginning of a code.

const WALA = wordSet('wala wale wali vala vale waala वाला वाले वाली')
const VERBS = listOf('verb')
const OF = wordSet('of from by')
const MAKES = wordSet('of from by make brand')
const SHOWS = wordSet('reads shows says bears')
const LEADS_ON = wordSet('of from by with under behind near below inside at dated placed')
const SAID = listOf('said-of')
const INITIALS = wordSet('cm/l a/c s/n p/n e/n c/n m/n b/n r/c d/o p/o l/r g/r d/l h/p b/l आर/सी ஆர்/சி')
const MAX_PIECE = 7
const CODES = listOf('code-start')
const NO_CODES = listOf('no-code')
const LONE_INITIALS = /^[ecskr]$/

/** "A/c", "S/N", "R.C.": two initials that make a label; "m.n." is short for mobile number as well. */
function isInitials(tokens: Tokens, i: number): boolean {
  const { text, gap } = at(tokens, i)
  if (text.length > 2 || (gap !== '.' && gap !== '/')) return false
  const initials = `${at(tokens, i - 1).text}/${text}`
  return INITIALS.has(initials) && !(initials === 'm/n' && gap === '.')
}

/** "E. No.", "C No": one initial does, when the word number follows. */
function isLoneInitial(tokens: Tokens, i: number): boolean {
  const { text, gap } = at(tokens, i)
  return LONE_INITIALS.test(text) && (i === 0 || /[^'’-]$/.test(gap)) && means(at(tokens, i + 1), 'number-noun')
}

/** "Chassis no. MB 98…", "S325-1 98…": the first token of a few capitals or signs of a code that end here, or -1. */
function startOfPiece(tokens: Tokens, i: number): number {
  const token = at(tokens, i)
  if (isInitials(tokens, i)) return -1
  const start = startOfCode(tokens, i)
  const piece = tokens.folded.text.slice(at(tokens, start).start, token.end)
  if (piece.length <= MAX_PIECE && /[0-9]/.test(piece) && /[^0-9.-]/.test(piece)) return start
  if (token.kind !== 'word' || (isKnown(token) && !CODES.has(token.text)) || !isUpperCase(tokens, token)) return -1
  // "CHASSIS NEW 98…": where all is in capitals they tell less.
  const isLoud = isUpperCase(tokens, at(tokens, i - 1)) && at(tokens, i - 1).text.length > LONGEST_CUT
  return token.text.length <= (isLoud ? 3 : 5) && !NO_CODES.has(token.text) ? i : -1
}

/** Letters and digits that stand against the number, as in `E3.1234567890`, belong to it. */
function startOfCode(tokens: Tokens, i: number): number {
  let first = i
  while (first > i - 6 && first > 0) {
    const { gap } = at(tokens, first)
    const before = at(tokens, first - 1)
    const short = before.kind === 'number' || before.text.length <= 4
    const known = means(before, 'call', 'number-noun', ...ANY_LABEL)
    if ((gap !== '' && !(/^[./-]$/.test(gap) && short)) || isInitials(tokens, first - 1)) break
    if (known && (gap !== '' || before.text.length > 2)) break
    first--
  }
  return first
}

const MODELS = listOf('model')
const SIZES = listOf('size')
const KINDS = listOf('part-kind')
const TYRES = listOf('tyre')
const MADE = ['label', 'soft-label', 'spare', 'paper'] as const

/**
 * "Form 35 no. …", "engine Kirloskar HA494 no. …", "motor 5 HP no. …": the first token of what stands between a label and
 * its word number, or -1. "Engine Cummins 8.3 litre, no. …": past a comma where a sentence begins with the thing.
 */
function startOfModel(tokens: Tokens, i: number, isOdd: boolean): number {
  let [isMade, isSized] = [false, false]
  const isPast = /^\)?,/.test(after(tokens, i))
  if (after(tokens, i).startsWith('. ')) return -1
  for (let t = i; t >= i - 8 && ((isPast && t === i) || !isEnd(after(tokens, t), at(tokens, t))); t--) {
    const [before, token] = [at(tokens, t - 1), at(tokens, t)]
    const isMaker = [token.text, `${before.text} ${token.text}`, `${token.text} ${at(tokens, t + 1).text}`].some(
      (name) => MODELS.has(name),
    )
    const isSize = SIZES.has(token.text) && before.kind === 'number'
    const isLarge = MODELS.has(before.text) || SIZES.has(at(tokens, t + 1).text)
    const isFigure =
      token.kind === 'number' && token.text.length <= (isLarge ? 4 : 3) && !after(tokens, t).includes('%')
    isMade ||= isMaker
    isSized ||= isSize || (isPast && (isFigure || MAKES.has(token.text)))
    // "motor Danfoss OMP no."
    const isCode = MODELS.has(before.text) && token.text.length <= 3 && isUpperCase(tokens, token)
    if (isMaker || isSize || isFigure || isCode || isGlued(tokens, t - 1) || (t < i && isGlued(tokens, t))) continue
    const isThing = TYRES.has(token.text) || means(token, ...MADE)
    if (!isThing && (MAKES.has(token.text) || (isPast && means(token, 'filler', 'copula')))) continue
    // "tractor Mahindra 575 no." is whose number, "insurance 12.26 no." any.
    const isOne = tokens.folded.text.slice(at(tokens, t + 1).start, at(tokens, i).end).search(/[ .]/) < 0
    const isLabel = isMade || isSized ? isThing : isOne && means(token, ...ANY_LABEL)
    const isFit = !isPast || (isMade && (isSized || isOdd) && opensSentence(tokens, t))
    return t < i && isLabel && isFit ? t + 1 : -1
  }
  return -1
}

/** "Fuel injection pump Mico …": a sentence begins with the thing named here. */
function opensSentence(tokens: Tokens, i: number): boolean {
  let first = i
  while (first > i - 4 && isOfThing(at(tokens, first - 1)) && !endsSentence(tokens, first - 1)) first--
  return first === 0 || endsSentence(tokens, first - 1)
}

const isThing = (token: Token): boolean => TYRES.has(token.text) || means(token, 'spare', ...ANY_LABEL)
const isOfThing = (token: Token): boolean => KINDS.has(token.text) || means(token, 'filler') || isThing(token)

function endsSentence(tokens: Tokens, i: number): boolean {
  const gap = after(tokens, i)
  return /\n|[!?।•]/.test(gap) || (gap.startsWith('.') && gap !== '.' && !means(at(tokens, i), 'cut-short'))
}

const STAMPS = listOf('stamp')
const STAMPED_ON = listOf('stamped-on')

/** "… stamped on the block", "… on the plate": a sentence that names a thing says after a number where it stands on it. */
export function isStamped(tokens: Tokens, first: number, last: number): boolean {
  let t = STAMPS.has(at(tokens, first - 1).text) && means(at(tokens, last + 1), 'on') ? last : last + 1
  const isOn = (i: number): boolean =>
    STAMPED_ON.has(at(tokens, i).text) && [-2, -1, 1].some((k) => means(at(tokens, i + k), 'on'))
  // "… is the engine number"
  const isIts = (i: number): boolean =>
    means(at(tokens, last + 1), 'copula') && means(at(tokens, i), 'number-noun') && means(at(tokens, i - 1), ...MADE)
  while (t > last && t < last + 5 && !STAMPS.has(at(tokens, t).text) && !isOn(t) && !isIts(t)) t++
  if (t === last + 5) return false
  let isNamed = false
  for (let i = Math.max(0, first - 9); i < t + 5 && i < tokens.count; i++) {
    if (i < first && endsSentence(tokens, i)) isNamed = false
    else if (i > last && i <= t && endsClause(tokens, i - 1)) return false
    else if (means(at(tokens, i), 'call', 'social', 'person')) return false
    else isNamed ||= i !== t && isThing(at(tokens, i))
    if (i >= t && endsSentence(tokens, i)) break
  }
  return isNamed
}

// Words for calling as they are misspelled.

const SHORTEST = 4
const CALLERS = listOf('caller')
const CALLS = [...wordsMeaning('call', 'social', 'payment'), ...listOf('call-spelling')]
const calls = spellingsOf(CALLS, SHORTEST)

/** Whether a number named by this word is someone's number to call: "owner", "watsap". */
export const isCaller = remembered((word): boolean => {
  return CALLERS.has(word) || CALLS.includes(word) || calls(word) !== undefined
})

// Whether the words around a number that has a label offer it for calling all the same.

const REACH = 12
/** So far before a word for calling stands what points at the number. */
const NEAR = 4
const AHEAD = 6
const DENIALS = listOf('denial')
const FEW = 2
const CALL = bitsOf('call')
const OFFERS = bitsOf('call', 'strip', 'number-name')

/** "call me on engine no …": from the number backwards words of a label, and few others, up to "on". */
function isOfferedBefore(tokens: Tokens, token: number): boolean {
  for (let [i, others] = [token - 1, 0]; others <= FEW && i > token - REACH; i--) {
    const word = at(tokens, i)
    if (isEnd(after(tokens, i), word)) return false
    if (means(word, 'on', 'this') && meansNear(tokens, i - 2, i - 1, 'call')) return true
    if (!means(word, 'number-noun', 'filler', ...ANY_LABEL)) others++
  }
  return false
}

/** Whether words after a number offer it: "… par call karo", "call on this number"; after one in groups any for calling. */
export function isOfferedAfter(tokens: Tokens, { first, last }: { first: number; last: number }): boolean {
  if (!hints(tokens, OFFERS)) return false
  let [pointed, points] = [-REACH, 0]
  for (let t = last + 1; t < last + REACH && t < tokens.count; t++) {
    const token = at(tokens, t)
    if (means(token, 'strip')) return true
    // "yahi mera number": who points at it twice offers it.
    if (means(token, 'this')) points++
    if (means(token, 'number-name') && points > 1 && t - pointed < NEAR) return true
    if (means(token, 'this', 'on')) pointed = t
    if (!means(token, 'call') || DENIALS.has(at(tokens, t - 1).text)) continue
    const right = t === last + 1 && !endsClause(tokens, last)
    if (right || first < last || t - pointed <= NEAR || pointsAhead(tokens, t)) return true
  }
  return false
}

/** "dial it", "call on this number", "call me on the chassis number". */
function pointsAhead(tokens: Tokens, call: number): boolean {
  for (let t = call + 1; t <= call + AHEAD && t < tokens.count; t++) {
    const next = at(tokens, t + 1)
    const isWhole = t === call + 1 || next.kind === 'none' || means(next, 'number-noun', 'on')
    if (means(at(tokens, t), 'this') && isWhole) return true
    if (means(at(tokens, t), ...ANY_LABEL) && means(next, 'number-noun')) return true
  }
  return false
}
