import { generateManufacturers } from '../../bench/generate.ts'
import { type GeneratedListing, PINS } from '../../bench/generate-listings.ts'
import { builtinClasses, classWords } from '../../src/catalog/records.ts'
import type { ListingParameters } from '../../src/schema/api/market.ts'
import { joinedRuns, matchWord, wordsOf } from '../search/oracle-text.ts'

const SHOWN_MS = 90 * 86_400_000
/** Words of a text and neighbours written together. */
const offered = (text: string) => {
  const words = wordsOf(text)
  return [...words, ...joinedRuns(words, 4).map(({ word }) => word)]
}
const classTexts = new Map(builtinClasses().map((record) => [record.key, classWords(record).flatMap(offered)]))
const ofClasses = new Set([...classTexts.values()].flat())
const inAlias = (text: string) =>
  wordsOf(text).length === 1 ? offered(text) : offered(text).filter((word) => !ofClasses.has(word))
const manufacturerTexts = new Map(
  generateManufacturers().map(({ slug, name, aliases }) => [slug, [...offered(name), ...aliases.flatMap(inAlias)]]),
)

/** Returns a function that remembers its results. */
function remembered<Result>(read: (text: string) => Result): (text: string) => Result {
  const existing = new Map<string, Result>()
  return (text) => existing.getOrInsertComputed(text, read)
}

interface Requested {
  /** Words that all must be among those of maker, model and class; the last one may be a beginning. */
  words: string[]
  parameters: ListingParameters
}

type Facet = 'maker' | 'machine_class' | 'state' | 'district' | 'seller' | 'inspection_mode' | 'year'
const FACETS: Facet[] = ['maker', 'machine_class', 'state', 'district', 'seller', 'inspection_mode', 'year']

/** A maker's name alone means its own machines. */
function manufacturersNamed(words: readonly string[]): string[] {
  const named = generateManufacturers().filter(({ name, aliases }) =>
    [name, ...aliases].some((text) => text.toLowerCase() === words.join(' ').toLowerCase()),
  )
  return named.map(({ slug }) => slug)
}

/** What a search must answer, found plainly: every listing looked at for every count. */
export function answerPlainly(
  listings: readonly GeneratedListing[],
  { words, parameters }: Requested,
  now: number,
  powers: ReadonlyMap<string, number | null>,
) {
  const met = words.map((word, i) => meeting(word, i === words.length - 1))
  const manufacturers = manufacturersNamed(words)
  const base = listings.filter(
    (listing) =>
      isRequested(listing, parameters, now) &&
      isOfPower(powers.get(listing.machine_slug!) ?? null, parameters) &&
      (manufacturers.length === 0 || manufacturers.includes(listing.maker_slug)) &&
      met.every((isMet) => isMet(listing)),
  )
  const choices = FACETS.map((facet) => ({ facet, isChosen: chosenBy(facet, parameters) }))
  const failed = base.map((listing) => choices.filter(({ isChosen }) => !isChosen(listing)))
  const passing = (without: readonly Facet[]) =>
    base.filter((_, i) => failed[i]!.every(({ facet }) => without.includes(facet)))
  const matches = passing([])
  const facets: Record<string, Record<string, number>> = {}
  for (const facet of FACETS) {
    if (facet === 'district' && parameters.state === '') continue
    const without: Facet[] = facet === 'state' ? ['state', 'district'] : [facet]
    facets[facet] = counted(passing(without).map((listing) => valueIn(listing, facet)))
  }
  return { total: matches.length, facets, matches: matches.sort(orderOf(parameters.sort || 'newest', parameters.near)) }
}

function isRequested(listing: GeneratedListing, parameters: ListingParameters, now: number): boolean {
  if (listing.status !== parameters.status) return false
  if (listing.status === 'sold' && listing.sold! + SHOWN_MS < now) return false
  const { price_min, price_max, hours_min, hours_max, km_min, km_max, owners_max, machine_slug } = parameters
  if (machine_slug !== '' && listing.machine_slug !== machine_slug) return false
  if (price_min !== null && listing.price_inr < price_min) return false
  if (price_max !== null && listing.price_inr > price_max) return false
  if (hours_max !== null && !(listing.hours !== undefined && listing.hours <= hours_max)) return false
  if (hours_min !== null && !(listing.hours !== undefined && listing.hours >= hours_min)) return false
  if (km_min !== null && !(listing.km > 0 && listing.km >= km_min)) return false
  if (km_max !== null && !(listing.km > 0 && listing.km <= km_max)) return false
  const { near, within_km } = parameters
  if (within_km !== null && !(kmPlainly(listing, near) <= within_km)) return false
  return owners_max === null || listing.owners <= owners_max
}

