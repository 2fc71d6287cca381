import type { TermLookup } from '../../src/search/parser/term-lookup.ts'
import type { SearchClass, SearchDocument, SearchManufacturer, SearchQuery } from '../../src/search/types.ts'
import { hasDigits, joinedRuns, matchWord, type Way, wordsOf } from './oracle-text.ts'

/**
 * The search specification written plainly: filter an array, sort it, count it. It shares nothing with the program but
 * types. For relevance it only knows which of two machines the specification ranks above the other, if any.
 */
export interface Catalogue {
  makers: Map<string, SearchManufacturer>
  classes: Map<string, SearchClass>
  machines: Map<number, SearchDocument>
  today: string
  powerFor?: TermLookup['powerFor']
}

interface Expected {
  /** The matching machines; in their order, unless relevance orders them. */
  matches: SearchDocument[]
  facets: Record<string, Record<string, number>>
  /** Whether relevance puts the first machine above the second; undefined if the order is fixed. */
  isAbove: ((a: SearchDocument, b: SearchDocument) => boolean) | undefined
}

/** Other names of values in the workload. */
const OTHER_NAMES: Readonly<Record<string, string>> = { '4x4': '4wd', battery: 'electric' }

const FILTERS = [
  ...(['machine_class', 'manufacturer', 'kind', 'power_source', 'wheel_drive'] as const),
  ...(['lifecycle', 'price_kind'] as const),
]

function passesFilter(machine: SearchDocument, name: (typeof FILTERS)[number], query: SearchQuery): boolean {
  const values = query[name].split(',').flatMap((value) => value.trim().toLowerCase() || [])
  const self = machine[name]?.toLowerCase()
  return values.length === 0 || values.some((value) => (OTHER_NAMES[value] ?? value) === self)
}

function isWithin<T extends number | string>(value: T | null, low: T | null, high: T | null): boolean {
  if (low === null && high === null) return true
  return value !== null && (low === null || value >= low) && (high === null || value <= high)
}

/** Some figure of its class's plate in kg or t is within the bounds. */
function hasMass(machine: SearchDocument, { mass_min, mass_max }: SearchQuery, { classes }: Catalogue): boolean {
  if (mass_min === null && mass_max === null) return true
  return (classes.get(machine.machine_class)?.loads ?? []).some((load) => {
    const value = machine[load]
    const kg = value !== null && load.endsWith('_t') ? Math.round(value * 1_000_000) / 1_000 : value
    return kg !== null && isWithin(kg, mass_min, mass_max)
  })
}

function passesBounds(machine: SearchDocument, query: SearchQuery, catalogue: Catalogue): boolean {
  return (
    isWithin(machine.operating_weight_kg, query.weight_min, query.weight_max) &&
    isWithin(machine.price_from_inr, query.price_min, query.price_max) &&
    isWithin(machine.lift_capacity_kg, query.lift_min, query.lift_max) &&
    isWithin(machine.launched_at, query.launched_since, query.launched_until) &&
    isWithin(machine.cylinders, query.cylinders, query.cylinders) &&
    hasMass(machine, query, catalogue)
  )
}

function bandOf(hp: number | null): string | null {
  if (hp === null) return null
  if (hp <= 20) return 'up to 20 HP'
  if (hp <= 30) return '21-30 HP'
  if (hp <= 40) return '31-40 HP'
  if (hp <= 50) return '41-50 HP'
  if (hp <= 60) return '51-60 HP'
  return hp <= 75 ? '61-75 HP' : 'above 75 HP'
}

const FACETS = [...FILTERS, 'section', 'hp_band'] as const

