import { textOf } from '../addresses/domains.ts'
import { LINE, SPACE } from '../text/character-fold.ts'
import { beginsClause } from '../text/clauses.ts'
import { foldWord } from '../text/fold.ts'
import { means, NUMBER, type Tokens, WORD } from '../text/tokens.ts'
import { traitsOf } from '../words/lexicon.ts'
import { CUT_SHORT, ID_NOUN, PERSON, PLURAL_NOUN } from '../words/traits.ts'
import {
  ANY_LABEL,
  CALL,
  COPULA,
  FILLER,
  LABEL,
  NUMBER_NAME,
  NUMBER_NOUN,
  PAYMENT,
  PLAIN_LABEL,
  SOCIAL,
  SOFT_LABEL,
} from '../words/vocabulary.ts'
import { isCaller } from './callers.ts'
import { isLabelledFromAfar } from './label-distance.ts'
import {
  isAbbreviationSign,
  isAcronym,
  isCapitals,
  isCodePrefix,
  isCompound,
  isFormNumber,
  isInitials,
  isLoneInitial,
  isMixedCode,
  isMobileSign,
  startOfCode,
  startOfPiece,
} from './label-shape.ts'
import { abbreviatedLabel, resembledLabel } from './label-spelling.ts'
import { isOfferedBefore } from './offers.ts'
import { isStranger } from './strangers.ts'

// A label says what the number after it is. From the number backwards: punctuation, the beginning of a code, a word for
// number, words that only carry on, then the label. Whatever else comes first decides: a word for calling, any other word.

const MOST_STEPS = 9
const WIDEST_GAP = 8
const MANY = 50
const LONGEST_CUT = 4

type Gap = {
  open: boolean
  marked: boolean
  line: boolean
  point: boolean
  hash: boolean
  parted: boolean
  listed: boolean
  colon: boolean
}

/** What was asked for last; whoever asks uses it up before asking again. */
const lastGap: Gap = {
  open: true,
  marked: false,
  line: false,
  point: false,
  hash: false,
  parted: false,
  listed: false,
  colon: false,
}
const POINTS = 1
const PASSES = 2
const SIGNS = new Uint8Array(0x2200)
for (const sign of ':#=-–—(→>') SIGNS[sign.charCodeAt(0)] = POINTS
for (const sign of '/)\'"*_,&[]{}|`।~°') SIGNS[sign.charCodeAt(0)] = PASSES

function gapBefore(tokens: Tokens, token: number): Gap {
  const { codes, classes } = tokens.folded
  const gap = lastGap
  gap.marked = gap.line = gap.point = gap.hash = gap.listed = gap.colon = false
  let comma = false
  const start = tokens.ends[token - 1] ?? 0
  const end = tokens.starts[token] ?? 0
  gap.open = end - start <= WIDEST_GAP
  for (let i = start; i < end && gap.open; i++) {
    const code = codes[i] ?? 0
    if (classes[i] === LINE) gap.line = true
    else if (code === 46) gap.point = true
    else if (SIGNS[code] === POINTS) gap.marked = true
    else if (classes[i] !== SPACE && SIGNS[code] !== PASSES) gap.open = false
    if (code === 35) gap.hash = true
    if (code === 44) comma = true
    if (code === 58) gap.colon = true
    if (code === 44 || code === 47 || code === 38 || code === 43) gap.listed = true
  }
  // After a comma or a dash that stands apart something else begins.
  if (comma) gap.marked = false
  gap.parted = comma || (end - start > 2 && isDash(codes[start + 1] ?? 0))
  gap.listed ||= gap.line
  return gap
}

function isDash(code: number): boolean {
  return code === 45 || code === 0x2013 || code === 0x2014
}

/** "GSTIN is …" tells the number; "bill hai" only says that there is one. */
const PLAIN_IS = new Set(['is', 'reads', 'ka', 'ki', 'का', 'की'].map(foldWord))