function isOfPower(power: number | null, { hp_min, hp_max }: ListingParameters): boolean {
  if (hp_min === null && hp_max === null) return true
  return power !== null && power >= (hp_min ?? 0) && power <= (hp_max ?? 1e9)
}

const places = new Map([...PINS.values()].flat().map(([pin, lat, lng]) => [pin, [lat, lng] as const]))

function middlePlainly(pins: readonly (readonly [string, number, number])[]) {
  return [1, 2].map((i) => {
    const sorted = pins.map((pin) => Number(pin[i])).sort((a, b) => a - b)
    return (sorted[Math.ceil(sorted.length / 2) - 1]! + sorted[Math.floor(sorted.length / 2)]!) / 2
  }) as unknown as readonly [number, number]
}

const districtPlainly = remembered((place: string) => {
  const pins = PINS.get(place)
  return pins && middlePlainly(pins)
})

/** The great circle between two places, by the haversine; infinite where one is not known. */
export function kmPlainly({ pin, district, state_code }: GeneratedListing, near: string): number {
  const [name, state] = near.split(',')
  const from = places.get(near) ?? districtPlainly(`${state} ${name!.toLowerCase()}`)
  const to = places.get(pin) ?? districtPlainly(`${state_code} ${district.toLowerCase()}`)
  if (!from || !to) return Number.POSITIVE_INFINITY
  const rad = (degrees: number) => (degrees * Math.PI) / 180
  const half = (a: number, b: number) => Math.sin(rad(a - b) / 2) ** 2
  const share = half(from[0], to[0]) + Math.cos(rad(from[0])) * Math.cos(rad(to[0])) * half(from[1], to[1])
  return 12_742 * Math.atan2(Math.sqrt(share), Math.sqrt(1 - share))
}

const existing = new Map<string, Map<string, boolean>>()

/** Whether a word stands in maker, model or class; all words asked for are some listing's, so none has a typo. */
function meeting(word: string, isLast: boolean): (listing: GeneratedListing) => boolean {
  const ofWord = existing.getOrInsertComputed(`${word} ${isLast}`, () => new Map())
  return (listing) =>
    ofWord.getOrInsertComputed(listing.machine_slug!, () => {
      const words = [
        ...offered(`${listing.maker_name} ${listing.variant_name}`),
        ...manufacturerTexts.get(listing.maker_slug)!,
        ...classTexts.get(listing.machine_class!)!,
      ]
      return words.some((other) => matchWord(word, other, false, isLast) !== undefined)
    })
}

const valueIn = (listing: GeneratedListing, facet: Facet) =>
  String(facet === 'maker' ? listing.maker_slug : facet === 'state' ? listing.state_code : listing[facet])

function chosenBy(facet: Facet, parameters: ListingParameters): (listing: GeneratedListing) => boolean {
  if (facet === 'year') {
    const { year_min, year_max } = parameters
    return ({ year }) => year >= (year_min ?? 0) && year <= (year_max ?? 9_999)
  }
  const required = parameters[facet].toLowerCase().split(',')
  return (listing) => required[0] === '' || required.includes(valueIn(listing, facet).toLowerCase())
}

/** Spellings that differ in case are one value, as most write it. */
function counted(values: readonly string[]): Record<string, number> {
  const exact = Map.groupBy(values, (value) => value)
  const folded = Map.groupBy(exact.keys(), (value) => value.toLowerCase())
  const entries = [...folded.values()].map((spellings) => {
    const sizes = spellings.sort().map((value) => exact.get(value)!.length)
    return [spellings[sizes.indexOf(Math.max(...sizes))]!, sizes.reduce((a, b) => a + b)] as const
  })
  return Object.fromEntries(entries)
}

const timestamp = remembered(Date.parse)

function orderOf(sort: string, near: string): (a: GeneratedListing, b: GeneratedListing) => number {
  const newest = (a: GeneratedListing, b: GeneratedListing) =>
    timestamp(b.created_at) - timestamp(a.created_at) || b.id - a.id
  const byId = (a: GeneratedListing, b: GeneratedListing) => a.id - b.id
  const hours = ({ hours }: GeneratedListing) => hours ?? Number.MAX_SAFE_INTEGER
  if (sort === 'distance_asc')
    return (a, b) => {
      const [item, other] = [a, b].map((listing) => Math.round(kmPlainly(listing, near) * 10))
      return item === other ? byId(a, b) : item! - other!
    }
  if (sort === 'price_asc') return (a, b) => a.price_inr - b.price_inr || byId(a, b)
  if (sort === 'price_desc') return (a, b) => b.price_inr - a.price_inr || byId(a, b)
  if (sort === 'year_desc') return (a, b) => b.year - a.year || byId(a, b)
  if (sort === 'hours_asc') return (a, b) => hours(a) - hours(b) || byId(a, b)
  return newest
}
