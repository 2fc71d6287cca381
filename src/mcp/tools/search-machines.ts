import { SearchParameters } from '../../schema/api/search.ts'
import { serialize } from '../../schema/api/serialize.ts'
import { FACETS, NO_FACETS } from '../../schema/api/values.ts'
import { searchHeaders } from '../../search/search-headers.ts'
import { readBack, toSearchQuery } from '../../search/search-request.ts'
import { answerWithItems, machineCard } from '../answer.ts'
import { contractArguments, LIMIT, type McpTool, pageArguments, pageOf, toInputSchema } from '../tool.ts'

const USED = 'These are new machines. q asks for used ones: find_listings finds those for sale.'

const ALWAYS = ['slug', 'name', 'manufacturer', 'machine_class', 'lifecycle']
const CARD = {
  type: 'object',
  properties: {
    ...Object.fromEntries(ALWAYS.map((name) => [name, { type: 'string' }])),
    engine_hp: { type: 'number' },
    price_from_inr: { type: 'integer' },
    price_to_inr: { type: 'integer' },
    price_kind: { type: 'string' },
    price_as_of: { type: 'string', format: 'date' },
  },
  required: ALWAYS,
}

export const searchMachines: McpTool = {
  name: 'search_machines',
  title: 'Search machines',
  description: `Finds tractors, farm and construction machines sold in India. Start here: the other tools take the slugs it gives.
Write what a person would say into \`q\` ("50 hp tractor under 8 lakh", "4x4 mahindra", "५० एचपी ट्रैक्टर"), or use the filters, or both: they are joined by AND. A filter takes one value, or several joined by commas; what lacks a figure matches no bound on it.
Prices are in Indian rupees (INR; 1 lakh = 100,000). Each price has a \`price_kind\` (ex_showroom, on_road, dealer_quote, subsidised, estimate) and a date, \`price_as_of\`: quote both with it. Other figures have their unit in their name (engine_hp, lift_capacity_kg) and were checked at \`verified_at\`. A field that is missing is not known, never zero. \`is_sample: true\` marks illustrative data.
\`total\` is exact; \`next_offset\` gets the next page; \`read_as\` shows how \`q\` was read.`,
  inputSchema: toInputSchema({
    ...contractArguments(SearchParameters),
    ...pageArguments('Machines to list', FACETS),
  }),
  outputSchema: {
    type: 'object',
    properties: {
      total: { type: 'integer', description: 'How many machines match.' },
      offset: { type: 'integer' },
      next_offset: { type: 'integer', description: 'Absent on the last page.' },
      read_as: {
        type: 'string',
        description: 'How q was read, as arguments in a query string that ask for the same; absent for plain words.',
      },
      left_out: {
        type: 'array',
        items: { type: 'string' },
        description: 'Words of q that were not searched for: they name no machine here.',
      },
      machines: { type: 'array', items: CARD },
      facets: { type: 'object', additionalProperties: { type: 'object', additionalProperties: { type: 'integer' } } },
      used: { type: 'string', description: 'Where used machines are found, when q asked for them.' },
      hint: { type: 'string', description: 'What to try when nothing matches.' },
    },
    required: ['total', 'offset', 'machines'],
  },
  async run(sources, input) {
    const { facets: counted = [], ...parameters } = input as { facets?: string[] }
    const query = toSearchQuery(
      serialize(SearchParameters, { limit: LIMIT, ...parameters, facets: counted.join() || NO_FACETS }),
    )
    const { page: hits, facets: counts } = await sources.search(query)
    const { index } = sources.catalogue.model
    const parsed = index.parse(query.q)
    const hint = searchHeaders(index, query, counts)['x-query-hint']
    const page = { ...hits, counted, hint, ...readBack(query, parsed) }
    const resultOf = (machines: readonly object[]) => ({
      ...pageOf(page, { machines }),
      ...(parsed.intents.used ? { used: USED } : {}),
    })
    return answerWithItems(hits.hits.map(machineCard), resultOf, true)
  },
}
