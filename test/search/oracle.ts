import type { KnownWords } from '../../src/search/reading/known-words.ts'
import { NOTHING_READ, type Reading, readQuery } from '../../src/search/reading/read-query.ts'
import { asRead } from '../../src/search/search-request.ts'
import type { SearchAnswer, SearchClass, SearchDocument, SearchMaker, SearchQuery } from '../../src/search/types.ts'
import { namesOf } from '../../src/search/words/value-names.ts'
import { isAliasWord } from '../../src/search/words/word-lists.ts'
import {
  add,
  type Cost,
  compareCosts,
  heldInAlias,
  heldWords,
  matchCost,
  type Places,
  plainlyKnown,
  remembered,
  type Typed,
  wordsOf,
} from './oracle-text.ts'

/**
 * The same search, written the plain way: filter an array, sort it, count it. Shares with the index only the
 * tables of letter names and sounds, and the types.
 */
export interface Catalogue {
  makers: Map<string, SearchMaker>
  classes: Map<string, SearchClass>
  machines: Map<number, SearchDocument>
  today: string
  /** Kinds, power sources and drives that were ever seen. */
  values: Set<string>
  /** What implements need; none without it. */
  powerFor?: KnownWords['powerFor']
}

type Known = ReturnType<typeof plainlyKnown>

/** What a machine is called by the values it has. */
function valueTexts({ kind, power_source, wheel_drive }: SearchDocument): string[] {
  return [kind, power_source, wheel_drive].flatMap((value) => (value === null ? [] : [value, ...namesOf(value)]))
}

/** Whether some figure of its class's plate lies within the bounds on mass. */
function weighs(machine: SearchDocument, { mass_min, mass_max }: SearchQuery, catalogue: Catalogue): boolean {
  if (mass_min === null && mass_max === null) return true
  return loadsOf(machine, catalogue).some((load) => within(load, mass_min, mass_max))
}

/** The figures of its class's plate in kg or t that it has, in kg. */
function loadsOf(machine: SearchDocument, catalogue: Catalogue): number[] {
  const loads = catalogue.classes.get(machine.machine_class)?.loads ?? []
  return loads.flatMap((load) => {
    if (machine[load] === null) return []
    return load === 'lift_capacity_t' ? Math.round(machine[load] * 1e6) / 1e3 : machine[load]
  })
}

