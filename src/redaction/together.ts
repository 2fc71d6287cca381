import { findAddresses, spanOf, withMarks } from './find.ts'
import { bitsOf, listOf } from './lexicon/lexicon.ts'
import { readTextContext } from './phones/candidate-spans.ts'
import { isPlaceCode, MEASURES } from './phones/figures.ts'
import {
  EVIDENCE,
  JOINING,
  MAX_PARTS,
  MAX_TOGETHER,
  type NumberPart,
  PART_WORDS,
  partsOf,
  wholeOf,
} from './phones/parts.ts'
import { type Span, toSourceSpan } from './text/fold.ts'
import { hints, SIGNS, type TextTokens, tokenise } from './text/tokens.ts'
import { keyAsLabel } from './values.ts'

// A contact may be split over the fields of a listing, so they are read once more together, as a buyer reads the page.

/** Numeric fields, which are parts of a number only if words say so, and how plausible values look. */
export const FIGURES: ReadonlyMap<string, RegExp> = new Map([
  ['km', /^[1-3]?[0-9]{1,5}$/],
  ['hours', /^[1-3]?[0-9]{1,4}$/],
  ['pin', /^[1-9][0-9]{5}$/],
  ...['price_inr', 'sold_price_inr', 'comparable_new_inr'].map((field) => [field, /^[0-9]{5,}$|[05]0$/] as const),
])
const ROUND_PRICE_ENDING = /0$|([0-9])\1$|[0257]5$|[0259]1$/

/** A text of a listing, its path and the key above it; `put` replaces it. */
export type Piece = { path: string; text: string; key: string | undefined; put: (text: string) => void }

const MAX_ROUNDS = 6
const LONGEST = 200
const isOfContract = ({ path }: Piece): boolean => FIGURES.has(path)
export const NAME = /_name$|^district$/
export const SIGN = bitsOf('at', 'mail-host')
const NAMING = bitsOf('unit', 'money-word', 'currency', 'label')
const NUMBER = bitsOf('number-noun')
const ANNOUNCING = bitsOf('call', 'number-noun')
/** "four tyres" is a measure, but a value under such a key is none. */
const TYRES = listOf('tyre')

export function redactTogether(pieces: readonly Piece[]): void {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const crossing = crossingSpans(pieces)
    if (crossing.size === 0) return
    for (const [piece, spans] of crossing) {
      piece.text = withMarks(piece.text, spans)
      piece.put(piece.text)
    }
  }
}

export function crossingSpans(pieces: readonly Piece[]): Map<Piece, Span[]> {
  const crossing = new Map<Piece, Span[]>()
  const add = (piece: Piece, { start, end }: Span): void => {
    const spans = crossing.get(piece) ?? []
    if (end > start && !spans.some((span) => start < span.end && span.start < end)) spans.push({ start, end })
    spans.sort((a, b) => a.start - b.start)
    crossing.set(piece, spans)
  }
  addMails(pieces, add)
  for (const { piece, place } of splitNumber(pieces, isWholeAnnounced) ?? []) if (place !== undefined) add(piece, place)
  return crossing
}

function addMails(all: readonly Piece[], add: (piece: Piece, span: Span) => void): void {
  const pieces = all.filter((piece) => !isOfContract(piece))
  for (const [k, piece] of pieces.entries()) {
    const next = pieces[k + 1]
    if (next === undefined) continue
    const [left, right] = [piece.text.slice(-LONGEST), next.text.slice(0, LONGEST)]
    const tokens = tokenise(`${left} ${right}`)
    if ((tokens.signs & SIGNS.AT) === 0 && !hints(tokens, SIGN)) continue
    for (const { span, what } of findAddresses(tokens)) {
      const { start, end } = toSourceSpan(tokens.folded, span)
      if (!what.startsWith('mail') || start >= left.length || end <= left.length + 1) continue
      add(piece, { start: piece.text.length - left.length + start, end: piece.text.length })
      add(next, { start: 0, end: end - left.length - 1 })
    }
  }
}

/** A part of a number in a listing; a numeric field has no place, as it cannot lose a part. */
type Placed = NumberPart & { piece: Piece; place: Span | undefined }

export function splitNumber(
  pieces: readonly Piece[],
  isMeant: (parts: readonly Placed[]) => boolean,
): Placed[] | undefined {
  const parts = placedParts(pieces)
  const some = parts.length > MAX_PARTS ? parts.toSorted((a, b) => b.sign - a.sign).slice(0, MAX_PARTS) : parts
  return wholeOf(some, (chosen) => fieldsOf(chosen) > 1 && isMeant(chosen))
}

const fieldsOf = (parts: readonly Placed[]): number => new Set(parts.map(({ piece }) => piece)).size

