import { at, beginsClause, beginsPart, isCapitalised, isKnown, means, type Token, type Tokens } from '../text/tokens.ts'
import { ANY_LABEL, wordSet } from '../words/lexicon.ts'
import { isCaller } from './callers.ts'
import { isLabelledFromAfar } from './distance.ts'
import { isOfferedBefore } from './offers.ts'
import {
  isCodePrefix,
  isFormNumber,
  isInitials,
  isLoneInitial,
  isMixedCode,
  startOfCode,
  startOfPiece,
} from './shape.ts'
import { abbreviatedLabel, type Likeness, resembledLabel } from './spelling.ts'

// A label says what the number after it is. From the number backwards: punctuation, the beginning of a code, a word for
// number, words that only carry on, then the label. Whatever else comes first decides: a word for calling, any other word.

const MOST_STEPS = 9
const MANY = 50
const LONGEST_CUT = 4
/** "GSTIN is …" tells the number; "bill hai" only says that there is one. */
const PLAIN_IS = wordSet('is reads ka ki का की')
/** "Note: number …" announces nothing; a credit note is a paper. */
const REMARK = /^notes?$/
/** How words end with which the word number is glued to a label: "engineno", "invoicenumber". */
const NOUN_ENDING = /(?:no|os|er|um|id|de|br|ar|mb)$/

/** The signs between a word and what it may announce: whether they point at it, part it off, or list it. */
type Gap = {
  line: boolean
  point: boolean
  marked: boolean
  parted: boolean
  listed: boolean
  colon: boolean
  hash: boolean
}

const BLANK: Gap = { line: false, point: false, marked: false, parted: false, listed: false, colon: false, hash: false }