/** The value of each sort, negative if the largest comes first; dates as numbers. */
const day = (date: string | null) => (date === null ? null : -Date.parse(date))
const minus = (value: number | null) => (value === null ? null : -value)
const SORTS: Readonly<Record<string, (machine: SearchDocument) => number | null>> = {
  price_asc: (machine) => machine.price_from_inr,
  price_desc: (machine) => minus(machine.price_from_inr),
  weight_asc: (machine) => machine.operating_weight_kg,
  weight_desc: (machine) => minus(machine.operating_weight_kg),
  hp_asc: (machine) => machine.engine_hp,
  hp_desc: (machine) => minus(machine.engine_hp),
  power_desc: (machine) => minus(machine.engine_hp),
  lift_desc: (machine) => minus(machine.lift_capacity_kg),
  launched: (machine) => day(machine.launched_at),
  newest: (machine) => day(machine.published_at),
}

/** Missing values last, ties by id. */
function bySort(sort: string) {
  const keyOf = SORTS[sort]!
  return (a: SearchDocument, b: SearchDocument): number => {
    const [x, y] = [keyOf(a), keyOf(b)]
    if (x === y) return a.id - b.id
    if (x === null || y === null) return x === null ? 1 : -1
    return x - y
  }
}

/** Returns the search of a catalogue; it answers undefined if the specification does not decide the query. */
export function createOracle(catalogue: Catalogue): (query: SearchQuery) => Expected | undefined {
  const visible = [...catalogue.machines.values()].filter(
    ({ published_at }) => published_at !== null && published_at <= catalogue.today,
  )
  const narrow = createTextOracle(catalogue, visible, NARROW)
  const wide = createTextOracle(catalogue, visible, WIDE)
  return (query) => {
    const text = narrow(query.q)
    const other = wide(query.q)
    if (text.isOpen || text.found.symmetricDifference(other.found).size > 0) return undefined
    const matches = visible.filter((machine) => text.found.has(machine) && passesBounds(machine, query, catalogue))
    const passing = (without = '') =>
      matches.filter(
        (machine) =>
          FILTERS.every((name) => name === without || passesFilter(machine, name, query)) &&
          (without === 'hp_band' || isWithin(machine.engine_hp, query.hp_min, query.hp_max)),
      )
    const count = (facet: (typeof FACETS)[number]) => {
      const counts: Record<string, number> = {}
      for (const machine of passing(facet)) {
        const value = facet === 'hp_band' ? bandOf(machine.engine_hp) : machine[facet]
        if (value !== null) counts[value] = (counts[value] ?? 0) + 1
      }
      return counts
    }
    const isRanked = query.sort === null && text.isText
    return {
      matches: isRanked ? passing() : passing().sort(bySort(query.sort ?? 'newest')),
      facets: Object.fromEntries(FACETS.map((facet) => [facet, count(facet)])),
      isAbove: isRanked ? text.isAbove : undefined,
    }
  }
}

/**
 * The specification does not say how many typos two joined words may have, nor whether three are joined. A query whose
 * matches depend on it is not decided.
 */
interface Joins {
  most: number
  mayHaveTypos: boolean
}
const NARROW: Joins = { most: 2, mayHaveTypos: false }
const WIDE: Joins = { most: 4, mayHaveTypos: true }

/** Where a word is found. `other` places are not ranked: family, power source, drive. */
type Place = 'name' | 'class' | 'class word in a name' | 'alias' | 'other'

interface Offer {
  word: string
  place: Place
  /** The text that it is in. */
  text: string
  isJoined: boolean
  position: number | undefined
}

/** One or several typed words, and how a machine matches them. */
interface Match extends Way {
  offer: Offer
  length: number
}

type Found = readonly [machine: SearchDocument, match: readonly Match[]]

interface TextAnswer {
  isText: boolean
  /** The specification leaves it open what is found. */
  isOpen: boolean
  found: Set<SearchDocument>
  isAbove(a: SearchDocument, b: SearchDocument): boolean
}

