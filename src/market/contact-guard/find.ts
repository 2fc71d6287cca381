import { fold, REMOVED } from './fold.ts'
import { findHandles } from './handles.ts'
import { findMail } from './mail.ts'
import { readNumerals } from './numerals.ts'
import { findPhones } from './phones.ts'
import { type Span, toSource, unite, widen } from './spans.ts'
import { joinLetters } from './spelled-letters.ts'
import { type Tokens, tokenise } from './tokens.ts'
import { findWeb } from './web.ts'

function readTokens(text: string): Tokens {
  const tokens = tokenise(fold(text))
  return tokens.hasSpelledLetters ? tokenise(joinLetters(tokens.folded)) : tokens
}

function findSpans(tokens: Tokens, settled: number): Span[] {
  const spans = [...findWeb(tokens), ...findMail(tokens), ...findHandles(tokens)]
  for (const { first, last } of findPhones(tokens, readNumerals(tokens), settled)) {
    spans.push(widen(tokens.folded, { start: tokens.starts[first] ?? 0, end: tokens.ends[last] ?? 0 }))
  }
  return spans
}

/**
 * Every contact in the text, in order; a contact beside one that was removed before is found together with its mark.
 * Before `settled` words may be missing, so that nothing follows from a number there for those after it.
 */
export function findContacts(text: string, settled: number): Span[] {
  const tokens = readTokens(text)
  if (tokens.count === 0) return []
  const spans = findSpans(tokens, settled)
  if (spans.length === 0 && !tokens.hasMark) return spans
  return toSource(tokens.folded, unite(tokens, spans)).filter((span) => !isMark(text, span))
}

/** Nothing but what stands for a contact that is gone. */
function isMark(text: string, { start, end }: Span): boolean {
  return end - start === REMOVED.length && text.startsWith(REMOVED, start)
}

export function holdsContact(text: string): boolean {
  return findSpans(readTokens(text), 0).length > 0
}