function readGap(gap: string): Gap | undefined {
  if (gap === ' ') return BLANK
  if (!/^[\s:#=–—(→>/)'"*_,&[\]{}|`।~°.-]{0,8}$/.test(gap)) return undefined
  const comma = gap.includes(',')
  const line = gap.includes('\n')
  return {
    line,
    point: gap.includes('.'),
    // After a comma or a dash that stands apart something else begins.
    marked: !comma && /[:#=–—(→>-]/.test(gap),
    parted: comma || /^.[–—-]./s.test(gap),
    listed: line || /[,/&+]/.test(gap),
    colon: gap.includes(':'),
    hash: gap.includes('#'),
  }
}

/** How many numbers the labels right before this token speak for: each label for one, a plural for all that follow. */
export function labelsBefore(tokens: Tokens, token: number, bare: boolean, written: boolean): number {
  const code = startOfCode(tokens, token)
  if (bare && isMixedCode(tokens, token)) return 1
  const near = labelsFrom(tokens, code, code < token, bare)
  if (near > 0) return near
  const piece = startOfPiece(tokens, code)
  if (written && piece >= 0 && labelsFrom(tokens, piece, true, false) > 0) return 1
  return isLabelledFromAfar(tokens, code) ? 1 : 0
}

function labelsFrom(tokens: Tokens, first: number, isCode: boolean, bare: boolean): number {
  let [evidence, named, hash, many, id] = [isCode, false, false, false, false]
  let [pending, carried, between, listed] = [false, false, false, false]
  let labels = 0
  // "bill hai ph9876543210": letters against the number may be a word for calling.
  const called = isCode && means(at(tokens, first), 'call')
  let below = first
  for (let steps = 0; steps < MOST_STEPS && below > 0; steps++) {
    const i = below - 1
    const token = at(tokens, i)
    const gap = readGap(at(tokens, below).gap)
    if (gap === undefined) break
    const initials = isInitials(tokens, i)
    const prefix = steps === 0 && !gap.line && !gap.colon && !initials && isCodePrefix(tokens, i)
    if (prefix || (named && isFormNumber(tokens, i))) {
      between ||= prefix
      below = i
      continue
    }
    if (token.kind !== 'word' || means(token, 'call', 'social', 'payment')) break
    // Right before the number, with nothing that points at it, few words are a label in another spelling.
    const telling = steps > 0 || evidence || gap.marked || NOUN_ENDING.test(token.text)
    const like = telling && !isKnown(token) ? (resembledLabel(token.text) ?? abbreviated(tokens, i, named)) : undefined
    const lone = isLoneInitial(tokens, i)
    const person = id && means(token, 'person')
    const known = initials || lone || person || like !== undefined || means(token, ...ANY_LABEL)
    const stranger = bare && named && labels === 0 && !gap.line && isStranger(tokens, i, id)
    const label = (known && !(REMARK.test(token.text) && beginsClause(tokens, i))) || stranger
    const numero = token.text === 'n' && at(tokens, below).gap.startsWith('°')
    const noun = means(token, 'number-noun') || like?.noun === true || numero
    const copula = !gap.point && !gap.line && means(token, 'copula')
    const filler = copula || ((steps > 0 || gap.marked) && means(token, 'filler'))
    if (!label && !noun && !filler) break
    const name = means(at(tokens, below), 'number-name')
    const plural = means(token, 'plural-noun')
    // "trolley 2 nos | 9860 …" counts trolleys.
    if (noun && plural && at(tokens, i - 1).kind === 'number') break
    // "landline with code 04259 …", "Swaraj Code, 9200 …"
    if (label && noun && (gap.parted || isCalledNear(tokens, i))) break
    // A point may cut a word short, but not a long one; "…, number 9876543210" names nothing of what stands before it.
    const cut = means(token, 'cut-short') || (token.text.length <= LONGEST_CUT && (!name || initials))
    if (label && labels === 0 && gap.point && !cut && !gap.colon) break
    if (label && labels === 0 && gap.parted && (like !== undefined || name)) break
    if (gap.line && !gap.marked && !noun && labels === 0) break
    if (noun || (gap.marked && (!gap.parted || beginsClause(tokens, i)))) evidence = true
    hash ||= gap.hash
    listed ||= gap.listed
    if (noun) {
      named = true
      many ||= plural
      id ||= means(token, 'id-noun')
      if (pending) return means(at(tokens, i + 1), 'filler', 'copula') ? counted(1) : 0
    }
    const start = initials ? i - 1 : i
    if (label) {
      const hard = initials || means(token, 'label')
      const soft = hard || lone || means(token, 'soft-label') || (like !== undefined && like.strength !== 'weak-label')
      const plain = means(token, 'plain-label') && beginsClause(tokens, i) && !gap.point && !between
      const sure = hard || plain || (soft && evidence) || labels > 0 || (isCode && gap.marked)
      if (named || hash || (sure && !carried && !called && !pending)) {
        if (isOfferedBefore(tokens, start) || belongsToCalls(tokens, start)) return counted(labels)
        // "engine/chassis no." are two, "tax invoice no." is one.
        if (labels === 0 || listed) labels++
        listed = false
      } else pending = true
    } else if (filler && !noun) {
      between = true
      if (!PLAIN_IS.has(token.text)) {
        if (named && copula) break
        carried = true
      }
    }
    below = start
  }
  return counted(labels)

  function counted(count: number): number {
    return count > 0 && many ? MANY : count
  }
}

function abbreviated(tokens: Tokens, i: number, named: boolean): Likeness | undefined {
  const { text } = at(tokens, i)
  return named && means(at(tokens, i + 1), 'number-noun') && !isCaller(text) ? abbreviatedLabel(text) : undefined
}

/** "Paytm account", "whatsapp account": the word before says what kind of account it is. */
function belongsToCalls(tokens: Tokens, label: number): boolean {
  return means(at(tokens, label - 1), 'call', 'social', 'payment') && /^[^.\n:#=–—(→>-]$/.test(at(tokens, label).gap)
}

/**
 * "Mukhtarnama no. 9876543210": who names a number by a word that is neither a person's nor one for calling names a
 * paper or a part, even if the guard never heard of it.
 */
function isStranger(tokens: Tokens, i: number, id: boolean): boolean {
  const token = at(tokens, i)
  const next = at(tokens, i + 1)
  const meant = token.word.digits !== '' || token.word.tags.size > (means(token, 'person') ? 1 : 0)
  if (token.kind !== 'word' || meant || !means(next, 'number-noun')) return false
  if (!isNameable(token) || !/^(?:[ .]*|[-_.]*)$/.test(next.gap)) return false
  // A point cuts a short word short: "Mukht. no."
  if (next.gap.includes('.') && token.text.length > 3) return false
  if (!id && !beginsPart(tokens, i) && !isSecond(tokens, i)) return false
  return !isCaller(token.text)
}

const isNameable = ({ text }: Token): boolean => text.length >= 3 && text.length <= 24

function isCalledNear(tokens: Tokens, i: number): boolean {
  return [1, 2, 3].some((step) => means(at(tokens, i - step), 'call'))
}

/** Two words may name it: "dakhil kharij no.". */
function isSecond(tokens: Tokens, i: number): boolean {
  const before = at(tokens, i - 1)
  if (isCapitalised(tokens, at(tokens, i)) || !beginsPart(tokens, i - 1) || before.kind !== 'word') return false
  return !isCaller(before.text)
}
