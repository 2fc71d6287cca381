import { LINE, SPACE } from './character-fold.ts'
import { textOf } from './domains.ts'
import { foldWord } from './fold.ts'
import { means, NUMBER, type Tokens, WORD } from './tokens.ts'
import { CALL, COPULA, FILLER, LABEL, NUMBER_NOUN, ON, PLAIN_LABEL, SOCIAL, SOFT_LABEL, THIS } from './vocabulary.ts'

// A label says what the number after it is; being offered for calling says otherwise.

const MOST_STEPS = 7
const WIDEST_GAP = 6

type Gap = { open: boolean; marked: boolean; line: boolean; point: boolean }

function gapBefore(tokens: Tokens, token: number): Gap {
  const { codes, classes } = tokens.folded
  const gap: Gap = { open: true, marked: false, line: false, point: false }
  const start = tokens.ends[token - 1] ?? 0
  const end = tokens.starts[token] ?? 0
  if (end - start > WIDEST_GAP) gap.open = false
  for (let i = start; i < end && gap.open; i++) {
    const code = codes[i] ?? 0
    if (classes[i] === LINE) gap.line = true
    else if (code === 46) gap.point = true
    else if (code === 58 || code === 35 || code === 61 || code === 45 || code === 0x2013 || code === 40)
      gap.marked = true
    else if (classes[i] !== SPACE && !'/)\'"*_,&'.includes(String.fromCharCode(code))) gap.open = false
  }
  return gap
}

const INITIALS = new Set('a/c s/n p/n e/n c/n m/n b/n r/c आर/सी ஆர்/சி'.split(' ').map(foldWord))
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
  return length === 1 && means(tokens, token + 1, NUMBER_NOUN) && LONE_INITIALS.has(textOf(tokens, token))
}

/** A few letters of a code that stand apart from its digits: "Chassis no. MB 9876543210". */
function isCodePrefix(tokens: Tokens, token: number): boolean {
  if (tokens.kinds[token] !== WORD) return false
  const start = tokens.starts[token] ?? 0
  const length = (tokens.ends[token] ?? 0) - start
  if (length > 4 || (tokens.folded.codes[start] ?? 0) > 127 || tokens.entries[token] !== 0) return false
  return !PLAIN_WORDS.has(String.fromCharCode(...tokens.folded.codes.subarray(start, start + length)))
}

const PLAIN_WORDS = new Set(
  'ok okay not nil na new old good all clr fine best nice sab thik abhi bhai sir ji hi hello pls plz'.split(' '),
)

/** "न०": the abbreviation point of Hindi is drawn like its zero. */
function isAbbreviationSign(tokens: Tokens, token: number): boolean {
  const length = (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0)
  return (
    token > 0 &&
    length === 1 &&
    tokens.folded.codes[tokens.starts[token] ?? 0] === 48 &&
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
    const known = means(tokens, first - 1, CALL | LABEL | SOFT_LABEL | NUMBER_NOUN)
    if (!joined || (known && (gap > 0 || (tokens.ends[first - 1] ?? 0) - (tokens.starts[first - 1] ?? 0) > 2))) break
    first--
  }
  return first
}

function isCodePart(tokens: Tokens, token: number): boolean {
  return tokens.kinds[token] === NUMBER || (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0) <= 3
}

function beginsClause(tokens: Tokens, token: number): boolean {
  if (token === 0) return true
  const { codes, classes } = tokens.folded
  for (let i = (tokens.starts[token] ?? 0) - 1; i >= (tokens.ends[token - 1] ?? 0); i--) {
    if (classes[i] === LINE || ',.;:|('.includes(String.fromCharCode(codes[i] ?? 0))) return true
  }
  return false
}