function createTextOracle(catalogue: Catalogue, visible: SearchDocument[], joins: Joins): (q: string) => TextAnswer {
  const { makers: manufacturers, classes, machines } = catalogue
  const everything = new Set(visible)
  const classTexts = [...classes.values()].flatMap(({ words }) => words)
  const classWords = new Set(classTexts.flatMap(wordsOf))
  /** The names that a manufacturer is called by: not an alias with a class word in it. */
  const manufacturerNames = ({ name, aliases }: SearchManufacturer) => [
    name,
    ...aliases.filter((alias) => !wordsOf(alias).some((word) => classWords.has(word))),
  ]

  function textOffers(text: string, place: Place): Offer[] {
    const words = wordsOf(text)
    const alone = words.map((word, position) => ({ word, place, text, isJoined: false, position }))
    const joined = joinedRuns(words, joins.most).map(({ word, start }) => ({ word, place, text, position: start }))
    return [...alone, ...joined.map((run) => ({ ...run, isJoined: true }))]
  }
  /** An alias matches as a whole or by its words that are not class words. */
  const aliasOffers = (text: string) =>
    textOffers(text, 'alias').filter(({ word, isJoined }) =>
      isJoined ? !wordsOf(text).some((self) => classWords.has(self)) : !isClassPart(word, text),
    )
  const isClassPart = (word: string, alias: string) => wordsOf(alias).length > 1 && classWords.has(word)
  const numberOffers = (value: string | null, place: Place) => {
    const names =
      value === null ? [] : [value, ...Object.keys(OTHER_NAMES).filter((name) => OTHER_NAMES[name] === value)]
    return names.flatMap((name) => textOffers(name, place))
  }
  const manufacturerOffers = ({ name, aliases }: SearchManufacturer) => [
    ...textOffers(name, 'name'),
    ...aliases.flatMap(aliasOffers),
  ]
  const ownOffers = ({ name, family, aliases, kind, power_source, wheel_drive }: SearchDocument) => [
    ...textOffers(name, 'name'),
    ...(family === null ? [] : textOffers(family, 'other')),
    ...aliases.flatMap(aliasOffers),
    ...numberOffers(kind, 'class'),
    ...numberOffers(power_source, 'other'),
    ...numberOffers(wheel_drive, 'other'),
  ]
  const classOffers = ({ words }: SearchClass) => words.flatMap((text) => textOffers(text, 'class'))
  const offers = new Map(
    visible.map((machine) => {
      const manufacturer = manufacturers.get(machine.manufacturer)
      const itsClass = classes.get(machine.machine_class)
      const self = [
        manufacturer ? manufacturerOffers(manufacturer) : [],
        ownOffers(machine),
        itsClass ? classOffers(itsClass) : [],
      ]
      return [machine, self.flat()]
    }),
  )
  /** Every word of the catalogue, of hidden machines too. */
  const vocabulary = new Set(
    [
      ...[...manufacturers.values()].flatMap(manufacturerOffers),
      ...[...machines.values()].flatMap(ownOffers),
      ...[...classes.values()].flatMap(classOffers),
    ].map(({ word }) => word),
  )
  const exists = (word: string, isLast: boolean) =>
    vocabulary.has(word) || (isLast && vocabulary.values().some((self) => self.startsWith(word)))

  /** Words of letters that match nothing, even with typos, are dropped if something else remains. */
  function withoutUnknown(words: readonly string[]): readonly string[] {
    const matches = (word: string, isLast: boolean, mayHaveTypos = true) =>
      vocabulary.values().some((self) => matchWord(word, self, mayHaveTypos, isLast))
    let remaining = [...words]
    for (let i = words.length - 1; i >= 0; i--) {
      const word = remaining[i]!
      if (hasDigits(word) || vocabulary.has(word) || matches(word, i === remaining.length - 1)) continue
      const runs = joinedRuns(remaining, joins.most).filter(({ start, length }) => start <= i && i < start + length)
      const isRun = (run: (typeof runs)[number]) =>
        matches(run.word, run.start + run.length === remaining.length, joins.mayHaveTypos)
      if (!runs.some(isRun)) remaining = remaining.toSpliced(i, 1)
    }
    return remaining.length > 0 ? remaining : words
  }

  /** The best match of each of the words, or undefined if the machine does not match. */
  function matchAll(words: readonly string[], machine: SearchDocument, isGuess: boolean): Match[] | undefined {
    const mayErr = words.map((word, i) => isGuess || !exists(word, i === words.length - 1))
    const runs = [...words.map((word, start) => ({ word, start, length: 1 })), ...joinedRuns(words, joins.most)]
    const best = (start: number): Match[] | undefined => {
      if (start === words.length) return []
      const choices = runs.flatMap((run) => {
        if (run.start !== start) return []
        const mayHaveTypos = mayErr.slice(start, start + run.length).every(Boolean)
        const match = matchRun(run, machine, mayHaveTypos, start + run.length === words.length)
        const rest = match && best(start + run.length)
        return rest ? [[match, ...rest]] : []
      })
      return choices.sort((a, b) => compareEffort(effortOf(a), effortOf(b)))[0]
    }
    return best(0)
  }

  function matchRun(
    { word, length }: { word: string; length: number },
    machine: SearchDocument,
    mayHaveTypos: boolean,
    isLast: boolean,
  ): Match | undefined {
    let best: Match | undefined
    for (const offer of offers.get(machine)!) {
      if (length > 1 && offer.isJoined) continue
      const way = matchWord(word, offer.word, mayHaveTypos && (length === 1 || joins.mayHaveTypos), isLast)
      if (way === undefined) continue
      const isClass = offer.place === 'name' && classWords.has(offer.word)
      const place = isClass ? 'class word in a name' : offer.place
      const match: Match = { ...way, length, offer: { ...offer, place } }
      if (best === undefined || compareEffort(effortOf([match]), effortOf([best])) < 0) best = match
    }
    return best
  }

  const isWhole = (text: string, words: readonly string[]) => wordsOf(text).join(' ') === words.join(' ')

  const wordsAndJoined = (text: string) => textOffers(text, 'name').map(({ word }) => word)

  const modelTexts = [...machines.values()].flatMap(({ name, family, aliases }) => [name, family ?? '', ...aliases])
  const named = new Set(
    [...[...manufacturers.values()].flatMap(manufacturerNames), ...modelTexts].flatMap(wordsAndJoined),
  )
  const kinds = new Set([...machines.values()].flatMap(({ kind }) => wordsOf(kind ?? '')))

  /** A number beside neither a manufacturer nor a model. */
  function isInactive(words: readonly string[], i: number): boolean {
    const isNamed = (word = '') => named.has(word) && !classWords.has(word) && !kinds.has(word)
    return hasDigits(words[i]!) && !isNamed(words[i - 1]) && !isNamed(words[i + 1])
  }

  /** Whether the words are a manufacturer's misspelt name. */
  function isNearManufacturer(words: readonly string[]): boolean {
    return [...manufacturers.values()].flatMap(manufacturerNames).some((name) => {
      const self = wordsOf(name)
      const isNear = words.every((word, i) => self[i] && matchWord(word, self[i], true, false))
      return self.length === words.length && isNear && !isWhole(name, words)
    })
  }

  /** A name is the same with its manufacturer's before it. */
  function namesOf({ name, manufacturer }: SearchDocument): string[] {
    const brand = wordsOf(manufacturers.get(manufacturer)?.name ?? '').join(' ')
    const self = wordsOf(name).join(' ')
    const model = self.startsWith(`${brand} `) ? self.slice(brand.length + 1) : self
    return [model, `${brand} ${model}`]
  }
  const modelOf = (machine: SearchDocument) => {
    const manufacturer = new Set(wordsOf(manufacturers.get(machine.manufacturer)?.name ?? ''))
    return [...new Set(wordsOf(machine.name))].filter((word) => !manufacturer.has(word))
  }

  function isAbove(words: readonly string[], a: Found, b: Found): boolean {
    const levels = [
      () => Number(isIdentical(words, b[0])) - Number(isIdentical(words, a[0])),
      () => Number(isOfClassCalled(words, b[0])) - Number(isOfClassCalled(words, a[0])),
      () => compareEach(a[1], b[1], compareWays),
      () => (isAlike(a, b) ? compareEach(a[1], b[1], comparePlaces) : UNRANKED),
      () => compareOrder(positionsIn(a), positionsIn(b)),
      () =>
        a[1].every(({ offer }, i) => isSamePlace(offer, b[1][i]!.offer)) ? compareUsefulness(a[0], b[0]) : UNRANKED,
    ]
    for (const level of levels) {
      const order = level()
      if (order !== 0) return order < 0
    }
    return false
  }

  const isIdentical = (words: readonly string[], machine: SearchDocument) => namesOf(machine).includes(words.join(' '))
  const isOfClassCalled = (words: readonly string[], { machine_class }: SearchDocument) =>
    classes.get(machine_class)?.words.some((text) => isWhole(text, words)) === true

  /**
   * The program also prefers names that begin with a typed word or have no other word, and shorter ones. The specification
   * does not say so: places, order and ties are compared between machines that are alike in this.
   */
  function isAlike(a: Found, b: Found): boolean {
    const [x, y] = [modelOf(a[0]), modelOf(b[0])]
    const isCovered = (model: readonly string[], result: Found) => positionsIn(result).length >= model.length
    return x.length === y.length && x[0] === y[0] && isCovered(x, a) === isCovered(y, b)
  }

  function compareUsefulness(a: SearchDocument, b: SearchDocument): number {
    const stage = ({ lifecycle }: SearchDocument) => ['current', 'upcoming', 'discontinued'].indexOf(lifecycle)
    return (
      stage(a) - stage(b) ||
      Number(a.price_from_inr === null) - Number(b.price_from_inr === null) ||
      tensExisting(b) - tensExisting(a) ||
      a.id - b.id
    )
  }
  function tensExisting({ known: existing = [], machine_class }: SearchDocument): number {
    const expects = classes.get(machine_class)?.expects ?? []
    return expects.length === 0
      ? 10
      : Math.floor((10 * expects.filter((name) => existing.includes(name)).length) / expects.length)
  }

  return (q) => {
    const typed = wordsOf(q)
    if (typed.length === 0) return { isText: false, isOpen: false, found: everything, isAbove: () => false }
    let words = withoutUnknown(typed)
    const find = (isGuess: boolean) => {
      const called = [...manufacturers.values()].filter((manufacturer) =>
        manufacturerNames(manufacturer).some((name) => isWhole(name, words)),
      )
      const candidates =
        called.length === 0 ? visible : visible.filter((item) => called.some(({ slug }) => slug === item.manufacturer))
      return new Map(
        candidates.flatMap((machine) => {
          const match = matchAll(words, machine, isGuess)
          return match ? [[machine, match] as const] : []
        }),
      )
    }
    const findAll = () => {
      const result = find(false)
      return result.size > 0 ? result : find(true)
    }
    let result = findAll()
    const inactive = result.size > 0 || words.length === 1 ? [] : words.filter((_, i) => isInactive(words, i))
    const [number] = inactive
    const isBesideKind = words.some((word, i) => kinds.has(word) && [words[i - 1], words[i + 1]].includes(number))
    const hasUnknown = inactive.length === 1 && !vocabulary.has(number!) && !isBesideKind
    if (hasUnknown) {
      words = words.filter((word) => word !== number)
      result = findAll()
    }
    const isRead = /4x4/i.test(q) || !typed.every((word) => vocabulary.has(word))
    const mayDrop = result.size === 0 && typed.length > 1 && (isRead || inactive.length > 0)
    // Open: whether words are dropped that are only near the catalogue's, or numbers of it, if nothing has all words; what a
    // word typed twice means; and whether a manufacturer's misspelt name is its name. The program drops no number beside a
    // kind ("999 utility"), as if it were a model.
    return {
      isText: true,
      isOpen: mayDrop || new Set(typed).size < typed.length || isNearManufacturer(words),
      found: new Set(result.keys()),
      isAbove: (a, b) => isAbove(words, [a, result.get(a)!], [b, result.get(b)!]),
    }
  }
}

