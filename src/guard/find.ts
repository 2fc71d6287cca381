import { findHandles } from './addresses/handles.ts'
import { findMail } from './addresses/mail.ts'
import { withSigns } from './addresses/said-signs.ts'
import { findWeb } from './addresses/web.ts'
import { type Budget, findPhones, spansOf } from './phones/choose.ts'
import { type Trees, WEIGHTS } from './phones/trees.ts'
import { type Span, unite, widen } from './text/spans.ts'
import { at, type Tokens } from './text/tokens.ts'

/** What finds addresses of each kind; each adds what it finds. */
const FINDERS = [
  ['handle', findHandles],
  ['mail or payment address', findMail],
  ['web address', findWeb],
] as const

/** Every address of a text, and what it is. */
export function findAddresses(tokens: Tokens): { span: Span; what: string }[] {
  const reading = withSigns(tokens)
  const found: { span: Span; what: string }[] = []
  for (const [what, find] of FINDERS) {
    const spans: Span[] = []
    find(reading.tokens, spans)
    for (const span of spans) found.push({ span: reading.place(span), what })
  }
  return found
}

/** Every contact in the text, in order; a contact beside one that was removed before is found together with its mark. */
export function findContacts(tokens: Tokens, trees: Trees = WEIGHTS, budget?: Budget): Span[] {
  const spans = findAddresses(tokens).map(({ span }) => span)
  for (const { first, last } of spansOf(findPhones(tokens, trees, budget)))
    spans.push(widen(tokens.folded, { start: at(tokens, first).start, end: at(tokens, last).end }))
  return unite(tokens, spans)
}
