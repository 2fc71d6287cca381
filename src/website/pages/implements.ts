import type { ImplementSummary } from '../../schema/api/machine.ts'
import { Type } from '../../schema/api/type.ts'
import { MAX_QUERY_CODE_POINTS } from '../../schema/api/values.ts'
import { compareForm, fitText, implementRows, machineCards } from '../components/cards.ts'
import { fieldRows } from '../components/machine-spec.ts'
import { count, drawingCaption, empty, isDrawing, picture, price } from '../components/small.ts'
import { html, raw } from '../html.ts'
import { pageRoute, within } from '../page.ts'
import { implementProduct } from '../structured.ts'

const SHOWN = 24
const FIGURES = [
  'width_mm',
  'weight_kg',
  'capacity_m3',
  'carrier_min_kg',
  'carrier_max_kg',
  'flow_lpm',
  'pressure_bar',
  'impact_energy_j',
] as const satisfies readonly (keyof ImplementSummary)[]

pageRoute({
  path: 'implements',
  query: Type.Object({ q: Type.String({ default: '', maxLength: MAX_QUERY_CODE_POINTS }) }),
  async make(data, locale, { query: { q } }) {
    const { w } = locale
    const held = q === '' ? data.implements() : data.findImplements(q, data.read(q).filters)
    const title = q === '' ? w.implements : `${w.implements}: “${q}”`
    const byKind = Map.groupBy(held, ({ kind }) => kind)
    const kinds = [...byKind].sort((a, b) => b[1].length - a[1].length)
    const body = html`<h1>${title}</h1><p class="lead">${w.implementsLead}</p>
<div class="spaced">${kinds.map(
      ([kind, list], at) =>
        html`<details class="letter"${raw(at === 0 || held.length <= SHOWN ? ' open' : '')}><summary><h2>${locale.value('kind', kind)}</h2> <small>${list.length}</small></summary><div id="${kind}">${implementRows(data, locale, list)}</div></details>`,
    )}</div>${held.length === 0 && empty(w.nothingFound, w.nothingHint, [[w.allImplements, locale.to('implements')]])}`
    return {
      title,
      isUnlisted: q !== '',
      description: locale.sentences(count(locale, 'implement', held.length), w.implementsLead),
      body,
      ...within(locale, 'implements'),
    }
  },
})

pageRoute({
  path: 'implements/:slug',
  async make(data, locale, { params }) {
    const { w } = locale
    const implement = data.implements().find(({ slug }) => slug === params.slug)
    const fitting = implement && data.machinesFitting(implement.slug, SHOWN)
    if (!fitting) return undefined
    const { name, kind, manufacturer, price_inr, price_high_inr, price_kind, price_as_of } = implement
    const figures = fieldRows(locale, implement, FIGURES)
    const fit = fitText(locale, data.fitOf(implement.slug))
    const isUnstated = fit === w.fitNotStated
    const total = locale.say('fitsMany', { n: locale.figure(fitting.total) })
    const priced = {
      price_from_inr: price_inr ?? null,
      price_to_inr: price_high_inr ?? null,
      price_kind: price_kind ?? null,
      price_as_of: price_as_of ?? null,
    }
    const body = html`<div class="sheet-top"><div class="gallery"><div class="tile large">${picture(locale, implement.image, kind, locale.say('picture', { name }), true, `implements/${implement.slug}`)}${isDrawing(implement.image) && drawingCaption(locale)}</div></div>
<div class="sheet-head"><p class="eyebrow">${locale.manufacturer(manufacturer)}</p><h1>${name}</h1><ul class="tags"><li class="tag">${locale.value('kind', kind)}</li></ul>
${fit && !isUnstated && html`<p class="note">${fit}</p>`}${price(locale, priced)}
<dl class="pairs">${figures.map(({ label, text }) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl></div></div>
<section class="panel spaced" aria-labelledby="fitting"><h2 id="fitting">${w.fittingMachines}</h2>
${
  fitting.total === 0
    ? html`<p>${isUnstated ? w.fitNotStated : w.fitsNone}</p>`
    : html`<p class="quiet spaced">${total}${fitting.total > SHOWN && html` · ${locale.say('firstOf', { shown: SHOWN, n: locale.figure(fitting.total) })}`}</p>${machineCards(locale, fitting.machines)}${compareForm(locale)}`
}</section>`
    return {
      title: `${name}: ${locale.value('kind', kind)}`,
      description: locale.sentences(
        name,
        isUnstated ? w.fitNotStated : total,
        figures.map(({ label, text }) => `${label} ${text}`).join(', '),
      ),
      body,
      ...within(locale, 'implements', name, implement.slug),
      ...(isDrawing(implement.image) ? {} : { image: implement.image! }),
      structured: [implementProduct(locale, implement)],
    }
  },
})
