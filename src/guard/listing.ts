import { guardUrl, guardVideo, isContactSlug } from './addresses/url-field.ts'
import { doubtOf } from './doubt.ts'
import { findAddresses, withMarks } from './find.ts'
import { MAX_PARTS, MEASURES, type Part, partsOf, TELLING, wholeOf } from './phones/parts.ts'
import { readScene } from './phones/windows.ts'
import { inSource, type Span } from './text/fold.ts'
import { at, hints, SIGNS, type Tokens, tokenise, written } from './text/tokens.ts'
import { guardFreeForm, guardShown, guardValue, isContactKey, type JsonValue, keyAsLabel } from './values.ts'
import { bitsOf, listOf } from './words/lexicon.ts'
import { remembered } from './words/spelling.ts'

// Some fields have a shape of their own that leaves no room for a contact; what has not that shape is a text like any other.

const SLUG = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/
const CODE = /^[A-Za-z]{2,12}$/
const PIN = /^[1-9]\d{5}$/

const SLUGS =
  'maker_slug variant_slug machine_slug dealer_slug vehicle_class machine_class kind seller status inspection_mode'
const SHAPES = new Map<string, RegExp>([
  ...SLUGS.split(' ').map((field) => [field, SLUG] as const),
  ...['created_at', 'sold_at', 'at'].map((field) => [field, DATE] as const),
  ['state_code', CODE],
  ['pin', PIN],
])
const FREE_FORM = new Set(['condition', 'seller_profile'])

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isCalledSo = remembered(isContactSlug)

function hasShape(field: string, value: string): boolean {
  const shape = SHAPES.get(field)
  // A machine may be called by figures, and a listing names it so.
  return shape?.test(value) === true && !(shape === SLUG && field !== 'machine_slug' && isCalledSo(value))
}

function guardRow(row: JsonValue, contact: unknown): JsonValue | undefined {
  if (!isObject(row)) return guardValue(row)
  const out: { [key: string]: JsonValue } = {}
  for (const [key, value] of Object.entries(row)) {
    if (isContactKey(key)) continue
    if (key === 'url' && typeof value === 'string') {
      const url = guardUrl(value, contact)
      if (url === '') return undefined
      out[key] = url
    } else if (typeof value === 'string') out[key] = hasShape(key, value) ? value : guardShown(value)
    else out[key] = guardValue(value)
  }
  return out
}

function guardPhotos(photos: JsonValue[], contact: unknown): JsonValue[] {
  return photos.flatMap((photo) => {
    const kept = typeof photo === 'string' ? guardUrl(photo, contact) : guardValue(photo)
    return kept === '' ? [] : [kept]
  })
}

function guardField(field: string, value: JsonValue, contact: unknown): JsonValue {
  if (field === 'photos' && Array.isArray(value)) return guardPhotos(value, contact)
  if ((field === 'photo_rows' || field === 'updates') && Array.isArray(value)) {
    return value.flatMap((row) => guardRow(row, contact) ?? [])
  }
  if (typeof value === 'string') {
    if (field === 'video_url') return guardVideo(value, contact)
    return hasShape(field, value) ? value : guardShown(value)
  }
  // Ids, prices and hours of the contract are numbers and stay numbers.
  if (typeof value === 'number') return value
  return FREE_FORM.has(field) ? guardFreeForm(value) : guardValue(value)
}

/**
 * A listing, field by field, without any contact; fields that name one are left out. A URL that carries a number or an
 * address of `contact`, which is the row's own unless another is given, goes too.
 */
export function guardListing<T extends object>(
  listing: T,
  contact: unknown = (listing as { contact?: unknown }).contact,
): T {
  if (isPlain(listing as { [key: string]: JsonValue }, contact)) return { ...listing }
  const out: { [key: string]: JsonValue } = {}
  for (const [field, value] of Object.entries(listing as { [key: string]: JsonValue })) {
    if (isContactKey(field) || value === undefined) continue
    out[field] = guardField(field, value, contact)
  }
  guardTogether(piecesOf(out))
  return out as T
}

/**
 * Whether a listing has short texts only, none with a contact, alone or together. Most lists show no others, and what is
 * asked of a maker, a model or a place comes again and again.
 */
function isPlain(listing: { [key: string]: JsonValue }, contact: unknown): boolean {
  let parts = 0
  for (const [field, value] of Object.entries(listing)) {
    if (isContactKey(field) || field === 'video_url' || value === undefined) return false
    if (typeof value === 'string') parts += hasShape(field, value) ? 0 : partsIn(value)
    else if (field === 'photos' && Array.isArray(value)) {
      if (!value.every((photo) => typeof photo === 'string' && photo !== '' && guardUrl(photo, contact) === photo))
        return false
    } else if (typeof value === 'object') return false
  }
  return parts < 2
}

const SHORT = 60

/** 0, or 1 for a text with parts of a number; infinite for one that must be read, by itself or with its neighbours. */
const partsIn = remembered((text) => {
  if (text.length > SHORT || guardShown(text) !== text) return Number.POSITIVE_INFINITY
  const tokens = tokenise(text)
  const isOfMail = (tokens.signs & SIGNS.AT) !== 0 || hints(tokens, SIGN)
  if (isOfMail) return Number.POSITIVE_INFINITY
  const parts = partsOf(readScene(tokens))
  return parts.some(({ sign }) => sign > 1) ? Number.POSITIVE_INFINITY : Math.min(1, parts.length)
})

