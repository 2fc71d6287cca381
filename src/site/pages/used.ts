import type { Static } from 'typebox'
import { ListingParameters } from '../../contract/market.ts'
import { Type } from '../../contract/type.ts'
import { LISTING_SORTS } from '../../contract/values.ts'
import { textOf } from '../../search/reading/read-query.ts'
import { type Html, html } from '../html.ts'
import { pageRoute, within } from '../page.ts'
import { usedCards } from '../parts/cards.ts'
import { HITS, listParts, sorts, steps } from '../parts/filters.ts'
import { type Removal, readAs, removable } from '../parts/read-as.ts'
import { count, empty, hiddenFields, option, pager } from '../parts/small.ts'
import { type Parameters, queryOf, type Reader } from '../reader.ts'

const { limit: _limit, status: _status, ...asked } = ListingParameters.properties
export const UsedParameters = Type.Object(asked)
type Asked = Static<typeof UsedParameters>

const PRICES = [100_000, 200_000, 300_000, 400_000, 500_000, 700_000, 1_000_000, 2_000_000, 4_000_000]
const POWERS = [20, 30, 40, 50, 60, 75]
const HOURS = [500, 1_000, 2_000, 3_000, 5_000, 8_000]
const YEARS_BACK = 20
/** The parameters that have a field in the form. */
const SHOWN = [
  ...['q', 'state', 'district', 'machine_class', 'maker', 'price_max', 'price_min', 'hp_min', 'year_min', 'hours_max'],
  ...['owners_max', 'seller', 'inspection_mode', 'sort'],
]

pageRoute({
  path: 'used',
  query: UsedParameters,
  async make(data, reader, { query: sent }) {
    const { w } = reader
    const found = await data.used.search({ ...sent, limit: HITS })
    const query: Asked = { ...found.query, q: found.reading.isPlain ? sent.q : textOf(found.reading) }
    const classNames = new Map(data.classes().map((machineClass) => [machineClass.key, reader.className(machineClass)]))
    const makers = new Map<string, string>()
    for (const slug of Object.keys(found.facets.maker)) makers.set(slug, await data.used.makerName(slug))
    const spelled = new Map(Object.keys(found.facets.district ?? {}).map((name) => [name.toLowerCase(), name]))
    const nameOf = {
      state: (value: string) => reader.value('state', value.toUpperCase()),
      district: (value: string) => reader.district(spelled.get(value.toLowerCase()) ?? value),
      machine_class: (value: string) => classNames.get(value) ?? value,
      maker: (value: string) => reader.maker({ slug: value, name: makers.get(value) ?? value }),
    }
    const named = { manufacturer: nameOf.maker, machine_class: nameOf.machine_class }
    const place = (query.district && nameOf.district(query.district)) || (query.state && nameOf.state(query.state))
    const title = [w.usedTitle, query.machine_class && classNames.get(query.machine_class), place]
      .filter(Boolean)
      .join(' · ')
    const facets = html`${hiddenFields(parameters(query, 0), SHOWN, 'filters')}
<label class="field">${w.search}<input name="q" type="search" value="${query.q}" maxlength="200" autocomplete="off" enterkeyhint="search"></label>
${choice(w.state, 'state', query.state, found.facets.state, nameOf.state, w.allStates)}
${choice(w.district, 'district', query.district, found.facets.district, nameOf.district, w.allDistricts)}
${choice(w.machineClass, 'machine_class', query.machine_class, found.facets.machine_class, nameOf.machine_class, w.any)}
${choice(w.maker, 'maker', query.maker, found.facets.maker, nameOf.maker, w.allMakers)}
${steps(w.priceMost, 'price_max', query.price_max, PRICES, reader.money, w.any)}
${steps(w.priceLeast, 'price_min', query.price_min, PRICES, reader.money, w.any)}
${steps(w.hpFrom, 'hp_min', query.hp_min, POWERS, (power) => reader.measure(power, 'HP'), w.any)}
${steps(w.yearFrom, 'year_min', query.year_min, years(), String, w.any)}
${steps(w.hoursMost, 'hours_max', query.hours_max, HOURS, (hours) => reader.say('hoursRun', { n: reader.figure(hours) }), w.any)}
${steps(w.owners, 'owners_max', query.owners_max, [1, 2, 3], String, w.any)}
${choice(w.soldBy, 'seller', query.seller, found.facets.seller, (value) => reader.value('seller', value), w.any)}
${choice(w.inspection, 'inspection_mode', query.inspection_mode, found.facets.inspection_mode, (value) => reader.value('inspection', value), w.any)}`
    const none = () => empty(w.usedNone, w.usedNoneHint, [[w.allUsed, reader.to('used')]])
    const results = html`<div class="results-head"><h2 id="results-title">${count(reader, 'used', found.total)}</h2>${sorts(
      reader,
      'newest',
      LISTING_SORTS.slice(1).filter((sort) => sort !== 'distance_asc' || query.near !== ''),
      query.sort === 'newest' ? '' : query.sort,
    )}</div>
${readAs(reader, { ...found.reading, ...found.told }, named)}${chips(reader, query, nameOf)}
<div id="hits" tabindex="-1">${found.hits.length > 0 ? usedCards(data, reader, found) : none()}</div>
${pager(reader, { ...found.query, total: found.total }, (offset) => reader.to('used', parameters(query, offset)))}`
    const fragment = listParts(reader, { title, path: 'used', facets, results, look: ' fields' })
    const body = html`<h1>${title}</h1><p class="lead">${w.usedLead}</p><p id="said" class="unseen" role="status"></p>${fragment}`
    const given = Object.keys(parameters(query, 0)).filter((name) => parameters(query, 0)[name]).length
    return {
      title,
      description: reader.sentences(title, count(reader, 'used', found.total), w.usedLead),
      body,
      fragment,
      ...within(reader, 'used'),
      feed: reader.to('used.atom', parameters({ ...query, sort: '' as never }, 0)),
      isList: true,
      canonical: `used${queryOf(parameters(query, query.offset))}`,
      isUnlisted: query.q !== '' || given > 2 || query.offset > 0 || query.sort !== '',
    }
  },
})

