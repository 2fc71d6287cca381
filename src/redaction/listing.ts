import { REMOVED } from '../lib/text/visible.ts'
import { contactInSlug, guardUrl, guardVideo } from './addresses/url-field.ts'
import { memoize } from './lexicon/lexicon.ts'
import { readTextContext } from './phones/candidate-spans.ts'
import { EVIDENCE, MAX_PARTS, partsOf } from './phones/parts.ts'
import { reviewReasonOf } from './review-score.ts'
import type { Span } from './text/fold.ts'
import { hints, SIGNS, tokenise } from './text/tokens.ts'
import {
  crossingSpans,
  FIGURES,
  isDoubtful,
  NAME,
  type Piece,
  placedParts,
  redactTogether,
  SIGN,
  splitNumber,
} from './together.ts'
import { guardFreeForm, guardShown, guardValue, isContactKey, type JsonValue, keyAsLabel } from './values.ts'

// A field whose value has the shape that its name asks for leaves no room for a contact.

const SLUG = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/
const SLUGS =
  'maker_slug variant_slug machine_slug dealer_slug vehicle_class machine_class kind seller status inspection_mode'
const SHAPES = new Map<string, RegExp>([
  ...SLUGS.split(' ').map((field) => [field, SLUG] as const),
  ...['created_at', 'sold_at', 'at'].map((field) => [field, DATE] as const),
  ['state_code', /^[A-Za-z]{2,12}$/],
  ['pin', /^[1-9]\d{5}$/],
])
const FREE_FORM = new Set(['condition', 'seller_profile'])
/** The fields that the page shows, in its order; the others follow. */
const ORDER =
  'photo_rows maker_name variant_name district dealer_name inspection_note description condition updates'.split(' ')
