import type { ImplementSummary } from '../../contract/implement.ts'
import type { UsedAnswer } from '../../market/used.ts'
import type { Reading } from '../../search/reading/read-query.ts'
import { type Html, html, raw } from '../html.ts'
import type { PageData } from '../page-data.ts'
import type { Reader } from '../reader.ts'
import { implementRows, usedCards } from './cards.ts'
import type { ListQuery } from './filters.ts'
import { count } from './small.ts'

/** What the one search field finds beside machines, each with the address of all of it. */
export interface Answers {
  implements: { found: ImplementSummary[]; address: string }
  used: { found: UsedAnswer; address: string }
}

const SHOWN_IMPLEMENTS = 6
const SHOWN_USED = 4

export async function findAnswers(
  data: PageData,
  reader: Reader,
  query: ListQuery,
  plain: ListQuery,
): Promise<Answers> {
  const { q, machine_class, manufacturer, state, price_min, price_max } = query
  const asked = { q, machine_class, maker: manufacturer, state, price_min, price_max }
  return {
    implements: {
      found: q === '' ? [] : findImplements(data, data.read(q), plain),
      address: reader.to('implements', { q }),
    },
    used: { found: await data.used.search({ ...asked, limit: SHOWN_USED }), address: reader.to('used', asked) },
  }
}

type Bounds = { hp_min?: number | null; hp_max?: number | null }

/**
 * Implements of the kinds that the text names, narrowed by its other words as far as they find any; without such a kind,
 * those whose names have all its words. A power that is asked for must lie within what the implement needs.
 */
export function findImplements(data: PageData, reading: Reading, { hp_min, hp_max }: Bounds) {
  const kinds = reading.beside.implements
  const all = data.implementTexts()
  const fits = (slug: string) => {
    const fit = data.fitOf(slug)
    return (hp_max ?? Infinity) >= (fit?.hp_min ?? 0) && (hp_min ?? 0) <= (fit?.hp_max ?? Infinity)
  }
  if (kinds.length === 0) {
    return all
      .filter(({ text }) => reading.sides.some((side) => side.every((word) => text.includes(` ${word}`))))
      .map(({ implement }) => implement)
  }
  let found = all.filter(({ implement }) => kinds.includes(implement.kind) && fits(implement.slug))
  for (const word of [...reading.sides.flat(), ...reading.leftOut]) {
    const narrower = found.filter(({ text }) => text.includes(` ${word}`))
    if (narrower.length > 0) found = narrower
  }
  return found.map(({ implement }) => implement)
}

/** How many of each the field found, and the first of what was plainly asked for. */
export function answers(
  data: PageData,
  reader: Reader,
  total: number,
  { implements: tools, used }: Answers,
  { beside }: Reading,
): Html | null {
  const { w } = reader
  const all = [
    { label: count(reader, 'machine', total), address: '#results-title', isAsked: false, n: total },
    {
      label: count(reader, 'implement', tools.found.length),
      address: tools.address,
      isAsked: beside.implements.length > 0,
      n: tools.found.length,
    },
    {
      label: count(reader, 'used', used.found.total),
      address: used.address,
      isAsked: beside.used,
      n: used.found.total,
    },
  ]
  const isElsewhere = all.some(({ isAsked }) => isAsked)
  // Machines that stand first are counted there.
  const shown = all.filter(({ n, isAsked }, at) => isAsked || (n > 0 && (at > 0 || isElsewhere)))
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
${beside.used && used.found.hits.length > 0 && section('answer-used', listing!, usedCards(reader, used.found))}${
  beside.implements.length > 0 &&
  tools.found.length > 0 &&
  section('answer-implements', implement!, implementRows(data, reader, tools.found.slice(0, SHOWN_IMPLEMENTS)))
}`
}
