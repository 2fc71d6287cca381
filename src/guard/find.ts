import { findHandles } from './addresses/handles.ts'
import { findMail } from './addresses/mail.ts'
import { findWeb } from './addresses/web.ts'
import { readNumerals } from './digits/numerals.ts'
import { type Budget, findPhones, spansOf } from './phones/choose.ts'
import type { Trees } from './phones/trees.ts'
import { WEIGHTS } from './phones/weights.ts'
import { fold } from './text/fold.ts'
import { type Span, unite, widen } from './text/spans.ts'
import { joinLetters } from './text/spelled-letters.ts'
import { type Tokens, tokenise } from './text/tokens.ts'

export function readTokens(text: string): Tokens {
  const tokens = tokenise(fold(text))
  return tokens.hasSpelledLetters ? tokenise(joinLetters(tokens.folded)) : tokens
}

function findSpans(tokens: Tokens, trees: Trees, budget?: Budget): Span[] {
  const spans: Span[] = []
  findWeb(tokens, spans)
  findMail(tokens, spans)
  findHandles(tokens, spans)
  const numerals = readNumerals(tokens)
  if (numerals.count === 0) return spans
  for (const { first, last } of spansOf(findPhones(tokens, numerals, trees, budget)))
    spans.push(widen(tokens.folded, { start: tokens.starts[first] ?? 0, end: tokens.ends[last] ?? 0 }))
  return spans
}

/** Every contact in the text, in order; a contact beside one that was removed before is found together with its mark. */
export function findContacts(text: string, trees: Trees = WEIGHTS, budget?: Budget): Span[] {
  const tokens = readTokens(text)
  return tokens.count === 0 ? [] : unite(tokens, findSpans(tokens, trees, budget))
}

export function holdsContact(text: string): boolean {
  return findSpans(readTokens(text), WEIGHTS).length > 0
}
