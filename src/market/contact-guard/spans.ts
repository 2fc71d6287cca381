import { DIGIT, LETTER, LINE, MARK, SPACE } from './character-fold.ts'
import { type Folded, sourceEnd } from './fold.ts'
import { means, REMOVED_MARK, type Tokens, WORD } from './tokens.ts'
import { JOIN } from './vocabulary.ts'

/** A find in the folded text, end excluded. */
export type Span = { start: number; end: number }

const WIDEST_JOIN = 12

/** Widens the span: brackets and a plus that belong to a number go with it. */
export function widen(folded: Folded, span: Span): Span {
  const { codes } = folded
  let { start, end } = span
  let i = start - 1
  while (i >= 0 && i > start - 3 && (codes[i] === 40 || codes[i] === 91 || codes[i] === 32)) i--
  if (codes[i] === 43) start = i
  if (codes[start - 1] === 40 && closes(codes, start, end, 41)) start--
  else if (codes[start - 1] === 91 && closes(codes, start, end, 93)) start--
  if (codes[end] === 41 && opens(codes, start, end, 40, 41)) end++
  span.start = start
  span.end = end
  return span
}

/** Whether a bracket closes inside the span that did not open there. */
function closes(codes: Uint16Array, start: number, end: number, close: number): boolean {
  const open = close === 41 ? 40 : 91
  let depth = 0
  for (let i = start; i < end; i++) {
    if (codes[i] === open) depth++
    else if (codes[i] === close && --depth < 0) return true
  }
  return false
}

function opens(codes: Uint16Array, start: number, end: number, open: number, close: number): boolean {
  let depth = 0
  for (let i = start; i < end; i++) {
    if (codes[i] === open) depth++
    else if (codes[i] === close) depth--
  }
  return depth > 0
}

/** Finds in order, overlapping ones united, neighbours with nothing but separators and joining words between made one. */
export function unite(tokens: Tokens, spans: Span[]): Span[] {
  for (let t = 0; t < tokens.count; t++) {
    if (tokens.kinds[t] === REMOVED_MARK) spans.push({ start: tokens.starts[t] ?? 0, end: tokens.ends[t] ?? 0 })
  }
  spans.sort((a, b) => a.start - b.start || a.end - b.end)
  const united: Span[] = []
  let token = 0
  for (const span of spans) {
    const last = united[united.length - 1]
    if (last === undefined) {
      united.push(span)
      continue
    }
    while (token < tokens.count && (tokens.starts[token] ?? 0) < last.end) token++
    if (span.start <= last.end || areAdjacent(tokens, token, last.end, span.start))
      last.end = Math.max(last.end, span.end)
    else united.push(span)
  }
  return united
}

function areAdjacent(tokens: Tokens, token: number, from: number, to: number): boolean {
  if (to - from > WIDEST_JOIN) return false
  const { classes, codes } = tokens.folded
  for (let t = token; t < tokens.count && (tokens.starts[t] ?? 0) < to; t++) {
    if (tokens.kinds[t] !== WORD || !means(tokens, t, JOIN)) return false
  }
  // A full stop or a colon ends a thought; what follows is told apart from what stood before.
  for (let i = from; i < to; i++) if (codes[i] === 58 && classes[i] !== MARK) return false
  return true
}

/** The same stretches in the text as it was written. */
export function toSource(folded: Folded, spans: Span[]): Span[] {
  for (const span of spans) {
    span.end = sourceEnd(folded, span.end - 1)
    span.start = folded.starts[span.start] ?? 0
  }
  return spans
}

export function isBlank(folded: Folded, at: number): boolean {
  const kind = folded.classes[at]
  return kind === SPACE || kind === LINE
}

export function isAlphanumeric(folded: Folded, at: number): boolean {
  if (at < 0 || at >= folded.length) return false
  return folded.classes[at] === LETTER || folded.classes[at] === DIGIT
}
