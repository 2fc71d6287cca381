import { findContacts } from './find.ts'
import { MOST_WINDOWS } from './phones/choose.ts'
import type { Trees } from './phones/trees.ts'
import { REMOVED } from './text/fold.ts'
import type { Span } from './text/spans.ts'

/** A contact that is removed may bring its neighbours together, so a text is read until nothing more is found. */
const MOST_ROUNDS = 6

/** The text with every contact in it replaced by a mark; guarding it again changes nothing. */
export function removeContacts(text: string, trees?: Trees): string {
  let current = text
  const budget = { windows: MOST_WINDOWS }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const finds = findContacts(current, trees, budget)
    if (finds.length === 0) break
    current = replaceAll(current, finds)
  }
  return current
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
