import { findContacts } from './find.ts'
import { MAX_WINDOWS } from './phones/choose.ts'
import type { Trees } from './phones/trees.ts'
import type { Span } from './text/fold.ts'
import { REMOVED, sourceEnd, sourceStart } from './text/fold.ts'
import { tokenise } from './text/tokens.ts'

/** A contact that is removed may bring its neighbours together, so a text is read until nothing more is found. */
const MAX_ROUNDS = 6

/** The text with every contact in it replaced by a mark; guarding it again changes nothing. */
export function removeContacts(text: string, trees?: Trees): string {
  let current = text
  for (const { left } of rounds(text, trees)) current = left
  return current
}

/** Where in the text, as it was given, the contacts stand that `removeContacts` takes out. */
export function contactSpans(text: string): Span[] {
  let spans: Span[] = []
  for (const { finds } of rounds(text)) spans = withFinds(spans, finds)
  return spans
}

/** What is found in the text, then in what is left of it, until that is nothing. */
function* rounds(text: string, trees?: Trees): Generator<{ finds: Span[]; left: string }> {
  let current = text
  const budget = { windows: MAX_WINDOWS }
  let tokens = tokenise(text)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = findContacts(tokens, trees, budget)
    if (found.length === 0) return
    const { folded } = tokens
    const finds = found.map(({ start, end }) => ({
      start: sourceStart(folded, start),
      end: sourceEnd(folded, end - 1),
    }))
    current = replaceAll(current, finds)
    yield { finds, left: current }
    tokens = tokenise(current)
  }
}

/** Finds of a text in which earlier spans are marks already, as spans of the text before. */
function withFinds(spans: readonly Span[], finds: readonly Span[]): Span[] {
  // Where a place stood before the marks were set; one inside a mark is an end of what the mark replaced.
  function before(place: number, end: 'start' | 'end'): number {
    let shift = 0
    for (const span of spans) {
      const mark = span.start + shift
      if (place <= mark) break
      if (place < mark + REMOVED.length) return span[end]
      shift += REMOVED.length - (span.end - span.start)
    }
    return place - shift
  }
  const found = finds.map(({ start, end }) => ({ start: before(start, 'start'), end: before(end, 'end') }))
  const rest = spans.filter((span) => !found.some(({ start, end }) => start <= span.start && span.end <= end))
  return [...found, ...rest].sort((a, b) => a.start - b.start)
}

function replaceAll(text: string, finds: Span[]): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end } of finds) {
    parts.push(text.slice(from, start), REMOVED)
    from = end
  }
  parts.push(text.slice(from))
  return parts.join('')
}