function parameters(
  { limit: _, status: __, ...query }: Asked & { limit?: number; status?: string },
  offset: number,
): Parameters {
  return { ...query, offset: offset || null }
}

/** A distance is one from a place. */
const NO_PLACE = { within_km: null, sort: '' } as const

/** All that narrows the list, each with a link that removes it. */
function chips(
  reader: Reader,
  query: Asked,
  nameOf: Record<'state' | 'district' | 'machine_class' | 'maker', (value: string) => string>,
): Html | null {
  const { w } = reader
  const figure = (label: string, sign: string, text: (value: number) => string) => (value: string) =>
    `${label} ${sign} ${text(Number(value))}`
  const labels: Partial<Record<keyof Asked, (value: string) => string>> = {
    ...{ q: (value) => `“${value}”`, ...nameOf, machine_slug: (value) => value },
    seller: (value) => reader.value('seller', value),
    inspection_mode: (value) => reader.value('inspection', value),
    price_min: figure('', '≥', reader.money),
    price_max: figure('', '≤', reader.money),
    year_min: figure(w.year, '≥', String),
    year_max: figure(w.year, '≤', String),
    hours_max: figure(w.hours, '≤', reader.figure),
    km_max: figure(w.distance, '≤', reader.figure),
    owners_max: figure(w.owners, '≤', String),
    hp_min: figure(w.power, '≥', (power) => reader.measure(power, 'HP')),
    hp_max: figure(w.power, '≤', (power) => reader.measure(power, 'HP')),
    near: (value) => `${w.place}: ${value}`,
    within_km: figure('', '≤', (km) => reader.measure(km, 'km')),
  }
  const given = (Object.keys(labels) as (keyof Asked)[]).filter((name) => query[name] !== null && query[name] !== '')
  const removals = given.map((name): Removal => {
    const label = String(query[name]).split(',').map(labels[name]!).join(', ')
    return [label.trim(), reader.to('used', parameters({ ...query, [name]: '', ...(name === 'near' && NO_PLACE) }, 0))]
  })
  return removable(reader, removals, reader.to('used'))
}

function years(): number[] {
  const now = new Date().getUTCFullYear()
  return Array.from({ length: YEARS_BACK }, (_, at) => now - at)
}

function choice(
  label: string,
  name: string,
  chosen: string,
  counts: Readonly<Record<string, number>> = {},
  nameOf: (value: string) => string,
  any: string,
): Html {
  const isChosen = (value: string) => value.toLowerCase() === chosen.toLowerCase()
  const values = Object.entries(counts).sort(([a, m], [b, n]) => n - m || nameOf(a).localeCompare(nameOf(b)))
  const unlisted = chosen !== '' && !values.some(([value]) => isChosen(value))
  return html`<label class="field">${label}<select name="${name}">${option('', any, chosen === '')}${unlisted && option(chosen, nameOf(chosen), true)}${values.map(
    ([value, count]) => option(value, `${nameOf(value)} (${count})`, isChosen(value)),
  )}</select></label>`
}