/** Where parts of contacts stand that are split over several texts of a listing, by the path of the text. */
export function splitContacts(listing: object): Map<string, Span[]> {
  const found = crossingSpans(piecesOf(listing as { [key: string]: JsonValue }))
  return new Map(Array.from(found, ([{ path }, spans]) => [path, spans]))
}

/** Figures of the contract, which are parts of a number only where words say so. */
const FIGURES = new Set(['km', 'hours', 'price_inr', 'sold_price_inr', 'comparable_new_inr', 'pin'])

/** Why a person should look at a guarded listing before buyers do, if one should. */
export function doubtOfListing(listing: object): string | undefined {
  // A seller's own contact is kept apart, and no buyer sees it.
  const { contact: _, ...shown } = listing as { [key: string]: JsonValue }
  const pieces = piecesOf(shown)
  for (const { path, text, key } of pieces) {
    // The name of a model, a place or a dealer is no prose; a figure of the contract is none either.
    const isProse = !FIGURES.has(path) && !(NAME.test(path) && text.length <= LONGEST_NAME)
    const doubt = isProse ? doubtOf(key === undefined ? text : keyAsLabel(key) + text) : undefined
    if (doubt !== undefined) return `${path} holds ${doubt}`
  }
  // No honest listing has so many figures that nothing explains.
  const isFull = placedParts(pieces).filter(({ sign }) => sign >= 0).length > MAX_PARTS
  const isSplit = isFull || splitNumber(pieces, isDoubtful) !== undefined
  return isSplit ? 'several fields hold what may be parts of a telephone number' : undefined
}

/** The fields that the page shows, in its order; the others follow. */
const PAGE = 'photo_rows maker_name variant_name district dealer_name inspection_note description condition updates'
const ORDER = PAGE.split(' ')
const URL_PATH = /^(?:video_url$|photos\[|photo_rows\[[0-9]+\]\.url$)/

/** The texts of a listing as a buyer reads them, each key of a free-form object before its value. */
function piecesOf(listing: { [key: string]: JsonValue }): Piece[] {
  type Place = Omit<Piece, 'text'> & { name: string; value: JsonValue | undefined }
  const pieces: Piece[] = []
  const fields = [...ORDER, ...Object.keys(listing).filter((field) => !ORDER.includes(field))]
  const open: Place[] = []
  // What is put last on the pile is read first.
  const pile = (holder: JsonValue[] | { [key: string]: JsonValue }, names: string[], path: string, isFree: boolean) => {
    for (const name of names.reverse()) {
      const own = holder as { [name: string]: JsonValue }
      const inner = path === '' ? name : Array.isArray(holder) ? `${path}[${name}]` : `${path}.${name}`
      const put = (text: string): void => {
        if (name in own) own[name] = text
      }
      open.push({ path: inner, name, key: isFree ? name : undefined, value: own[name], put })
      if (isFree && !Array.isArray(holder))
        open.push({ path: inner, name: 'key', key: undefined, value: name, put: () => delete own[name] })
    }
  }
  pile(listing, fields, '', false)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { name, value, path, key, put } = next
    if (typeof value === 'object' && value !== null) {
      pile(value, Object.keys(value), path, FREE_FORM.has(path) || key !== undefined)
    } else if (
      FIGURES.has(path) ||
      (typeof value === 'string' ? !hasShape(name, value) && !URL_PATH.test(path) : key !== undefined)
    ) {
      if (typeof value !== 'boolean' && value != null) pieces.push({ path, key, text: String(value), put })
    }
  }
  return pieces
}

// A contact may be split over the fields of a listing: they are read once more together, as a buyer reads the page. What
// crosses a border takes its part out of each field.

/** A text of a listing, where it stands, the key above it, and what becomes of the field when a part of the text goes. */
type Piece = { path: string; text: string; key: string | undefined; put: (text: string) => void }

const MAX_ROUNDS = 6
/** So much of a field is read with its neighbour. */
const LONGEST = 200
const NAME = /_name$|^district$/
const LONGEST_NAME = 60
const PLACE = /^(?:[1-7][0-9]|8[0-5])[0-9]{4}$/
const SIGN = bitsOf('at', 'mail-host')
const NAMING = bitsOf('unit', 'money-word', 'currency', 'label', 'number-noun')
const JOINING = listOf('joining')
/** "four tyres" is a measure, but what stands under such a key is none. */
const TYRES = listOf('tyre')

/** Takes out of the fields what crosses them. */
function guardTogether(pieces: readonly Piece[]): void {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = crossingSpans(pieces)
    if (found.size === 0) return
    for (const [piece, spans] of found) {
      piece.text = withMarks(piece.text, spans)
      piece.put(piece.text)
    }
  }
}

