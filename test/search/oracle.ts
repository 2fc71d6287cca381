import type { SearchAnswer, SearchClass, SearchDocument, SearchMaker, SearchQuery } from '../../src/search/types.ts'
import { spelledLetters } from '../../src/text/letter-names.ts'
import { type Cost, compareCosts, matchCost, wordsOf } from './oracle-text.ts'

/**
 * The same search, written the plain way: filter an array, sort it, count it. Shares with the index only the
 * tables of letter names and sounds, and the types.
 */
export interface Catalogue {
  makers: Map<string, SearchMaker>
  classes: Map<string, SearchClass>
  machines: Map<number, SearchDocument>
  today: string
}

type Filter = 'machine_class' | 'manufacturer' | 'kind' | 'power_source' | 'wheel_drive' | 'lifecycle'
const FILTERS: Filter[] = ['machine_class', 'manufacturer', 'kind', 'power_source', 'wheel_drive', 'lifecycle']

function passesFilter(machine: SearchDocument, name: Filter, query: SearchQuery): boolean {
  const wanted = query[name]
    .split(',')
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value !== '')
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

export function searchPlainly(catalogue: Catalogue, query: SearchQuery): SearchAnswer {
  const words = wordsOf(query.q)
  const costs = new Map<SearchDocument, Cost>()
  const matching = [...catalogue.machines.values()].filter((machine) => {
    if (machine.published_at === null || machine.published_at > catalogue.today) return false
    if (!within(machine.operating_weight_kg, query.weight_min, query.weight_max)) return false
    if (!within(machine.price_from_inr, null, query.price_max)) return false
    if (!within(machine.launched_at, query.launched_since, null)) return false
    if (words.length === 0) return true
    const cost = matchCost(words, placesOf(machine, catalogue), wordsBeyondMaker(machine, catalogue)[0])
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
  const hits = passing('').sort(comparison(query, costs, words.length > 0, catalogue))
  return {
    ids: hits.slice(query.offset, query.offset + query.limit).map((machine) => machine.id),
    total: hits.length,
    facets: {
      machine_class: facet('machine_class', (machine) => machine.machine_class),
      manufacturer: facet('manufacturer', (machine) => machine.manufacturer),
      kind: facet('kind', (machine) => machine.kind),
      power_source: facet('power_source', (machine) => machine.power_source),
      wheel_drive: facet('wheel_drive', (machine) => machine.wheel_drive),
      lifecycle: facet('lifecycle', (machine) => machine.lifecycle),
      section: facet('section', (machine) => machine.section),
      hp_band: facet('hp_band', (machine) => bandOf(machine.engine_hp)),
    },
  }
}

/** Texts a machine is found by, each with how good a place it is. */
function placesOf(machine: SearchDocument, catalogue: Catalogue): Array<{ text: string; tier: number }> {
  const maker = catalogue.makers.get(machine.manufacturer)
  const its = catalogue.classes.get(machine.machine_class)
  const at = (tier: number, texts: ReadonlyArray<string | null | undefined>) =>
    texts.filter((text) => typeof text === 'string').map((text) => ({ text, tier }))
  return [
    ...at(0, [machine.name, maker?.name]),
    ...at(1, [machine.family, ...machine.aliases, ...(maker?.aliases ?? [])]),
    ...at(2, [machine.kind, machine.power_source, machine.wheel_drive, ...(its?.words ?? [])]),
  ]
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
    Math.min(wordsBeyondMaker(machine, catalogue).length, 63),
    ['current', 'upcoming'].includes(machine.lifecycle) ? (machine.lifecycle === 'current' ? 0 : 1) : 2,
    day(machine.published_at),
    machine.id,
  ]
  return (a: SearchDocument, b: SearchDocument): number => {
    if (query.sort !== null || !hasText) {
      return compareKeys([sortKey(a, query.sort), a.id], [sortKey(b, query.sort), b.id])
    }
    return compareCosts(costs.get(a)!, costs.get(b)!) || compareKeys(byRelevance(a), byRelevance(b))
  }
}

/** Distinct words of the name, in order, that the maker's name does not have. */
function wordsBeyondMaker(machine: SearchDocument, catalogue: Catalogue): string[] {
  const read = (text: string) => new Set(wordsOf(text).flatMap((word) => [word, ...spelledLetters(word)]))
  return [...read(machine.name).difference(read(catalogue.makers.get(machine.manufacturer)?.name ?? ''))]
}
