import { FACETS } from '../../contract/values.ts'
import { ATTRIBUTES } from '../index/attributes.ts'
import type { Facet, SearchAnswer } from '../types.ts'
import type { Plan } from './query.ts'
import { type IndexState, readState } from './state.ts'

/** The answer does not have the expected shape. */
class MalformedAnswer extends Error {}

interface ReadAnswer {
  answer: SearchAnswer
  /** The index state of the whole answer; undefined when there is none or it changed in between. */
  state: IndexState | undefined
}

const byText = (a: string, b: string) => (a < b ? -1 : 1)
const bandNames = new Map<Facet, readonly string[]>(
  ATTRIBUTES.flatMap(({ name, read }) => (read.bands ? [[name, read.bands.map((band) => band.name)]] : [])),
)

export function readAnswer(response: unknown, { queries, facets, apart }: Plan): ReadAnswer {
  const results = (response as { results?: unknown } | null)?.results
  if (!Array.isArray(results) || results.length !== queries.length) throw new MalformedAnswer('no list of results')
  const [first, hits, ...rest] = results
  const last = rest.pop()
  const total: unknown = hits?.estimatedTotalHits
  if (!Number.isSafeInteger(total) || !Array.isArray(hits.hits)) throw new MalformedAnswer('no hits or no total')
  const ids = hits.hits.map((hit: { id?: unknown }) => {
    if (!Number.isSafeInteger(hit?.id)) throw new MalformedAnswer('a hit without an id')
    return hit.id as number
  })
  const counted = Object.fromEntries([
    ...facets.map((facet) => [facet, countsOf(hits, facet)]),
    ...apart.map((facet, at) => [facet, countsOf(rest[at], facet)]),
  ])
  const answer: SearchAnswer = {
    ids,
    total: total as number,
    facets: Object.fromEntries(FACETS.map((facet) => [facet, counted[facet]])) as SearchAnswer['facets'],
  }
  const before = readState(first)
  const after = readState(last)
  return { answer, state: JSON.stringify(before) === JSON.stringify(after) ? before : undefined }
}

/** Uses the order of the other engine, so that both write the same answer. Meilisearch omits a facet without machines. */
function countsOf(result: unknown, facet: Facet): Record<string, number> {
  const counts = (result as { facetDistribution?: Record<string, Record<string, number>> } | undefined)
    ?.facetDistribution
  if (typeof counts !== 'object' || counts === null) throw new MalformedAnswer('no counts')
  const bands = bandNames.get(facet)
  const names = Object.keys(counts[facet] ?? {}).sort(bands ? (a, b) => bands.indexOf(a) - bands.indexOf(b) : byText)
  return Object.fromEntries(names.map((name) => [name, counts[facet]![name]!]))
}
