import { guardUrl, guardVideo, isContactSlug } from './addresses/url-field.ts'
import { doubtOf } from './doubt.ts'
import { findAddresses, withMarks } from './find.ts'
import { looseParts, type Part, wholeOf } from './phones/parts.ts'
import { readScene } from './phones/windows.ts'
import { inSource, type Span } from './text/fold.ts'
import { at, hints, SIGNS, tokenise } from './text/tokens.ts'
import { guardFreeForm, guardShown, guardValue, isContactKey, type JsonValue } from './values.ts'
import { bitsOf } from './words/lexicon.ts'
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
  return shape?.test(value) === true && !(shape === SLUG && isCalledSo(value))
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
const LONE_AT_AN_END = /^[a-z](?![a-z0-9])|(?<![a-z0-9])[a-z]$/

/** 0, or 1 for a text with parts of a number; infinite for one that must be read, by itself or with its neighbours. */
const partsIn = remembered((text) => {
  if (text.length > SHORT || guardShown(text) !== text) return Number.POSITIVE_INFINITY
  const tokens = tokenise(text)
  const isOfMail = (tokens.signs & SIGNS.AT) !== 0 || hints(tokens, SIGN)
  // A lone letter may spell a word with those of the next field.
  if (isOfMail || LONE_AT_AN_END.test(tokens.folded.text)) return Number.POSITIVE_INFINITY
  return Math.min(1, looseParts(readScene(tokens)).length)
})

/** Where parts of contacts stand that are split over several texts of a listing, by the path of the text. */
export function splitContacts(listing: object): Map<string, Span[]> {
  const found = crossingSpans(piecesOf(listing as { [key: string]: JsonValue }))
  return new Map(Array.from(found, ([{ path }, spans]) => [path, spans]))
}

/** Why a person should look at a guarded listing before buyers do, if one should. */
export function doubtOfListing(listing: object): string | undefined {
  // A seller's own contact is kept apart, and no buyer sees it.
  const { contact: _, ...shown } = listing as { [key: string]: JsonValue }
  const pieces = piecesOf(shown)
  for (const { path, text } of pieces) {
    // The name of a model, a place or a dealer is no prose.
    const doubt = NAME.test(path) && text.length <= LONGEST_NAME ? undefined : doubtOf(text)
    if (doubt !== undefined) return `${path} holds ${doubt}`
  }
  // Bare digits of several fields, though nothing tells that they are parts of a number.
  return !wholes(pieces, false).next().done ? 'several fields hold what may be parts of a telephone number' : undefined
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
    } else if (typeof value === 'string' ? !hasShape(name, value) && !URL_PATH.test(path) : key !== undefined) {
      if (typeof value !== 'boolean' && value !== null) pieces.push({ path, key, text: String(value), put })
    }
  }
  return pieces
}

// A contact may be split over the fields of a listing: they are read once more together, as a buyer reads the page. What
// crosses a border takes its part out of each field.

/** A text of a listing, where it stands, and what becomes of the field when a part of the text goes. */
type Piece = { path: string; text: string; key: string | undefined; put: (text: string) => void }

const MAX_ROUNDS = 6
/** So much of a field is read with its neighbour. */
const LONGEST = 200
const MAX_OPEN = 12
const NAMES = /^(?:maker|variant)_name$/
const NAME = /_name$|^district$/
const LONGEST_NAME = 60
const PLACE = /^[1-8][0-9]{5}$/
const SIGN = bitsOf('at', 'mail-host')
const NAMING = bitsOf('unit', 'money-word', 'currency', 'label', 'soft-label', 'spare')

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
  // Parts of a number, however far apart; what may be a figure of the machine stays: without the others it tells nothing.
  for (const whole of wholes(pieces, true)) for (const { sign, piece, place } of whole) if (sign > 0) add(piece, place)
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
      const { start, end } = inSource(tokens.folded, span)
      if (!what.startsWith('mail') || start >= left.length || end <= left.length + 1) continue
      add(piece, { start: piece.text.length - left.length + start, end: piece.text.length })
      add(next, { start: 0, end: end - left.length - 1 })
    }
  }
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
      const place = inSource(tokens.folded, { start: at(tokens, first).start, end: at(tokens, last).end })
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
