import { amountAt } from './amounts.ts'
import { type Constraint, NO_FILTERS, type ParsedFilters } from './fields.ts'
import { phraseAt } from './lexicon.ts'
import type { Phrase } from './senses.ts'
import type { ParseContext, PlaceLookup } from './term-lookup.ts'
import type { Tokens } from './tokens.ts'
import { yearAt } from './years.ts'

/** "Near" without a distance, and the largest distance that needs no word next to the place. */
const [NEAR_KM, MAX_BARE_KM] = [100, 500]
const MAX_PLACE_WORDS = 3

/** Returns what is stated here of used listings alone. Without filters it cannot be searched for. */
export function listingConstraintAt(tokens: Tokens, i: number, context: ParseContext): Constraint | undefined {
  const { places } = context
  if (places === undefined) return undefined
  return (
    nearAt(tokens, i, context, places) ??
    ownersAt(tokens, i) ??
    valueAt(tokens, i) ??
    ageAt(tokens, i, places) ??
    placeAt(tokens, i, context, places) ??
    yearAt(tokens, i, context)
  )
}

/** "Second owner", "owners 2", "max 2 owners", "single hand". */
function ownersAt(tokens: Tokens, i: number): Constraint | undefined {
  const stated = phraseAt(tokens, i, 'owners')
  if (stated) return { end: stated.end, filters: { owners_max: stated.senses.owners! } }
  const leading = phraseAt(tokens, i, 'ownerWord')
  const opening = phraseAt(tokens, leading?.end ?? i, 'prefix')
  const place = opening?.end ?? leading?.end ?? i
  const count = phraseAt(tokens, place, 'ownerCount')
  // "Owners less than 3", "2 se kam malik".
  const early = count && !leading ? phraseAt(tokens, count.end, 'suffix') : undefined
  const word = leading ?? (count && phraseAt(tokens, early?.end ?? count.end, 'ownerWord'))
  if (!count || !word || (leading && (amountAt(tokens, place)?.end ?? count.end) !== count.end)) return undefined
  const end = Math.max(word.end, count.end)
  const late = phraseAt(tokens, end, 'suffix')
  const closing = late && !amountAt(tokens, late.end) ? late : undefined
  const { prefix, suffix, strict } = (opening ?? early ?? closing)?.senses ?? {}
  const comparison = prefix ?? suffix
  const isMin = comparison === 'min' || comparison === 'from'
  const max = count.senses.ownerCount! - Number(comparison === 'max' && strict === true)
  return { end: closing?.end ?? end, filters: isMin ? NO_FILTERS : { owners_max: max } }
}

function valueAt(tokens: Tokens, i: number): Constraint | undefined {
  const phrase = phraseAt(tokens, i, 'seller', 'inspection', 'status')
  if (!phrase) return undefined
  const { seller, inspection, status } = phrase.senses
  const filters = seller ? { seller } : inspection ? { inspection_mode: inspection } : { status: status! }
  return { end: phrase.end, filters }
}

/** "Less than 5 years old", "5 saal se zyada purana", "not older than 5 years". Alone it is the greatest age. */
function ageAt(tokens: Tokens, i: number, places: PlaceLookup): Constraint | undefined {
  const bound = phraseAt(tokens, i, 'agePrefix')
  const opening = bound ?? phraseAt(tokens, i, 'prefix')
  const age = amountAt(tokens, opening?.end ?? i)
  const unit = age && phraseAt(tokens, age.end, 'yearsWord')
  if (!unit) return undefined
  const early = phraseAt(tokens, unit.end, 'suffix')
  const old = phraseAt(tokens, early?.end ?? unit.end, 'oldWord')
  if (!old && !bound) return undefined
  const end = old?.end ?? unit.end
  const late = early || bound ? undefined : phraseAt(tokens, end, 'suffix')
  const comparison = bound?.senses.agePrefix ?? opening?.senses.prefix ?? (early ?? late)?.senses.suffix
  const year = places.thisYear() - Math.floor(age.value)
  const isOlder = comparison === 'min' || comparison === 'from'
  return { end: late?.end ?? end, filters: isOlder ? { year_max: year } : { year_min: year } }
}

/** A state or district, unless the word names a manufacturer or is part of a model's name. */
function placeAt(
  tokens: Tokens,
  i: number,
  { lookup }: Pick<ParseContext, 'lookup'>,
  places: PlaceLookup,
): Constraint | undefined {
  const token = tokens[i]
  if (token?.kind !== 'word' || token.isGlued || token.isLiteral) return undefined
  const state = phraseAt(tokens, i, 'state')
  const listed = phraseAt(tokens, i, 'district')
  const named = districtAt(tokens, i, places)
  if (!state && !listed && !named) return undefined
  const end = Math.max(state?.end ?? 0, listed?.end ?? 0, named?.end ?? 0)
  // The longer phrase is meant: "up to 5 lakh".
  if ((phraseAt(tokens, i, 'prefix')?.end ?? 0) > end) return undefined
  const words = tokens.slice(i, end).map(({ text }) => text)
  const [before, after] = [tokens[i - 1]?.text, tokens[end]?.text]
  if (lookup.isManufacturer(words.join(' '))) return undefined
  if (before !== undefined && lookup.has(words[0]!) && lookup.hasPair(before, words[0]!)) return undefined
  if (after !== undefined && lookup.has(words.at(-1)!) && lookup.hasPair(words.at(-1)!, after)) return undefined
  if (state?.end === end) return { end, filters: { state: state.senses.state! } }
  return { end, filters: { district: named?.end === end ? named.value : listed!.senses.district! } }
}

