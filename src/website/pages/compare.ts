import type { Static } from 'typebox'
import { bestValues, likePrices } from '../../catalog/comparison.ts'
import type { Machine } from '../../schema/api/machine.ts'
import { joined, Type } from '../../schema/api/type.ts'
import { EMPTY_QUERY } from '../../search/types.ts'
import { compareForm, machineCards, machinePicture } from '../components/cards.ts'
import { valuesOf } from '../components/filters.ts'
import { empty, hiddenFields, searchForm, stateChooser } from '../components/forms.ts'
import { FURTHER, fieldText } from '../components/machine-spec.ts'
import { picture, ribbon } from '../components/picture.ts'
import { machinePrice, priceNote } from '../components/prices.ts'
import { section } from '../components/sections.ts'
import { type Html, html, raw } from '../html.ts'
import type { Locale } from '../locale.ts'
import { pageRoute } from '../page.ts'

const MAX_MACHINES = 4
const CompareQuery = Type.Object({
  slugs: joined(),
  add: Type.String({ default: '', maxLength: 200 }),
  state: Type.String({ default: '', maxLength: 2 }),
  only: Type.String({ default: '', maxLength: 20 }),
})

type CompareParameters = Static<typeof CompareQuery>

pageRoute({
  path: 'compare',
  query: CompareQuery,
  async make(data, locale, { query }) {
    const { w } = locale
    const state = query.state.toUpperCase()
    const slugs = [...new Set(valuesOf(query.slugs))].slice(0, MAX_MACHINES * 2)
    const details = await Promise.all(slugs.map((slug) => data.machine(slug)))
    const machines = details.flatMap((detail) => detail?.sheet ?? []).slice(0, MAX_MACHINES)
    const missing = slugs.filter((_, i) => !details[i])
    const offers = await findOffers()
    const title = machines.length > 1 ? machines.map(({ name }) => name).join(' – ') : w.compareTitle
    const body = html`<h1>${w.compareTitle}</h1>
<p class="lead">${w.compareLead}</p>
${missing.length > 0 && html`<p class="note">${locale.say('notFoundSlugs', { names: missing.join(', ').slice(0, 300) })}</p>`}
${machines.length === 0 ? empty(w.compareEmpty, w.compareEmptyText, [w.allMachines, locale.to('machines')]) : table(locale, machines, query)}
${machines.length < MAX_MACHINES && addForm(locale, machines, query)}
${
  (offers.length > 0 || query.add !== '') &&
  section('offers', query.add ? w.results : w.similar, [
    offers.length > 0 ? await machineCards(data, locale, offers, { state }) : html`<p>${w.nothingFound}</p>`,
    compareForm(
      locale,
      machines.map(({ slug }) => slug),
    ),
  ])
}`
    return {
      title,
      description: locale.sentences(title, w.compareLead),
      body,
      menu: 'compare',
      isUnlisted: machines.length < 2,
      trail: [[w.compareTitle, 'compare']],
      mayKeep: details.every((detail) => !detail || detail.isCurrent),
    }

    async function findOffers() {
      if (machines.length >= MAX_MACHINES) return []
      const compared = new Set(machines.map(({ slug }) => slug))
      const list = query.add
        ? (await data.search({ ...EMPTY_QUERY, q: query.add, limit: 8 })).page.hits
        : (machines[0]?.similar ?? [])
      return list.filter(({ slug }) => !compared.has(slug)).slice(0, 4)
    }
  },
})

function addForm(locale: Locale, machines: readonly Machine[], { add, state, only }: CompareParameters): Html {
  const { w } = locale
  const hidden = hiddenFields({ slugs: machines.map(({ slug }) => slug).join(), state, only })
  const search = { path: 'compare', name: 'add', label: w.addMachine, value: add, hint: w.addMachine }
  return searchForm(locale, search, undefined, hidden)
}

function table(locale: Locale, machines: readonly Machine[], query: CompareParameters): Html {
  const { w } = locale
  const slugs = machines.map(({ slug }) => slug)
  const state = query.state.toUpperCase()
  const isShort = query.only === 'differences'
  const rows = FURTHER.flatMap((field) => {
    const texts = machines.map((machine) => fieldText(locale, machine, field))
    const judged = bestValues(
      field,
      machines.map((machine) => machine[field]),
      machines,
    )
    return texts.every((text) => text === null) || (isShort && !judged.differs) ? [] : [{ field, texts, judged }]
  })
  const like = likePrices(machines, state)
  const prices = machines.map((machine, i) => {
    const item = like?.prices[i]
    if (item) return html`${locale.money(item.price_inr)} <small>${priceNote(locale, null, item.observed_at)}</small>`
    return machine.prices.length > 0 ? machinePrice(locale, machine, machine.prices, state) : null
  })
  const label = like
    ? html`${w.price} <small>${locale.value('price_kind', like.kind)}, ${locale.value('state', like.state_code)}</small>`
    : w.price
  const judged = bestValues('price_from_inr', like ? like.prices.map((item) => item?.price_inr) : [], machines)
  const states = machines.flatMap(({ prices }) => prices.map(({ state_code }) => state_code))
  const toggle = { slugs: slugs.join(), state: query.state, only: isShort ? '' : 'differences' }
  const parameters = { slugs: slugs.join(), ...(isShort ? { only: 'differences' } : {}) }
  const without = (slug: string) => ({
    ...parameters,
    state: query.state,
    slugs: slugs.filter((other) => other !== slug).join(),
  })
  return html`<div class="compare-tools"><a class="button ghost" href="${locale.to('compare', toggle)}">${isShort ? w.allFigures : w.onlyDifferences}</a>${stateChooser(locale, 'compare', { state, states, parameters })}</div>
${!like && prices.filter(Boolean).length > 1 && html`<p class="note">${w.pricesUnlike}</p>`}
${machines.length > 2 && html`<p class="quiet more-columns">${locale.say('moreColumns', { n: machines.length })} <span aria-hidden="true">→</span></p>`}
<div class="scroll comparing of-${machines.length}" tabindex="0" role="group" aria-label="${w.compareTitle}"><table class="stacked comparison of-${machines.length}"><thead><tr class="pictures"><td></td>${machines.map(
    (machine) =>
      html`<td><div class="tile">${picture(locale, machinePicture(machine), { isFirst: true })}${ribbon(locale, machine.is_sample)}</div></td>`,
  )}</tr><tr class="heads"><td></td>${machines.map(
    ({ slug, name, manufacturer }) =>
      html`<th scope="col"><p class="eyebrow">${locale.manufacturer(manufacturer)}</p><a href="${locale.to(`machines/${slug}`)}">${name}</a>
<p><a class="quiet target" href="${locale.to('compare', without(slug))}">${w.removeFrom}<span class="unseen">: ${name}</span></a></p></th>`,
  )}</tr></thead><tbody>
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
  return html`<tr${raw(differs ? ' class="differs"' : '')}><th scope="row"><span>${label}${differs && html`<span class="unseen"> (${w.differs})</span>`}</span></th>${cells.map(
    (cell, i) =>
      html`<td${raw(better[i] ? ' class="better"' : '')}>${cell ?? html`<span class="quiet">–<span class="unseen">${w.unknown}</span></span>`}${better[i] && html` <span class="best"><span aria-hidden="true">▲</span><span class="unseen">${w.better}</span></span>`}</td>`,
  )}</tr>`
}
