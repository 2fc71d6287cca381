import type { Static } from 'typebox'
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
import { empty, searchBox } from '../components/forms.ts'
import {
  filtersPage,
  HITS,
  listPage,
  MAX_NEAREST,
  MAX_RELAXATIONS,
  nearestMatches,
  type Relaxation,
} from '../components/list.ts'
import { drawingOf, isDrawing } from '../components/picture.ts'
import { chips, conditionOf, plainQuery, priceKinds, readAs } from '../components/read-as.ts'
import { type Html, html, raw } from '../html.ts'
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

type MachinesParameters = Static<typeof MachinesQuery>

const toListQuery = ({ state, all, ...query }: MachinesParameters): ListQuery => ({
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
    const fields = filters(locale, plain, page, searchNames(data, locale))
    return filtersPage(locale, 'machines', {
      parameters: searchParameters(plain, { all: '' }),
      fields,
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

/** The parameters that have a field in the filter form. */
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
  const subject = subjectOf(query, names)
  const title = query.q
    ? locale.say('resultsFor', { query: query.q })
    : subject
      ? locale.say('pricesOf', { name: subject })
      : w.searchTitle
  const drawing = await drawingInPage(data, page.hits[0])
  const otherHits = await findAnswers(data, locale, sent, plain)
  const { links, sections } = answers(data, locale, page.total, otherHits, reading)
  const list = listPage(locale, {
    path: 'machines',
    title,
    lead: w.homeLead,
    form: searchBox(locale, query.q),
    formId: 'ask',
    formFields: ['q'],
    page,
    parameters: searchParameters(sent, { all: '', offset: query.offset }),
    sort: { usual: query.q ? 'best' : 'added', offered: SORTS, selected: plain.sort ?? '' },
    chips: html`${comparison(data, locale, query.q, reading)}${links}${readAs(locale, reading, names)}${chips(locale, plain, names, query.sort === null ? reading.sort : null)}`,
    before: sections,
    after: priceKinds(locale, plain, page.facets),
    cards:
      page.hits.length > 0
        ? await machineCards(data, locale, page.hits, { state: plain.state, drawing })
        : await nothing(),
    isUnlisted: state + all !== '',
  })
  return { ...list, body: html`${list.body}${compareForm(locale)}`, mayKeep: isCurrent }

  /** Where a list without machines leads: to its first page, to the closest matches, or to other lists. */
  async function nothing(): Promise<Html> {
    if (page.total > 0) return empty(w.pastTheEnd, '', [[w.firstPage, searchAddress(locale, sent)]])
    const allMachines: [string, string] = [w.allMachines, locale.to('machines')]
    const relaxations = await Promise.all(data.loosen(query).slice(0, MAX_RELAXATIONS).map(toRelaxation))
    if (relaxations.length > 0)
      return nearestMatches(locale, 'machines', relaxations, (hits, notes) =>
        machineCards(data, locale, hits, { notes }),
      )
    const hasOthers = otherHits.implements.hits.length + otherHits.used.page.total > 0
    if (hasOthers) return html`<p><a class="button ghost" href="${allMachines[1]}">${allMachines[0]}</a></p>`
    return empty(w.nothingFound, w.nothingHint, [allMachines])
  }

  async function toRelaxation(relaxed: Loosened): Promise<Relaxation<MachineSummary>> {
    const [condition, value] = conditionOf(locale, plain, names, relaxed)
    const label =
      value === null ? locale.say('withoutIt', { condition }) : locale.say('nearestTo', { condition, value })
    const { hits, total } = (await data.search({ ...relaxed.query, limit: MAX_NEAREST })).page
    return { condition, label, address: searchAddress(locale, { ...relaxed.query, state, all: '' }), total, hits }
  }
}

/** Offers to compare the machines around "vs". */
function comparison(data: PageData, locale: Locale, q: string, { clauses }: ParsedQuery): Html | null {
  const [first] = clauses.length > 1 ? data.suggest(q) : []
  if (first?.kind !== 'comparison') return null
  const address = locale.to('compare', { slugs: first.key })
  return html`<a class="button" href="${address}">${locale.say('compareThese', { names: first.label })}</a>`
}

/** A phone shows one picture at first; within the page it costs no round trip. */
async function drawingInPage(data: PageData, first: MachineSummary | undefined): Promise<Html | null> {
  const drawing = first && isDrawing(first.image) ? await data.drawing(first.slug) : undefined
  return drawing ? raw(drawing.replace('<svg', '<svg aria-hidden="true"')) : null
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

/** Suggestions for a half-typed text, as links. The search field fetches the list alone. */
pageRoute({
  path: 'suggestions',
  query: Type.Object({ q: Type.String({ default: '', maxLength: MAX_QUERY_CODE_POINTS }) }),
  async make(data, locale, { query }) {
    const { w } = locale
    const names = searchNames(data, locale)
    const listOf = (parameter: string, key: string) => locale.to('machines', { [parameter]: key })
    type Item = [label: string, note: string, address: string, drawing?: string]
    const toItem = ({ kind, key, label, machine }: Suggestion): Item => {
      if (kind === 'maker') return [names.manufacturer(key), w.manufacturer, listOf('manufacturer', key)]
      if (kind === 'class')
        return [names.machine_class(key), w.machineClass, listOf('machine_class', key), drawingOf(locale, key)]
      if (kind === 'comparison') return [label, w.compareTitle, locale.to('compare', { slugs: key })]
      if (machine)
        return [label, noteOf(machine), locale.to(`machines/${key}`), drawingOf(locale, machine.machine_class, key)]
      return [locale.value('kind', key), w.implements, `${locale.to('implements')}#${key}`, drawingOf(locale, key)]
    }
    const noteOf = ({ machine_class, price_from_inr }: MachineSummary) =>
      [names.machine_class(machine_class), price_from_inr && locale.money(price_from_inr)].filter(Boolean).join(' · ')
    const body = html`${data
      .suggest(query.q)
      .map(toItem)
      .map(
        ([label, note, address, drawing]) =>
          html`<li><a href="${address}">${drawing && html`<img src="${drawing}" alt="" width="48" height="32">`}<span>${label}</span> <small>${note}</small></a></li>`,
      )}`
    const about = { title: w.search, description: w.searchMachines, isUnlisted: true, isList: true }
    return { ...about, body: html`<ul class="suggestions">${body}</ul>`, fragment: body }
  },
})