/** How many numbers the labels right before this token speak for: each label for one, a plural for all that follow. */
export function labelsBefore(tokens: Tokens, token: number, bare: boolean, written: boolean): number {
  if (isMobileSign(tokens, token - 1)) return 0
  const code = startOfCode(tokens, token)
  const piece = startOfPiece(tokens, code)
  if (bare && isMixedCode(tokens, token)) return 1
  const near = labelsFrom(tokens, code, code < token, false, bare)
  if (near > 0) return near
  if (written && piece >= 0 && labelsFrom(tokens, piece, true, true, false) > 0) return 1
  return isLabelledFromAfar(tokens, code) ? 1 : 0
}

function labelsFrom(tokens: Tokens, first: number, isCode: boolean, strict: boolean, bare: boolean): number {
  let evidence = isCode
  let named = false
  let hash = false
  let many = false
  let id = false
  let labels = 0
  let pending = false
  let carried = false
  let between = false
  let listed = false
  // "bill hai ph9876543210": letters against the number may be a word for calling.
  const called = isCode && means(tokens, first, CALL)
  let below = first
  for (let steps = 0; steps < MOST_STEPS && below > 0; steps++) {
    const at = below - 1
    const gap = gapBefore(tokens, below)
    if (!gap.open) break
    const initials = isInitials(tokens, at)
    if (
      isAbbreviationSign(tokens, at) ||
      (steps === 0 && !gap.line && !gap.colon && !initials && isCodePrefix(tokens, at))
    ) {
      below = at
      between = true
      continue
    }
    if (named && isFormNumber(tokens, at)) {
      below = at
      continue
    }
    if (tokens.kinds[at] !== WORD || means(tokens, at, CALL | SOCIAL | PAYMENT)) break
    const traits = traitsOf(tokens.entries[at] ?? 0)
    // Right before the number, with nothing that points at it, few words are a label in another spelling.
    const telling = steps > 0 || evidence || gap.marked || gap.hash || mayHoldNoun(tokens, at)
    const resembled =
      telling && tokens.entries[at] === 0 ? resembledLabel(textOf(tokens, at)) || abbreviated(tokens, at, named) : 0
    const bits = (tokens.meanings[at] ?? 0) | resembled
    const person = !initials && id && (traits & PERSON) !== 0
    const compound = !initials && !named && labels === 0 && isCompound(tokens, at)
    const known =
      initials ||
      compound ||
      person ||
      (bits & ANY_LABEL) !== 0 ||
      isLoneInitial(tokens, at) ||
      (bare && isCapitals(tokens, at))
    const label =
      (known && !isRemark(tokens, at)) || (bare && named && labels === 0 && !gap.line && isStranger(tokens, at, id))
    const noun = (bits & NUMBER_NOUN) !== 0 || isNumeroSign(tokens, at)
    const copula = !gap.point && !gap.line && means(tokens, at, COPULA)
    const filler = copula || ((steps > 0 || gap.marked) && means(tokens, at, FILLER))
    if (!label && !noun && !filler) break
    // "trolley 2 nos | 9860 …" counts trolleys.
    if (noun && (traits & PLURAL_NOUN) !== 0 && at > 0 && tokens.kinds[at - 1] === NUMBER) break
    // "landline with code 04259 …", "Swaraj Code, 9200 …"
    if (label && noun && (isCalledNear(tokens, at) || gap.parted)) break
    // A point may cut a word short, but not a long one.
    const long = (tokens.ends[at] ?? 0) - (tokens.starts[at] ?? 0) > LONGEST_CUT
    const short = (traits & CUT_SHORT) !== 0
    const cut = short || (!long && (!means(tokens, below, NUMBER_NAME) || initials))
    const endsSentence = gap.point && !cut && !gap.colon
    // "…, number 9876543210" names nothing of what stands before the comma.
    if (
      label &&
      labels === 0 &&
      (endsSentence || (gap.parted && (resembled !== 0 || means(tokens, below, NUMBER_NAME))))
    )
      break
    if (gap.line && !gap.marked && !noun && labels === 0) break
    if (noun || (gap.marked && (!gap.parted || beginsClause(tokens, at)))) evidence = true
    if (gap.hash) hash = true
    if (gap.listed) listed = true
    if (noun) {
      named = true
      if ((traits & PLURAL_NOUN) !== 0) many = true
      if ((traits & ID_NOUN) !== 0) id = true
      if (pending) return means(tokens, at + 1, FILLER | COPULA) ? finish(1) : 0
    }
    if (label) {
      const hard = initials || compound || (means(tokens, at, LABEL) && resembled === 0)
      const soft = (bits & (LABEL | SOFT_LABEL)) !== 0 || isLoneInitial(tokens, at)
      const plain =
        (means(tokens, at, PLAIN_LABEL) || (soft && isAcronym(tokens, at))) &&
        beginsClause(tokens, at) &&
        !gap.point &&
        !between
      const sure = hard || plain || (soft && evidence) || labels > 0 || (isCode && gap.marked)
      const speaks = strict ? evidence && (hard || soft) : named || hash || (sure && !carried && !called && !pending)
      if (speaks) {
        const before = labels
        // "engine/chassis no." are two, "tax invoice no." is one.
        if (labels === 0 || listed) labels++
        listed = false
        const start = initials || compound ? at - 1 : at
        if (isOfferedBefore(tokens, start) || belongsToCalls(tokens, start)) return finish(before)
      } else pending = true
    }
    if (filler && !label && !noun) {
      between = true
      if (!PLAIN_IS.has(textOf(tokens, at))) {
        if (named && copula) break
        carried = true
      }
    }
    below = initials || compound ? at - 1 : at
  }
  return finish(labels)

  function finish(count: number): number {
    return count > 0 && many ? MANY : count
  }
}