/** How many labels stand right before this token: each may have a number of its own after it. */
export function labelsBefore(tokens: Tokens, token: number): number {
  const first = startOfCode(tokens, token)
  let evidence = first < token
  let labels = 0
  let below = first
  for (let steps = 0; steps < MOST_STEPS && below > 0; steps++) {
    const at = below - 1
    const gap = gapBefore(tokens, below)
    if (!gap.open) break
    if (
      isAbbreviationSign(tokens, at) ||
      (steps === 0 && !gap.line && !isInitials(tokens, at) && isCodePrefix(tokens, at))
    ) {
      below = at
      continue
    }
    if (tokens.kinds[at] !== WORD || means(tokens, at, CALL | SOCIAL)) break
    const initials = isInitials(tokens, at)
    const label = initials || means(tokens, at, LABEL | SOFT_LABEL) || isLoneInitial(tokens, at)
    const noun = means(tokens, at, NUMBER_NOUN)
    const copula = !gap.point && !gap.line && means(tokens, at, COPULA)
    const filler = copula || ((steps > 0 || gap.marked) && means(tokens, at, FILLER))
    if (!label && !noun && !filler) break
    if (gap.line && !gap.marked && !noun) break
    if (gap.marked || noun) evidence = true
    if (label) {
      const hard = initials || means(tokens, at, LABEL)
      const plain = means(tokens, at, PLAIN_LABEL) && beginsClause(tokens, at) && !gap.point
      if (!hard && !evidence && !plain && labels === 0) break
      labels++
      if (isOfferedBefore(tokens, initials ? at - 1 : at)) return 0
    }
    below = initials ? at - 1 : at
  }
  return labels
}

/** "call me on engine no …" */
function isOfferedBefore(tokens: Tokens, label: number): boolean {
  for (let t = label - 1; t >= label - 3 && t >= 0; t--) {
    if (means(tokens, t, CALL)) return t < label - 1 && means(tokens, label - 1, ON | THIS)
  }
  return false
}

function isNumberSoon(tokens: Tokens, from: number): boolean {
  for (let t = from; t < from + 7 && t < tokens.count; t++) if (tokens.kinds[t] === NUMBER) return true
  return false
}

function endsClause(tokens: Tokens, token: number): boolean {
  const { codes, classes } = tokens.folded
  const end = tokens.starts[token + 1] ?? tokens.folded.length
  for (let i = tokens.ends[token] ?? 0; i < end; i++) {
    if (classes[i] === LINE || '.,;|।'.includes(String.fromCharCode(codes[i] ?? 0))) return true
  }
  return false
}

/** Whether the words after a number offer that very number: "… par call karo", "… is my whatsapp". */
export function isOfferedAfter(tokens: Tokens, last: number): boolean {
  if (!endsClause(tokens, last)) {
    if (means(tokens, last + 1, ON)) {
      for (let t = last + 2; t <= last + 4; t++) if (means(tokens, t, CALL) && !isNumberSoon(tokens, t + 1)) return true
    }
    if (means(tokens, last + 1, CALL) && !isNumberSoon(tokens, last + 2) && !isForSomething(tokens, last + 2))
      return true
  }
  for (let t = last + 1; t < Math.min(last + 12, tokens.count); t++) {
    if (!means(tokens, t, CALL) || isNumberSoon(tokens, t + 1)) continue
    if (pointsBack(tokens, t - 1, last)) return true
    if (pointsAhead(tokens, t)) return true
  }
  return false
}

/** "call on this number", "call me on the chassis number". */
function pointsAhead(tokens: Tokens, call: number): boolean {
  let on = false
  for (let t = call + 1; t <= call + 5 && t < tokens.count; t++) {
    const named = means(tokens, t + 1, NUMBER_NOUN | ON | LABEL | SOFT_LABEL)
    if (means(tokens, t, THIS) && (t + 1 >= tokens.count || named)) return true
    if (on && means(tokens, t, LABEL | SOFT_LABEL) && means(tokens, t + 1, NUMBER_NOUN)) return true
    if (means(tokens, t, ON)) on = true
  }
  return false
}

/** "same number par call": back over the words between to one that points at what was said. */
function pointsBack(tokens: Tokens, from: number, last: number): boolean {
  for (let t = from; t > last && t > from - 5; t--) {
    if (means(tokens, t, THIS)) return true
    if (t < from - 1 || means(tokens, t, NUMBER_NOUN | ON | LABEL | SOFT_LABEL)) {
      if (!means(tokens, t, NUMBER_NOUN | ON | LABEL | SOFT_LABEL)) return false
    }
  }
  return false
}

const PURPOSE = new Set(['for', 'ke', 'के'])

function isForSomething(tokens: Tokens, token: number): boolean {
  const start = tokens.starts[token] ?? 0
  const end = tokens.ends[token] ?? 0
  return (
    token < tokens.count &&
    end - start <= 3 &&
    PURPOSE.has(String.fromCharCode(...tokens.folded.codes.subarray(start, end)))
  )
}
