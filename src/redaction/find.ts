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

/** Every address of a text, and what it is. */
export function findAddresses(tokens: TextTokens): { span: Span; what: string }[] {
  const reading = withSigns(tokens)
  const addressSpans: { span: Span; what: string }[] = []
  for (const [what, find] of FINDERS) {
    const spans: Span[] = []
    find(reading.tokens, spans)
    for (const span of spans) addressSpans.push({ span: reading.place(span), what })
  }
  return addressSpans
}

/** Every contact in the text, in order; a contact beside one that was removed before is found together with its mark. */
function findContacts(tokens: TextTokens, trees: Trees, budget: Budget): Span[] {
  const spans = findAddresses(tokens).map(({ span }) => span)
  for (const { first, last } of spansOf(findPhones(tokens, trees, budget)))
    spans.push(widen(tokens.folded, { start: tokenAt(tokens, first).start, end: tokenAt(tokens, last).end }))
  return unite(tokens, spans)
}

const WIDEST_JOIN = 12

/** Brackets and a plus that belong to a number go with it. */
function widen({ text }: NormalizedText, span: Span): Span {
  let { start, end } = span
  const plus = /\+[ ([]{0,2}$/.exec(text.slice(Math.max(0, start - 3), start))
  if (plus !== null) start -= plus[0].length
  const count = (sign: string): number => text.slice(start, end).split(sign).length - 1
  for (const [open = '', close = ''] of ['()', '[]']) {
    const unopened = count(close) - count(open)
    if (unopened > 0 && text[start - 1] === open) start--
    if (unopened < 0 && text[end] === close) end++
  }
  return { start, end }
}

/**
 * The stretches that go, in order: overlapping ones united, neighbours with nothing but
 * separators and joining words between made one. A mark that was there before and stays alone is none.
 */
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
  // A colon ends a thought; what follows is told apart from what stood before.
  return !tokens.folded.text.slice(from, to).replaceAll(MARK, '').includes(':')
}

/** A contact that is removed may bring its neighbours together, so a text is read until nothing more is found. */
const MAX_ROUNDS = 6

/** The text with every contact in it replaced by a mark; guarding it again changes nothing. */
export function removeContacts(text: string, trees?: Trees): string {
  const spans = contactSpans(text, trees)
  return spans.length === 0 ? text : withMarks(text, spans)
}

/** Where in the text the contacts stand that `removeContacts` takes out, in order. */
export function contactSpans(text: string, trees: Trees = WEIGHTS): Span[] {
  let spans: Span[] = []
  const budget = { windows: MAX_SPANS }
  let tokens = tokenise(text)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const addressSpans = findContacts(tokens, trees, budget)
    if (addressSpans.length === 0) break
    const { folded } = tokens
    const finds = addressSpans.map((span) => toSourceSpan(folded, span))
    // What is found beside a mark goes together with what the mark stands for.
    const isWithin = (span: Span): boolean => finds.some(({ start, end }) => start <= span.start && span.end <= end)
    spans = [...finds, ...spans.filter((span) => !isWithin(span))].sort((a, b) => a.start - b.start)
    tokens = readTokens(withRemovalMarks(folded, addressSpans))
  }
  return spans
}

/** The text with a mark in place of each of these spans, which stand in order. */
export function withMarks(text: string, finds: readonly Span[]): string {
  let [marked, from] = ['', 0]
  for (const { start, end } of finds) {
    marked += text.slice(from, start) + REMOVED
    from = end
  }
  return marked + text.slice(from)
}

/** A stretch of a text that might be a contact, what it would be, and what became of it. */
export type Reason = {
  stretch: string
  what: string
  removed: boolean
  because: string
  /** How surely the trees take a number for a contact: above 0 it is one. */
  score?: number
}

const STATUS_TEXTS: Readonly<Record<CandidateStatus, string>> = {
  taken: 'scored above the bar',
  low: 'scored below the bar',
  held: 'a label before it says what it is',
  lost: 'overlaps a better one',
}

/** Which candidates a text holds, and to what each of them fell; the first reading only. */
export function explainRedaction(text: string): Reason[] {
  const tokens = tokenise(text)
  const reasons: Reason[] = []
  const spans: Span[] = []
  for (const { span, what } of findAddresses(tokens)) {
    // Part of a mail address is often a web address, too.
    if (spans.some(({ start, end }) => start <= span.start && span.end <= end)) continue
    spans.push(span)
    reasons.push({ stretch: stretchOf(tokens, span), what, removed: true, because: `reads as a ${what}` })
  }
  const { scene, candidates, parts } = findPhones(tokens, WEIGHTS)
  const stretchAt = ({ first, last }: TokenSpan): string =>
    stretchOf(tokens, { start: tokenAt(tokens, first).start, end: tokenAt(tokens, last).end })
  for (const candidate of candidates) reasons.push(reasonOf(stretchAt(tokensOf(scene, candidate)), candidate))
  for (const part of parts)
    reasons.push({
      stretch: stretchAt(part),
      what: 'part of a mobile',
      removed: true,
      because: 'words tell of its parts',
    })
  return reasons
}

function reasonOf(stretch: string, { kind, score, labelled, status }: NumberCandidate): Reason {
  const isLaw = status === 'taken' && score === RULE_SCORE
  const offered = status === 'taken' && labelled ? 'has a label, and is offered for calling' : undefined
  return {
    stretch,
    what: kind,
    removed: status === 'taken',
    because: offered ?? (isLaw ? 'a plain number without a label' : STATUS_TEXTS[status]),
    ...(status === 'held' || isLaw ? {} : { score: Math.round(score * 100) / 100 }),
  }
}

function stretchOf({ folded }: TextTokens, span: Span): string {
  const { start, end } = toSourceSpan(folded, span)
  return folded.source.slice(start, end)
}
