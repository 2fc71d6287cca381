import { textOf } from '../addresses/domains.ts'
import { isCapitalised } from '../text/capitals.ts'
import { SPACE } from '../text/character-fold.ts'
import { beginsPart } from '../text/clauses.ts'
import { means, type Tokens, WORD } from '../text/tokens.ts'
import { digitsOf } from '../words/lexicon.ts'
import { NUMBER_NOUN } from '../words/vocabulary.ts'
import { isCaller } from './callers.ts'

// "Mukhtarnama no. 9876543210": who names a number by a word that is neither a person's nor one for calling names a paper
// or a part, even if the guard never heard of it.

const SHORTEST = 3
const LONGEST = 24
/** So long a word may be cut short by a point: "Mukht. no." */
const LONGEST_CUT = 3

/** Nothing but a blank, a point or a hyphen stands between the word and the one for number. */
function isJoined(tokens: Tokens, token: number): boolean {
  const { codes, classes } = tokens.folded
  let hyphen = false
  let blank = false
  for (let i = tokens.ends[token] ?? 0; i < (tokens.starts[token + 1] ?? 0); i++) {
    if (classes[i] === SPACE) blank = true
    else if (codes[i] === 45 || codes[i] === 95) hyphen = true
    else if (codes[i] !== 46 || (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0) > LONGEST_CUT) return false
  }
  return !(hyphen && blank)
}

/** Whether a word the guard does not know names the number that is announced after it. */
export function isStranger(tokens: Tokens, token: number, id: boolean): boolean {
  if (token < 0 || tokens.kinds[token] !== WORD || tokens.meanings[token] !== 0) return false
  if (digitsOf(tokens.entries[token] ?? 0) !== '' || !means(tokens, token + 1, NUMBER_NOUN)) return false
  const length = (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0)
  if (length < SHORTEST || length > LONGEST || !isJoined(tokens, token)) return false
  if (!id && !beginsPart(tokens, token) && !isSecond(tokens, token)) return false
  return !isCaller(textOf(tokens, token))
}

/** Two words may name it: "dakhil kharij no.". */
function isSecond(tokens: Tokens, token: number): boolean {
  if (isCapitalised(tokens, token) || !beginsPart(tokens, token - 1) || tokens.kinds[token - 1] !== WORD) return false
  return !isCaller(textOf(tokens, token - 1))
}
