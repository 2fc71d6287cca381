import { findHandles } from './addresses/handles.ts'
import { findMail } from './addresses/mail.ts'
import { findWeb } from './addresses/web.ts'
import { readNumerals } from './digits/numerals.ts'
import { readTokens } from './find.ts'
import { type Candidate, findPhones } from './phones/choose.ts'
import { WEIGHTS } from './phones/weights.ts'
import { sourceEnd } from './text/fold.ts'
import type { Span } from './text/spans.ts'
import type { Tokens } from './text/tokens.ts'

/** A stretch of a text that might be a contact, what it would be, and what became of it. */
export type Reason = {
  stretch: string
  what: string
  removed: boolean
  because: string
  /** How surely the trees take a number for a contact: above 0 it is one. */
  score?: number
}

const KINDS = ['', 'mobile', 'mobile', 'landline', 'landline', 'toll-free', 'foreign number', 'two mobiles']
const FATES = {
  taken: 'scored above the bar',
  low: 'scored below the bar',
  held: 'a label before it says what it is',
  priced: 'a currency mark makes it an amount',
  lost: 'overlaps a better one',
} as const

/** Which candidates a text holds, and to what each of them fell; the first reading only. */
export function why(text: string): Reason[] {
  const tokens = readTokens(text)
  const reasons: Reason[] = []
  const addresses = { 'mail or payment address': findMail, 'web address': findWeb, handle: findHandles }
  const found: Span[] = []
  for (const [what, find] of Object.entries(addresses)) {
    const spans: Span[] = []
    find(tokens, spans)
    for (const span of spans) {
      // Part of an address is often one, too.
      if (found.some(({ start, end }) => start <= span.start && span.end <= end)) continue
      found.push(span)
      reasons.push({ stretch: stretchOf(tokens, span), what, removed: true, because: `reads as a ${what}` })
    }
  }
  const numerals = readNumerals(tokens)
  if (numerals.count === 0) return reasons
  const { scene, candidates } = findPhones(tokens, numerals, WEIGHTS)
  for (const candidate of candidates) reasons.push(reasonOf(tokens, scene.numerals, candidate))
  return reasons
}

function reasonOf(
  tokens: Tokens,
  { firstTokens, lastTokens }: { firstTokens: Int32Array; lastTokens: Int32Array },
  { first, last, kind, score, law, fate }: Candidate,
): Reason {
  const start = tokens.starts[firstTokens[first] ?? 0] ?? 0
  const end = tokens.ends[lastTokens[last] ?? 0] ?? 0
  const offered = fate === 'taken' && law > 0
  return {
    stretch: stretchOf(tokens, { start, end }),
    what: KINDS[kind] ?? '',
    removed: fate === 'taken',
    because: offered ? 'has a label, and is offered for calling' : FATES[fate],
    ...(fate === 'held' || fate === 'priced' ? {} : { score: Math.round(score * 100) / 100 }),
  }
}

function stretchOf({ folded }: Tokens, { start, end }: Span): string {
  return folded.text.slice(folded.starts[start] ?? 0, sourceEnd(folded, end - 1))
}
