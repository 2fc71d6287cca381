import { findContacts } from './find.ts'
import { REMOVED } from './text/fold.ts'
import type { Find, Span } from './text/spans.ts'

// A contact that is removed may bring its neighbours together, so a text is read until nothing more is found: the whole
// of it once, then only around what was removed. A long text is read piece by piece, each with a little of what stands
// before and after it, so that the work grows with its length and no faster, whatever it says.

const MOST_ROUNDS = 6
/** Any text of a listing is shorter and read in one piece. */
const LONGEST_WHOLE = 20_480
const PIECE = 16_384
/** Nothing that far away matters to a contact. */
const CONTEXT = 512
const FARTHEST_BLANK = 64
/** So near the beginning of a piece a number may have lost its label. */
const UNSETTLED = 256

/** The text with every contact in it replaced by a mark; guarding it again changes nothing. */
export function removeContacts(text: string): string {
  let current = text
  let areas: Span[] = [{ start: 0, end: text.length }]
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const finds: Find[] = []
    for (const area of areas) findWithin(current, area, finds)
    if (finds.length === 0) return current
    current = replaceAll(current, finds)
    areas = areasAround(current, finds)
  }
  return current
}

/** Adds what begins or goes on in this area. */
function findWithin(text: string, area: Span, finds: Find[]): void {
  const step = text.length <= LONGEST_WHOLE ? text.length : PIECE
  for (let from = area.start; from < area.end; ) {
    const to = area.end - from <= step ? area.end : nextBlank(text, from + step)
    const start = Math.max(0, from - CONTEXT)
    const end = Math.min(text.length, to + CONTEXT)
    const piece = start === 0 && end === text.length ? text : text.slice(start, end)
    const found = findContacts(piece, start === 0 ? 0 : UNSETTLED)
    from = addFound(text, { from, to, start, end }, found, finds)
  }
}

/** A stretch of a text, and where the reading of it starts and ends. */
type Piece = { from: number; to: number; start: number; end: number }

/** Adds what was found in a piece; gives where the next one begins. */
function addFound(text: string, { from, to, start, end }: Piece, found: Find[], finds: Find[]): number {
  let next = to
  // Beside what is found at a cut, other words are read next time.
  let cut = false
  let latest: Find | undefined
  for (const find of found) {
    find.start += start
    find.end += start
    if (find.end <= from || find.start >= to) {
      cut = true
      if (latest !== undefined) latest.calm = false
      continue
    }
    if (cut || find.start < from || find.end > to) find.calm = false
    cut = false
    find.start = Math.max(from, find.start)
    // What was cut off goes on as far as nothing separates it.
    if (find.end === end) while (find.end < text.length && !isBlank(text, find.end)) find.end++
    add(finds, find)
    latest = finds[finds.length - 1]
    next = Math.max(next, find.end)
  }
  return next
}

function add(finds: Find[], find: Find): void {
  const last = finds[finds.length - 1]
  if (last === undefined || find.start > last.end) {
    finds.push(find)
    return
  }
  last.end = Math.max(last.end, find.end)
  last.calm = false
}

function isBlank(text: string, at: number): boolean {
  return text.charCodeAt(at) <= 32
}

function nextBlank(text: string, at: number): number {
  for (let i = at; i < at + FARTHEST_BLANK; i++) if (isBlank(text, i)) return i
  return at
}

function replaceAll(text: string, finds: Find[]): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end } of finds) {
    parts.push(text.slice(from, start), REMOVED)
    from = end
  }
  parts.push(text.slice(from))
  return parts.join('')
}

/** Where the text, as it now is, stands near a mark that was just set, and something could be found there. */
function areasAround(text: string, finds: Find[]): Span[] {
  const areas: Find[] = []
  let shift = 0
  for (const { start, end, calm } of finds) {
    const at = start + shift
    shift += REMOVED.length - (end - start)
    // In a text that is read as a whole, what lies close together is read together, or not at all.
    if (calm && text.length > LONGEST_WHOLE) continue
    const first = Math.max(0, at - CONTEXT)
    const last = areas[areas.length - 1]
    const stop = Math.min(text.length, at + REMOVED.length + CONTEXT)
    if (last === undefined || first > last.end) areas.push({ start: first, end: stop, calm })
    else {
      last.end = stop
      last.calm &&= calm
    }
  }
  return areas.filter((area) => !area.calm)
}