/** Everything that stands in the catalogue, published or not. */
function knownWords(catalogue: Catalogue) {
  const texts = new Set([...catalogue.values].flatMap((value) => [value, ...namesOf(value)]))
  const known = new Set<string>()
  for (const { name, aliases } of catalogue.makers.values()) {
    texts.add(name)
    for (const alias of aliases) known.add(alias)
  }
  for (const { words } of catalogue.classes.values()) for (const text of words) texts.add(text)
  for (const machine of catalogue.machines.values()) {
    const { name, family, aliases } = machine
    const equipment = equipmentOf(machine)
    texts.add(name)
    if (family !== null) texts.add(family)
    for (const word of equipment) texts.add(word)
    for (const alias of aliases) known.add(alias)
  }
  const machines = [...catalogue.machines.values()]
  const nameWords = (text: string) => [
    ...new Set(heldWords(text).flatMap(({ word, joined }) => (joined ? [] : [word]))),
  ]
  const names = machines.map(({ name }) => nameWords(name))
  const plain = plainlyKnown(texts, known, names)
  const typed = typedWords(catalogue, plain)
  const isName = (words: readonly string[]) => {
    const marked = words.map(
      (word, at) => word + '²'.repeat(words.slice(0, at).filter((other) => other === word).length),
    )
    return machines.filter((machine, at) => {
      if (names[at]!.at(-1) !== marked.at(-1)) return false
      const maker = new Set(nameWords(catalogue.makers.get(machine.manufacturer)?.name ?? ''))
      const beyond = (all: readonly string[]) => all.slice(all.findIndex((word) => !maker.has(word)))
      if (marked.every((word) => maker.has(word)) || names[at]!.every((word) => maker.has(word))) return false
      return beyond(marked).join(' ') === beyond(names[at]!).join(' ')
    })
  }
  const { begins, ...simply } = plain
  const all: KnownWords = {
    powerFor: catalogue.powerFor ?? (() => ({})),
    areUsed: false,
    ...simply,
    isMaker: typed.isMaker,
    wholeName(words, uses) {
      for (let length = Math.min(words.length, 24); length > 1; length--) {
        for (let start = 0; start + length <= words.length; start++) {
          const span = uses.slice(start, start + length)
          if (span.every((one) => one === 'word') || span.every((one) => one === 'figure')) continue
          if (isName(words.slice(start, start + length)).length > 0) return [start, start + length]
        }
      }
      return undefined
    },
    valueNamed(field, words) {
      const text = words.join(' ')
      const values =
        field === 'machine_class'
          ? [...catalogue.classes.values()]
              .filter((its) => its.words.some((one) => whole(one) === text))
              .map(({ key }) => key)
          : [...catalogue.makers.values()]
              .filter(({ name, aliases }) =>
                [name, ...aliases.filter(isAnotherName)].some((one) => whole(one) === text),
              )
              .map(({ slug }) => slug)
      return values.length === 1 ? values[0] : undefined
    },
    makes: (maker, machineClass) =>
      machines.some(
        ({ manufacturer, machine_class, published_at }) =>
          manufacturer === maker &&
          machine_class === machineClass &&
          published_at !== null &&
          published_at <= catalogue.today,
      ),
    finds: (words) =>
      machines.some(
        (machine) =>
          machine.published_at !== null &&
          machine.published_at <= catalogue.today &&
          matchCost(words, true, placesOf(machine, catalogue), typed, true) !== undefined,
      ),
  }
  return { known: all, begins, called: isName }
}

function typedWords({ makers, classes }: Catalogue, { has, begins }: Pick<Known, 'has' | 'begins'>): Typed {
  const called = new Set(
    [...makers.values()].flatMap(({ name, aliases }) => [name, ...aliases.filter(isAnotherName)].map(whole)),
  )
  const ofClasses = new Set(
    [...classes.values()].flatMap(({ words }) => words.flatMap((text) => heldWords(text)).map(({ word }) => word)),
  )
  const classNames = new Set([...classes.values()].flatMap(({ words }) => words.map(whole)))
  return {
    isUnknown: (word, isBeginning) => !has(word) && !(isBeginning && begins(word)),
    isMaker: (word) => called.has(word),
    isClass: (word) => ofClasses.has(word),
    isClassName: (text) => classNames.has(text),
  }
}

const whole = (text: string) => wordsOf(text).join(' ')
/** Whether an alias is another name of the maker and has no class words. */
const isAnotherName = (alias: string) => wordsOf(alias).length === 1 || wordsOf(alias).every(isAliasWord)

const FILTERS = [
  ...(['machine_class', 'manufacturer', 'kind', 'power_source', 'wheel_drive'] as const),
  ...(['lifecycle', 'price_kind'] as const),
]
type Filter = (typeof FILTERS)[number]

const listed = remembered((list) =>
  list
    .split(',')
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value !== ''),
)

function passesFilter(machine: SearchDocument, name: Filter, query: SearchQuery): boolean {
  const wanted = listed(query[name])
  const has = machine[name]
  return wanted.length === 0 || (has !== null && wanted.includes(has.toLowerCase()))
}

function within<T extends number | string>(value: T | null, low: T | null, high: T | null): boolean {
  if (low === null && high === null) return true
  return value !== null && (low === null || value >= low) && (high === null || value <= high)
}