function districtAt(tokens: Tokens, i: number, places: PlaceLookup): { value: string; end: number } | undefined {
  let district: { value: string; end: number } | undefined
  let words = ''
  for (let end = i + 1; end <= tokens.length && end <= i + MAX_PLACE_WORDS; end++) {
    if (tokens[end - 1]!.isLiteral) break
    words = words === '' ? tokens[i]!.text : `${words} ${tokens[end - 1]!.text}`
    const value = places.districtNamed(words)
    if (value !== undefined) district = { value, end }
  }
  return district
}

/**
 * A place and the distance from it: "within 100 km of jaipur", "jaipur se 100 km ke andar", "near jaipur", "jaipur ke
 * paas", a PIN. Kilometres that nothing joins to a place are what a machine has run.
 */
function nearAt(tokens: Tokens, i: number, context: ParseContext, places: PlaceLookup): Constraint | undefined {
  const prefix = phraseAt(tokens, i, 'nearPrefix')
  const before = reachAt(tokens, i) ?? (prefix && reachAt(tokens, prefix.end))
  const leading = before ? undefined : prefix
  const joint = before && phraseAt(tokens, before.end, 'distanceJoint')
  if (before && !joint && before.km > MAX_BARE_KM) return undefined
  const point = pointAt(tokens, leading?.end ?? joint?.end ?? before?.end ?? i, context, places)
  if (!point) return undefined
  const suffix = phraseAt(tokens, point.end, 'nearSuffix')
  const behind: Phrase | undefined = suffix ?? phraseAt(tokens, point.end, 'distanceJoint')
  const after = before ? undefined : reachAt(tokens, behind?.end ?? point.end)
  const reach = before ?? (after && (leading || behind || after.km <= MAX_BARE_KM) ? after : undefined)
  if (!leading && !reach && !suffix && !point.isPin) return undefined
  const end = Math.max(reach?.end ?? 0, suffix?.end ?? point.end)
  return { end, filters: { within_km: reach?.km ?? NEAR_KM, near: point.near } }
}

/** "Nearest" is to the district that is named; without one nothing is nearest. */
export function nearestTo(filters: ParsedFilters, places: PlaceLookup): ParsedFilters | undefined {
  const { district, ...others } = filters
  const near = district && places.nearNamed(district, filters.state)
  return near ? { ...others, near } : undefined
}

function reachAt(tokens: Tokens, i: number): { km: number; end: number } | undefined {
  const amount = amountAt(tokens, phraseAt(tokens, i, 'prefix')?.end ?? i)
  const unit = amount && !amount.isMoney ? phraseAt(tokens, amount.end, 'unit') : undefined
  if (unit?.senses.unit !== 'km') return undefined
  const end = (phraseAt(tokens, unit.end, 'distanceSuffix') ?? phraseAt(tokens, unit.end, 'suffix'))?.end ?? unit.end
  return phraseAt(tokens, end, 'runSuffix') ? undefined : { km: Math.round(amount!.value), end }
}

function pointAt(
  tokens: Tokens,
  i: number,
  context: ParseContext,
  places: PlaceLookup,
): { near: string; end: number; isPin: boolean } | undefined {
  const first = tokens[i]
  if (!first || first.isLiteral) return undefined
  if (first.words.length === 1 && places.isKnownPin(first.text)) return { near: first.text, end: i + 1, isPin: true }
  const place = placeAt(tokens, i, context, places)
  const named = (words: string, end: number) => {
    const state = phraseAt(tokens, end, 'state')
    const near = places.nearNamed(words, state?.senses.state)
    return near === undefined ? undefined : { near, end: state?.end ?? end, isPin: false }
  }
  const { district } = place?.filters ?? {}
  const listed = district === undefined ? undefined : named(district, place!.end)
  if (listed || first.kind !== 'word') return listed
  for (let end = Math.min(tokens.length, i + MAX_PLACE_WORDS); end > i; end--) {
    if (tokens.slice(i, end).some(({ isLiteral }) => isLiteral)) continue
    const words = tokens.slice(i, end).map(({ text }) => text)
    const point = named(words.join(' '), end)
    if (point) return point
  }
  return undefined
}
