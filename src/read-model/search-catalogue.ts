import { RESPONSE_SORTS, type Sort } from '../contract/values.ts'
import { createByteWriter } from '../memory/byte-writer.ts'
import { asRead } from '../search/search-request.ts'
import type { EngineAnswer, SearchEngine, SearchQuery } from '../search/types.ts'
import { traced } from '../tracing.ts'
import type { Catalogue } from './catalogue.ts'
import type { ReadModel } from './read-model.ts'

export interface SearchedPage {
  /** The response to the search as JSON. */
  page: Buffer
  facets: EngineAnswer['facets']
  /** False when a stand-in answered: then the engine is asked again as soon as it is back. */
  isCurrent: boolean
}

/** Asks the engine; where its hits do not belong to the catalogue in memory, that catalogue's own index answers. */
export function catalogueSearch(
  catalogue: Catalogue,
  engine?: SearchEngine,
): (query: SearchQuery) => Promise<SearchedPage> {
  // There is no pause between finding and writing, so the rows belong to the model they are written from.
  const own = (query: SearchQuery) => {
    const found = findInMemory(catalogue, query)
    return { page: write(query, found)!, facets: found.facets }
  }
  const write = (query: SearchQuery, found: EngineAnswer) =>
    writeSearchPage(catalogue.model, asRead(query, catalogue.model.index.read(query.q)), found)
  const attributes = { 'yantra.engine': engine?.name ?? 'database' }
  const inSpan = (work: () => Promise<SearchedPage>) => traced({ name: 'search', kind: 'internal', attributes }, work)
  if (!engine) return (query) => inSpan(async () => ({ ...own(query), isCurrent: true }))
  return (query) => inSpan(() => asked(engine, query))

  async function asked(engine: SearchEngine, query: SearchQuery): Promise<SearchedPage> {
    const found = await engine.search(query)
    const page = write(query, found)
    if (!page) return { ...own(query), isCurrent: false }
    return { page, facets: found.facets, isCurrent: found.engine === engine.name }
  }
}

/** The index in memory as an engine. */
export function databaseEngine(catalogue: Catalogue): SearchEngine {
  return { name: 'database', search: async (query) => findInMemory(catalogue, query) }
}

function findInMemory({ model }: Catalogue, query: SearchQuery): EngineAnswer {
  return { ...model.index.find(query), engine: 'database' }
}

const writer = createByteWriter()
const COMMA = Buffer.from(',')

/** The response to a search as JSON, in the contract's order; undefined when the model does not show all hits. */
function writeSearchPage(model: ReadModel, query: SearchQuery, answer: EngineAnswer): Buffer | undefined {
  const { total, facets, engine } = answer
  const rows = rowsOf(model, answer)
  if (!rows) return undefined
  writer.clear()
  writer.text(`{"query":${JSON.stringify(query.q)},"hits":[`)
  for (let at = 0; at < rows.length; at++) {
    if (at > 0) writer.bytes(COMMA)
    model.writeSummary(writer, rows[at]!)
  }
  const rest = { total, offset: query.offset, limit: query.limit, facets, engine, sort: namedSort(query.sort) }
  writer.text(`],${JSON.stringify(rest).slice(1)}`)
  return writer.take()
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
