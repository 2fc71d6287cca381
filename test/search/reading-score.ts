import { readFileSync } from 'node:fs'
import { tokenize } from '../../src/lib/text/normalize.ts'
import { WEIGHTS } from '../../src/schema/records/machine-search-fields.ts'
import { BOUNDED, type QueryFilters } from '../../src/search/parser/fields.ts'
import { EMPTY_QUERY, type SearchDocument } from '../../src/search/types.ts'
import { readSampleIndex } from './sample-index.ts'

/**
 * Scores how queries are read and what comes first: `node test/search/reading-score.ts FILE…`. A file of lines of JSON
 * holds queries, any other one model name a line, of which none may be read as a figure.
 */
export interface Query {
  q: string
  way?: string
  /** The bounds meant, and the sort that is wished for; without it only the first machines are told. */
  means?: Means
  left_out?: string[]
  first?: Array<string | Partial<SearchDocument>>
  /** In place of machines, the implements or used listings of which one comes first. */
  implements?: string[]
  listings?: number[]
}

/** The sets in reading-sets/, each by a hand of its own. */
export const SETS = [
  'own',
  'first-writer',
  'second-writer',
  'third-writer',
  'fourth-writer',
  'fifth-writer',
  'sixth-writer',
  'seventh-writer',
  'eighth-writer',
  'ninth-writer',
  'tenth-writer',
  'eleventh-writer',
  'twelfth-writer',
  'thirteenth-writer',
  'fourteenth-writer',
  'fifteenth-writer',
  'sixteenth-writer',
  'kinds',
] as const

type Means = Partial<QueryFilters> & { sort?: string }
type Machine = SearchDocument & { slug: string }

const { index, machines } = readSampleIndex()
const bySlug = new Map([...machines.values()].map((machine) => [machine.slug, machine]))
const BOUNDS = [...BOUNDED.flatMap((name) => [`${name}_min`, `${name}_max`] as const), 'cylinders'] as const

/** The slugs of the first hits. */
const find = (q: string) => index.search({ ...EMPTY_QUERY, q, limit: 3 }).ids.map((id) => machines.get(id)!.slug)

function isWithin(value: number | null, low: number | null | undefined, high: number | null | undefined): boolean {
  if ((low ?? null) === null && (high ?? null) === null) return true
  return value !== null && value >= (low ?? 0) && value <= (high ?? Number.MAX_VALUE)
}

function fits(machine: Machine, means: Means): boolean {
  const loads = WEIGHTS.map((load) => (load === 'lift_capacity_t' ? (machine[load] ?? 0) * 1_000 : machine[load]))
  return (
    isWithin(machine.engine_hp, means.hp_min, means.hp_max) &&
    isWithin(machine.price_from_inr, means.price_min, means.price_max) &&
    isWithin(machine.operating_weight_kg, means.weight_min, means.weight_max) &&
    isWithin(machine.lift_capacity_kg, means.lift_min, means.lift_max) &&
    loads.some((load) => isWithin(load, means.mass_min, means.mass_max)) &&
    ((means.cylinders ?? null) === null || machine.cylinders === means.cylinders)
  )
}

function isRequested(slug: string | undefined, { first, means = {} }: Query): boolean {
  if (slug === undefined) return first!.includes('none')
  const machine = bySlug.get(slug)!
  return first!.some((required) => {
    if (typeof required === 'string') return required === slug
    const fields = Object.entries(required) as Array<[keyof SearchDocument, unknown]>
    return fields.every(([field, value]) => [value].flat().includes(machine[field])) && fits(machine, means)
  })
}

/** All bounds but those on power are whole. */
const isNear = (a: number | null, b: number | null) => a === b || (a !== null && b !== null && Math.abs(a - b) <= 0.5)
const wordSet = (words: readonly string[]) => [...new Set(words.flatMap((word) => tokenize(word)))].sort().join(' ')

export interface Score {
  queries: number
  /** How many of them tell what is meant. */
  meant: number
  exact: number
  leftOut: number
  asked: number
  first: number
  inThree: number
  misses: Miss[]
}

/** What of a query was not as its writer meant it. */
export interface Miss {
  what: 'read' | 'left' | 'first' | 'in three'
  q: string
  told: string
}

export function scoreQueries(queries: readonly Query[]): Score {
  const score: Score = {
    queries: queries.length,
    meant: 0,
    exact: 0,
    leftOut: 0,
    asked: 0,
    first: 0,
    inThree: 0,
    misses: [],
  }
  for (const query of queries) {
    const { q } = query
    const reading = index.parse(q)
    const miss = (what: Miss['what'], reported: string) => score.misses.push({ what, q, told: reported })
    const { means } = query
    if (means) {
      score.meant++
      const isExact =
        BOUNDS.every((name) => isNear(reading.filters[name] ?? null, means[name] ?? null)) &&
        reading.sort === (means.sort ?? null)
      if (isExact) score.exact++
      else miss('read', `means ${JSON.stringify(means)}, read ${JSON.stringify([reading.filters, reading.sort])}`)
      const isLeft = wordSet(reading.ignored) === wordSet(query.left_out ?? [])
      if (isLeft) score.leftOut++
      else miss('left', `wants ${query.left_out}, left ${reading.ignored}`)
    }
    if (query.first === undefined || query.first.length === 0) continue
    score.asked++
    const hits = find(q)
    const reported = `wants ${JSON.stringify(query.first)}, gave ${hits.join(', ') || 'nothing'} for [${reading.text}]`
    if (isRequested(hits[0], query)) score.first++
    else miss('first', reported)
    if (hits.slice(0, 3).some((hit) => isRequested(hit, query)) || (hits.length === 0 && isRequested(undefined, query)))
      score.inThree++
    else miss('in three', reported)
  }
  return score
}

/** Model names that are read as figures. */
export function misread(names: readonly string[]): string[] {
  return names.filter((name) => Object.keys(index.parse(name).filters).length > 0)
}

export const readQueries = (file: string | URL) => readLines(file).map((line) => JSON.parse(line) as Query)

export const readLines = (file: string | URL) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')

export function describe({ queries, meant, exact, leftOut, asked: requested, first, inThree }: Score): string {
  const share = (part: number, of: number) => `${((100 * part) / Math.max(of, 1)).toFixed(1)} %`
  const read = `read exactly ${share(exact, meant)}, left out the same ${share(leftOut, meant)} of ${meant}`
  return `${queries} queries: ${meant > 0 ? `${read}; ` : ''}right machine first ${share(first, requested)}, in three ${share(inThree, requested)} of ${requested}`
}

if (import.meta.main) {
  for (const file of process.argv.slice(2)) {
    const lines = readLines(file)
    if (lines[0]?.startsWith('{')) {
      const queries = readQueries(file)
      const score = scoreQueries(queries)
      for (const { what, q, told: reported } of score.misses) {
        if (what !== 'in three' && (what !== 'left' || process.env.LEFT)) console.log(`${what}: ${q} ${reported}`)
      }
      for (const [way, self] of Map.groupBy(queries, (query) => query.way ?? 'all')) {
        console.log(`${way}: ${describe(scoreQueries(self))}`)
      }
      console.log(`${file}: ${describe(score)}`)
    } else {
      const wrong = misread(lines)
      for (const name of wrong) console.log(`misread: ${name}`)
      console.log(`${file}: ${lines.length} model names, ${wrong.length} read as a figure`)
    }
  }
}
