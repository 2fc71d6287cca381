import type { MachineSearchOut } from '../../contract/search.ts'
import { SearchParameters } from '../../contract/search.ts'
import { Type } from '../../contract/type.ts'
import { MAX_LIMIT, type Sort } from '../../contract/values.ts'
import type { Reading } from '../../search/reading/read-query.ts'
import { toSearchQuery } from '../../search/search-request.ts'
import type { SearchQuery } from '../../search/types.ts'
import { type Html, html } from '../html.ts'
import { type Page, pageRoute } from '../page.ts'
import type { PageData } from '../page-data.ts'
import { compareForm, machineCards } from '../parts/cards.ts'
import {
  chips,
  filters,
  HITS,
  type SearchNames,
  searchAddress,
  searchNames,
  searchParameters,
  valuesOf,
} from '../parts/filters.ts'
import { readAs } from '../parts/read-as.ts'
import { count, crumbs, empty, option, pager, searchBox } from '../parts/small.ts'
import { queryOf, type Reader } from '../reader.ts'
import { itemList } from '../structured.ts'

export const searchRoute = pageRoute<SearchParameters>({
  path: 'machines',
  query: Type.Object({
    ...SearchParameters.properties,
    limit: { ...SearchParameters.properties.limit, default: HITS },
  }),
  lists: ['machine_class', 'manufacturer', 'kind', 'power_source', 'wheel_drive', 'lifecycle'],
  make: async (data, reader, { query }) => searchPage(data, reader, toSearchQuery(query)),
})

const OFFERED: readonly Sort[] = [
  'price_asc',
  'price_desc',
  'hp_asc',
  'power_desc',
  'lift_desc',
  'weight_asc',
  'launched',
  'newest',
]

async function searchPage(data: PageData, reader: Reader, query: SearchQuery): Promise<Page> {
  const { found, isCurrent } = await data.search(query)
  const names = searchNames(data, reader)
  const { w } = reader
  const subject = subjectOf(query, names)
  const title = query.q
    ? reader.say('resultsFor', { query: query.q })
    : subject
      ? reader.say('pricesOf', { name: subject })
      : w.searchTitle
  const fragment = html`<div class="search-parts" id="search-parts" data-heading="${title}" data-title="${title} · ${w.siteName}">
<aside class="filters" tabindex="0" aria-label="${w.filters}"><details class="sheet-of-filters" id="filter-sheet"><summary class="button ghost">${w.filters}</summary>
<form id="filters" class="filter-form" action="${reader.to('machines')}">
<div id="facets">${hidden(query)}${filters(reader, query, found, names)}</div>
<button class="button apply">${w.showResults}</button>
</form></details></aside>
<section id="results" aria-labelledby="results-title">${results(reader, query, found, names, data.read(query.q))}</section>
</div>`
  const body = html`<div class="wide">
${crumbs(reader, [[w.machines]])}
<h1>${title}</h1>
${searchBox(reader, query.q, 'filters')}
<p id="said" class="unseen" role="status"></p>${fragment}
${compareForm(reader)}
</div>`
  const filterCount = Object.values(searchParameters(query)).filter(Boolean).length
  return {
    title,
    description: reader.sentences(title, count(reader, 'machine', found.total), w.homeLead),
    body,
    fragment,
    menu: 'machines',
    isList: true,
    canonical: `machines${queryOf(searchParameters(query, { offset: query.offset }))}`,
    isUnlisted: query.q !== '' || filterCount > 2 || query.offset > 0 || query.sort !== null,
    structured: [itemList(reader, found.hits)],
    mayKeep: isCurrent,
  }
}

/** Parameters that the filter form sends without showing them. */
function hidden(query: SearchQuery): Html[] {
  const { weight_min, weight_max, launched_since, limit } = query
  const kept = { weight_min, weight_max, launched_since, limit: limit === HITS || limit > MAX_LIMIT ? null : limit }
  return Object.entries(kept).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [html`<input type="hidden" name="${name}" value="${value}">`],
  )
}

function results(
  reader: Reader,
  query: SearchQuery,
  found: MachineSearchOut,
  names: SearchNames,
  reading: Reading,
): Html {
  const { w } = reader
  const sorts = html`<label class="sorts"><span>${w.sort}</span> <select name="sort" form="filters">${option('', query.q ? w.sortBest : w.newest, query.sort === null)}${OFFERED.map((sort) => option(sort, reader.value('sort', sort), sort === query.sort))}</select></label><button class="button ghost no-script" form="filters">${w.apply}</button>`
  return html`<div class="results-head"><h2 id="results-title">${count(reader, 'machine', found.total)}</h2>${sorts}</div>
${readAs(reader, query, reading, names)}${chips(reader, query, names)}
${
  found.hits.length > 0
    ? machineCards(reader, found.hits)
    : empty(w.nothingFound, w.nothingHint, [[w.allMachines, reader.to('machines')]])
}
${pager(reader, { ...found, addressAt: (offset) => searchAddress(reader, query, { offset }) })}`
}

/** The subject of a search: its single class or maker. */
function subjectOf(query: SearchQuery, names: SearchNames): string | undefined {
  const [machineClass, ...otherClasses] = valuesOf(query.machine_class)
  const [maker, ...otherMakers] = valuesOf(query.manufacturer)
  const words = [
    otherMakers.length === 0 && maker ? names.manufacturer(maker) : '',
    otherClasses.length === 0 && machineClass ? names.machine_class(machineClass) : '',
  ]
  return words.filter(Boolean).join(' ') || undefined
}
