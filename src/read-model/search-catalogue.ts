import { createCache } from '../lib/cache.ts'
import { withSpan } from '../lib/tracing.ts'
import type { MachineSearchOut } from '../schema/api/search.ts'
import { RESPONSE_SORTS, type Sort } from '../schema/api/values.ts'
import { applyParsed, requiredFacets } from '../search/search-request.ts'
import { type EngineAnswer, readCounts, type SearchEngine, type SearchQuery } from '../search/types.ts'
import type { Catalogue } from './catalogue.ts'
import type { ReadModel } from './read-model.ts'

const MAX_CACHED_BYTES = 32 * 1_048_576

export interface Searched<Page> {
  /** The response to the search, in the form that was asked for. */
  page: Page
  facets: EngineAnswer['facets']
  /** False when a stand-in answered: then the engine is asked again as soon as it is back. */
  isCurrent: boolean
}

/** Makes a response from rows of the model. */
type Form<Page> = (model: ReadModel, query: SearchQuery, answer: EngineAnswer, rows: readonly number[]) => Page

/** Asks the engine; where its hits do not belong to the catalogue in memory, that catalogue's own index answers. */
export function catalogueSearch<Page>(
  catalogue: Catalogue,
  engine: SearchEngine | undefined,
  form: Form<Page>,
): (query: SearchQuery) => Promise<Searched<Page>> {
  const attributes = { 'yantra.engine': engine?.name ?? 'database' }
  return (query) => withSpan({ name: 'search', kind: 'internal', attributes }, () => search(query))

  async function search(query: SearchQuery): Promise<Searched<Page>> {
    const result = await engine?.search(query)
    const { model } = catalogue
    const rows = result && rowsOf(model, result)
    // There is no pause between finding and writing, so the rows belong to the model they are written from.
    const answer = rows ? result : findInMemory(catalogue, query)
    const page = form(model, applyParsed(query, model.index.parse(query.q)), answer, rows ?? answer.rows!)
    return { page, facets: answer.facets, isCurrent: !engine || (rows !== undefined && answer.engine === engine.name) }
  }
}

/** The index in memory as an engine. */
export function databaseEngine(catalogue: Catalogue): SearchEngine {
  return { name: 'database', search: async (query) => findInMemory(catalogue, query) }
}

function findInMemory({ model }: Catalogue, query: SearchQuery): EngineAnswer {
  return { ...model.index.find(query), engine: 'database' }
}

/** The response to a search as JSON, in the contract's order. Rendered hits are cached until the catalogue changes. */
export function asJson(baseUrl: string): Form<Buffer> {
  const cache = createCache<number, Buffer>(MAX_CACHED_BYTES, (bytes) => bytes.length)
  const comma = Buffer.from(',')
  let cachedState: object | undefined

  return (model, query, answer, rows) => {
    if (cachedState !== model.index.state) cache.clear()
    cachedState = model.index.state
    const hits = rows.flatMap((row, i) => {
      const hit = cache.getOrCompute(row, () => Buffer.from(model.summaryJson(row, baseUrl)))
      return i === 0 ? [hit] : [comma, hit]
    })
    const { total, offset, limit, engine, sort } = restOf(query, answer)
    const facets = requiredFacets(query).map((name) => `"${name}":${answer.facets[name] ?? '{}'}`)
    const end = `],"total":${total},"offset":${offset},"limit":${limit},"facets":{${facets}},"engine":"${engine}","sort":${JSON.stringify(sort)}}`
    return Buffer.concat([Buffer.from(`{"query":${JSON.stringify(query.q)},"hits":[`), ...hits, Buffer.from(end)])
  }
}

export const asValue: Form<MachineSearchOut> = (model, query, answer, rows) => {
  const { sort, engine, ...paging } = restOf(query, answer)
  const facets = Object.fromEntries(requiredFacets(query).map((name) => [name, readCounts(answer.facets[name])]))
  return { query: query.q, hits: rows.map(model.summaryOf), ...paging, facets, engine, sort }
}

function restOf({ offset, limit, sort }: SearchQuery, { total, engine }: EngineAnswer) {
  return { total, offset, limit, engine, sort: namedSort(sort) }
}

/** Rows are good only in the state they were found in; ids may name machines that this model does not show. */
function rowsOf({ index }: ReadModel, answer: EngineAnswer): readonly number[] | undefined {
  if (answer.rows) return answer.state === index.state ? answer.rows : undefined
  const rows = answer.ids.map(index.rowOf)
  return rows.every((row) => row >= 0 && index.isShown(row)) ? rows : undefined
}

/** The response's name for a sort; some sorts have none. */
function namedSort(sort: Sort | null): (typeof RESPONSE_SORTS)[number] | null {
  if (sort === 'hp_desc') return 'power_desc'
  return RESPONSE_SORTS.find((name) => name === sort) ?? null
}
