import { RESPONSE_SORTS, type Sort } from '../contract/values.ts'
import { createByteWriter } from '../memory/byte-writer.ts'
import type { EngineAnswer, SearchQuery } from '../search/types.ts'
import type { ReadModel } from './read-model.ts'

const writer = createByteWriter()
const COMMA = Buffer.from(',')

/** The response to a search as JSON, in the contract's order; undefined when the model does not show all hits. */
export function writeSearchPage(model: ReadModel, query: SearchQuery, answer: EngineAnswer): Buffer | undefined {
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
