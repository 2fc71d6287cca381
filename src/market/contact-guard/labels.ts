import { LINE, SPACE } from './character-fold.ts'
import { textOf } from './domains.ts'
import { foldWord } from './fold.ts'
import { resembledLabel } from './label-spelling.ts'
import { traitsOf } from './lexicon.ts'
import { isOfferedBefore } from './offers.ts'
import { means, NUMBER, type Tokens, WORD } from './tokens.ts'
import { ID_NOUN, PERSON, PLURAL_NOUN } from './traits.ts'
import {
  CALL,
  COPULA,
  FILLER,
  LABEL,
  NUMBER_NOUN,
  PAYMENT,
  PLAIN_LABEL,
  SOCIAL,
  SOFT_LABEL,
  WEAK_LABEL,
} from './vocabulary.ts'

// A label says what the number after it is. From the number backwards: punctuation, the beginning of a code, a word for
// number, words that only carry on, then the label. Whatever else comes first decides: a word for calling, any other word.

const MOST_STEPS = 9
const WIDEST_GAP = 8
const ANY_LABEL = LABEL | SOFT_LABEL | WEAK_LABEL
const MANY = 50

type Gap = { open: boolean; marked: boolean; line: boolean; point: boolean; hash: boolean }

const POINTING = new Set(Array.from(':#=-–—(→>', (c) => c.charCodeAt(0)))
const PASSING = new Set(Array.from('/)\'"*_,&[]{}|`।~', (c) => c.charCodeAt(0)))

function gapBefore(tokens: Tokens, token: number): Gap {
  const { codes, classes } = tokens.folded
  const gap: Gap = { open: true, marked: false, line: false, point: false, hash: false }
  const start = tokens.ends[token - 1] ?? 0
  const end = tokens.starts[token] ?? 0
  if (end - start > WIDEST_GAP) gap.open = false
  for (let i = start; i < end && gap.open; i++) {
    const code = codes[i] ?? 0
    if (classes[i] === LINE) gap.line = true
    else if (code === 46) gap.point = true
    else if (POINTING.has(code)) gap.marked = true
    else if (classes[i] !== SPACE && !PASSING.has(code)) gap.open = false
    if (code === 35) gap.hash = true
  }
  return gap
}

const INITIALS = new Set('a/c s/n p/n e/n c/n m/n b/n r/c d/o p/o l/r g/r d/l h/p आर/सी ஆர்/சி'.split(' ').map(foldWord))
/** "GSTIN is …" tells the number; "bill hai" only says that there is one. */
const PLAIN_IS = new Set(['is', 'ka', 'ki', 'का', 'की'].map(foldWord))
const LONE_INITIALS = new Set(['e', 'c', 's'])

/** "A/c", "S/N", "R.C.": two initials that make a label. */
function isInitials(tokens: Tokens, token: number): boolean {
  if (token < 1 || (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0) > 4) return false
  const at = (tokens.starts[token] ?? 0) - 1
  if ((tokens.ends[token - 1] ?? 0) !== at) return false
  const between = tokens.folded.codes[at]
  if (between !== 47 && between !== 46 && (between !== 32 || (tokens.folded.codes[at + 1] ?? 0) < 128)) return false
  return INITIALS.has(`${textOf(tokens, token - 1)}/${textOf(tokens, token)}`)
}

/** "E. No.", "C No": one initial does, when the word number follows. */
function isLoneInitial(tokens: Tokens, token: number): boolean {
  const length = (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0)
  if (length !== 1 || !means(tokens, token + 1, NUMBER_NOUN)) return false
  const before = tokens.folded.codes[(tokens.starts[token] ?? 0) - 1]
  return before !== 39 && before !== 0x2019 && LONE_INITIALS.has(textOf(tokens, token))
}

const PLAIN_WORDS = new Set(
  'ok okay not nil na new old good all clr fine best nice sab thik abhi bhai sir ji hi hello pls plz mr mrs shri smt dr raj ram anil amit ravi'.split(
    ' ',
  ),
)

