import type { MachineSummary } from '../../schema/api/machine.ts'
import { SearchParameters } from '../../schema/api/search.ts'
import { Type } from '../../schema/api/type.ts'
import { MAX_QUERY_CODE_POINTS, type Sort } from '../../schema/api/values.ts'
import { BOUNDED, isNamed } from '../../search/parser/fields.ts'
import type { ParsedQuery } from '../../search/parser/parse-query.ts'
import type { Loosened } from '../../search/relaxation.ts'
import { toSearchQuery } from '../../search/search-request.ts'
import type { Suggestion } from '../../search/suggestions.ts'
import type { SearchQuery } from '../../search/types.ts'
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
import { HITS, listPage, NEAREST, nearestOnes, sorts, WAYS, type Way } from '../components/list.ts'
import { pricesBeside } from '../components/machine-prices.ts'
import { chips, conditionOf, plainQuery, priceKinds, readAs } from '../components/read-as.ts'
import { drawingOf, empty, hiddenFields, isDrawing, searchBox } from '../components/small.ts'
import { type Html, html, raw } from '../html.ts'
import type { Locale } from '../locale.ts'
import { type Page, pageRoute } from '../page.ts'
import type { PageData } from '../page-data.ts'

/** The page shows all filters with their counts. */
const { facets: _, ...ASKED } = SearchParameters.properties

const MachinesQuery = Type.Object({
  ...ASKED,
  limit: { ...SearchParameters.properties.limit, default: HITS },
  state: Type.String({ default: '', maxLength: 2 }),
  all: Type.String({ default: '', maxLength: 20 }),
})

