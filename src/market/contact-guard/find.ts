import { fold } from './fold.ts'
import { findHandles } from './handles.ts'
import { findMail } from './mail.ts'
import { readNumerals } from './numerals.ts'
import { findPhones } from './phones.ts'
import { replaceSpans, type Span, unite, widen } from './spans.ts'
import { joinLetters } from './spelled-letters.ts'
import { REMOVED_MARK, type Tokens, tokenise } from './tokens.ts'
import { findWeb } from './web.ts'

const MOST_ROUNDS = 6

function readTokens(text: string): Tokens {
  const tokens = tokenise(fold(text))
  return tokens.hasSpelledLetters ? tokenise(joinLetters(tokens.folded)) : tokens
}

/** Removes every contact once; the outcome may bring neighbours together, so `removeContacts` looks again. */
function removeOnce(text: string): string {
  const tokens = readTokens(text)
  if (tokens.count === 0) return text
  const spans = findSpans(tokens)
  if (spans.length === 0 && !hasMark(tokens)) return text
  return replaceSpans(text, tokens.folded, unite(tokens, spans))
}

function hasMark(tokens: Tokens): boolean {
  for (let t = 0; t < tokens.count; t++) if (tokens.kinds[t] === REMOVED_MARK) return true
  return false
}

export function findSpans(tokens: Tokens): Span[] {
  const spans = [...findWeb(tokens), ...findMail(tokens), ...findHandles(tokens)]
  for (const { first, last } of findPhones(tokens, readNumerals(tokens))) {
    spans.push(widen(tokens.folded, { start: tokens.starts[first] ?? 0, end: tokens.ends[last] ?? 0 }))
  }
  return spans
}

/** Removes contacts until nothing more is found: guarding a guarded text changes nothing. */
export function removeContacts(text: string): string {
  let current = text
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = removeOnce(current)
    if (next === current) return next
    current = next
  }
  return current
}

export function holdsContact(text: string): boolean {
  return findSpans(readTokens(text)).length > 0
}
