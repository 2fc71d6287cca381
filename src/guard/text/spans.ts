import { JOIN } from '../words/vocabulary.ts'
import { DIGIT, LETTER, LINE, MARK, SPACE } from './character-fold.ts'
import { type Folded, REMOVED, sourceEnd } from './fold.ts'
import { means, type Tokens, WORD } from './tokens.ts'

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

/**
 * The stretches of the source that the finds come from, in order: overlapping ones united, neighbours with nothing but
 * separators and joining words between made one. A mark that was there before and stays alone is none.
 */
export function unite(tokens: Tokens, spans: Span[]): Span[] {
  const all = [...spans]
  for (let k = 0; k < tokens.markCount; k++) {
    const start = tokens.marks[k] ?? 0
    all.push({ start, end: start + 1 })
  }
  all.sort((a, b) => a.start - b.start || b.end - a.end)
  const finds: Span[] = []
  let token = 0
  let open: Span | undefined
  for (const span of all) {
    if (open !== undefined) {
      while (token < tokens.count && (tokens.starts[token] ?? 0) < open.end) token++
      if (span.start <= open.end || areAdjacent(tokens, token, open.end, span.start)) {
        open.end = Math.max(open.end, span.end)
        continue
      }
      addFromSource(tokens.folded, open, finds)
    }
    open = { ...span }
  }
  if (open !== undefined) addFromSource(tokens.folded, open, finds)
  return finds
}

function addFromSource(folded: Folded, { start: first, end: stop }: Span, finds: Span[]): void {
  const start = folded.starts[first] ?? 0
  const end = sourceEnd(folded, stop - 1)
  if (folded.classes[first] === MARK && stop - first === 1 && end - start === REMOVED.length) return
  finds.push({ start, end })
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

export function isBlank(folded: Folded, at: number): boolean {
  const kind = folded.classes[at]
  return kind === SPACE || kind === LINE
}

export function isAlphanumeric(folded: Folded, at: number): boolean {
  if (at < 0 || at >= folded.length) return false
  return folded.classes[at] === LETTER || folded.classes[at] === DIGIT
}
