import type { ImplementSummary } from '../../schema/api/machine.ts'
import { Type } from '../../schema/api/type.ts'
import { MAX_QUERY_CODE_POINTS } from '../../schema/api/values.ts'
import { count } from '../components/amounts.ts'
import { compareForm, fitText, implementRows, machineCards } from '../components/cards.ts'
import { empty } from '../components/forms.ts'
import { fieldRows } from '../components/machine-spec.ts'
import { drawingCaption, isDrawing, picture } from '../components/picture.ts'
import { priceNote, range } from '../components/prices.ts'
import { pairs, section } from '../components/sections.ts'
import { html, raw } from '../html.ts'
import { implementPicture } from '../illustrations/illustrations.ts'
import { pageRoute, within } from '../page.ts'
import { implementProduct } from '../structured.ts'

const MAX_MACHINES = 24
const FIELDS = [
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
    const hits = q === '' ? data.implements() : data.findImplements(q, data.read(q).filters)
    const title = q === '' ? w.implements : `${w.implements}: “${q}”`
    const kinds = [...Map.groupBy(hits, ({ kind }) => kind)].sort((a, b) => b[1].length - a[1].length)
    const body = html`<h1>${title}</h1><p class="lead">${w.implementsLead}</p>
<div class="spaced">${kinds.map(
      ([kind, list], i) =>
        html`<details class="letter"${raw(i === 0 || hits.length <= MAX_MACHINES ? ' open' : '')}><summary><h2>${locale.value('kind', kind)}</h2> <small>${list.length}</small></summary><div id="${kind}">${implementRows(data, locale, list)}</div></details>`,
    )}</div>${hits.length === 0 && empty(w.nothingFound, w.nothingHint, [w.allImplements, locale.to('implements')])}`
    return {
      title,
      isUnlisted: q !== '',
      description: locale.sentences(count(locale, 'implement', hits.length), w.implementsLead),
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
    const fitting = implement && data.machinesFitting(implement.slug, MAX_MACHINES)
    if (!fitting) return undefined
    const { slug, name, kind, image, manufacturer, price_inr, price_high_inr, price_kind, price_as_of } = implement
    const rows = fieldRows(locale, implement, FIELDS)
    const fit = fitText(locale, data.fitOf(slug))
    const isUnstated = fit === w.fitNotStated
    const n = locale.figure(fitting.total)
    const total = locale.say('fitsMany', { n })
    const shown = { image, key: implementPicture(kind), manufacturer: manufacturer.slug }
    const body = html`<div class="detail-top"><div class="gallery"><div class="tile large">${picture(locale, shown, { alt: locale.say('picture', { name }), isFirst: true })}${isDrawing(image) && drawingCaption(locale)}</div></div>
<div class="detail-head"><p class="eyebrow">${locale.manufacturer(manufacturer)}</p><h1>${name}</h1><ul class="tags"><li class="tag">${locale.value('kind', kind)}</li></ul>
${fit && !isUnstated && html`<p class="note">${fit}</p>`}${price_inr ? html`<p class="price"><strong>${range(price_inr, price_high_inr, locale.money)}</strong> <small>${priceNote(locale, price_kind, price_as_of)}</small></p>` : html`<p class="price none">${w.priceUnknown}</p>`}
${pairs(rows)}</div></div>
${section('fitting', w.fittingMachines, fitting.total === 0 ? html`<p>${isUnstated ? w.fitNotStated : w.fitsNone}</p>` : [html`<p class="quiet spaced">${total}${fitting.total > MAX_MACHINES && html` · ${locale.say('firstOf', { shown: MAX_MACHINES, n })}`}</p>`, await machineCards(data, locale, fitting.machines), compareForm(locale)])}`
    const figures = rows.map((row) => row.join(' ')).join(', ')
    return {
      title: `${name}: ${locale.value('kind', kind)}`,
      description: locale.sentences(name, isUnstated ? w.fitNotStated : total, figures),
      body,
      ...within(locale, 'implements', name, slug),
      ...(isDrawing(image) ? {} : { image: image! }),
      structured: [implementProduct(locale, implement)],
    }
  },
})
