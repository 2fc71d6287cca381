import { FACETS, RESPONSE_SORTS, type Sort } from '../contract/values.ts'
import { createByteWriter } from '../memory/byte-writer.ts'
import type { SearchQuery } from '../search/types.ts'
import type { ReadModel } from './read-model.ts'
import type { EngineAnswer } from './search-engine.ts'

const writer = createByteWriter()
const COMMA = Buffer.from(',')

/** The response to a search as JSON, in the contract's order; `undefined` when a hit is not published here. */
export function writeSearchPage(model: ReadModel, query: SearchQuery, answer: EngineAnswer): Buffer | undefined {
  const { ids, total, facets, engine } = answer
  writer.clear()
  writer.text(`{"query":${JSON.stringify(query.q)},"hits":[`)
  for (let at = 0; at < ids.length; at++) {
    const slot = model.slotOfId(ids[at]!)
    if (slot < 0 || !model.isShown(slot)) return undefined
    if (at > 0) writer.bytes(COMMA)
    model.writeSummary(writer, slot)
  }
  const counts = Object.fromEntries(FACETS.map((facet) => [facet, facets[facet]]))
  const rest = { total, offset: query.offset, limit: query.limit, facets: counts, engine, sort: namedSort(query.sort) }
  writer.text(`],${JSON.stringify(rest).slice(1)}`)
  return writer.take()
}

/** How the response names a sort; some have no name there. */
export function namedSort(sort: Sort | null): (typeof RESPONSE_SORTS)[number] | null {
  if (sort === 'hp_desc') return 'power_desc'
  return RESPONSE_SORTS.find((name) => name === sort) ?? null
}