/** Whether a word stands in capitals in the source. */
function isUpperCase(tokens: Tokens, token: number): boolean {
  const { text, starts, ends } = tokens.folded
  const end = ends[(tokens.ends[token] ?? 1) - 1] ?? 0
  for (let i = starts[tokens.starts[token] ?? 0] ?? 0; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code < 65 || code > 90) return false
  }
  return true
}

/** A few letters of a code that stand apart from its digits: "Chassis no. MB 9876543210". */
function isCodePrefix(tokens: Tokens, token: number): boolean {
  if (tokens.kinds[token] !== WORD) return false
  const start = tokens.starts[token] ?? 0
  const length = (tokens.ends[token] ?? 0) - start
  if (length > 4 || (tokens.folded.codes[start] ?? 0) > 127 || tokens.entries[token] !== 0) return false
  return isUpperCase(tokens, token) && !PLAIN_WORDS.has(textOf(tokens, token))
}

/** "न०": the abbreviation point of Hindi is drawn like its zero. */
function isAbbreviationSign(tokens: Tokens, token: number): boolean {
  const length = (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0)
  const code = tokens.folded.codes[tokens.starts[token] ?? 0]
  return (
    token > 0 &&
    length === 1 &&
    (code === 48 || code === 111) &&
    tokens.ends[token - 1] === tokens.starts[token] &&
    means(tokens, token - 1, NUMBER_NOUN)
  )
}

/** Letters and digits that stand against the number, as in `E3.1234567890`, belong to it. */
function startOfCode(tokens: Tokens, token: number): number {
  let first = token
  const { codes } = tokens.folded
  while (first > token - 6 && first > 0) {
    const gap = (tokens.starts[first] ?? 0) - (tokens.ends[first - 1] ?? 0)
    const point = codes[(tokens.starts[first] ?? 0) - 1]
    const joined =
      gap === 0 || (gap === 1 && (point === 46 || point === 45 || point === 47) && isCodePart(tokens, first - 1))
    const known = means(tokens, first - 1, CALL | ANY_LABEL | NUMBER_NOUN)
    if (!joined || (known && (gap > 0 || (tokens.ends[first - 1] ?? 0) - (tokens.starts[first - 1] ?? 0) > 2))) break
    first--
  }
  return first
}

function isCodePart(tokens: Tokens, token: number): boolean {
  return tokens.kinds[token] === NUMBER || (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0) <= 3
}

const MOST_PIECE = 6

/** A short piece with letters and digits before the number, as in "S325-1 9876543210": its first token, or -1. */
function startOfPiece(tokens: Tokens, first: number): number {
  if (first < 2 || (tokens.starts[first] ?? 0) - (tokens.ends[first - 1] ?? 0) > 1) return -1
  const start = startOfCode(tokens, first - 1)
  let signs = 0
  let letters = false
  let digits = false
  for (let t = start; t < first; t++) {
    signs += (tokens.ends[t] ?? 0) - (tokens.starts[t] ?? 0)
    if (tokens.kinds[t] === NUMBER) digits = true
    else letters = true
  }
  return letters && digits && signs <= MOST_PIECE ? start : -1
}

/** "Form 35 no. …": which of several forms it is. */
function isFormNumber(tokens: Tokens, token: number): boolean {
  if (tokens.kinds[token] !== NUMBER || token === 0) return false
  return (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0) <= 3 && means(tokens, token - 1, ANY_LABEL)
}

const CAPITAL_WORDS = new Set(
  'my his her our new old alt sim jio vi om ram raj jai son dad mom sir bro ph mob'.split(' '),
)

/** "FIP no.": capitals that are not read as a word, before the word number in small letters. */
function isCapitals(tokens: Tokens, token: number): boolean {
  const start = tokens.starts[token] ?? 0
  const end = tokens.ends[token] ?? 0
  if (end - start < 2 || end - start > 3 || tokens.entries[token] !== 0 || !means(tokens, token + 1, NUMBER_NOUN))
    return false
  return isUpperCase(tokens, token) && !isUpperCase(tokens, token + 1) && !CAPITAL_WORDS.has(textOf(tokens, token))
}

