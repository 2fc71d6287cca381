import { fold } from './fold.ts'
import { findHandles } from './handles.ts'
import { findMail } from './mail.ts'
import { readNumerals } from './numerals.ts'
import { findPhones } from './phones.ts'
import { type Find, type Span, unite, widen } from './spans.ts'
import { joinLetters } from './spelled-letters.ts'
import { type Tokens, tokenise } from './tokens.ts'
import { findWeb } from './web.ts'

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
