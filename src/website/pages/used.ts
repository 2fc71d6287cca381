import type { Static } from 'typebox'
import { kolkataDate } from '../../lib/calendar.ts'
import { nearNamed, pointOf } from '../../listings/points.ts'
import { ListingParameters, type ListingSummary } from '../../schema/api/market.ts'
import { Type } from '../../schema/api/type.ts'
import { LISTING_FILTERS, LISTING_SORTS } from '../../schema/api/values.ts'
import { type Notes, usedCards } from '../components/cards.ts'
import { searchNames } from '../components/filters.ts'
import { empty, field, placeForm, select } from '../components/forms.ts'
import { filtersPage, HITS, listPage, nearestMatches, type Removal, removableChips } from '../components/list.ts'
import { readAs } from '../components/read-as.ts'
import { type Html, html } from '../html.ts'
import type { Locale, Parameters } from '../locale.ts'
import { pageRoute } from '../page.ts'
import type { PageData } from '../page-data.ts'

const { limit: _limit, status: _status, facets: _facets, ...PARAMETERS } = ListingParameters.properties
const UsedQuery = Type.Object(PARAMETERS)
type UsedParameters = Static<typeof UsedQuery>

const PRICES = [100_000, 200_000, 300_000, 400_000, 500_000, 700_000, 1_000_000, 2_000_000, 4_000_000]

/** A condition: its label, its value in words, and the values to select from; without `offered` it has no field. */
interface UsedCondition {
  label: string
  write(value: string): string
  /** The condition in words, if its value alone is not enough. */
  chip?(value: string): string
  any?: string
  offered?: readonly number[] | undefined
}

type Bound = 'atLeast' | 'upTo' | 'withinKm' | 'sinceYear' | 'untilYear' | 'ownersUpTo'

type UsedConditions = Partial<Record<keyof UsedParameters, UsedCondition>>

pageRoute({
  path: 'used',
  query: UsedQuery,
  async make(data, locale, { query: typed }) {
    const { w } = locale
    const { located, found: result, query, conditions } = await search(data, locale, typed)
    const active = (Object.keys(conditions) as (keyof UsedParameters)[]).filter((name) => query[name])
    const labelOf = (name: keyof UsedParameters) => {
      const { write, chip = write } = conditions[name]!
      return String(query[name]).split(',').map(chip).join(', ')
    }
    const without = (name: keyof UsedParameters): UsedParameters =>
      name === 'near' ? withoutPlace(query) : { ...query, [name]: typeof query[name] === 'number' ? null : '' }
    const addressOf = (query: UsedParameters) => locale.to('used', parameters(query, 0))
    const place = query.district ? 'district' : 'state'
    const named = (['dealer', 'machine_class', place] as const).filter((name) => query[name])
    const allUsed: Removal = [w.allUsed, locale.to('used')]
    const names = { manufacturer: conditions.maker!.write, machine_class: conditions.machine_class!.write }
    const removals = active.map((name): Removal => [labelOf(name), addressOf(without(name))])
    return listPage(locale, {
      path: 'used',
      title: [w.usedTitle, ...named.map(labelOf)].join(' · '),
      lead: w.usedLead,
      form: placeForm(locale, located ? query.near : typed.near),
      formId: 'place',
      formFields: ['near', 'sort', 'offset'],
      parameters: parameters(query, query.offset),
      page: { ...result, ...result.query },
      sort: {
        usual: 'newest',
        offered: LISTING_SORTS.slice(1).filter((sort) => sort !== 'distance_asc' || query.near !== ''),
        selected: query.sort === 'newest' ? '' : query.sort,
      },
      chips: html`${!located && html`<p class="note" role="status">${locale.say('placeUnknown', { place: typed.near })}</p>`}${readAs(locale, { ...result.reading, ...result.told }, names)}${removableChips(locale, removals, allUsed[1])}`,
      after: html`<p class="quiet spaced">${w.usedLead}</p>`,
      cards: result.hits.length > 0 ? usedCards(locale, result) : await nothing(),
    })

    async function nothing(): Promise<Html> {
      const relaxations = active.map((name) => {
        const condition = labelOf(name)
        const search = (limit: number) => data.used.search({ ...without(name), ...CLOSEST_FIRST[name], limit })
        return { condition, label: locale.say('withoutIt', { condition }), address: addressOf(without(name)), search }
      })
      const toCards = (hits: readonly ListingSummary[], notes: Notes) =>
        usedCards(locale, { hits, samples: result.samples }, notes)
      const nearest = result.total === 0 && (await nearestMatches(locale, 'used', relaxations, toCards))
      return nearest || empty(w.usedNone, w.usedNoneHint, allUsed)
    }
  },
})

