import type { MachineSummary } from '../../contract/machine.ts'
import { SearchParameters } from '../../contract/search.ts'
import { Type } from '../../contract/type.ts'
import type { Sort } from '../../contract/values.ts'
import { BOUNDED, isNamed } from '../../search/reading/measures.ts'
import { toSearchQuery } from '../../search/search-request.ts'
import type { SearchQuery } from '../../search/types.ts'
import { type Html, html, raw } from '../html.ts'
import { type Page, pageRoute, within } from '../page.ts'
import type { PageData } from '../page-data.ts'
import { answers, findAnswers } from '../parts/answers.ts'
import { compareForm, machineCards } from '../parts/cards.ts'
import {
  filters,
  HITS,
  LISTS,
  type ListQuery,
  listParts,
  type SearchNames,
  searchAddress,
  searchNames,
  searchParameters,
  sorts,
  valuesOf,
} from '../parts/filters.ts'
import { chips, conditionOf, plainQuery, priceKinds, readAs } from '../parts/read-as.ts'
import { priceIn } from '../parts/sheet-prices.ts'
import { count, empty, hiddenFields, isDrawing, pager, searchBox } from '../parts/small.ts'
import { queryOf, type Reader } from '../reader.ts'

/** The page shows all filters with their counts. */
const { facets: _, ...ASKED } = SearchParameters.properties

export const MachinesQuery = Type.Object({
  ...ASKED,
  limit: { ...SearchParameters.properties.limit, default: HITS },
  state: Type.String({ default: '', maxLength: 2 }),
  all: Type.String({ default: '', maxLength: 20 }),
})

pageRoute({
  path: 'machines',
  query: MachinesQuery,
  lists: LISTS,
  make: async (data, reader, { query: { state, all, ...query } }) =>
    searchPage(data, reader, { ...toSearchQuery({ ...query, facets: '' }), state: state.toUpperCase(), all }),
})

/** How many conditions are offered to be loosened, and machines that come nearest. */
const [WAYS, NEAREST] = [4, 3]

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