function isWholeAnnounced(parts: readonly Placed[]): boolean {
  const max = Math.max(...parts.map(({ sign }) => sign))
  const min = max === EVIDENCE.named ? EVIDENCE.apart : EVIDENCE.odd
  return max >= EVIDENCE.marked && parts.every(({ sign, place }) => sign >= min || place === undefined)
}

/** Something marks one; or all are unexplained, in separate fields, and not all round. */
export function isDoubtful(parts: readonly Placed[]): boolean {
  if (parts.some(({ sign }) => sign >= EVIDENCE.marked)) return true
  if (parts.some(({ sign }) => sign < EVIDENCE.unexplained) || parts.every(({ digits }) => digits.endsWith('00')))
    return false
  // More pieces are more likely chance, so fewer of them may stand in mid-clause.
  const weak = parts.filter(({ sign }) => sign < EVIDENCE.apart)
  return fieldsOf(parts) === parts.length && weak.length <= MAX_TOGETHER - parts.length
}

export function placedParts(pieces: readonly Piece[]): Placed[] {
  const parts: Placed[] = []
  const [figures, others] = [pieces.filter(isOfContract), pieces.filter((piece) => !isOfContract(piece))]
  const zone = figures.find(({ path }) => path === 'pin')?.text.charAt(0) ?? ''
  const texts = others.map((piece) => ({ piece, tokens: tokensOf(piece) }))
  const isJoined = texts.some(({ tokens }) => isJoining(tokens))
  for (const { piece, tokens } of texts) {
    const key = tokenise(keyAsLabel(piece.key ?? ''))
    const isNaming = isNamed(key)
    // "engine_no: 4774"; but "engine_no: second half 4774" is none.
    const isWhatKeySays = isNaming && /^(?!0[0-9])[A-Z0-9 ./-]*$/.test(piece.text)
    if (isWhatKeySays && (!hints(key, NUMBER) || /[^0-9]/.test(piece.text))) continue
    for (const { digits, span, sign } of partsOf(readTextContext(tokens))) {
      const isPlace = digits.startsWith(zone) && isPlaceCode(tokens, span.first)
      if (sign < EVIDENCE.odd && isPlace) continue
      const place = toSourceSpan(tokens.folded, spanOf(tokens, span))
      const isNamedPart = !isWhatKeySays && !isNaming && hints(key, PART_WORDS)
      const evidence = isNamedPart ? EVIDENCE.named : isWhatKeySays ? EVIDENCE.explained : sign
      const isApart = isJoined && evidence === EVIDENCE.unexplained
      parts.push({ digits, span, sign: isApart ? EVIDENCE.apart : evidence, piece, place })
    }
  }
  // One honest listing in five has figures that could be a number together: they count only if words join them or one is
  // implausible (86,429 hours).
  const isNone = ({ path, text }: Piece): boolean => /^[0-9]+$/.test(text) && FIGURES.get(path)?.test(text) === false
  const isFree = isJoined || figures.some(isNone)
  const isAnnounced = isFree || parts.some(({ sign }) => sign >= EVIDENCE.marked)
  for (const piece of figures) {
    const { path, text } = piece
    const isOdd = isNone(piece) || (path === 'price_inr' && !ROUND_PRICE_ENDING.test(text))
    if (!/^[0-9]{3,7}$/.test(text) || (!isOdd && (text.endsWith('000') || !isAnnounced))) continue
    const sign = isOdd || isFree ? EVIDENCE.apart : EVIDENCE.explained
    parts.push({ digits: text, span: { first: 0, last: 0 }, sign, piece, place: undefined })
  }
  return parts
}

/** The first figure of a machine's name is its model, unless words announce it. */
function tokensOf({ path, text }: Piece): TextTokens {
  const tokens = tokenise(text)
  if (path !== 'variant_name' || hints(tokens, ANNOUNCING)) return tokens
  return tokenise(text.replace(/(?<![0-9])[0-9]{1,4}(?![0-9])/, (model) => 'x'.repeat(model.length)))
}

/** "together with a plough" joins nothing. */
function isJoining({ list, folded }: TextTokens): boolean {
  const isTogether = (k: number): boolean => list[k]?.text === 'together' && list[k + 1]?.text === 'with'
  return list.some(({ text }, k) => JOINING.has(text) && !isTogether(k)) || /side\W+by\W+side/.test(folded.text)
}

function isNamed({ list }: TextTokens): boolean {
  const isNumber = list.length > 2 && list.some(({ word }) => (word.hints & NUMBER) !== 0)
  return (
    isNumber || list.some(({ text, word }) => MEASURES.has(text) || ((word.hints & NAMING) !== 0 && !TYRES.has(text)))
  )
}
