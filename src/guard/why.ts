import { findAddresses } from './find.ts'
import { type Candidate, type Fate, findPhones, tokensOf } from './phones/choose.ts'
import { WEIGHTS } from './phones/trees.ts'
import type { Span } from './text/fold.ts'
import { sourceEnd, sourceStart } from './text/fold.ts'
import { at, type Tokens, tokenise } from './text/tokens.ts'

/** A stretch of a text that might be a contact, what it would be, and what became of it. */
export type Reason = {
  stretch: string
  what: string
  removed: boolean
  because: string
  /** How surely the trees take a number for a contact: above 0 it is one. */
  score?: number
}

const FATES: Readonly<Record<Fate, string>> = {
  taken: 'scored above the bar',
  low: 'scored below the bar',
  held: 'a label before it says what it is',
  lost: 'overlaps a better one',
}

/** Which candidates a text holds, and to what each of them fell; the first reading only. */
export function why(text: string): Reason[] {
  const tokens = tokenise(text)
  const reasons: Reason[] = []
  const found: Span[] = []
  for (const { span, what } of findAddresses(tokens)) {
    // Part of a mail address is often a web address, too.
    if (found.some(({ start, end }) => start <= span.start && span.end <= end)) continue
    found.push(span)
    reasons.push({ stretch: stretchOf(tokens, span), what, removed: true, because: `reads as a ${what}` })
  }
  const { scene, candidates } = findPhones(tokens, WEIGHTS)
  for (const candidate of candidates) {
    const { first, last } = tokensOf(scene, candidate)
    reasons.push(reasonOf(stretchOf(tokens, { start: at(tokens, first).start, end: at(tokens, last).end }), candidate))
  }
  return reasons
}

function reasonOf(stretch: string, { kind, score, labelCount, fate }: Candidate): Reason {
  return {
    stretch,
    what: kind,
    removed: fate === 'taken',
    because: fate === 'taken' && labelCount > 0 ? 'has a label, and is offered for calling' : FATES[fate],
    ...(fate === 'held' ? {} : { score: Math.round(score * 100) / 100 }),
  }
}

function stretchOf({ folded }: Tokens, { start, end }: Span): string {
  return folded.source.slice(sourceStart(folded, start), sourceEnd(folded, end - 1))
}