pageRoute({
  path: 'filters/used',
  query: UsedQuery,
  async make(data, locale, { query: typed }) {
    const { w } = locale
    const { found: result, query, conditions } = await search(data, locale, typed)
    const fields = Object.entries(conditions).filter(([name, { offered }]) => offered || isFacet(name))
    return filtersPage(locale, 'used', {
      parameters: parameters(query, 0),
      visible: ['q', ...fields.map(([name]) => name)],
      fields: html`${field(w.search, html`<input name="q" type="search" value="${query.q}" maxlength="200" autocomplete="off" enterkeyhint="search">`)}
${fields.map(([name, condition]) => field(condition.label, control(name, condition)))}`,
    })

    function control(name: string, { write, any = w.any, offered }: UsedCondition): Html {
      const selected = query[name as keyof UsedParameters]
      if (offered) {
        return select(name, {
          any,
          values: offered,
          selected: selected as number | null,
          label: (n) => write(String(n)),
        })
      }
      const counts: Record<string, number> = { ...result.facets[name as (typeof LISTING_FILTERS)[number]] }
      const isSelected = (value: string) => value.toLowerCase() === String(selected).toLowerCase()
      const values = Object.keys(counts).sort((a, b) => counts[b]! - counts[a]! || write(a).localeCompare(write(b)))
      const listed = values.find(isSelected)
      // A state is counted as if no district were selected; the selected one keeps its count.
      if (name === 'state' && query.district && listed) counts[listed] = result.total
      const label = (value: string) => (value in counts ? `${write(value)} (${counts[value]})` : write(value))
      return select(name, { any, values, selected: listed ?? String(selected), label })
    }
  },
})

const isFacet = (name: string) => (LISTING_FILTERS as readonly string[]).includes(name)

async function search(data: PageData, locale: Locale, typed: UsedParameters) {
  const located = await withPlace(data, typed)
  const placed = located ?? withoutPlace(typed)
  const sent = (await isElsewhere(data, placed)) ? { ...placed, district: '' } : placed
  const result = await data.used.search({ ...sent, limit: HITS })
  const query: UsedParameters = { ...result.query, q: result.reading.isPlain ? sent.q : result.reading.text }
  return { located, found: result, query, conditions: await conditionsOf(data, locale, result) }
}

function parameters(
  { limit: _, status: __, ...query }: UsedParameters & { limit?: number; status?: string },
  offset: number,
) {
  return { ...query, offset: offset || null } satisfies Parameters
}

/** Reads `near`: a PIN, a district with its state, or a place in words; undefined for a place that is not known. */
async function withPlace({ used }: PageData, typed: UsedParameters): Promise<UsedParameters | undefined> {
  const { q, near, within_km } = typed
  if (pointOf(near)) return typed
  if (near === '') return withoutPlace(typed)
  const { query, reading } = await used.search({ q: near, limit: 0 })
  const isRead = reading.clauses.length === 0 && reading.ignored.length === 0
  const isArea = isRead && [query.state, query.district, query.near].some((place) => place !== '')
  const district = nearNamed(near)
  if (isArea && !(district && within_km !== null)) return { ...withoutPlace(typed), q: `${q} ${near}`.trim() }
  return district === undefined ? undefined : { ...typed, near: district }
}

function withoutPlace(query: UsedParameters): UsedParameters {
  return { ...query, near: '', within_km: null, sort: query.sort === 'distance_asc' ? '' : query.sort }
}

