import { isCalm, mayBeCalm } from './calm.ts'
import { DIGIT, LETTER, LINE, MARK, SPACE } from './character-fold.ts'
import { type Folded, REMOVED, sourceEnd } from './fold.ts'
import { means, type Tokens, WORD } from './tokens.ts'
import { JOIN } from './vocabulary.ts'

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

/** Start and end of a find in one number, so that sorting needs no objects. */
const WIDE = 2 ** 26
let packs = new Float64Array(1024)
let merged = new Float64Array(1024)

/** All finds and all marks, in order; gives how many. */
function packAll(tokens: Tokens, spans: Span[]): number {
  const most = spans.length + tokens.markCount
  if (packs.length < most) packs = new Float64Array(2 * most)
  let count = 0
  let last = -1
  let sorted = true
  for (const { start, end } of spans) {
    const pack = start * WIDE + end
    if (pack < last) sorted = false
    packs[count++] = last = pack
  }
  for (let k = 0; k < tokens.markCount; k++) {
    const at = tokens.marks[k] ?? 0
    const pack = at * WIDE + at + 1
    if (pack < last) sorted = false
    packs[count++] = last = pack
  }
  if (!sorted) mergeRuns(count)
  return count
}

/** Finds come in a few runs, each in order: these are merged, two by two. */
function mergeRuns(count: number): void {
  if (merged.length < packs.length) merged = new Float64Array(packs.length)
  for (let runs = 2; runs > 1; ) {
    runs = 0
    for (let from = 0; from < count; runs++) {
      const middle = endOfRun(from, count)
      const stop = endOfRun(middle, count)
      let left = from
      let right = middle
      for (let to = from; to < stop; to++) {
        const takesLeft = right >= stop || (left < middle && (packs[left] ?? 0) <= (packs[right] ?? 0))
        merged[to] = packs[takesLeft ? left++ : right++] ?? 0
      }
      from = stop
    }
    const spare = packs
    packs = merged
    merged = spare
  }
}

function endOfRun(from: number, count: number): number {
  let end = from + 1
  while (end < count && (packs[end - 1] ?? 0) <= (packs[end] ?? 0)) end++
  return Math.min(end, count)
}

/**
 * The stretches of the source that the finds come from, in order: overlapping ones united, neighbours with nothing but
 * separators and joining words between made one. A mark that was there before and stays alone is none.
 */
export function unite(tokens: Tokens, spans: Span[]): Find[] {
  const finds: Find[] = []
  const count = packAll(tokens, spans)
  if (count === 0) return finds
  const mayRest = mayBeCalm(tokens)
  let token = 0
  let at = 0
  let start = Math.floor((packs[0] ?? 0) / WIDE)
  let end = (packs[0] ?? 0) - start * WIDE
  let calm = mayRest && (tokens.atCount === 0 || (tokens.atPositions[0] ?? 0) >= start) && isCalm(tokens, 0, 0, start)
  for (let k = 1; k < count; k++) {
    const pack = packs[k] ?? 0
    const nextStart = Math.floor(pack / WIDE)
    const nextEnd = pack - nextStart * WIDE
    while (token < tokens.count && (tokens.starts[token] ?? 0) < end) token++
    if (nextStart <= end || areAdjacent(tokens, token, end, nextStart)) {
      if (nextEnd > end) end = nextEnd
      continue
    }
    while (at < tokens.atCount && (tokens.atPositions[at] ?? 0) < end) at++
    const rests =
      mayRest &&
      (at >= tokens.atCount || (tokens.atPositions[at] ?? 0) >= nextStart) &&
      isCalm(tokens, token, end, nextStart)
    addFromSource(tokens.folded, start, end, calm && rests, finds)
    calm = rests
    start = nextStart
    end = nextEnd
  }
  while (token < tokens.count && (tokens.starts[token] ?? 0) < end) token++
  while (at < tokens.atCount && (tokens.atPositions[at] ?? 0) < end) at++
  calm &&= at >= tokens.atCount && isCalm(tokens, token, end, tokens.folded.length)
  addFromSource(tokens.folded, start, end, calm, finds)
  return finds
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
