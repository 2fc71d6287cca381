import { findHandles } from './addresses/handles.ts'
import { findMail } from './addresses/mail.ts'
import { findWeb } from './addresses/web.ts'
import { readNumerals } from './numbers/numerals.ts'
import { findPhones } from './numbers/phones.ts'
import { fold } from './text/fold.ts'
import { type Find, type Span, unite, widen } from './text/spans.ts'
import { joinLetters } from './text/spelled-letters.ts'
import { type Tokens, tokenise } from './text/tokens.ts'

function readTokens(text: string): Tokens {
  const tokens = tokenise(fold(text))
  return tokens.hasSpelledLetters ? tokenise(joinLetters(tokens.folded)) : tokens
}

function findSpans(tokens: Tokens, settled: number): Span[] {
  const spans: Span[] = []
  findWeb(tokens, spans)
  findMail(tokens, spans)
  findHandles(tokens, spans)
  for (const { first, last } of findPhones(tokens, readNumerals(tokens), settled)) {
    spans.push(widen(tokens.folded, { start: tokens.starts[first] ?? 0, end: tokens.ends[last] ?? 0 }))
  }
  return spans
}

/**
 * Every contact in the text, in order; a contact beside one that was removed before is found together with its mark.
 * Before `settled` words may be missing, so that nothing follows from a number there for those after it.
 */
export function findContacts(text: string, settled: number): Find[] {
  const tokens = readTokens(text)
  if (tokens.count === 0) return []
  return unite(tokens, findSpans(tokens, settled))
}

export function holdsContact(text: string): boolean {
  return findSpans(readTokens(text), 0).length > 0
}
