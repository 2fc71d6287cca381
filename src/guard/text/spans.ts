import { isCalm, mayBeCalm } from '../calm.ts'
import { JOIN } from '../words/vocabulary.ts'
import { DIGIT, LETTER, LINE, MARK, SPACE } from './character-fold.ts'
import { type Folded, REMOVED, sourceEnd } from './fold.ts'
import { means, type Tokens, WORD } from './tokens.ts'

/** A find in the folded text, end excluded. */
export type Span = { start: number; end: number }

/** A find in the text as it was written; calm when nothing more could be found beside it once it is gone. */
export type Find = Span & { calm: boolean }

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

/** For every place in the text the end of the longest find that begins there, or 0: finds are in order without sorting. */
let endAt = new Int32Array(1024)

/** Puts all finds and all marks in their places; gives how many there were. */
function place(tokens: Tokens, spans: Span[]): number {
  if (endAt.length <= tokens.folded.length) endAt = new Int32Array(2 * tokens.folded.length)
  for (const { start, end } of spans) if ((endAt[start] ?? 0) < end) endAt[start] = end
  for (let k = 0; k < tokens.markCount; k++) {
    const at = tokens.marks[k] ?? 0
    if ((endAt[at] ?? 0) < at + 1) endAt[at] = at + 1
  }
  return spans.length + tokens.markCount
}

/**
 * The stretches of the source that the finds come from, in order: overlapping ones united, neighbours with nothing but
 * separators and joining words between made one. A mark that was there before and stays alone is none.
 */
export function unite(tokens: Tokens, spans: Span[]): Find[] {
  const finds: Find[] = []
  if (place(tokens, spans) === 0) return finds
  const { length } = tokens.folded
  const mayRest = mayBeCalm(tokens)
  let token = 0
  let sign = 0
  let start = nextPlace(endAt, 0, length)
  let end = takeEnd(endAt, start)
  const signed = tokens.atCount > 0 && (tokens.atPositions[0] ?? 0) < start
  let calm = mayRest && !signed && isCalm(tokens, 0, 0, start)
  for (let next = start; next < length; ) {
    next = nextPlace(endAt, next, length)
    const nextEnd = takeEnd(endAt, next)
    token = firstToken(tokens, token, end)
    if (next < length && (next <= end || areAdjacent(tokens, token, end, next))) {
      if (nextEnd > end) end = nextEnd
      continue
    }
    while (sign < tokens.atCount && (tokens.atPositions[sign] ?? 0) < end) sign++
    const signs = sign < tokens.atCount && (tokens.atPositions[sign] ?? 0) < next
    const rests = mayRest && !signs && isCalm(tokens, token, end, next)
    addFromSource(tokens.folded, start, end, calm && rests, finds)
    calm = rests
    start = next
    end = nextEnd
  }
  return finds
}

/** The next place from here on where a find begins, or the end of the text. */
function nextPlace(places: Int32Array, from: number, length: number): number {
  let at = from
  while (at < length && places[at] === 0) at++
  return at
}

function takeEnd(places: Int32Array, at: number): number {
  const end = places[at] ?? 0
  places[at] = 0
  return end
}

function firstToken({ starts, count }: Tokens, from: number, at: number): number {
  let token = from
  while (token < count && (starts[token] ?? 0) < at) token++
  return token
}

function addFromSource(folded: Folded, first: number, stop: number, calm: boolean, finds: Find[]): void {
  const start = folded.starts[first] ?? 0
  const end = sourceEnd(folded, stop - 1)
  if (folded.classes[first] === MARK && stop - first === 1 && end - start === REMOVED.length) return
  finds.push({ start, end, calm })
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
