import { at, beginsClause, beginsPart, isKnown, isUpperCase, means, type Token, type Tokens } from '../text/tokens.ts'
import { wordSet } from '../words/lexicon.ts'
import { isCaller } from './callers.ts'
import { isOfferedBefore } from './offers.ts'
import { isInitials, isLoneInitial, isMixedCode, startOfCode, startOfModel, startOfPiece } from './shape.ts'
import { resembledLabel } from './spelling.ts'

// A label says what the number after it is. From the number backwards: punctuation, the beginning of a code, a word for
// number, words that only carry on, then the label. Whatever else comes first decides: a word for calling, the end of a
// clause. "chassis number as punched on the frame …": any words may stand between as long as "number" follows the label.

const MOST_STEPS = 10
const MANY = 50
const LONGEST_LIST = 16
/** A word that nobody knows names the number: it may be that of a paper, or someone's to call. */
const STRANGE = -1
/** "no loan no bill 9876543210": the paper is denied, so that the number is not its own. */
export const DENIED = -2
const DENIES = wordSet('no')
const LONGEST_CUT = 4
/** Signs that may stand between a word and the number it announces. */
const OPEN = /^[\s:#=–—(→>/)'"*_,&[\]{}|`।~°.-]{0,8}$/
/** Signs that point at what follows; a dash that stands apart begins something else. */
const POINTS = /[:#=→>(]|(?<! )[–—-](?! )/
const LISTS = /[,/&+\n]/
/** "GSTIN is …" tells the number; "bill hai" only says that there is one. */
const PLAIN_IS = wordSet('is reads ka ki का की')

/** What a word before a number says of it. */
type Sign = { noun: boolean; label: boolean; hard: boolean; soft: boolean }

/**
 * How many numbers the labels before this token speak for: each label for one, a plural for all that follow; -1 for a word
 * that nobody knows.
 */
export function labelsBefore(tokens: Tokens, token: number, bare: boolean): number {
  const code = startOfList(tokens, startOfCode(tokens, token))
  if (bare && isMixedCode(tokens, code, token)) return 1
  let [labels, below, loose] = [0, code, 0]
  let [named, pointed, far, carried, listed] = [false, code < token, false, false, false]
  let [many, pending] = [false, false]
  for (let steps = 0; steps < MOST_STEPS && below > 0; steps++) {
    const i = below - 1
    const word = at(tokens, i)
    const { gap } = at(tokens, below)
    const model = named ? startOfModel(tokens, i) : -1
    const piece = steps === 0 && !/[:\n]/.test(gap) ? startOfPiece(tokens, i) : -1
    // "नंo": a sign that stands for a point.
    if (model >= 0 || piece >= 0 || (word.text === 'o' && word.gap === '')) {
      below = model >= 0 ? model : piece >= 0 ? piece : i
      continue
    }
    if (!OPEN.test(gap) || word.kind !== 'word' || means(word, 'call', 'social', 'payment')) break
    const sign = readSign(tokens, i)
    pointed ||= sign.noun || POINTS.test(gap)
    named ||= sign.noun && !isParted(gap, word, sign)
    many ||= named && means(word, 'plural-noun')
    listed ||= LISTS.test(gap)
    if (sign.label && !(labels === 0 && isParted(gap, word, sign)) && !(sign.noun && isCalledNear(tokens, i))) {
      const plain = means(word, 'plain-label') && beginsClause(tokens, i)
      const isTold = code < token && POINTS.test(gap)
      const right = !far || means(at(tokens, i + 1), 'number-noun')
      if (
        right &&
        (sign.hard ||
          named ||
          gap.includes('#') ||
          (!carried && (plain || (sign.soft && pointed))) ||
          isTold ||
          labels > 0)
      ) {
        const before = isInitials(tokens, i) ? i - 1 : i
        // "Paytm account": the word before says what kind of account it is.
        if (isOfferedBefore(tokens, before) || means(at(tokens, before - 1), 'social', 'payment')) break
        // "engine/chassis no." are two, "tax invoice no." is one.
        if (labels === 0 || listed) labels++
        listed = false
        if (far) break
      } else pending = !far && !gap.includes(')')
    } else if (!sign.noun && labels > 0) break
    else if (sign.noun) {
      if (pending && gap === ' ' && DENIES.has(word.text) && code === token) return DENIED
      if (pending || isParted(gap, word, sign)) break
    } else {
      if (isEnd(gap, word) || gap.includes('. ')) break
      if (bare && named && !far && isStranger(tokens, i)) return means(at(tokens, i + 1), 'number-name') ? STRANGE : 1
      const carries = means(word, 'copula') || (steps > 0 && means(word, 'filler'))
      // "bill of supply no.": a few words may stand between a label and its word number.
      if (!carries && (!isNeutral(word) || (named && (loose++ > 1 || isCaller(word.text))))) break
      far ||= !carries && !named
      carried ||= !PLAIN_IS.has(word.text)
    }
    below = isInitials(tokens, i) ? i - 1 : i
  }
  return labels > 0 && many ? MANY : labels
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
  const like = isKnown(word) ? undefined : resembledLabel(word.text)
  const numero = word.text === 'n' && at(tokens, i + 1).gap.startsWith('°')
  const noun = means(word, 'number-noun') || numero
  const hard = isInitials(tokens, i) || means(word, 'label')
  const soft = hard || means(word, 'soft-label') || (like !== undefined && like !== 'weak-label')
  const remark = /^notes?$/.test(word.text) && beginsClause(tokens, i)
  const person = means(word, 'person') && means(at(tokens, i + 1), 'id-noun')
  const label = soft || like !== undefined || means(word, 'weak-label') || isLoneInitial(tokens, i) || person
  return { noun, label: label && !remark, hard, soft }
}

/** A clause ends between a word and what follows it; a point may cut a short word short. */
function isEnd(gap: string, word: Token): boolean {
  if (/[,;|।]/.test(gap) || (gap.includes('\n') && !POINTS.test(gap))) return true
  return gap.includes('.') && !gap.includes(':') && word.text.length > LONGEST_CUT && !means(word, 'cut-short')
}

function isParted(gap: string, word: Token, { noun }: Sign): boolean {
  return noun ? /[,;|]/.test(gap) : isEnd(gap, word)
}

/** "landline with code 04259 …" */
function isCalledNear(tokens: Tokens, i: number): boolean {
  return [1, 2, 3].some((step) => means(at(tokens, i - step), 'call'))
}

/** A word that speaks neither of calling nor of someone nor of money. */
function isNeutral(word: Token): boolean {
  if (means(word, 'this', 'currency', 'person', 'closing')) return false
  return word.word.digits === '' || word.word.kind === 'homophone'
}

/**
 * "Mukhtarnama no. 9876543210": who names a number by a word that is neither a person's nor one for calling may name a
 * paper or a part of which the guard never heard.
 */
function isStranger(tokens: Tokens, i: number): boolean {
  const { text, word } = at(tokens, i)
  return text.length >= 3 && word.tags.size === 0 && word.digits === '' && beginsPart(tokens, i) && !isCaller(text)
}