const UNRANKED = Number.NaN

/** Other scripts, typos, prefixes, the place, then joined words. */
const PLACES: readonly Place[] = ['name', 'class', 'class word in a name', 'other', 'alias']
const effortOf = (match: readonly Match[]) => {
  const sum = (numberOf: (item: Match) => number) => match.reduce((total, item) => total + numberOf(item), 0)
  return [
    sum(({ isLatin }) => Number(isLatin)),
    sum(({ typos }) => typos),
    sum(({ isPrefix }) => Number(isPrefix)),
    sum(({ offer }) => PLACES.indexOf(offer.place)),
    sum(({ length, offer }) => Number(length > 1 || offer.isJoined)),
  ]
}
function compareEffort(a: readonly number[], b: readonly number[]): number {
  for (const [i, value] of a.entries()) if (value !== b[i]) return value - b[i]!
  return 0
}

/** Less than 0 if one is better in some word and worse in none, 0 if they are equal in all, NaN if neither is better. */
function compareEach(a: readonly Match[], b: readonly Match[], compareOne: (x: Match, y: Match) => number): number {
  if (a.length !== b.length || a.some(({ length }, i) => length !== b[i]!.length)) return UNRANKED
  const orders = new Set(a.map((match, i) => Math.sign(compareOne(match, b[i]!))))
  orders.delete(0)
  return orders.size === 0 ? 0 : orders.size === 1 ? [...orders][0]! : UNRANKED
}