export function bandOf(hp: number | null): string | null {
  if (hp === null) return null
  if (hp <= 20) return 'up to 20 HP'
  if (hp <= 30) return '21-30 HP'
  if (hp <= 40) return '31-40 HP'
  if (hp <= 50) return '41-50 HP'
  if (hp <= 60) return '51-60 HP'
  return hp <= 75 ? '61-75 HP' : 'above 75 HP'
}

/** The search of a catalogue that does not change meanwhile. */
interface PlainAnswer {
  ids: number[]
  total: number
  facets: Record<string, Record<string, number>>
}

/** An answer of the program as the oracle writes it. */
export const plain = ({ ids, total, facets }: SearchAnswer): PlainAnswer => ({
  ids,
  total,
  facets: Object.fromEntries(Object.entries(facets).map(([name, counts]) => [name, JSON.parse(counts)])),
})

export function plainSearch(catalogue: Catalogue): (query: SearchQuery) => PlainAnswer {
  const { known, begins, called } = knownWords(catalogue)
  const typed = typedWords(catalogue, { has: known.has, begins })
  return (query) => answer(catalogue, query, known, called, typed)
}

/** A machine's whole name is plain words; a number written together with the drive behind it is parted where that is known. */
function read(q: string, known: KnownWords, called: (words: readonly string[]) => readonly unknown[]): Reading {
  const words = wordsOf(q)
  if (words.length > 0 && called(words).length > 0) return { ...NOTHING_READ, sides: [words] }
  const parted = q.replace(/(\d+)([24])wd\b/gi, (all, number, wheels) =>
    known.has(number) && !known.has(number + wheels) ? `${number} ${wheels}wd` : all,
  )
  return readQuery(parted, known)
}

function answer(
  catalogue: Catalogue,
  given: SearchQuery,
  known: KnownWords,
  called: (words: readonly string[]) => readonly SearchDocument[],
  typed: Typed,
): PlainAnswer {
  const reading = read(given.q, known, called)
  const query = asRead(given, reading)
  const { sides } = reading
  const costs = new Map<SearchDocument, Cost>()
  const shown = [...catalogue.machines.values()].filter(
    ({ published_at }) => published_at !== null && published_at <= catalogue.today,
  )
  /** A class before or behind a whole name is said of it. */
  const identical = sides.map((words) => {
    const isOther = (word: string) => !typed.isClass(word)
    if (!words.some(isOther)) return called(words)
    const parts = [words, words.slice(0, words.findLastIndex(isOther) + 1), words.slice(words.findIndex(isOther))]
    return parts.map(called).find((found) => found.length > 0) ?? []
  })
  /** Makers who are called as a side is, with a machine: it asks for theirs only. */
  const onlyOf = sides.map((words) => {
    const called = shown.map(({ manufacturer }) => manufacturer).filter((slug) => isMakerAlone(words, slug, catalogue))
    const own = called.filter((slug) => whole(catalogue.makers.get(slug)!.name) === words.join(' '))
    return own.length > 0 ? own : called
  })
  const costOf = (machine: SearchDocument, isGuessed: boolean) =>
    sides
      .flatMap((words, side) => {
        if (onlyOf[side]!.length > 0 && !onlyOf[side]!.includes(machine.manufacturer)) return []
        const isOpen = side === sides.length - 1
        const cost = matchCost(words, isOpen, placesOf(machine, catalogue), typed, isGuessed)
        if (cost === undefined) return []
        if (identical[side]!.includes(machine)) return [[-9000, 0, 0] as const]
        return [add(cost, costAlone(words, machine, catalogue))]
      })
      .sort(compareCosts)[0]
  const isGuessed = !shown.some((machine) => costOf(machine, false) !== undefined)
  const matching = shown.filter((machine) => {
    if (!within(machine.operating_weight_kg, query.weight_min, query.weight_max)) return false
    if (!within(machine.price_from_inr, query.price_min, query.price_max)) return false
    if (!within(machine.lift_capacity_kg, query.lift_min, query.lift_max)) return false
    if (query.cylinders !== null && machine.cylinders !== query.cylinders) return false
    if (!weighs(machine, query, catalogue)) return false
    if (!within(machine.launched_at, query.launched_since, query.launched_until)) return false
    if (sides.length === 0) return true
    const cost = costOf(machine, isGuessed)
    if (cost !== undefined) costs.set(machine, cost)
    return cost !== undefined
  })
  const passing = (ignored: string) =>
    matching.filter(
      (machine) =>
        FILTERS.every((name) => name === ignored || passesFilter(machine, name, query)) &&
        (ignored === 'hp_band' || within(machine.engine_hp, query.hp_min, query.hp_max)),
    )
  const facet = (name: string, read: (machine: SearchDocument) => string | null) => {
    const counts: Record<string, number> = {}
    for (const machine of passing(name)) {
      const value = read(machine)
      if (value !== null) counts[value] = (counts[value] ?? 0) + 1
    }
    return counts
  }
  const hits = passing('').sort(comparison(query, costs, sides.length > 0, catalogue))
  return {
    ids: hits.slice(query.offset, query.offset + query.limit).map((machine) => machine.id),
    total: hits.length,
    facets: asked(query, {
      machine_class: facet('machine_class', (machine) => machine.machine_class),
      manufacturer: facet('manufacturer', (machine) => machine.manufacturer),
      kind: facet('kind', (machine) => machine.kind),
      power_source: facet('power_source', (machine) => machine.power_source),
      wheel_drive: facet('wheel_drive', (machine) => machine.wheel_drive),
      lifecycle: facet('lifecycle', (machine) => machine.lifecycle),
      section: facet('section', (machine) => machine.section),
      hp_band: facet('hp_band', (machine) => bandOf(machine.engine_hp)),
      price_kind: facet('price_kind', (machine) => machine.price_kind),
    }),
  }
}