async function searchPage(data: PageData, reader: Reader, { state, all, ...query }: ListQuery): Promise<Page> {
  const { page: found, isCurrent } = await data.search(query)
  const names = searchNames(data, reader)
  const { w } = reader
  const sent = { ...query, state, all }
  const reading = data.read(query.q)
  const plain = plainQuery(sent, reading)
  const subject = subjectOf(query, names)
  const title = query.q
    ? reader.say('resultsFor', { query: query.q })
    : subject
      ? reader.say('pricesOf', { name: subject })
      : w.searchTitle
  const there = await pricesIn(data, plain.state, found.hits)
  const drawn = await drawingInPage(data, found.hits[0])
  const beside = await findAnswers(data, reader, sent, plain)
  const isElsewhere = beside.implements.found.length > 0 || (reading.beside.used && beside.used.found.total > 0)
  const ways = found.total === 0 && !isElsewhere ? data.loosen(query).slice(0, WAYS) : []
  const nearest = ways[0] ? (await data.search({ ...ways[0].query, limit: NEAREST })).page.hits : []
  const results = html`${answers(data, reader, found.total, beside, reading)}<div class="results-head"><h2 id="results-title">${count(reader, 'machine', found.total)}</h2>${found.total > 0 && sorts(reader, query.q ? 'best' : 'added', OFFERED, plain.sort ?? '')}</div>
${readAs(reader, reading, names)}${chips(reader, plain, names, query.sort === null ? reading.sort : null)}${priceKinds(reader, plain, found.facets)}
${there && found.hits.length > 0 && html`<p class="quiet spaced">${reader.say('pricesThere', { n: there.size, of: found.hits.length, place: reader.value('state', plain.state) })}</p>`}
<div id="hits" tabindex="-1">${found.hits.length > 0 ? machineCards(reader, found.hits, { there, drawn }) : nothing()}</div>
${pager(reader, found, (offset) => searchAddress(reader, sent, { offset }))}${hidden(sent, 'ask', ['q'])}`

  /** Where a list without machines leads: to its first page, or to other machines. */
  function nothing(): Html {
    if (found.total > 0) return empty(w.pastTheEnd, '', [[w.firstPage, searchAddress(reader, sent)]])
    const all: [string, string] = [w.allMachines, reader.to('machines')]
    if (isElsewhere) return html`<p><a class="button ghost" href="${all[1]}">${all[0]}</a></p>`
    return ways.length > 0 ? nearestOnes() : empty(w.nothingFound, w.nothingHint, [all])
  }

  /** What one condition less would find, each with how many, and the nearest machines with what they do not meet. */
  function nearestOnes(): Html {
    const told = ways.map((way) => {
      const [asked, value] = conditionOf(reader, plain, names, way)
      const label =
        value === null
          ? reader.say('withoutIt', { condition: asked })
          : reader.say('nearestTo', { condition: asked, value })
      return { ...way, asked, label }
    })
    const lacks = html`<p class="lacks">${reader.say('lacks', { condition: told[0]!.asked })}</p>`
    const notes = new Map(nearest.map(({ slug }) => [slug, lacks]))
    return html`<p>${w.nothingMeets}</p><ul class="ways">${told.map(({ label, total, query }) => html`<li><a class="chip" href="${searchAddress(reader, { ...query, state, all: '' })}" rel="nofollow">${label} <small>${count(reader, 'machine', total)}</small></a></li>`)}</ul>
<h2 class="spaced">${w.nearestOnes}</h2>${machineCards(reader, nearest, { notes })}`
  }

  const facets = html`${hidden(plain, 'filters', SHOWN)}${filters(reader, plain, found, names)}`
  const fragment = listParts(reader, { title, path: 'machines', facets, results, isOpen: all !== '' })
  const body = html`<h1>${title}</h1>
${searchBox(reader, query.q)}
<p id="said" class="unseen" role="status"></p>${fragment}
${compareForm(reader)}`
  const filterCount = Object.values(searchParameters(sent)).filter(Boolean).length
  return {
    title,
    description: reader.sentences(title, count(reader, 'machine', found.total), w.homeLead),
    body,
    fragment,
    ...within(reader, 'machines'),
    feed: reader.to('machines.atom', searchParameters(sent, { sort: null, state: '', all: '' })),
    isList: true,
    canonical: `machines${queryOf(searchParameters(sent, { offset: query.offset, all: '' }))}`,
    isUnlisted: query.q !== '' || filterCount > 2 || query.offset > 0 || query.sort !== null || state + all !== '',
    mayKeep: isCurrent,
  }
}

/** The parameters that have a field in the filter form. */
const SHOWN: readonly string[] = [
  ...LISTS,
  ...['hp', 'price', ...BOUNDED.filter(isNamed)].flatMap((measure) => [`${measure}_min`, `${measure}_max`]),
  ...['state', 'sort'],
]

/**
 * The search field goes with the filters as they were sent; the filters go with the words that are left when the text
 * is read, so that a bound it states can be changed.
 */
function hidden(query: ListQuery, form: 'ask' | 'filters', shown: readonly string[]): Html[] {
  return hiddenFields(searchParameters(query), shown, form)
}

/** A phone shows one picture at first; within the page it costs no round trip. */
async function drawingInPage(data: PageData, first: MachineSummary | undefined): Promise<Html | null> {
  const drawn = first && isDrawing(first.image) ? await data.drawing(first.slug) : undefined
  return drawn ? raw(drawn.replace('<svg', '<svg aria-hidden="true"')) : null
}

/** The prices of one state, by machine; undefined without a state. */
async function pricesIn(data: PageData, state: string, hits: readonly MachineSummary[]) {
  if (!state) return undefined
  const sheets = await Promise.all(hits.map(({ slug }) => data.sheet(slug)))
  return new Map(
    sheets.flatMap((found) => {
      const price = found && priceIn(found.sheet, state)
      return price ? [[found.sheet.slug, price]] : []
    }),
  )
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