pageRoute({
  path: 'machines',
  query: MachinesQuery,
  make: async (data, locale, { query: { state, all, ...query } }) =>
    searchPage(data, locale, { ...toSearchQuery({ ...query, facets: '' }), state: state.toUpperCase(), all }),
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

/** The parameters that have a field in the filter form. */
const SHOWN: readonly string[] = [
  ...LISTS,
  ...['hp', 'price', ...BOUNDED.filter(isNamed)].flatMap((measure) => [`${measure}_min`, `${measure}_max`]),
  ...['state', 'sort'],
]

async function searchPage(data: PageData, locale: Locale, { state, all, ...query }: ListQuery): Promise<Page> {
  const { page: found, isCurrent } = await data.search(query)
  const names = searchNames(data, locale)
  const { w } = locale
  const sent = { ...query, state, all }
  const reading = data.read(query.q)
  const plain = plainQuery(sent, reading)
  const subject = subjectOf(query, names)
  const title = query.q
    ? locale.say('resultsFor', { query: query.q })
    : subject
      ? locale.say('pricesOf', { name: subject })
      : w.searchTitle
  const { there, notes } = await pricesBeside(data, locale, found.hits, plain.state)
  const drawn = await drawingInPage(data, found.hits[0])
  const beside = await findAnswers(data, locale, sent, plain)
  const given = searchParameters(sent)
  const place = { n: there?.size ?? 0, of: found.hits.length, place: locale.value('state', plain.state) }
  const list = listPage(locale, {
    path: 'machines',
    title,
    lead: w.homeLead,
    intro: searchBox(locale, query.q),
    found,
    // The search field goes with the filters as they were sent; the filters go with the words that are left when the
    // text is read, so that a bound it states can be changed.
    asked: searchParameters(plain),
    shown: SHOWN,
    sent: given,
    facets: filters(locale, plain, found, names),
    isOpen: all !== '',
    beside: answers(data, locale, found.total, beside, reading),
    orders: found.total > 0 && sorts(locale, query.q ? 'best' : 'added', OFFERED, plain.sort ?? ''),
    told: html`${comparison(data, locale, query.q, reading)}${readAs(locale, reading, names)}${chips(locale, plain, names, query.sort === null ? reading.sort : null)}${priceKinds(locale, plain, found.facets)}
${there && place.of > 0 && html`<p class="quiet spaced">${locale.say('statePrices', place)}</p>`}${hiddenFields(given, ['q'], 'ask')}`,
    cards: found.hits.length > 0 ? machineCards(locale, found.hits, { there, notes, drawn }) : await nothing(),
    isUnlisted: state + all !== '',
  })
  return { ...list, body: html`${list.body}${compareForm(locale)}`, mayKeep: isCurrent }

  /** Where a list without machines leads: to its first page, to the nearest machines, or to others. */
  async function nothing(): Promise<Html> {
    if (found.total > 0) return empty(w.pastTheEnd, '', [[w.firstPage, searchAddress(locale, sent)]])
    const all: [string, string] = [w.allMachines, locale.to('machines')]
    const ways = await Promise.all(data.loosen(query).slice(0, WAYS).map(wayOf))
    const isElsewhere = beside.implements.found.length + beside.used.found.total > 0
    if (isElsewhere && ways.length === 0) return html`<p><a class="button ghost" href="${all[1]}">${all[0]}</a></p>`
    if (ways.length === 0) return empty(w.nothingFound, w.nothingHint, [all])
    return nearestOnes(locale, 'machines', ways, machineCards)
  }

  async function wayOf(way: Loosened): Promise<Way<MachineSummary>> {
    const [condition, value] = conditionOf(locale, plain, names, way)
    const label =
      value === null ? locale.say('withoutIt', { condition }) : locale.say('nearestTo', { condition, value })
    const { hits, total } = (await data.search({ ...way.query, limit: NEAREST })).page
    return { condition, label, address: searchAddress(locale, { ...way.query, state, all: '' }), total, hits }
  }
}

/** Offers to compare the machines that "vs" stands between. */
function comparison(data: PageData, locale: Locale, q: string, { clauses }: ParsedQuery): Html | null {
  const [first] = clauses.length > 1 ? data.suggest(q) : []
  if (first?.kind !== 'comparison') return null
  const address = locale.to('compare', { slugs: first.key })
  return html`<p><a class="button" href="${address}">${locale.w.compareTitle}: ${first.label}</a></p>`
}

/** A phone shows one picture at first; within the page it costs no round trip. */
async function drawingInPage(data: PageData, first: MachineSummary | undefined): Promise<Html | null> {
  const drawn = first && isDrawing(first.image) ? await data.drawing(first.slug) : undefined
  return drawn ? raw(drawn.replace('<svg', '<svg aria-hidden="true"')) : null
}

/** The subject of a search: its single class or manufacturer. */
function subjectOf(query: SearchQuery, names: SearchNames): string | undefined {
  const [machineClass, ...otherClasses] = valuesOf(query.machine_class)
  const [manufacturer, ...otherManufacturers] = valuesOf(query.manufacturer)
  const words = [
    otherManufacturers.length === 0 && manufacturer ? names.manufacturer(manufacturer) : '',
    otherClasses.length === 0 && machineClass ? names.machine_class(machineClass) : '',
  ]
  return words.filter(Boolean).join(' ') || undefined
}

/** What a half-typed text may become. The search field fetches the list alone. */
pageRoute({
  path: 'suggestions',
  query: Type.Object({ q: Type.String({ default: '', maxLength: MAX_QUERY_CODE_POINTS }) }),
  async make(data, locale, { query }) {
    const { w } = locale
    const names = searchNames(data, locale)
    const listOf = (parameter: string, key: string) => locale.to('machines', { [parameter]: key })
    type Shown = [label: string, word: string, address: string, drawing?: string]
    const shown = ({ kind, key, label, machine }: Suggestion): Shown => {
      if (kind === 'maker') return [names.manufacturer(key), w.manufacturer, listOf('manufacturer', key)]
      if (kind === 'class')
        return [names.machine_class(key), w.machineClass, listOf('machine_class', key), drawingOf(locale, key)]
      if (kind === 'comparison') return [label, w.compareTitle, locale.to('compare', { slugs: key })]
      if (machine)
        return [label, told(machine), locale.to(`machines/${key}`), drawingOf(locale, machine.machine_class, key)]
      return [locale.value('kind', key), w.implements, `${locale.to('implements')}#${key}`, drawingOf(locale, key)]
    }
    const told = ({ machine_class, price_from_inr }: MachineSummary) =>
      [names.machine_class(machine_class), price_from_inr && locale.money(price_from_inr)].filter(Boolean).join(' · ')
    const list = html`<ul class="suggestions">${data
      .suggest(query.q)
      .map(shown)
      .map(
        ([label, word, address, drawing], at) =>
          html`<li role="option" id="suggestion-${at}" aria-selected="false" data-address="${address}">${drawing && html`<img src="${drawing}" alt="" width="48" height="32">`}<span>${label}</span> <small>${word}</small></li>`,
      )}</ul>`
    const about = { title: w.search, description: w.searchMachines, isUnlisted: true, isList: true }
    return { ...about, body: list, fragment: list }
  },
})
