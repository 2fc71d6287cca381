import type { ParsedQuery } from '../../search/parser/parse-query.ts'
import { type Html, html, raw } from '../html.ts'
import type { Locale } from '../locale.ts'
import type { PageData } from '../page-data.ts'
import { count } from './amounts.ts'
import { implementRows, usedCards } from './cards.ts'
import type { ListQuery } from './filters.ts'

const [MAX_IMPLEMENTS, MAX_USED] = [6, 4]

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

export function answers(
  data: PageData,
  locale: Locale,
  total: number,
  { implements: tools, used }: Awaited<ReturnType<typeof findAnswers>>,
  { intents, filters }: ParsedQuery,
): { links: Html | null; sections: Html } {
  const { w } = locale
  // Only new machines have a launch date.
  const isOfMachines = 'launched_since' in filters || 'launched_until' in filters
  const isInstead = total === 0 && !isOfMachines
  // Listings that match only without the word for an implement do not count.
  const isOther =
    intents.implements.length > 0 &&
    !used.page.hits.some(({ vehicle_class }) => intents.implements.includes(vehicle_class))
  const answer = (id: 'used' | 'implement', n: number, address: string, isAsked: boolean, cards: () => Html) => {
    return { id, n, address, label: count(locale, id, n), isNamed: isAsked || (isInstead && n > 0), cards }
  }
  const toolCards = () => implementRows(data, locale, tools.hits.slice(0, MAX_IMPLEMENTS))
  const others = [
    answer('used', isOther ? 0 : used.page.total, used.address, intents.used && !isOther, () =>
      usedCards(locale, used.page),
    ),
    answer('implement', tools.hits.length, tools.address, intents.implements.length > 0, toolCards),
  ]
  const named = others.filter(({ isNamed }) => isNamed)
  const unnamed = others.filter(({ n, isNamed }) => !isNamed && n > 0 && !isOfMachines)
  const machines = { label: count(locale, 'machine', total), address: '#results-title', isNamed: false }
  const links = [...named.toReversed(), ...(named.length > 0 && total > 0 ? [machines] : []), ...unnamed.toReversed()]
  return {
    links:
      links.length === 0
        ? null
        : html`<nav aria-label="${w.results}"><ul class="chips">${links.map(({ label, address, isNamed }) => html`<li><a class="chip" href="${address}"${raw(isNamed ? ' aria-current="true"' : '')}>${label}</a></li>`)}</ul></nav>`,
    sections: html`${named.map(
      ({ id, label, address, n, cards }) =>
        n > 0 &&
        html`<section class="answer" aria-labelledby="answer-${id}"><div class="head"><h2 id="answer-${id}">${label}</h2><a class="target" href="${address}">${w.seeAll}</a></div>${cards()}</section>`,
    )}`,
  }
}
