import { at, hints, isKnown, means, type Tokens } from '../text/tokens.ts'
import { bitsOf, listOf } from '../words/lexicon.ts'

const PAYMENT = bitsOf('payment')
/** Handles of payment addresses that are in use; others count when a payment word stands near. */
export const HANDLES = listOf('payment-handle')
/** Handles that are no other word. */
const PLAIN_HANDLE =
  /^(?:ok(?:axis|hdfcbank|icici|sbi)|ybl|ibl|axl|yapl|rapl|pt(?:axis|hdfc|sbi|yes)|wa(?:axis|hdfcbank|icici|sbi))$/

export function paymentNear(tokens: Tokens, i: number): boolean {
  if (!hints(tokens, PAYMENT)) return false
  for (let t = i - 9; t <= i + 2; t++) if (t !== i && means(at(tokens, t), 'payment')) return true
  return false
}

/** "ramu at ybl", "ramu @ paytm": a payment handle that stands apart from the name, or is said to follow it. */
export function isPaymentHandle(tokens: Tokens, name: number, i: number, isSaid = false): boolean {
  const { text } = at(tokens, i)
  const before = at(tokens, name)
  const named = means(at(tokens, i), 'payment') && before.kind === 'word' && !isKnown(before)
  return PLAIN_HANDLE.test(text) || (HANDLES.has(text) && (named || isSaid || paymentNear(tokens, i)))
}
