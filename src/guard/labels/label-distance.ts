import { textOf } from '../addresses/domains.ts'
import { isCapitalised } from '../text/capitals.ts'
import { LINE } from '../text/character-fold.ts'
import { hasTrait, means, type Tokens, WORD } from '../text/tokens.ts'
import { digitsOf, HOMOPHONE_KIND, kindOf, traitsOf } from '../words/lexicon.ts'
import { CLOSING, CUT_SHORT, PERSON } from '../words/traits.ts'
import { CALL, CURRENCY, LABEL, NUMBER_NOUN, PAYMENT, SOCIAL, SOFT_LABEL, THIS } from '../words/vocabulary.ts'
import { isCaller } from './callers.ts'
import { resembledLabel } from './label-spelling.ts'
import { isOfferedBefore } from './offers.ts'

// "chassis number as punched on the frame 9876543210": a few words may stand between, as long as the sentence goes on
// and none of them speaks of calling, of someone, or of the number itself being in order.

const MOST_WORDS = 10
const WIDEST = 72

function staysOpen(tokens: Tokens, token: number): boolean {
  const { codes, classes } = tokens.folded
  for (let i = tokens.ends[token] ?? 0; i < (tokens.starts[token + 1] ?? 0); i++) {
    const code = codes[i]
    if (classes[i] === LINE || code === 44 || code === 46 || code === 59 || code === 0x964) return false
  }
  return true
}

/** A comma, a dash that stands apart, a line's end or a full stop after a whole word. */
function isParted(tokens: Tokens, token: number): boolean {
  const { codes, classes } = tokens.folded
  const end = tokens.ends[token] ?? 0
  const whole = !hasTrait(tokens, token, CUT_SHORT)
  for (let i = end; i < (tokens.starts[token + 1] ?? 0); i++) {
    const code = codes[i]
    if (code === 44 || classes[i] === LINE || (code === 46 && whole) || (code === 45 && i > end)) return true
  }
  return false
}

function isNeutral(tokens: Tokens, token: number): boolean {
  if (tokens.kinds[token] !== WORD || means(tokens, token, CALL | SOCIAL | PAYMENT | THIS | CURRENCY)) return false
  const entry = tokens.entries[token] ?? 0
  if (entry === 0 && isCapitalised(tokens, token)) return false
  if (digitsOf(entry) !== '' && kindOf(entry) !== HOMOPHONE_KIND) return false
  return (traitsOf(entry) & (PERSON | CLOSING)) === 0
}

function isLabelWord(tokens: Tokens, token: number): boolean {
  if (token < 0 || tokens.kinds[token] !== WORD) return false
  if (means(tokens, token, LABEL | SOFT_LABEL)) return true
  return tokens.entries[token] === 0 && (resembledLabel(textOf(tokens, token)) & (LABEL | SOFT_LABEL)) !== 0
}

/** The label that the word number at this token belongs to: "bill of supply no.", "RC book no.". */
function labelOf(tokens: Tokens, noun: number): number {
  for (let t = noun - 1; t > noun - 4 && t >= 0; t--) {
    if (isLabelWord(tokens, t)) return t
    if (!isNeutral(tokens, t) || isParted(tokens, t)) break
    if (tokens.entries[t] === 0 && isCaller(textOf(tokens, t))) break
  }
  return -1
}

/** Whether a label with the word number stands a few neutral words before this token, in the same sentence. */
export function isLabelledFromAfar(tokens: Tokens, first: number): boolean {
  for (let t = first - 1; t > 0 && t >= first - MOST_WORDS; t--) {
    if ((tokens.starts[first] ?? 0) - (tokens.starts[t] ?? 0) > WIDEST) return false
    if (means(tokens, t, NUMBER_NOUN)) {
      const label = labelOf(tokens, t)
      if (isLabelWord(tokens, label) && !isParted(tokens, label) && !isParted(tokens, t - 1)) {
        // "no loan no bill" denies them.
        const denied = label > 0 && textOf(tokens, label - 1) === 'no'
        const open = staysOpen(tokens, t) || tokens.folded.codes[tokens.ends[t] ?? 0] === 46
        return open && !denied && !isOfferedBefore(tokens, label)
      }
    }
    if (!isNeutral(tokens, t) || !staysOpen(tokens, t)) return false
  }
  return false
}
