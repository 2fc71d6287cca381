import { asTyped, changesScript } from '../lib/text/normalize.ts'
import type { ListingParameters } from '../schema/api/market.ts'
import { LISTING_LEAST, LISTING_MOST, type ListingSort } from '../schema/records/listing-questions.ts'
import { figureAt } from '../search/parser/figures.ts'
import type { KnownWords } from '../search/parser/known-words.ts'
import type { Lexeme } from '../search/parser/lexemes.ts'
import { IS } from '../search/parser/meaning.ts'
import { type Reading, textOf } from '../search/parser/read-query.ts'
import { phraseAt, toLexemes } from '../search/parser/vocabulary.ts'
import type { SearchIndex } from '../search/search-index.ts'
import { filterValues, type ReadBack, tellReading } from '../search/search-request.ts'
import { isFillerWord } from '../search/words/word-lists.ts'
import { saidAt } from './listing-words.ts'
import {
  ageAt,
  type Bound,
  type Found,
  kindAt,
  LISTS,
  type ListingBounds,
  ownersAt,
  runAt,
  yearAt,
} from './read-figures.ts'
import { nearAt, takeNearest } from './read-near.ts'

/** How a text about used machines is understood. */
export interface ListingReading extends Pick<Reading, 'sides' | 'leftOut' | 'wish' | 'isPlain'> {
  said: ListingBounds
  sort: ListingSort | null
}

/** Asks whether listings are in a district that is written so; lexemes are joined by blanks. */
type DistrictNamed = (words: string) => string | undefined

const MAX_ROUNDS = 8
const MAX_PLACE_WORDS = 3

/** Reads a text by what listings and the index of their models know. What is left of it reads as itself. */
export function readListingQuery(q: string, index: SearchIndex, districtNamed: DistrictNamed): ListingReading {
  const reading = {
    said: {} as ListingBounds,
    sort: null as ListingSort | null,
    leftOut: [] as string[],
    wish: [] as string[],
  }
  let sides: Reading['sides'] = []
  let text = q
  let isPlain = true
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const taken = takeOut(toLexemes(text), index.known, districtNamed)
    const inner = index.read(taken.rest ?? text)
    sides = inner.sides
    if (round > 0 && taken.rest === undefined && textOf(inner) === text) break
    isPlain &&= taken.rest === undefined && inner.isPlain
    const { price_min, price_max, hp_min, hp_max, manufacturer: maker, machine_class } = inner.said
    const more = { price_min, price_max, hp_min, hp_max, maker, machine_class }
    for (const said of [taken.said, more]) addBounds(reading.said, said)
    reading.leftOut.push(...taken.leftOut, ...inner.leftOut)
    const own = inner.sort ? SORTS[inner.sort] : undefined
    for (const [sort, words] of [
      [taken.sort, taken.wish],
      [own, inner.wish],
    ] as const) {
      const isTaken = sort !== undefined && reading.sort === null
      if (isTaken) reading.sort = sort
      reading[isTaken ? 'wish' : 'leftOut'].push(...words)
    }
    text = textOf(inner)
    const words = sides.flat()
    // Such words are left out beside anything that is said; those that name no machine ask for all that are sold.
    const isSaid = Object.keys(reading.said).length > 0 || reading.sort !== null
    const isIdle = inner.isIdle && inner.beside.implements.length === 0
    if (isIdle && words.length > 0 && (isSaid || words.every(isFillerWord))) {
      reading.leftOut.push(...words)
      sides = []
      isPlain = false
      break
    }
    if (isPlain) break
  }
  if (reading.sort === 'distance_asc' && !reading.said.near && !takeNearest(reading.said)) {
    reading.sort = null
    reading.leftOut.push(...reading.wish.splice(0))
  }
  const leftOut = changesScript(q) ? asTyped(reading.leftOut, q) : reading.leftOut
  return { ...reading, leftOut, sides, isPlain }
}

/** The wishes of the catalogue that listings can fulfil. */
const SORTS: Readonly<Record<string, ListingSort>> = {
  price_asc: 'price_asc',
  price_desc: 'price_desc',
  launched: 'year_desc',
}

/** Of two bounds on one figure the stricter holds. */
function keepStricter(into: { [K in Bound | 'within_km']?: number | null | undefined }, said: ListingBounds): void {
  for (const name of LISTING_LEAST) if (said[name] !== undefined) into[name] = Math.max(into[name] ?? 0, said[name])
  for (const name of [...LISTING_MOST, 'within_km'] as const)
    if (said[name] !== undefined) into[name] = Math.min(into[name] ?? Infinity, said[name])
}

function addBounds(into: ListingBounds, said: ListingBounds): void {
  keepStricter(into, said)
  if (said.near) into.near ??= said.near
  // A listing is in one place: of two places either will do.
  for (const name of LISTS)
    if (said[name]) into[name] = [...new Set([...(into[name]?.split(',') ?? []), said[name]])].join()
}

interface Taken {
  said: ListingBounds
  /** The order that only listings have, and the words for it. */
  sort: ListingSort | undefined
  wish: string[]
  leftOut: string[]
  /** The text without what was taken; undefined when nothing was. */
  rest: string | undefined
}