/** Whole words above prefixes above typos; words with typos are equal only if they have as many. */
function compareWays(a: Match, b: Match): number {
  if (a.isLatin !== b.isLatin) return UNRANKED
  const level = ({ typos, isPrefix }: Match) => (typos > 0 ? 2 : isPrefix ? 1 : 0)
  if (level(a) !== level(b)) return level(a) - level(b)
  return a.typos === b.typos && a.isPrefix === b.isPrefix ? 0 : UNRANKED
}

/** Name and manufacturer above class and kind above aliases. A class word counts by the class. */
function comparePlaces({ typos, isPrefix, offer: a }: Match, { offer: b }: Match): number {
  if (a.isJoined !== b.isJoined) return UNRANKED
  if (a.place === b.place) return 0
  const isClassWord = [a, b].some(({ place }) => place === 'class word in a name')
  const order: readonly Place[] = isClassWord && typos === 0 && !isPrefix ? CLASS_WORD_ORDER : PLACE_ORDER
  const [x, y] = [order.indexOf(a.place), order.indexOf(b.place)]
  return x < 0 || y < 0 ? UNRANKED : x - y
}
const PLACE_ORDER: readonly Place[] = ['name', 'class', 'alias']
const CLASS_WORD_ORDER: readonly Place[] = ['class', 'class word in a name']

/** Where in the name the words are matched, in the order in which they were typed. */
const positionsIn = ([{ name }, match]: Found) =>
  match.flatMap(({ offer }) => (offer.text === name && offer.position !== undefined ? [offer.position] : []))

/** Typed order above another order of as many words in the name. */
function compareOrder(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return UNRANKED
  const isSorted = (positions: readonly number[]) =>
    positions.every((position, i) => i === 0 || position > positions[i - 1]!)
  return Number(isSorted(b)) - Number(isSorted(a))
}

/** The specification does not say which text of a class or which unranked place comes first. */
const isSamePlace = (a: Offer, b: Offer) =>
  a.place !== 'other' && a.place === b.place && (a.place !== 'class' || a.text === b.text)
