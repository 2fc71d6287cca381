import type { Static } from 'typebox'
import { bestValues, likePrices } from '../../catalog/comparison.ts'
import type { Machine } from '../../schema/api/machine.ts'
import { joined, Type } from '../../schema/api/type.ts'
import { EMPTY_QUERY } from '../../search/types.ts'
import { compareForm, machineCards } from '../components/cards.ts'
import { valuesOf } from '../components/filters.ts'
import { priceIn } from '../components/machine-prices.ts'
import { FURTHER, fieldText } from '../components/machine-spec.ts'
import { empty, picture, price, priceNote, ribbon, stateChooser, statePrice } from '../components/small.ts'
import { type Html, html, raw } from '../html.ts'
import type { Locale } from '../locale.ts'
import { pageRoute } from '../page.ts'

const MOST = 4
const CompareQuery = Type.Object({
  slugs: joined(),
  add: Type.String({ default: '', maxLength: 200 }),
  state: Type.String({ default: '', maxLength: 2 }),
  only: Type.String({ default: '', maxLength: 20 }),
})

type Asked = Static<typeof CompareQuery>

pageRoute({
  path: 'compare',
  query: CompareQuery,
  async make(data, locale, { query }) {
    const { w } = locale
    const asked = [...new Set(valuesOf(query.slugs))].slice(0, MOST * 2)
    const found = await Promise.all(asked.map((slug) => data.sheet(slug)))
    const sheets = found.flatMap((one) => one?.sheet ?? []).slice(0, MOST)
    const missing = asked.filter((_, at) => !found[at])
    const offered = await offers()
    const title = sheets.length > 1 ? sheets.map(({ name }) => name).join(' – ') : w.compareTitle
    const body = html`<h1>${w.compareTitle}</h1>
<p class="lead">${w.compareLead}</p>
${missing.length > 0 && html`<p class="note">${locale.say('notFoundSlugs', { names: missing.join(', ').slice(0, 300) })}</p>`}
${sheets.length === 0 ? empty(w.compareEmpty, w.compareEmptyText, [[w.allMachines, locale.to('machines')]]) : table(locale, sheets, query)}
${sheets.length < MOST && adding(locale, sheets, query)}
${
  (offered.length > 0 || query.add !== '') &&
  html`<section class="panel spaced" aria-labelledby="offers"><h2 id="offers">${query.add ? w.results : w.similar}</h2>${
    offered.length > 0 ? machineCards(locale, offered) : html`<p>${w.nothingFound}</p>`
  }${compareForm(
    locale,
    sheets.map(({ slug }) => slug),
  )}</section>`
}`
    return {
      title,
      description: locale.sentences(title, w.compareLead),
      body,
      menu: 'compare',
      isUnlisted: sheets.length < 2,
      trail: [[w.compareTitle, 'compare']],
      mayKeep: found.every((one) => !one || one.isCurrent),
    }

    /** What may be added: search results if the reader searched, else machines like the first. */
    async function offers() {
      if (sheets.length >= MOST) return []
      const held = new Set(sheets.map(({ slug }) => slug))
      const list = query.add
        ? (await data.search({ ...EMPTY_QUERY, q: query.add, limit: 8 })).page.hits
        : (sheets[0]?.similar ?? [])
      return list.filter(({ slug }) => !held.has(slug)).slice(0, 4)
    }
  },
})