/** The facets that the query names; the kinds of prices also where prices are compared, for a header. */
function asked<T extends Record<string, unknown>>({ facets, sort, price_min, price_max }: SearchQuery, all: T) {
  if (facets === '') return all
  const names = facets.split(',')
  if (sort?.startsWith('price') || price_min !== null || price_max !== null) names.push('price_kind')
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))) as T
}

function isMakerAlone(words: readonly string[], slug: string, { makers }: Catalogue): boolean {
  const { name = '', aliases = [] } = makers.get(slug) ?? {}
  return [name, ...aliases.filter(isAnotherName)].some((text) => wordsOf(text).join(' ') === words.join(' '))
}

/** A maker's name typed alone gives its machines first, what a class is called those of the class. */
function costAlone(words: readonly string[], machine: SearchDocument, catalogue: Catalogue): Cost {
  const isAll = (text: string) => wordsOf(text).join(' ') === words.join(' ')
  if (isMakerAlone(words, machine.manufacturer, catalogue)) return [-2000, 0, 0]
  return catalogue.classes.get(machine.machine_class)?.words.some(isAll) ? [-1000, 0, 0] : [0, 0, 0]
}

const SAME: Record<string, string> = { double: 'dual', mechanical: 'manual', '4': 'iv', cev: 'stage' }

/** Each word of what a machine is fitted with, together with the part, or with the level of its norm. */
function equipmentOf({ brakes, clutch, steering, emission_norm }: SearchDocument): string[] {
  const words = (text = '') =>
    text
      .toLowerCase()
      .split(' ')
      .map((word) => SAME[word] ?? word)
  const [level, ...families] = words(emission_norm ?? '').toReversed()
  return [
    ...[brakes ?? '', clutch ?? '', steering ?? ''].flatMap((text, at) =>
      words(text).flatMap((word) =>
        word === '' || word === 'or' ? [] : [word + ['brakes', 'clutch', 'steering'][at]],
      ),
    ),
    ...(level ? new Set([...families, 'stage']).values().map((family) => family + level) : []),
  ]
}