/** Whether a district lies in another state than the selected one, as after a change of the state alone. */
async function isElsewhere({ used }: PageData, { state, district }: UsedParameters): Promise<boolean> {
  if (state === '' || district === '') return false
  const inState = await used.search({ state, district, limit: 0 })
  return inState.total === 0 && (await used.search({ district, limit: 0 })).total > 0
}

/** The order in which hits without a condition come closest to it. */
const CLOSEST_FIRST: Partial<Record<keyof UsedParameters, Pick<UsedParameters, 'sort'>>> = {
  price_max: { sort: 'price_asc' },
  price_min: { sort: 'price_desc' },
  year_min: { sort: 'year_desc' },
  hours_max: { sort: 'hours_asc' },
  within_km: { sort: 'distance_asc' },
}

async function conditionsOf(
  data: PageData,
  locale: Locale,
  { facets, hits }: Pick<Awaited<ReturnType<PageData['used']['search']>>, 'facets' | 'hits'>,
): Promise<UsedConditions> {
  const { w, say, figure } = locale
  const makers = new Map<string, string>()
  for (const slug of Object.keys(facets.maker ?? {})) makers.set(slug, await data.used.makerName(slug))
  const spelled = new Map(Object.keys(facets.district ?? {}).map((name) => [name.toLowerCase(), name]))
  const thisYear = Number(kolkataDate(Date.now()).slice(0, 4))
  const list = (label: string, write: (value: string) => string = String, any = w.any) => ({ label, write, any })
  const bound = (
    label: string,
    key: Bound,
    write: (value: number) => string = String,
    offered?: readonly number[],
  ) => ({
    label,
    write: (value: string) => write(Number(value)),
    chip: (value: string) => say(key, { value: write(Number(value)) }),
    offered,
  })
  const km = (value: number) => say('kmRun', { n: figure(value) })
  const hours = (value: number) => say('hoursRun', { n: figure(value) })
  const hp = (value: number) => locale.measure(value, 'HP')
  const stateName = (code: string) => locale.value('state', code.toUpperCase())
  const districtName = (name: string) => locale.district(spelled.get(name.toLowerCase()) ?? name)
  const className = (key: string) => searchNames(data, locale).machine_class(key)
  const makerName = (slug: string) => locale.manufacturer({ slug, name: makers.get(slug) ?? slug })
  const years = Array.from({ length: 20 }, (_, i) => thisYear - i)
  return {
    q: list(''),
    near: { ...list(w.nearPlace), chip: (value) => say('nearTo', { value }) },
    within_km: bound(w.within, 'withinKm', km, [25, 50, 100, 150, 200, 400]),
    state: list(w.state, stateName, w.allStates),
    district: list(w.district, districtName, w.allDistricts),
    machine_class: list(w.machineClass, className),
    maker: list(w.manufacturer, makerName, w.allManufacturers),
    machine_slug: list('', (slug) => data.summary(slug)?.name ?? slug),
    price_min: bound(w.priceMin, 'atLeast', locale.money, PRICES),
    price_max: bound(w.priceMax, 'upTo', locale.money, PRICES),
    hp_min: bound(w.hpMin, 'atLeast', hp, [20, 30, 40, 50, 60, 75]),
    hp_max: bound(w.hpMax, 'upTo', hp),
    year_min: bound(w.yearMin, 'sinceYear', String, years),
    year_max: bound(w.year, 'untilYear'),
    hours_min: bound(w.hours, 'atLeast', hours),
    hours_max: bound(w.hoursMax, 'upTo', hours, [500, 1_000, 2_000, 3_000, 5_000, 8_000]),
    km_min: bound(w.distance, 'atLeast', km),
    km_max: bound(w.distance, 'upTo', km),
    owners_max: bound(w.owners, 'ownersUpTo', String, [1, 2, 3]),
    dealer: list('', (slug) => `${locale.value('seller', 'dealer')}: ${hits[0]?.dealer_name || slug}`),
    seller: list(w.soldBy, (value) => locale.value('seller', value)),
    inspection_mode: list(w.inspection, (value) => locale.value('inspection', value)),
  }
}
