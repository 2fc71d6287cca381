import type { ParsedQuery } from '../../search/parser/parse-query.ts'
import { type Html, html, raw } from '../html.ts'
import type { Locale } from '../locale.ts'
import type { PageData } from '../page-data.ts'
import { implementRows, usedCards } from './cards.ts'
import type { ListQuery } from './filters.ts'
import { count } from './small.ts'

const SHOWN_IMPLEMENTS = 6
const SHOWN_USED = 4

/** What the one search field finds beside machines, each with the address of all of it. */
export async function findAnswers(data: PageData, locale: Locale, query: ListQuery, plain: ListQuery) {
  const { q, machine_class, manufacturer, state, price_min, price_max } = query
  const asked = { q, machine_class, maker: manufacturer, state, price_min, price_max }
  return {
    implements: {
      found: q === '' ? [] : data.findImplements(q, plain),
      address: locale.to('implements', { q }),
    },
    used: { found: await data.used.search({ ...asked, limit: SHOWN_USED }), address: locale.to('used', asked) },
  }
}

/** How many of each the field found, and the first of what was plainly asked for. */
export function answers(
  data: PageData,
  locale: Locale,
  total: number,
  { implements: tools, used }: Awaited<ReturnType<typeof findAnswers>>,
  { intents, filters }: ParsedQuery,
): Html | null {
  const { w } = locale
  // Only new machines have a launch; those that stand first are counted there.
  const isOfMachines = 'launched_since' in filters || 'launched_until' in filters
  // Where no machine is found, what is found beside them is the answer.
  const isInstead = total === 0 && !isOfMachines
  // Listings that were found by leaving the word for an implement out are none of it.
  const isOther =
    intents.implements.length > 0 &&
    !used.found.hits.some(({ vehicle_class }) => intents.implements.includes(vehicle_class))
  const nUsed = isOther ? 0 : used.found.total
  const all = [
    { label: count(locale, 'machine', total), address: '#results-title', isAsked: false, n: total },
    {
      label: count(locale, 'implement', tools.found.length),
      address: tools.address,
      isAsked: intents.implements.length > 0 || (isInstead && tools.found.length > 0),
      n: tools.found.length,
    },
    {
      label: count(locale, 'used', nUsed),
      address: used.address,
      isAsked: (intents.used && !isOther) || (isInstead && nUsed > 0),
      n: nUsed,
    },
  ]
  const isElsewhere = all.some(({ isAsked }) => isAsked)
  const shown = all.filter(({ n, isAsked }, at) => isAsked || (n > 0 && (at > 0 ? !isOfMachines : isElsewhere)))
  if (shown.length === 0) return null
  const [, implement, listing] = all
  const section = (id: string, { label, address }: { label: string; address: string }, body: Html) =>
    html`<section class="answer" aria-labelledby="${id}"><div class="head"><h2 id="${id}">${label}</h2><a href="${address}">${w.seeAll}</a></div>${body}</section>`
  return html`<nav class="answers" aria-label="${w.results}"><ul>${shown
    .toSorted((a, b) => Number(b.isAsked) - Number(a.isAsked))
    .map(
      ({ label, address, isAsked }) =>
        html`<li><a class="chip" href="${address}"${raw(isAsked ? ' aria-current="true"' : '')}>${label}</a></li>`,
    )}</ul></nav>
${listing!.isAsked && used.found.hits.length > 0 && section('answer-used', listing!, usedCards(data, locale, used.found))}${
  implement!.isAsked &&
  tools.found.length > 0 &&
  section('answer-implements', implement!, implementRows(data, locale, tools.found.slice(0, SHOWN_IMPLEMENTS)))
}`
}