const URL_PATH = /^(?:video_url$|photos\[|photo_rows\[[0-9]+\]\.url$)/
const LONGEST_NAME = 60
const LONGEST_CACHED = 60

const slugContact = memoize(contactInSlug)

function hasShape(field: string, value: string): boolean {
  return SHAPES.get(field)?.test(value) === true && !isContactSlug(field, value)
}

function isContactSlug(field: string, value: string): boolean {
  if (SHAPES.get(field) !== SLUG || !SLUG.test(value)) return false
  const contact = slugContact(value)
  // A machine's slug may be digits, and a listing may name it.
  return contact !== undefined && !(field === 'machine_slug' && contact === 'a telephone number')
}

function redactRow(row: JsonValue, contact: unknown): JsonValue | undefined {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return guardValue(row)
  const out: { [key: string]: JsonValue } = {}
  for (const [key, value] of Object.entries(row)) {
    if (isContactKey(key)) continue
    if (typeof value !== 'string') out[key] = guardValue(value)
    else if (key === 'url') out[key] = guardUrl(value, contact)
    else out[key] = hasShape(key, value) ? value : guardShown(value)
    if (key === 'url' && out[key] === '') return undefined
  }
  return out
}

function redactField(field: string, value: JsonValue, contact: unknown): JsonValue {
  if (field === 'photos' && Array.isArray(value)) {
    const photos = value.map((photo) => (typeof photo === 'string' ? guardUrl(photo, contact) : guardValue(photo)))
    return photos.filter((photo) => photo !== '')
  }
  if ((field === 'photo_rows' || field === 'updates') && Array.isArray(value))
    return value.flatMap((row) => redactRow(row, contact) ?? [])
  if (typeof value === 'string') {
    if (field === 'video_url') return guardVideo(value, contact)
    if (isContactSlug(field, value)) return REMOVED
    return hasShape(field, value) ? value : guardShown(value)
  }
  if (typeof value === 'number') return value
  return FREE_FORM.has(field) ? guardFreeForm(value) : guardValue(value)
}

/** A listing without any contact and without the fields that name one; URLs may not carry `contact` either. */
export function redactListing<T extends object>(
  listing: T,
  contact: unknown = (listing as { contact?: unknown }).contact,
): T {
  if (isPlain(listing as { [key: string]: JsonValue }, contact)) return { ...listing }
  const out: { [key: string]: JsonValue } = {}
  for (const [field, value] of Object.entries(listing as { [key: string]: JsonValue })) {
    if (isContactKey(field) || value === undefined) continue
    out[field] = redactField(field, value, contact)
  }
  redactTogether(piecesOf(out))
  return out as T
}

/** Whether all texts are short and without contacts, alone or together; answers are cached for the hits of a search. */
function isPlain(listing: { [key: string]: JsonValue }, contact: unknown): boolean {
  let parts = 0
  for (const [field, value] of Object.entries(listing)) {
    if (isContactKey(field) || field === 'video_url' || value === undefined) return false
    if (typeof value === 'string') {
      if (isContactSlug(field, value)) return false
      parts += hasShape(field, value) ? 0 : partsIn(value)
    } else if (field === 'photos' && Array.isArray(value)) {
      if (!value.every((photo) => typeof photo === 'string' && photo !== '' && guardUrl(photo, contact) === photo))
        return false
    } else if (typeof value === 'object') return false
  }
  return parts < 2
}

/** 0, 1 for a text with parts of a number, or infinite for one that must be read, alone or with its neighbours. */
const partsIn = memoize((text) => {
  if (text.length > LONGEST_CACHED || guardShown(text) !== text) return Number.POSITIVE_INFINITY
  const tokens = tokenise(text)
  if ((tokens.signs & SIGNS.AT) !== 0 || hints(tokens, SIGN)) return Number.POSITIVE_INFINITY
  const sign = Math.max(...partsOf(readTextContext(tokens)).map((part) => part.sign))
  return sign >= EVIDENCE.marked ? Number.POSITIVE_INFINITY : Number(sign >= EVIDENCE.unexplained)
})

export function splitContacts(listing: object): Map<string, Span[]> {
  const spans = crossingSpans(piecesOf(listing as { [key: string]: JsonValue }))
  return new Map(Array.from(spans, ([{ path }, spans]) => [path, spans]))
}

export function reviewReason(listing: object): string | undefined {
  const { contact: _, ...visible } = listing as { [key: string]: JsonValue }
  const pieces = piecesOf(visible)
  for (const { path, text, key } of pieces) {
    if (FIGURES.has(path) || (NAME.test(path) && text.length <= LONGEST_NAME)) continue
    const reason = reviewReasonOf(key === undefined ? text : keyAsLabel(key) + text)
    if (reason !== undefined) return `${path} holds ${reason}`
  }
  // More unexplained figures than any genuine listing has.
  const isFull = placedParts(pieces).filter(({ sign }) => sign >= 0).length > MAX_PARTS
  const isSplit = isFull || splitNumber(pieces, isDoubtful) !== undefined
  return isSplit ? 'several fields hold what may be parts of a telephone number' : undefined
}

/** The texts of a listing as a buyer reads them, each key of a free-form object before its value. */
function piecesOf(listing: { [key: string]: JsonValue }): Piece[] {
  type Place = Omit<Piece, 'text'> & { name: string; value: JsonValue | undefined }
  const pieces: Piece[] = []
  const fields = [...ORDER, ...Object.keys(listing).filter((field) => !ORDER.includes(field))]
  /** Read from its end; a list instead of recursion, so that no depth of nesting exhausts the stack. */
  const open: Place[] = []
  const addAll = (
    holder: JsonValue[] | { [key: string]: JsonValue },
    names: string[],
    path: string,
    isFree: boolean,
  ) => {
    for (const name of names.reverse()) {
      const holderFields = holder as { [name: string]: JsonValue }
      const inner = path === '' ? name : Array.isArray(holder) ? `${path}[${name}]` : `${path}.${name}`
      const put = (text: string): void => {
        if (name in holderFields) holderFields[name] = text
      }
      open.push({ path: inner, name, key: isFree ? name : undefined, value: holderFields[name], put })
      if (isFree && !Array.isArray(holder))
        open.push({ path: inner, name: 'key', key: undefined, value: name, put: () => delete holderFields[name] })
    }
  }
  addAll(listing, fields, '', false)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { name, value, path, key, put } = next
    if (typeof value === 'object' && value !== null) {
      addAll(value, Object.keys(value), path, FREE_FORM.has(path) || key !== undefined)
      continue
    }
    const isText =
      typeof value === 'string'
        ? !hasShape(name, value) && !URL_PATH.test(path)
        : key !== undefined && Number(value) > 99
    if ((FIGURES.has(path) || isText) && typeof value !== 'boolean' && value != null)
      pieces.push({ path, key, text: String(value), put })
  }
  return pieces
}