/** Texts a machine is found by, each with how good a place it is. */
function placesOf(machine: SearchDocument, catalogue: Catalogue): Places {
  const maker = catalogue.makers.get(machine.manufacturer)
  const its = catalogue.classes.get(machine.machine_class)
  const aliases = (texts: readonly string[]) => texts.map((text) => ({ held: heldInAlias(text), cost: 16 }))
  return {
    name: machine.name,
    others: [
      ...(machine.family === null ? [] : [{ held: heldWords(machine.family), cost: 16 }]),
      { held: equipmentOf(machine).map((word) => ({ word, joined: false })), cost: 16 },
      ...aliases(machine.aliases),
    ],
    shared: [
      ...(maker ? [{ held: heldWords(maker.name), cost: 0 }, ...aliases(maker.aliases)] : []),
      ...[...valueTexts(machine), ...(its?.words ?? [])].map((text, at, all) => {
        const isClass = at >= all.length - (its?.words.length ?? 0)
        return { held: heldWords(text), cost: wordsOf(text).length > 1 ? 12 : 8, isClass }
      }),
    ],
    beyondMaker: wordsBeyondMaker(machine, catalogue),
  }
}

type Key = Array<number | null>

/** Compares key by key, a missing one last. */
function compareKeys(a: Key, b: Key): number {
  for (let at = 0; at < a.length; at++) {
    const x = a[at]!
    const y = b[at]!
    if (x === y) continue
    if (x === null) return 1
    if (y === null) return -1
    return x - y
  }
  return 0
}

const day = (date: string | null) => (date === null ? null : -Number(date.replaceAll('-', '')))
const minus = (value: number | null) => (value === null ? null : -value)

function sortKey(machine: SearchDocument, sort: SearchQuery['sort']): number | null {
  switch (sort) {
    case 'price_asc':
      return machine.price_from_inr
    case 'price_desc':
      return minus(machine.price_from_inr)
    case 'weight_asc':
      return machine.operating_weight_kg
    case 'weight_desc':
      return minus(machine.operating_weight_kg)
    case 'hp_asc':
      return machine.engine_hp
    case 'hp_desc':
    case 'power_desc':
      return minus(machine.engine_hp)
    case 'lift_desc':
      return minus(machine.lift_capacity_kg)
    case 'launched':
      return day(machine.launched_at)
    default:
      return day(machine.published_at)
  }
}

function comparison(query: SearchQuery, costs: Map<SearchDocument, Cost>, hasText: boolean, catalogue: Catalogue) {
  const byRelevance = (machine: SearchDocument): Key => [
    ['current', 'upcoming'].includes(machine.lifecycle) ? (machine.lifecycle === 'current' ? 0 : 1) : 2,
    machine.price_from_inr === null ? 1 : 0,
    Math.min(wordsBeyondMaker(machine, catalogue).length, 63),
    -tenthsKnown(machine, catalogue),
    machine.id,
  ]
  return (a: SearchDocument, b: SearchDocument): number => {
    if (query.sort !== null || !hasText) {
      return compareKeys([sortKey(a, query.sort), a.id], [sortKey(b, query.sort), b.id])
    }
    return compareCosts(costs.get(a)!, costs.get(b)!) || compareKeys(byRelevance(a), byRelevance(b))
  }
}

/** How many tenths of what its class expects it has, rounded down. */
function tenthsKnown({ known = [], machine_class }: SearchDocument, { classes }: Catalogue): number {
  const expects = classes.get(machine_class)?.expects ?? []
  if (expects.length === 0) return 10
  return Math.floor((expects.filter((name) => known.includes(name)).length * 10) / expects.length)
}

/** Distinct words of the name, in order, that the maker's name does not have. */
function wordsBeyondMaker(machine: SearchDocument, catalogue: Catalogue): string[] {
  const read = (text: string) => new Set(heldWords(text).flatMap(({ word, joined }) => (joined ? [] : [word])))
  return [...read(machine.name).difference(read(catalogue.makers.get(machine.manufacturer)?.name ?? ''))]
}
