import { FIGURES } from '../../src/search/index/schema.ts'
import { parseListingQuery } from '../../src/search/parser/parse-query.ts'
import { createSearchIndex } from '../../src/search/search-index.ts'
import { EMPTY_QUERY, type SearchDocument } from '../../src/search/types.ts'

// Runs where a patch of docs/contributing/extending.md was applied, and prints what search makes of some queries.

const NONE = Object.fromEntries(FIGURES.map((name) => [name, null]))
const machine = (id: number, name: string, price: number | null) =>
  ({
    ...{ ...NONE, id, name, manufacturer: 'acme', machine_class: 'tractor', aliases: [], family: 'Ox' },
    ...{ kind: null, power_source: null, wheel_drive: null, price_kind: null, section: 'farm', lifecycle: 'current' },
    ...{ published_at: '2026-01-01', price_from_inr: price },
  }) as unknown as SearchDocument

const index = createSearchIndex('2026-11-15')
index.apply({ manufacturers: [{ slug: 'acme', name: 'Acme', aliases: [] }] })
index.put([machine(1, 'Acme Bull Long Plus', 500_000), machine(2, 'Acme Bull', null)])
index.settle()
const { ids, facets } = index.search({ ...EMPTY_QUERY, q: 'acme' })
const places = {
  districtNamed: () => undefined,
  nearNamed: () => undefined,
  isKnownPin: () => false,
  thisYear: () => 2026,
}
console.log(
  JSON.stringify({
    ids,
    facets,
    unit: index.parse('tractor above 100 pferdestarke').filters,
    listing: parseListingQuery('tractor workshop tested', index.lookup, places).filters,
  }),
)
