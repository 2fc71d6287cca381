import type { Static } from 'typebox'
import { SearchParameters } from '../../schema/api/search.ts'
import { Type } from '../../schema/api/type.ts'
import type { Sort } from '../../schema/api/values.ts'
import { BOUNDED, isNamed } from '../../search/parser/fields.ts'
import type { Loosened } from '../../search/relaxation.ts'
import { toSearchQuery } from '../../search/search-request.ts'
import { answers, findAnswers } from '../components/answers.ts'
import { compareForm, machineCards } from '../components/cards.ts'
import {
  filters,
  LISTS,
  type ListQuery,
  type SearchNames,
  searchAddress,
  searchNames,
  searchParameters,
  valuesOf,
} from '../components/filters.ts'
import { empty, searchBox } from '../components/forms.ts'
import { filtersPage, HITS, listPage, nearestMatches } from '../components/list.ts'
import { chips, conditionOf, plainQuery, priceKinds, readAs } from '../components/read-as.ts'
import { type Html, html } from '../html.ts'
import type { Locale } from '../locale.ts'
import { type Page, pageRoute } from '../page.ts'
import type { PageData } from '../page-data.ts'

/** The filters show all counts. */
const { facets: _, ...PARAMETERS } = SearchParameters.properties

const MachinesQuery = Type.Object({
  ...PARAMETERS,
  limit: { ...SearchParameters.properties.limit, default: HITS },
  state: Type.String({ default: '', maxLength: 2 }),
  all: Type.String({ default: '', maxLength: 20 }),
})

const toListQuery = ({ state, all, ...query }: Static<typeof MachinesQuery>): ListQuery => ({
  ...toSearchQuery({ ...query, facets: '' }),
  state: state.toUpperCase(),
  all,
})

pageRoute({
  path: 'machines',
  query: MachinesQuery,
  make: (data, locale, { query }) => searchPage(data, locale, toListQuery(query)),
})

pageRoute({
  path: 'filters/machines',
  query: MachinesQuery,
  async make(data, locale, { query }) {
    const sent = toListQuery(query)
    const { state: _state, all: _all, ...search } = sent
    const { page } = await data.search(search)
    // A bound that the text states can be changed here: the form goes with the words that are left of it.
    const plain = plainQuery(sent, data.read(sent.q))
    return filtersPage(locale, 'machines', {
      parameters: searchParameters(plain, { all: '' }),
      fields: filters(locale, plain, page, searchNames(data, locale)),
      visible: FILTER_FIELDS,
    })
  },
})

const SORTS: readonly Sort[] = [
  'price_asc',
  'price_desc',
  'hp_asc',
  'power_desc',
  'lift_desc',
  'weight_asc',
  'launched',
  'newest',
]

const FILTER_FIELDS: readonly string[] = [
  ...LISTS,
  ...['hp', 'price', ...BOUNDED.filter(isNamed)].flatMap((measure) => [`${measure}_min`, `${measure}_max`]),
  'state',
]

async function searchPage(data: PageData, locale: Locale, sent: ListQuery): Promise<Page> {
  const { state, all, ...query } = sent
  const { page, isCurrent } = await data.search(query)
  const names = searchNames(data, locale)
  const { w } = locale
  const reading = data.read(query.q)
  const plain = plainQuery(sent, reading)
  const otherHits = await findAnswers(data, locale, sent, plain)
  const { links, sections } = answers(data, locale, page.total, otherHits, reading)
  const list = listPage(locale, {
    path: 'machines',
    title: titleOf(locale, query, names),
    lead: w.homeLead,
    form: searchBox(locale, query.q),
    formId: 'ask',
    formFields: ['q'],
    page,
    parameters: searchParameters(sent, { all: '', offset: query.offset }),
    sort: { usual: query.q ? 'best' : 'added', offered: SORTS, selected: plain.sort ?? '' },
    chips: html`${comparison(data, locale, query.q)}${links}${readAs(locale, reading, names)}${chips(locale, plain, names, query.sort === null ? reading.sort : null)}`,
    before: sections,
    after: priceKinds(locale, plain, page.facets),
    cards: page.hits.length > 0 ? await machineCards(data, locale, page.hits, { state: plain.state }) : await nothing(),
    isUnlisted: state + all !== '',
  })
  return { ...list, body: html`${list.body}${compareForm(locale)}`, mayKeep: isCurrent }

  async function nothing(): Promise<Html> {
    if (page.total > 0) return empty(w.pastTheEnd, '', [w.firstPage, searchAddress(locale, sent)])
    const allMachines = [w.allMachines, locale.to('machines')] as const
    const nearest = await nearestMatches(locale, 'machines', data.loosen(query).map(toRelaxation), (hits, notes) =>
      machineCards(data, locale, hits, { notes }),
    )
    if (nearest) return nearest
    const hasOthers = otherHits.implements.hits.length + otherHits.used.page.total > 0
    if (hasOthers) return html`<p><a class="button ghost" href="${allMachines[1]}">${allMachines[0]}</a></p>`
    return empty(w.nothingFound, w.nothingHint, allMachines)
  }

  function toRelaxation(relaxed: Loosened) {
    const [condition, value] = conditionOf(locale, plain, names, relaxed)
    const label =
      value === null ? locale.say('withoutIt', { condition }) : locale.say('nearestTo', { condition, value })
    const address = searchAddress(locale, { ...relaxed.query, state, all: '' })
    const search = async (limit: number) => (await data.search({ ...relaxed.query, limit })).page
    return { condition, label, address, search }
  }
}

function comparison(data: PageData, locale: Locale, q: string): Html | null {
  const machines = data.alternatives(q)
  if (machines.length < 2) return null
  const address = locale.to('compare', { slugs: machines.map(({ slug }) => slug).join() })
  const names = machines.map(({ name }) => name).join(' – ')
  return html`<a class="button" href="${address}">${locale.say('compareThese', { names })}</a>`
}

function titleOf(locale: Locale, query: Pick<ListQuery, 'q' | 'manufacturer' | 'machine_class'>, names: SearchNames) {
  const { q, manufacturer, machine_class } = query
  if (q) return locale.say('resultsFor', { query: q })
  const single = (list: string, nameOf: (value: string) => string) => {
    const [value, ...others] = valuesOf(list)
    return value && others.length === 0 ? nameOf(value) : ''
  }
  const name = [single(manufacturer, names.manufacturer), single(machine_class, names.machine_class)]
    .filter(Boolean)
    .join(' ')
  return name ? locale.say('pricesOf', { name }) : locale.w.searchTitle
}