const REMARKS = new Set(['note', 'notes'])

/** "Note: number …" announces nothing; a credit note is a paper. */
function isRemark(tokens: Tokens, token: number): boolean {
  return REMARKS.has(textOf(tokens, token)) && beginsClause(tokens, token)
}

/** `n°` */
function isNumeroSign({ starts, ends, folded: { codes } }: Tokens, token: number): boolean {
  const end = ends[token] ?? 0
  return end - (starts[token] ?? 0) === 1 && codes[end - 1] === 110 && codes[end] === 0xb0
}

/** How words end with which the word number is glued to a label: "engineno", "invoicenumber". */
const NOUN_ENDINGS = new Set(
  ['no', 'os', 'er', 'um', 'id', 'de', 'br', 'ar', 'mb'].map((end) => (end.charCodeAt(0) << 8) | end.charCodeAt(1)),
)

/** By its look a word may be capitals for a label, or end with the word number. */
function mayHoldNoun(tokens: Tokens, token: number): boolean {
  const { codes } = tokens.folded
  const end = tokens.ends[token] ?? 0
  return NOUN_ENDINGS.has(((codes[end - 2] ?? 0) << 8) | (codes[end - 1] ?? 0)) || isAcronym(tokens, token)
}

function isCalledNear(tokens: Tokens, token: number): boolean {
  return means(tokens, token - 1, CALL) || means(tokens, token - 2, CALL) || means(tokens, token - 3, CALL)
}

function abbreviated(tokens: Tokens, token: number, named: boolean): number {
  if (!named || !means(tokens, token + 1, NUMBER_NOUN)) return 0
  const word = textOf(tokens, token)
  const label = abbreviatedLabel(word)
  return label !== 0 && isCaller(word) ? 0 : label
}

/** "Paytm account", "whatsapp account": the word before says what kind of account it is. */
function belongsToCalls(tokens: Tokens, label: number): boolean {
  if (label === 0 || !means(tokens, label - 1, CALL | SOCIAL | PAYMENT)) return false
  const gap = gapBefore(tokens, label)
  return (
    gap.open &&
    !gap.marked &&
    !gap.line &&
    !gap.point &&
    (tokens.starts[label] ?? 0) - (tokens.ends[label - 1] ?? 0) === 1
  )
}
