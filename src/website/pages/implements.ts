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
  async make(data, reader, { query: { q } }) {
    const { w } = reader
    const held = q === '' ? data.implements() : data.findImplements(q, data.read(q).filters)
    const title = q === '' ? w.implements : `${w.implements}: “${q}”`
    const byKind = Map.groupBy(held, ({ kind }) => kind)
    const kinds = [...byKind].sort((a, b) => b[1].length - a[1].length)
    const body = html`<h1>${title}</h1><p class="lead">${w.implementsLead}</p>
<div class="spaced">${kinds.map(
      ([kind, list], at) =>
        html`<details class="letter"${raw(at === 0 || held.length <= SHOWN ? ' open' : '')}><summary><h2>${reader.value('kind', kind)}</h2> <small>${list.length}</small></summary><div id="${kind}">${implementRows(data, reader, list)}</div></details>`,
    )}</div>${held.length === 0 && empty(w.nothingFound, w.nothingHint, [[w.allImplements, reader.to('implements')]])}`
    return {
      title,
      isUnlisted: q !== '',
      description: reader.sentences(count(reader, 'implement', held.length), w.implementsLead),
      body,
      ...within(reader, 'implements'),
    }
  },
})

pageRoute({
  path: 'implements/:slug',
  async make(data, reader, { params }) {
    const { w } = reader
    const implement = data.implements().find(({ slug }) => slug === params.slug)
    const fitting = implement && data.machinesFitting(implement.slug, SHOWN)
    if (!fitting) return undefined
    const { name, kind, manufacturer, price_inr, price_high_inr, price_kind, price_as_of } = implement
    const figures = fieldRows(reader, implement, FIGURES)
    const fit = fitText(reader, data.fitOf(implement.slug))
    const isUnstated = fit === w.fitNotStated
    const total = reader.say('fitsMany', { n: reader.figure(fitting.total) })
    const priced = {
      price_from_inr: price_inr ?? null,
      price_to_inr: price_high_inr ?? null,
      price_kind: price_kind ?? null,
      price_as_of: price_as_of ?? null,
    }
    const body = html`<div class="sheet-top"><div class="gallery"><div class="tile large">${picture(reader, implement.image, kind, reader.say('picture', { name }), true, `implements/${implement.slug}`)}${isDrawing(implement.image) && drawingCaption(reader)}</div></div>
<div class="sheet-head"><p class="eyebrow">${reader.maker(manufacturer)}</p><h1>${name}</h1><ul class="tags"><li class="tag">${reader.value('kind', kind)}</li></ul>
${fit && !isUnstated && html`<p class="note">${fit}</p>`}${price(reader, priced)}
<dl class="pairs">${figures.map(({ label, text }) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl></div></div>
<section class="panel spaced" aria-labelledby="fitting"><h2 id="fitting">${w.fittingMachines}</h2>
${
  fitting.total === 0
    ? html`<p>${isUnstated ? w.fitNotStated : w.fitsNone}</p>`
    : html`<p class="quiet spaced">${total}${fitting.total > SHOWN && html` · ${reader.say('firstOf', { shown: SHOWN, n: reader.figure(fitting.total) })}`}</p>${machineCards(reader, fitting.machines)}${compareForm(reader)}`
}</section>`
    return {
      title: `${name}: ${reader.value('kind', kind)}`,
      description: reader.sentences(
        name,
        isUnstated ? w.fitNotStated : total,
        figures.map(({ label, text }) => `${label} ${text}`).join(', '),
      ),
      body,
      ...within(reader, 'implements', name, implement.slug),
      ...(isDrawing(implement.image) ? {} : { image: implement.image! }),
      structured: [implementProduct(reader, implement)],
    }
  },
})
