import { REMOVED } from '../lib/text/visible.ts'
import { findHandles } from './addresses/handles.ts'
import { findMail } from './addresses/mail.ts'
import { withSigns } from './addresses/said-signs.ts'
import { findWeb } from './addresses/web.ts'
import type { TokenSpan } from './phones/candidate-spans.ts'
import {
  type Budget,
  type CandidateStatus,
  findPhones,
  MAX_SPANS,
  type NumberCandidate,
  RULE_SCORE,
  spansOf,
  tokensOf,
} from './phones/choose.ts'
import { type Trees, WEIGHTS } from './phones/trees.ts'
import { MARK, type NormalizedText, type Span, toSourceSpan, withRemovalMarks } from './text/fold.ts'
import { means, readTokens, type TextTokens, tokenAt, tokenise } from './text/tokens.ts'

const FINDERS = [
  ['mail or payment address', findMail],
  ['web address', findWeb],
  ['handle', findHandles],
] as const

export function findAddresses(tokens: TextTokens): { span: Span; what: string }[] {
  const reading = withSigns(tokens)
  return FINDERS.flatMap(([what, find]) => {
    const spans: Span[] = []
    find(reading.tokens, spans)
    return spans.map((span) => ({ span: reading.place(span), what }))
  })
}

/** Returns every contact in order; one next to an earlier removal includes its mark. */
function findContacts(tokens: TextTokens, trees: Trees, budget: Budget): Span[] {
  const spans = findAddresses(tokens).map(({ span }) => span)
  for (const span of spansOf(findPhones(tokens, trees, budget))) spans.push(widen(tokens.folded, spanOf(tokens, span)))
  return unite(tokens, spans)
}

export function spanOf(tokens: TextTokens, { first, last }: TokenSpan): Span {
  return { start: tokenAt(tokens, first).start, end: tokenAt(tokens, last).end }
}

const WIDEST_JOIN = 12

function widen({ text }: NormalizedText, span: Span): Span {
  let { start, end } = span
  start -= /\+[ ([]{0,2}$/.exec(text.slice(Math.max(0, start - 3), start))?.[0].length ?? 0
  const count = (sign: string): number => text.slice(start, end).split(sign).length - 1
  for (const [open = '', close = ''] of ['()', '[]']) {
    const unopened = count(close) - count(open)
    if (unopened > 0 && text[start - 1] === open) start--
    if (unopened < 0 && text[end] === close) end++
  }
  return { start, end }
}

/** The spans in order, those that overlap or that only separators and joining words part united; no mark alone. */
function unite(tokens: TextTokens, spans: Span[]): Span[] {
  const marks = tokens.list.filter(({ kind }) => kind === 'mark')
  const all = [...spans, ...marks].sort((a, b) => a.start - b.start || b.end - a.end)
  const united: Span[] = []
  let token = 0
  for (const { start, end } of all) {
    const open = united.at(-1)
    if (open !== undefined) {
      while (token < tokens.count && tokenAt(tokens, token).start < open.end) token++
      if (start <= open.end || areAdjacent(tokens, token, open.end, start)) {
        open.end = Math.max(open.end, end)
        continue
      }
    }
    united.push({ start, end })
  }
  return united.filter(({ start, end }) => end - start > 1 || tokens.folded.text[start] !== MARK)
}

function areAdjacent(tokens: TextTokens, token: number, from: number, to: number): boolean {
  if (to - from > WIDEST_JOIN) return false
  for (let t = token; t < tokens.count && tokenAt(tokens, t).start < to; t++)
    if (!means(tokenAt(tokens, t), 'join')) return false
  return !tokens.folded.text.slice(from, to).includes(':')
}

/** A removal may bring its neighbours together, so a text is read until nothing more is found. */
const MAX_ROUNDS = 6

/** The text with every contact in it replaced by a mark; removing again changes nothing. */
export function removeContacts(text: string, trees?: Trees): string {
  const spans = contactSpans(text, trees)
  return spans.length === 0 ? text : withMarks(text, spans)
}

export function contactSpans(text: string, trees: Trees = WEIGHTS): Span[] {
  let spans: Span[] = []
  const budget = { windows: MAX_SPANS }
  let tokens = tokenise(text)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = findContacts(tokens, trees, budget)
    if (found.length === 0) break
    const { folded } = tokens
    const finds = found.map((span) => toSourceSpan(folded, span))
    // A contact next to a mark replaces the span that the mark stands for.
    const isWithin = (span: Span): boolean => finds.some(({ start, end }) => start <= span.start && span.end <= end)
    spans = [...finds, ...spans.filter((span) => !isWithin(span))].sort((a, b) => a.start - b.start)
    tokens = readTokens(withRemovalMarks(folded, found))
  }
  return spans
}

export function withMarks(text: string, spans: readonly Span[]): string {
  let [marked, from] = ['', 0]
  for (const { start, end } of spans) {
    marked += text.slice(from, start) + REMOVED
    from = end
  }
  return marked + text.slice(from)
}

/** A possible contact, what it would be, and what became of it; above a score of 0 a number is removed. */
export type Reason = { stretch: string; what: string; removed: boolean; because: string; score?: number }

const STATUS_TEXTS: Readonly<Record<CandidateStatus, string>> = {
  taken: 'scored above the bar',
  low: 'scored below the bar',
  held: 'a label before it says what it is',
  lost: 'overlaps a better one',
}

export function explainRedaction(text: string): Reason[] {
  const tokens = tokenise(text)
  const stretchOf = (span: Span): string => {
    const { start, end } = toSourceSpan(tokens.folded, span)
    return text.slice(start, end)
  }
  const addresses = findAddresses(tokens)
  // Part of a mail address is often a web address, too.
  const isPart = ({ start, end }: Span, k: number): boolean =>
    addresses.slice(0, k).some(({ span }) => span.start <= start && end <= span.end)
  const { scene, candidates, parts } = findPhones(tokens, WEIGHTS)
  return [
    ...addresses
      .filter(({ span }, k) => !isPart(span, k))
      .map(({ span, what }) => ({ stretch: stretchOf(span), what, removed: true, because: `reads as a ${what}` })),
    ...candidates.map((candidate) => reasonOf(stretchOf(spanOf(tokens, tokensOf(scene, candidate))), candidate)),
    ...parts.map((part) => ({
      stretch: stretchOf(spanOf(tokens, part)),
      what: 'part of a mobile',
      removed: true,
      because: 'words announce its parts',
    })),
  ]
}

function reasonOf(stretch: string, { kind, score, labelled, status }: NumberCandidate): Reason {
  const removed = status === 'taken'
  const isLaw = removed && score === RULE_SCORE
  const law = isLaw ? 'a plain number without a label' : STATUS_TEXTS[status]
  return {
    stretch,
    what: kind,
    removed,
    because: removed && labelled ? 'has a label, and is offered for calling' : law,
    ...(status === 'held' || isLaw ? {} : { score: Math.round(score * 100) / 100 }),
  }
}
