import { textOf } from '../addresses/domains.ts'
import { isCapitalised, isUpperCase } from '../text/capitals.ts'
import { foldWord } from '../text/fold.ts'
import { means, NUMBER, type Tokens, WORD } from '../text/tokens.ts'
import { listOf } from '../words/lists.ts'
import { ANY_LABEL, CALL, NUMBER_NAME, NUMBER_NOUN, STATE } from '../words/vocabulary.ts'

// What belongs to a label or to its number by the look of it: initials, capitals, the beginning of a code.

const INITIALS = new Set('a/c s/n p/n e/n c/n m/n b/n r/c d/o p/o l/r g/r d/l h/p आर/सी ஆர்/சி'.split(' ').map(foldWord))
const INITIAL_CODES = new Set(Array.from(INITIALS, (pair) => pair.charCodeAt(0)))
const LONE_INITIALS = new Set(['e', 'c', 's', 'k', 'r'])

/** "A/c", "S/N", "R.C.": two initials that make a label. */
export function isInitials(tokens: Tokens, token: number): boolean {
  if (token < 1 || (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0) > 4) return false
  const at = (tokens.starts[token] ?? 0) - 1
  if ((tokens.ends[token - 1] ?? 0) !== at) return false
  const between = tokens.folded.codes[at]
  if (tokens.kinds[token - 1] !== WORD || (tokens.ends[token - 1] ?? 0) - (tokens.starts[token - 1] ?? 0) > 4)
    return false
  if (!INITIAL_CODES.has(tokens.folded.codes[tokens.starts[token - 1] ?? 0] ?? 0)) return false
  if (between !== 47 && between !== 46 && (between !== 32 || (tokens.folded.codes[at + 1] ?? 0) < 128)) return false
  const initials = `${textOf(tokens, token - 1)}/${textOf(tokens, token)}`
  // "m.n." is short for mobile number as well.
  return INITIALS.has(initials) && !(initials === 'm/n' && between === 46)
}

/** "E. No.", "C No": one initial does, when the word number follows. */
export function isLoneInitial(tokens: Tokens, token: number): boolean {
  const length = (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0)
  if (length !== 1 || !means(tokens, token + 1, NUMBER_NOUN)) return false
  const before = tokens.folded.codes[(tokens.starts[token] ?? 0) - 1]
  return before !== 39 && before !== 45 && before !== 0x2019 && LONE_INITIALS.has(textOf(tokens, token))
}

const M = 109

const [C, E, L, P, T] = [99, 101, 108, 112, 116]

/** "M-98765 43210", "M: …", "T: …", "Tel. …": short for mobile and telephone; alone, the one is a measure and the other oil. */
export function isMobileSign(tokens: Tokens, token: number): boolean {
  const start = tokens.starts[token] ?? 0
  const end = tokens.ends[token] ?? 0
  const { codes } = tokens.folded
  if (token < 0 || tokens.starts[token + 1] === end) return false
  const sign = codes[end]
  if (end - start === 3) {
    const tel = codes[start] === T && codes[start + 1] === E && codes[start + 2] === L
    return tel && (sign === 46 || sign === 45 || sign === 58 || tokens.kinds[token + 1] === NUMBER)
  }
  if (end - start !== 1 || (token > 0 && tokens.kinds[token - 1] === NUMBER)) return false
  // "A/c:" is an account.
  if (start > 0 && (codes[start - 1] === 47 || codes[start - 1] === 46)) return false
  const letter = codes[start]
  if (letter === T || letter === P || letter === C) return sign === 58
  return letter === M && (sign === 45 || sign === 58 || sign === 61)
}

const PLAIN_WORDS = listOf('no-code')

/** A few letters of a code that stand apart from its digits: "Chassis no. MB 9876543210". */
export function isCodePrefix(tokens: Tokens, token: number): boolean {
  if (tokens.kinds[token] !== WORD) return false
  const start = tokens.starts[token] ?? 0
  const length = (tokens.ends[token] ?? 0) - start
  if (length > 4 || (tokens.folded.codes[start] ?? 0) > 127 || tokens.entries[token] !== 0) return false
  return isUpperCase(tokens, token) && !PLAIN_WORDS.has(textOf(tokens, token))
}

/** "न०": the abbreviation point of Hindi is drawn like its zero. */
export function isAbbreviationSign(tokens: Tokens, token: number): boolean {
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
export function startOfCode(tokens: Tokens, token: number): number {
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

/** `EKXW2A1234567890`: capitals and digits by turns before the number are the beginning of a code, not words glued on. */
export function isMixedCode(tokens: Tokens, token: number): boolean {
  let first = token
  while (first > 0 && first > token - 6 && tokens.ends[first - 1] === tokens.starts[first]) first--
  if (token - first < 3 || tokens.kinds[first] !== WORD) return false
  // "JCB3DX8447016293urgent": no code goes on in small letters.
  if (tokens.starts[token + 1] === tokens.ends[token] && !isUpperCase(tokens, token + 1)) return false
  // A registration number may stand against a telephone number.
  if (means(tokens, first, STATE)) return false
  for (let t = first; t < token; t++) if (tokens.kinds[t] === WORD && !isUpperCase(tokens, t)) return false
  return true
}

function isCodePart(tokens: Tokens, token: number): boolean {
  return tokens.kinds[token] === NUMBER || (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0) <= 4
}

const MOST_PIECE = 6

/** A short piece with letters and digits before the number, as in "S325-1 9876543210": its first token, or -1. */
export function startOfPiece(tokens: Tokens, first: number): number {
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
export function isFormNumber(tokens: Tokens, token: number): boolean {
  if (tokens.kinds[token] !== NUMBER || token === 0) return false
  return (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0) <= 3 && means(tokens, token - 1, ANY_LABEL)
}

const CAPITAL_WORDS = listOf('no-acronym')

/** "FIP no.": capitals that are not read as a word, before the word number in small letters. */
export function isCapitals(tokens: Tokens, token: number): boolean {
  const start = tokens.starts[token] ?? 0
  const end = tokens.ends[token] ?? 0
  if (
    end - start < 2 ||
    end - start > 3 ||
    ((tokens.meanings[token] ?? 0) & ~STATE) !== 0 ||
    (token > 0 && tokens.ends[token - 1] === start) ||
    !means(tokens, token + 1, NUMBER_NOUN)
  )
    return false
  if (!isUpperCase(tokens, token) || isUpperCase(tokens, token + 1) || CAPITAL_WORDS.has(textOf(tokens, token)))
    return false
  // "VST 130 DI. Number …": a sentence of its own.
  return tokens.folded.codes[end] !== 46 || !(isCapitalised(tokens, token + 1) || means(tokens, token + 1, NUMBER_NAME))
}

/** "GRN", "TIN": a known label that is written in capitals, as abbreviations are. */
export function isAcronym(tokens: Tokens, token: number): boolean {
  const length = (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0)
  return length >= 3 && length <= 4 && isUpperCase(tokens, token)
}

/** Papers whose name is two words; together they need no word for number. */
const COMPOUNDS = listOf('compound')

/** Whether this word and the one before it name a paper together. */
export function isCompound(tokens: Tokens, token: number): boolean {
  if (token < 1 || !means(tokens, token, ANY_LABEL)) return false
  const gap = (tokens.starts[token] ?? 0) - (tokens.ends[token - 1] ?? 0)
  return gap === 1 && COMPOUNDS.has(`${textOf(tokens, token - 1)} ${textOf(tokens, token)}`)
}
