import { ANY_LABEL, bitsOf, listOf, wordSet } from '../lexicon/lexicon.ts'
import {
  beginsClause,
  endsClause,
  hints,
  isCapitalised,
  isUpperCase,
  means,
  meansNear,
  type TextTokens,
  textAfter,
  tokenAt,
} from '../text/tokens.ts'
import { isOfferedBefore } from './offers.ts'
import {
  isEnd,
  isInitials,
  isLoneInitial,
  isPartOf,
  POINTS,
  startOfCode,
  startOfModel,
  startOfPiece,
} from './pieces.ts'

// A label is looked for from the number backwards, over the beginning of a code, a word for number and words that only
// carry on, up to a word for calling or the end of a clause.

const MAX_STEPS = 10
const NEAREST = 8
const LONG = 8
const OPEN = /^[\s:#=–—(→>)/'"*_,&[\]{}|`।~°.-]{0,8}$/
const WALA = wordSet('wala wale wali vala vale waala वाला वाले वाली')
const VERBS = listOf('verb')
const CALLERS = listOf('caller')
const OF = wordSet('of from by')
const SHOWS = wordSet('reads shows says bears')
const LEADS_ON = wordSet('of from by with under behind near below inside at dated placed')
const MENTIONED = listOf('said-of')
const BEARERS = listOf('bearer')
const THINGS = listOf('thing')
const PLATES = listOf('plate')
const OFFER = bitsOf('call', 'social')
const REACHED = OFFER | bitsOf('payment')
const BILLS = listOf('bill-kind')
const TALKED_OF = listOf('talked-of')
const PROSE = listOf('prose')

/** `hard` needs no further sign, `soft` a word for number or a colon. */
type LabelEvidence = { isNumberName: boolean; label: boolean; hard: boolean; soft: boolean }

/** Whether a label before this token says what it is; `bare`: how many digits are in groups of no telephone number. */
export function isLabelled(tokens: TextTokens, token: number, bare: number): boolean {
  if (isOfferedBefore(tokens, token)) return false
  let below = startOfCode(tokens, token)
  let [named, far, strange] = [false, false, false]
  let pointed = below < token || SHOWS.has(tokenAt(tokens, below - 1).text)
  // A bracket that closes within the number points at nothing: "new battery (987)-654-3210".
  const lead = tokenAt(tokens, below).before.replace(textAfter(tokens, token).startsWith(')') ? '(' : '', '')
  const isPointed = POINTS.test(lead)
  const isMentioned = !isPointed && VERBS.has(tokenAt(tokens, below - 1).text)
  for (let steps = 0; steps < MAX_STEPS && below > 0; steps++) {
    const i = below - 1
    const word = tokenAt(tokens, i)
    const before = steps === 0 ? lead : tokenAt(tokens, below).before
    const isCode = steps === 0 && !/[:\n]/.test(before) && !PLATES.has(word.text) && !BEARERS.has(word.text)
    const piece = isCode ? startOfPiece(tokens, i) : -1
    const model = named ? startOfModel(tokens, i, bare > tokenAt(tokens, token).text.length) : -1
    if (model >= 0 || piece >= 0) {
      below = model >= 0 ? model : piece
      continue
    }
    if (!OPEN.test(before) || word.kind !== 'word' || (word.word.hints & REACHED) !== 0) break
    // "ref9876543210"
    if (bare > 0 && before === '' && means(word, 'paper', 'id-noun')) break
    // A thing that has numbers: "policy 9876543210", "fuel pump 9876543210".
    if (bare >= LONG && steps === 0 && /^ [#(]? ?$/.test(before) && (isBearer(tokens, i) || isOnPlate(tokens, i)))
      return true
    if (!named && !isPointed && MENTIONED.has(word.text)) break
    const { isNumberName, label, hard, soft } = readSign(tokens, i)
    pointed ||= isNumberName || POINTS.test(before)
    named ||= isNumberName
    const first = isInitials(tokens, i) ? i - 1 : i
    // "tractor wala number": the number for the tractor.
    if (!soft && WALA.has(tokenAt(tokens, i + 1).text)) break
    if (label && !isEnd(before, word) && !(isNumberName && meansNear(tokens, i - 3, i - 1, 'call'))) {
      const isNear =
        (!far || isNumberWord(tokens, i + 1, isPointed)) && (!strange || OF.has(tokenAt(tokens, i + 1).text))
      if (isNear && (hard || named || (soft && pointed))) return !means(tokenAt(tokens, first - 1), 'social', 'payment')
    } else if (!isNumberName) {
      if (isEnd(before, word)) break
      const carries = means(word, 'copula', 'filler') || SHOWS.has(word.text)
      // Few words may stand between a label and its word number, more after "of": "bill of supply no.".
      if (named && (VERBS.has(word.text) || (!carries && CALLERS.has(word.text)))) break
      strange ||= named && !carries
      far ||= !carries && !named && word.before !== ''
      // "registration number Haryana ka hai …" speaks of a number without giving it.
      if (far && isMentioned) break
    }
    below = first
  }
  return false
}

/** ", engine 98…,": a thing alone with its number in its clause, in a text without a word for calling. */
function isOnPlate(tokens: TextTokens, i: number): boolean {
  let first = i
  while (/^[ -]$/.test(tokenAt(tokens, first).before) && isPartOf(tokenAt(tokens, first - 1))) first--
  const isAlone =
    /^$|[.,;:"'“–(]\s?$/.test(tokenAt(tokens, first).before) && /^$|^[,;)"'”.\n]|^ [–—-]/.test(textAfter(tokens, i + 1))
  return isAlone && PLATES.has(tokenAt(tokens, i).text) && !hints(tokens, OFFER)
}

/** "receipt", "fuel pump", "airway bill"; but "for quotation", "with new pump" speak of the thing. */
function isBearer(tokens: TextTokens, i: number): boolean {
  const [token, before] = [tokenAt(tokens, i), tokenAt(tokens, i - 1)]
  const isCompound = means(token, ...ANY_LABEL) && (means(before, 'paper') || BILLS.has(before.text))
  const isMentioned = TALKED_OF.has(token.text) && textAfter(tokens, i) === ' '
  const isSole = !isMentioned && (means(token, 'paper', 'spare') || BEARERS.has(token.text))
  if (!isSole && !isCompound) return false
  let first = i
  while (means(tokenAt(tokens, first - 1), 'paper', 'spare', ...ANY_LABEL)) first--
  return !PROSE.has(tokenAt(tokens, first - 1).text)
}

export function isNamed(tokens: TextTokens, token: number): boolean {
  for (let i = token - 1; i >= token - NEAREST && !endsClause(tokens, i); i--)
    if (means(tokenAt(tokens, i), 'paper', 'spare', 'money-word', 'currency', 'label', 'soft-label')) return true
  return false
}

function readSign(tokens: TextTokens, i: number): LabelEvidence {
  const word = tokenAt(tokens, i)
  const numero = word.text === 'n' && tokenAt(tokens, i + 1).before.startsWith('°')
  const isNumberName = means(word, 'number-noun') || numero
  const hard = isInitials(tokens, i) || means(word, 'label')
  const soft = hard || means(word, 'soft-label')
  const remark = /^notes?$/.test(word.text) && beginsClause(tokens, i)
  const person = means(word, 'person') && means(tokenAt(tokens, i + 1), 'id-noun')
  const isListed = (THINGS.has(word.text) || PLATES.has(word.text)) && (word.text !== 'do' || isUpperCase(tokens, word))
  const label = soft || means(word, 'weak-label') || isListed || isLoneInitial(tokens, i) || person
  return { isNumberName, label: label && !remark, hard, soft }
}

/** "number on the RC …", "number MSEDCL …", "no. and date: …"; but "no problem …", "number clear hai …". */
function isNumberWord(tokens: TextTokens, i: number, isNumbered: boolean): boolean {
  const [word, next] = [tokenAt(tokens, i), tokenAt(tokens, i + 1)]
  const isName = means(word, 'number-name') && isCapitalised(tokens, next)
  const isCarried = isNumbered || isName || LEADS_ON.has(next.text) || means(next, 'filler', 'on')
  return isCarried && means(word, 'number-noun')
}