/** Takes places, years, hours, kilometres and owners out of a text, and figures that listings have no parameter for. */
function takeOut(lexemes: readonly Lexeme[], known: KnownWords, districtNamed: DistrictNamed): Taken {
  const said: ListingBounds = {}
  const leftOut: string[] = []
  const rest: Lexeme[] = []
  let sort: ListingSort | undefined
  const wish: string[] = []
  let isTaken = false
  const near = (at: number) => nearAt(lexemes, at, (place) => placeAt(lexemes, place, known, districtNamed))
  for (let at = 0; at < lexemes.length; ) {
    const wished = saidAt(lexemes, at, 'sort')
    if (wished) {
      sort = wished.value as ListingSort
      wish.push(...lexemes.slice(at, wished.end).flatMap(({ words }) => words))
      isTaken = true
      at = wished.end
      continue
    }
    const found: Found | undefined =
      near(at) ??
      runAt(lexemes, at) ??
      ownersAt(lexemes, at) ??
      kindAt(lexemes, at) ??
      ageAt(lexemes, at) ??
      placeAt(lexemes, at, known, districtNamed) ??
      yearAt(lexemes, at, known)
    const figure = found ? undefined : figureAt(lexemes, at, known)
    const { hp_min, hp_max, ...others } = figure?.said ?? {}
    const isPower = figure !== undefined && Object.keys(others).length === 0
    const isOther = figure !== undefined && !('price_min' in figure.said || 'price_max' in figure.said)
    let end = found?.end ?? figure?.end ?? at + 1
    // "5 lakh around jaipur": the last word is the place's.
    for (let place = at + 1; place < end && !found?.said?.near; place++)
      if (saidAt(lexemes, place, 'near') && near(place)) end = place
    const words = lexemes.slice(at, end)
    if (found?.said) addBounds(said, found.said)
    else if (isPower) addBounds(said, { hp_min: hp_min ?? undefined, hp_max: hp_max ?? undefined })
    else if (found || isOther) leftOut.push(...words.flatMap((lexeme) => lexeme.words))
    else rest.push(...words)
    isTaken ||= found !== undefined || isOther
    at = end
  }
  return { said, sort, wish, leftOut, rest: isTaken ? rest.map(written).join('').trim() : undefined }
}

/** A lexeme as text; a number keeps its grouping, which tells a price. */
function written({ text, words, isGlued }: Lexeme): string {
  const isGrouped = words.length > 1 && words.join('') === text
  return `${isGlued ? '' : ' '}${isGrouped ? words.join(',') : text}`
}

/** A state or district, unless the word names a maker or is part of a model's name. */
function placeAt(
  lexemes: readonly Lexeme[],
  at: number,
  known: KnownWords,
  districtNamed: DistrictNamed,
): Found | undefined {
  if (lexemes[at]!.kind !== 'word' || lexemes[at]!.isGlued) return undefined
  const state = phraseAt(lexemes, at, IS.state)
  const listed = phraseAt(lexemes, at, IS.district)
  const named = districtAt(lexemes, at, districtNamed)
  if (!state && !listed && !named) return undefined
  const end = Math.max(state?.end ?? 0, listed?.end ?? 0, named?.end ?? 0)
  // The longer phrase is meant: "up to 5 lakh".
  if ((phraseAt(lexemes, at, IS.before)?.end ?? 0) > end) return undefined
  const words = lexemes.slice(at, end).map(({ text }) => text)
  const [before, after] = [lexemes[at - 1]?.text, lexemes[end]?.text]
  if (known.isMaker(words.join(' '))) return undefined
  if (before !== undefined && known.has(words[0]!) && known.hasPair(before, words[0]!)) return undefined
  if (after !== undefined && known.has(words.at(-1)!) && known.hasPair(words.at(-1)!, after)) return undefined
  if (state?.end === end) return { end, said: { state: state.meaning.state! } }
  return { end, said: { district: named?.end === end ? named.value : listed!.meaning.district! } }
}

/** The longest name from here of a district that listings have. */
function districtAt(lexemes: readonly Lexeme[], at: number, districtNamed: DistrictNamed) {
  let found: { value: string; end: number } | undefined
  let words = ''
  for (let end = at + 1; end <= lexemes.length && end <= at + MAX_PLACE_WORDS; end++) {
    words = words === '' ? lexemes[at]!.text : `${words} ${lexemes[end - 1]!.text}`
    const value = districtNamed(words)
    if (value !== undefined) found = { value, end }
  }
  return found
}

/** No value is written so: two values contradict each other. */
const NO_VALUE = '-'

/** The query with what its text says as parameters, beside those that were sent. */
export function asListingRead(query: ListingParameters, { said, sort }: ListingReading): ListingParameters {
  const asked: ListingParameters = { ...query, sort: query.sort || sort || '' }
  for (const name of LISTS) {
    const told = said[name]?.split(',')
    if (told === undefined) continue
    const sent = filterValues(query[name])
    const both = sent.length === 0 ? told : told.filter((value) => sent.includes(value.toLowerCase()))
    asked[name] = both.join() || NO_VALUE
  }
  keepStricter(asked, said)
  asked.near ||= said.near ?? ''
  return asked
}

/** How the text was read, for headers. */
export function listingReadBack(query: ListingParameters, reading: ListingReading): ReadBack {
  return tellReading(reading, query.sort || null, () => asListingRead(query, reading))
}
