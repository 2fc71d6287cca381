import { findAddresses } from './find.ts'
import { looseParts, type Part, wholeOf } from './phones/parts.ts'
import { readScene } from './phones/windows.ts'
import { REMOVED, type Span, sourceEnd, sourceStart } from './text/fold.ts'
import { at, hints, SIGNS, type Tokens, tokenise } from './text/tokens.ts'
import { bitsOf } from './words/lexicon.ts'

// A contact may be split over the fields of a listing: they are read once more together, as a buyer reads the page. What
// crosses a border takes its part out of each field.

/** A text of a listing, where it stands, and what becomes of the field when a part of the text goes. */
export type Piece = { path: string; text: string; key: string | undefined; put: (text: string) => void }

const MAX_ROUNDS = 6
/** So much of a field is read with its neighbour. */
const LONGEST = 200
const MAX_OPEN = 12
const NAMES = /^(?:maker|variant)_name$/
const PLACE = /^[1-8][0-9]{5}$/
const SIGN = bitsOf('at', 'mail-host')
const NAMING = bitsOf('unit', 'money-word', 'currency', 'label', 'soft-label', 'spare')

/** Takes out of the fields what crosses them. */
export function guardTogether(pieces: readonly Piece[]): void {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = crossingSpans(pieces)
    if (found.size === 0) return
    for (const [piece, spans] of found) {
      for (const { start, end } of spans.toReversed())
        piece.text = piece.text.slice(0, start) + REMOVED + piece.text.slice(end)
      piece.put(piece.text)
    }
  }
}

/** The parts of contacts that stand in several pieces, by piece and in order. */
export function crossingSpans(pieces: readonly Piece[]): Map<Piece, Span[]> {
  const found = new Map<Piece, Span[]>()
  const add = (piece: Piece, { start, end }: Span): void => {
    const spans = found.get(piece) ?? []
    if (end > start && !spans.some((span) => start < span.end && span.start < end)) spans.push({ start, end })
    found.set(
      piece,
      spans.sort((a, b) => a.start - b.start),
    )
  }
  addMails(pieces, add)
  addParts(pieces, add)
  return found
}

type Add = (piece: Piece, span: Span) => void

/** Addresses whose sign stands at the end of a field, or at the beginning of the next. */
function addMails(pieces: readonly Piece[], add: Add): void {
  for (const [k, piece] of pieces.entries()) {
    const next = pieces[k + 1]
    if (next === undefined) continue
    const [left, right] = [piece.text.slice(-LONGEST), next.text.slice(0, LONGEST)]
    const tokens = tokenise(`${left} ${right}`)
    if ((tokens.signs & SIGNS.AT) === 0 && !hints(tokens, SIGN)) continue
    for (const { span, what } of findAddresses(tokens)) {
      const { start, end } = inSource(tokens, span)
      if (!what.startsWith('mail') || start >= left.length || end <= left.length + 1) continue
      add(piece, { start: piece.text.length - left.length + start, end: piece.text.length })
      add(next, { start: 0, end: end - left.length - 1 })
    }
  }
}

function inSource({ folded }: Tokens, { start, end }: Span): Span {
  return { start: sourceStart(folded, start), end: sourceEnd(folded, end - 1) }
}

/** Parts of a number in fields that may stand far apart. */
function addParts(pieces: readonly Piece[], add: Add): void {
  // What may be a figure of the machine stays: without the others it tells nothing.
  for (const whole of wholes(pieces, true)) for (const { sign, piece, place } of whole) if (sign > 0) add(piece, place)
}

/** Whether bare digits of several fields would make a mobile number, though nothing tells that they are parts of one. */
export function mayBeSplit(pieces: readonly Piece[]): boolean {
  return !wholes(pieces, false).next().done
}

type Placed = Part & { piece: Piece; place: Span }

/** The numbers whose parts stand in several pieces; `told`, where one part at least is told as such. */
function* wholes(pieces: readonly Piece[], told: boolean): Generator<readonly Placed[]> {
  let open: Placed[] = []
  for (const piece of pieces) {
    if (!mayHoldPart(piece)) continue
    const tokens = tokenise(piece.text)
    for (const found of looseParts(readScene(tokens))) {
      const { first, last } = found.span
      if (told && found.sign < 0) continue
      const isModel = NAMES.test(piece.path) && found.sign < 2
      // "855" alone is a model where the model is told, and six digits after a word are the code of a place.
      if (!told && ((isModel && first === 0) || (found.sign === 0 && PLACE.test(found.digits)))) continue
      const sign = told ? (isModel ? 0 : found.sign) : 1
      const place = inSource(tokens, { start: at(tokens, first).start, end: at(tokens, last).end })
      open = [...open, { ...found, sign, piece, place }].slice(-MAX_OPEN)
      const whole = wholeOf(open)
      const isSplit = new Set(whole?.map((its) => its.piece)).size > 1 && /^[6-9]/.test(whole?.[0]?.digits ?? '')
      if (whole === undefined || !isSplit) continue
      yield whole
      open = []
    }
  }
}

/** A value under a key that is a measure, a price or a label is what the key says. */
function mayHoldPart({ text, key }: Piece): boolean {
  return key === undefined || /^0[0-9]/.test(text) || !hints(tokenise(key), NAMING)
}