/** The parts of contacts that stand in several pieces, by piece and in order. */
function crossingSpans(pieces: readonly Piece[]): Map<Piece, Span[]> {
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
  for (const { piece, place } of splitNumber(pieces, isToldWhole) ?? []) if (place !== undefined) add(piece, place)
  return found
}

type Add = (piece: Piece, span: Span) => void

/** Addresses whose sign stands at the end of a field, or at the beginning of the next. */
function addMails(all: readonly Piece[], add: Add): void {
  const pieces = all.filter(({ path }) => !FIGURES.has(path))
  for (const [k, piece] of pieces.entries()) {
    const next = pieces[k + 1]
    if (next === undefined) continue
    const [left, right] = [piece.text.slice(-LONGEST), next.text.slice(0, LONGEST)]
    const tokens = tokenise(`${left} ${right}`)
    if ((tokens.signs & SIGNS.AT) === 0 && !hints(tokens, SIGN)) continue
    for (const { span, what } of findAddresses(tokens)) {
      const { start, end } = inSource(tokens.folded, span)
      if (!what.startsWith('mail') || start >= left.length || end <= left.length + 1) continue
      add(piece, { start: piece.text.length - left.length + start, end: piece.text.length })
      add(next, { start: 0, end: end - left.length - 1 })
    }
  }
}

/** A part of a number in a listing; without a place where it is a figure of the contract, which cannot lose a part. */
type Placed = Part & { piece: Piece; place: Span | undefined }

/** The parts in several fields that make a mobile number, whatever their order, and of which this holds. */
function splitNumber(pieces: readonly Piece[], isMeant: (parts: readonly Placed[]) => boolean): Placed[] | undefined {
  const parts = placedParts(pieces)
  const some = parts.length > MAX_PARTS ? parts.toSorted((a, b) => b.sign - a.sign).slice(0, MAX_PARTS) : parts
  const inFields = (chosen: readonly Placed[]): boolean => new Set(chosen.map(({ piece }) => piece)).size > 1
  return wholeOf(some, (chosen) => inFields(chosen) && isMeant(chosen))
}

/** Words tell of one part at least, and the others look like nothing else. */
const isToldWhole = (parts: readonly Placed[]): boolean =>
  parts.some(({ sign }) => sign > 1) && parts.every(({ sign, place }) => sign > 0 || place === undefined)

/** Words tell less, but the parts are no figures of the machine either, nor round ones. */
const isDoubtful = (parts: readonly Placed[]): boolean =>
  parts.some(({ sign }) => sign > 1) ||
  (parts.every(({ sign, digits }) => sign >= (parts.length === 2 && digits.length === 5 ? -1 : 0)) &&
    !parts.every(({ digits }) => digits.endsWith('00')))

/** What may be parts of a number. */
function placedParts(pieces: readonly Piece[]): Placed[] {
  const parts: Placed[] = []
  // "write km and hours side by side": only then a figure of the contract is none.
  const texts = pieces
    .filter(({ path }) => !FIGURES.has(path))
    .map((piece) => ({ piece, tokens: tokenise(piece.text) }))
  const isJoined = texts.some(({ tokens }) => isJoining(tokens))
  const isPinNamed = texts.some(({ tokens }) => tokens.list.some(({ text }) => text === 'pin'))
  for (const { piece, tokens } of texts) {
    const key = tokenise(keyAsLabel(piece.key ?? ''))
    if (isNamed(key) && !/^0[0-9]/.test(piece.text)) continue
    for (const { digits, span, sign } of partsOf(readScene(tokens))) {
      // "Hosur 635109"
      if (sign === 0 && PLACE.test(digits) && /^[^a-z]/.test(written(tokens, at(tokens, span.first - 1)))) continue
      const place = inSource(tokens.folded, { start: at(tokens, span.first).start, end: at(tokens, span.last).end })
      // "part_1": the key tells of its value; a name has no figures but its model and a year.
      const least = hints(key, TELLING) ? 2 : NAME.test(piece.path) && sign === -1 ? 0 : sign
      parts.push({ digits, span, sign: least, piece, place })
    }
  }
  const isTold = parts.some(({ sign }) => sign > 1)
  for (const piece of isJoined || isTold ? pieces.filter(({ path }) => FIGURES.has(path)) : []) {
    if (!/^(?!.*000$)[0-9]{3,7}$/.test(piece.text) || (piece.path === 'pin' && !isPinNamed)) continue
    parts.push({ digits: piece.text, span: { first: 0, last: 0 }, sign: isJoined ? 0 : -1, piece, place: undefined })
  }
  return parts
}

/** "join", "put them together", "side by side"; "together with a plough" joins nothing. */
function isJoining({ list }: Tokens): boolean {
  const isSide = (k: number): boolean =>
    list[k]?.text === 'side' && list[k + 1]?.text === 'by' && list[k + 2]?.text === 'side'
  return list.some(({ text }, k) => (JOINING.has(text) && list[k + 1]?.text !== 'with') || isSide(k))
}

/** A value under a key that is a measure, a price or a label with its number is what the key says. */
function isNamed({ list }: Tokens): boolean {
  return list.some(({ text, word }) => MEASURES.has(text) || ((word.hints & NAMING) !== 0 && !TYRES.has(text)))
}