function adding(locale: Locale, sheets: readonly Machine[], { add, state, only }: Asked): Html {
  const { w } = locale
  return html`<form class="search-box" role="search" action="${locale.to('compare')}#offers">
${Object.entries({ slugs: sheets.map(({ slug }) => slug).join(), state, only }).map(([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}">`)}
<label class="unseen" for="add">${w.addMachine}</label><input id="add" name="add" type="search" value="${add}" maxlength="200" placeholder="${w.addMachine}" autocomplete="off"><button class="button ghost"><span>${w.search}</span></button></form>`
}

/** Roles are explicit, because on a phone the rows are not displayed as a table. */
function table(locale: Locale, sheets: readonly Machine[], query: Asked): Html {
  const { w } = locale
  const slugs = sheets.map(({ slug }) => slug)
  const isShort = query.only === 'differences'
  const rows = FURTHER.flatMap((field) => {
    const texts = sheets.map((sheet) => fieldText(locale, sheet, field))
    const judged = bestValues(
      field,
      sheets.map((sheet) => sheet[field]),
      sheets,
    )
    return texts.every((text) => text === null) || (isShort && !judged.differs) ? [] : [{ field, texts, judged }]
  })
  const like = likePrices(sheets, query.state)
  /** Unlike prices stand with their kinds and places. */
  const prices = sheets.map((sheet, at) => {
    const item = like?.prices[at]
    if (item) return html`${locale.money(item.price_inr)} <small>${priceNote(locale, null, item.observed_at)}</small>`
    const there = priceIn(sheet, query.state)
    return there ? statePrice(locale, there) : sheet.price_from_inr ? price(locale, sheet) : null
  })
  const label = like
    ? html`${w.price} <small>${locale.value('price_kind', like.kind)}, ${locale.value('state', like.state_code)}</small>`
    : w.price
  const judged = bestValues('price_from_inr', like ? like.prices.map((item) => item?.price_inr) : [], sheets)
  const states = sheets.flatMap((sheet) => sheet.prices.map(({ state_code }) => state_code))
  const toggle = { slugs: slugs.join(), state: query.state, only: isShort ? '' : 'differences' }
  const kept = { slugs: slugs.join(), ...(isShort ? { only: 'differences' } : {}) }
  const without = (slug: string) => ({
    ...kept,
    state: query.state,
    slugs: slugs.filter((other) => other !== slug).join(),
  })
  return html`<div class="compare-tools"><a class="button ghost" href="${locale.to('compare', toggle)}">${isShort ? w.allFigures : w.onlyDifferences}</a>${stateChooser(locale, 'compare', { state: query.state, states, kept })}</div>
${!like && prices.filter(Boolean).length > 1 && html`<p class="note">${w.pricesUnlike}</p>`}
${sheets.length > 2 && html`<p class="quiet more-columns">${locale.say('moreColumns', { n: sheets.length })} <span aria-hidden="true">→</span></p>`}
<div class="scroll comparing of-${sheets.length}" tabindex="0" role="group" aria-label="${w.compareTitle}"><table role="table" class="comparison of-${sheets.length}"><thead role="rowgroup"><tr role="row" class="pictures"><td></td>${sheets.map(
    (sheet) =>
      html`<td role="cell"><div class="tile">${picture(locale, sheet.image, sheet.machine_class, '', true, sheet.slug)}${ribbon(locale, sheet.is_sample)}</div></td>`,
  )}</tr><tr role="row" class="heads"><td></td>${sheets.map(
    (
      sheet,
    ) => html`<th scope="col" role="columnheader"><p class="eyebrow">${locale.manufacturer(sheet.manufacturer)}</p><a href="${locale.to(`machines/${sheet.slug}`)}">${sheet.name}</a>
<p><a class="quiet" href="${locale.to('compare', without(sheet.slug))}">${w.removeFrom}<span class="unseen">: ${sheet.name}</span></a></p></th>`,
  )}</tr></thead><tbody role="rowgroup">
${row(locale, label, judged, prices)}
${rows.map(({ field, texts, judged }) => row(locale, locale.value('spec', field), judged, texts))}
</tbody></table></div>`
}

function row(
  locale: Locale,
  label: Html | string,
  { differs, better }: ReturnType<typeof bestValues>,
  cells: readonly (Html | string | null | undefined)[],
): Html {
  const { w } = locale
  return html`<tr role="row"${raw(differs ? ' class="differs"' : '')}><th scope="row" role="rowheader"><span>${label}${differs && html`<span class="unseen"> (${w.differs})</span>`}</span></th>${cells.map(
    (cell, at) =>
      html`<td role="cell"${raw(better[at] ? ' class="better"' : '')}>${cell ?? html`<span class="quiet">–<span class="unseen">${w.unknown}</span></span>`}${better[at] && html` <span class="best"><span aria-hidden="true">▲</span><span class="unseen">${w.better}</span></span>`}</td>`,
  )}</tr>`
}
