import type { ParsedQuery } from '../../search/parser/parse-query.ts'
import { type Html, html, raw } from '../html.ts'
import type { Locale } from '../locale.ts'
import type { PageData } from '../page-data.ts'
import { count } from './amounts.ts'
import { implementRows, usedCards } from './cards.ts'
import type { ListQuery } from './filters.ts'

const [MAX_IMPLEMENTS, MAX_USED] = [6, 4]

/** What the search field finds besides machines, each with the address of all of it. */
export async function findAnswers(data: PageData, locale: Locale, query: ListQuery, plain: ListQuery) {
  const { q, machine_class, manufacturer, state, price_min, price_max } = query
  const parameters = { q, machine_class, maker: manufacturer, state, price_min, price_max }
  return {
    implements: { hits: q === '' ? [] : data.findImplements(q, plain), address: locale.to('implements', { q }) },
    used: {
      page: await data.used.search({ ...parameters, limit: MAX_USED }),
      address: locale.to('used', parameters),
    },
  }
}

/** Links to the other kinds of results with their numbers, and sections for those that the text names. */
export function answers(
  data: PageData,
  locale: Locale,
  total: number,
  { implements: tools, used }: Awaited<ReturnType<typeof findAnswers>>,
  { intents, filters }: ParsedQuery,
): { links: Html | null; sections: Html | null } {
  // Only new machines have a launch date.
  const isOfMachines = 'launched_since' in filters || 'launched_until' in filters
  const isInstead = total === 0 && !isOfMachines
  // Listings that match only without the word for an implement do not count.
  const isOther =
    intents.implements.length > 0 &&
    !used.page.hits.some(({ vehicle_class }) => intents.implements.includes(vehicle_class))
  const nUsed = isOther ? 0 : used.page.total
  const nTools = tools.hits.length
  const machines = { label: count(locale, 'machine', total), address: '#results-title', isNamed: false, n: total }
  const listings = {
    label: count(locale, 'used', nUsed),
    address: used.address,
    isNamed: (intents.used && !isOther) || (isInstead && nUsed > 0),
    n: nUsed,
  }
  const implementHits = {
    label: count(locale, 'implement', nTools),
    address: tools.address,
    isNamed: intents.implements.length > 0 || (isInstead && nTools > 0),
    n: nTools,
  }
  const isElsewhere = listings.isNamed || implementHits.isNamed
  const visible = [implementHits, listings].filter(({ n, isNamed }) => isNamed || (n > 0 && !isOfMachines))
  const links = [...(isElsewhere && total > 0 ? [machines] : []), ...visible].sort(
    (a, b) => Number(b.isNamed) - Number(a.isNamed),
  )
  const section = (id: string, { label, address }: typeof machines, body: Html) =>
    html`<section class="answer" aria-labelledby="${id}"><div class="head"><h2 id="${id}">${label}</h2><a class="target" href="${address}">${locale.w.seeAll}</a></div>${body}</section>`
  return {
    links:
      links.length === 0
        ? null
        : html`<nav aria-label="${locale.w.results}"><ul class="chips">${links.map(({ label, address, isNamed }) => html`<li><a class="chip" href="${address}"${raw(isNamed ? ' aria-current="true"' : '')}>${label}</a></li>`)}</ul></nav>`,
    sections: html`${listings.isNamed && nUsed > 0 && section('answer-used', listings, usedCards(data, locale, used.page))}${
      implementHits.isNamed &&
      nTools > 0 &&
      section('answer-implements', implementHits, implementRows(data, locale, tools.hits.slice(0, MAX_IMPLEMENTS)))
    }`,
  }
}