function beginsClause(tokens: Tokens, token: number): boolean {
  if (token === 0) return true
  const { codes, classes } = tokens.folded
  for (let i = (tokens.starts[token] ?? 0) - 1; i >= (tokens.ends[token - 1] ?? 0); i--) {
    if (classes[i] === LINE || ',.;:|('.includes(String.fromCharCode(codes[i] ?? 0))) return true
  }
  return false
}

/** How many numbers the labels right before this token speak for: each label for one, a plural for all that follow. */
export function labelsBefore(tokens: Tokens, token: number): number {
  const code = startOfCode(tokens, token)
  const piece = startOfPiece(tokens, code)
  return labelsFrom(tokens, code, code < token, false) || (piece < 0 ? 0 : labelsFrom(tokens, piece, true, true))
}

function labelsFrom(tokens: Tokens, first: number, isCode: boolean, strict: boolean): number {
  let evidence = isCode
  let named = false
  let hash = false
  let many = false
  let id = false
  let labels = 0
  let pending = false
  let carried = false
  let between = false
  // "bill hai ph9876543210": letters against the number may be a word for calling.
  const called = isCode && means(tokens, first, CALL)
  let below = first
  for (let steps = 0; steps < MOST_STEPS && below > 0; steps++) {
    const at = below - 1
    const gap = gapBefore(tokens, below)
    if (!gap.open) break
    const initials = isInitials(tokens, at)
    if (isAbbreviationSign(tokens, at) || (steps === 0 && !gap.line && !initials && isCodePrefix(tokens, at))) {
      below = at
      continue
    }
    if (named && isFormNumber(tokens, at)) {
      below = at
      continue
    }
    if (tokens.kinds[at] !== WORD || means(tokens, at, CALL | SOCIAL | PAYMENT)) break
    const traits = traitsOf(tokens.entries[at] ?? 0)
    const resembled = tokens.entries[at] === 0 ? resembledLabel(textOf(tokens, at)) : 0
    const bits = (tokens.meanings[at] ?? 0) | resembled
    const person = !initials && id && (traits & PERSON) !== 0
    const label = initials || person || (bits & ANY_LABEL) !== 0 || isLoneInitial(tokens, at) || isCapitals(tokens, at)
    const noun = (bits & NUMBER_NOUN) !== 0
    const copula = !gap.point && !gap.line && means(tokens, at, COPULA)
    const filler = copula || ((steps > 0 || gap.marked) && means(tokens, at, FILLER))
    if (!label && !noun && !filler) break
    if (gap.line && !gap.marked && !noun && labels === 0) break
    if (gap.marked || noun) evidence = true
    if (gap.hash) hash = true
    if (noun) {
      named = true
      if ((traits & PLURAL_NOUN) !== 0) many = true
      if ((traits & ID_NOUN) !== 0) id = true
      if (pending) return means(tokens, at + 1, FILLER | COPULA) ? finish(1) : 0
    }
    if (label) {
      const hard = initials || (means(tokens, at, LABEL) && resembled === 0)
      const soft = (bits & SOFT_LABEL) !== 0 || isLoneInitial(tokens, at) || resembled !== 0
      const plain = means(tokens, at, PLAIN_LABEL) && beginsClause(tokens, at) && !gap.point && !between
      const sure = hard || plain || (soft && evidence) || labels > 0 || (isCode && gap.marked)
      const speaks = strict ? evidence && (hard || soft) : named || hash || (sure && !carried && !called && !pending)
      if (speaks) {
        labels++
        const start = initials ? at - 1 : at
        if (isOfferedBefore(tokens, start) || belongsToCalls(tokens, start)) return 0
      } else if (hard || soft) pending = true
    }
    if (filler && !label && !noun) {
      between = true
      if (!PLAIN_IS.has(textOf(tokens, at))) {
        if (named && copula) break
        carried = true
      }
    }
    below = initials ? at - 1 : at
  }
  return finish(labels)

  function finish(count: number): number {
    return count > 0 && many ? MANY : count
  }
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
