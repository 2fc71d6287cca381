import { after, at, isCapitalised, isKnown, means, type Tokens } from '../text/tokens.ts'
import { isCaller } from './callers.ts'
import { isOfferedBefore } from './offers.ts'
import { resembledLabel } from './spelling.ts'

// "chassis number as punched on the frame 9876543210": a few words may stand between, as long as the sentence goes on
// and none of them speaks of calling, of someone, or of the number itself being in order.

const MOST_WORDS = 10
const WIDEST = 72

/** A comma, a dash that stands apart, a line's end or a full stop after a whole word. */
function isParted(tokens: Tokens, i: number): boolean {
  const gap = after(tokens, i)
  return /[,\n]|.-/.test(gap) || (gap.includes('.') && !means(at(tokens, i), 'cut-short'))
}

function isNeutral(tokens: Tokens, i: number): boolean {
  const token = at(tokens, i)
  if (token.kind !== 'word' || (!isKnown(token) && isCapitalised(tokens, token))) return false
  if (means(token, 'call', 'social', 'payment', 'this', 'currency', 'person', 'closing')) return false
  return token.word.digits === '' || token.word.kind === 'homophone'
}

function isLabelWord(tokens: Tokens, i: number): boolean {
  const token = at(tokens, i)
  if (means(token, 'label', 'soft-label')) return true
  const likeness = token.kind === 'word' && !isKnown(token) ? resembledLabel(token.text) : undefined
  return likeness !== undefined && likeness.strength !== 'weak-label'
}

/** The label that the word number at this token belongs to: "bill of supply no.", "RC book no."; or -1. */
function labelOf(tokens: Tokens, noun: number): number {
  for (let t = noun - 1; t > noun - 4 && t >= 0; t--) {
    if (isLabelWord(tokens, t)) return t
    if (!isNeutral(tokens, t) || isParted(tokens, t)) return -1
    if (!isKnown(at(tokens, t)) && isCaller(at(tokens, t).text)) return -1
  }
  return -1
}

/** Whether a label with the word number stands a few neutral words before this token, in the same sentence. */
export function isLabelledFromAfar(tokens: Tokens, first: number): boolean {
  for (let t = first - 1; t > 0 && t >= first - MOST_WORDS; t--) {
    if (at(tokens, first).start - at(tokens, t).start > WIDEST) return false
    const open = !/[\n,.;।]/.test(after(tokens, t))
    const label = means(at(tokens, t), 'number-noun') ? labelOf(tokens, t) : -1
    if (label >= 0 && !isParted(tokens, label) && !isParted(tokens, t - 1)) {
      // "no loan no bill" denies them.
      const denied = at(tokens, label - 1).text === 'no'
      return (open || after(tokens, t).startsWith('.')) && !denied && !isOfferedBefore(tokens, label)
    }
    if (!open || !isNeutral(tokens, t)) return false
  }
  return false
}
