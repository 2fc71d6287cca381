import type { ImplementSummary } from '../../contract/implement.ts'
import type { MachineSummary } from '../../contract/machine.ts'
import { type Html, html } from '../html.ts'
import type { Reader } from '../reader.ts'
import { picture, price, priceNote, ribbon } from './small.ts'

/** A machine in a list. Ticking it adds it to the comparison, with or without scripts. */
function machineCard(reader: Reader, machine: MachineSummary): Html {
  const { w } = reader
  const { slug, name, manufacturer, lifecycle, wheel_drive, plate = [] } = machine
  return html`<li class="card">
<div class="tile">${picture(reader, machine.image, machine.machine_class, '')}${ribbon(reader, machine.is_sample)}</div>
<div class="card-body">
<p class="eyebrow">${reader.maker(manufacturer)}${wheel_drive && wheel_drive !== '2wd' && html` <span class="tag">${reader.value('wheel_drive', wheel_drive)}</span>`}${lifecycle !== 'current' && html` <span class="tag">${reader.value('lifecycle', lifecycle)}</span>`}</p>
<h3><a href="${reader.to(`machines/${slug}`)}">${name}</a></h3>
<dl class="facts">${plate.slice(0, 3).map((cell) => html`<div><dt>${reader.plateLabel(cell)}</dt><dd>${reader.measure(cell.value, cell.unit)}</dd></div>`)}</dl>
${price(reader, machine)}
<label class="pick"><input type="checkbox" name="slugs" value="${slug}" form="compare" data-name="${name}"> <span>${w.addToCompare}<span class="unseen">: ${name}</span></span></label>
</div></li>`
}

export function machineCards(reader: Reader, machines: readonly MachineSummary[]): Html {
  return html`<ul class="cards">${machines.map((machine) => machineCard(reader, machine))}</ul>`
}

/** The form of the cards' ticks. Scripts keep it from page to page. */
export function compareForm(reader: Reader, chosen: readonly string[] = []): Html {
  const { w } = reader
  const held = chosen.map((slug) => html`<input type="hidden" name="slugs" value="${slug}">`)
  return html`<form id="compare" class="tray" action="${reader.to('compare')}" data-full="${w.compareFull}" data-chosen="${w.chosen}" data-clear="${w.clear}">${held}<button class="button">${w.compareChosen}</button></form>`
}

export function implementCard(reader: Reader, implement: ImplementSummary): Html {
  const { slug, name, kind, price_inr, price_kind, price_as_of, width_mm, weight_kg } = implement
  return html`<li class="row"><h3><a href="${reader.to(`implements/${slug}`)}">${name}</a></h3>
<p class="quiet">${reader.value('kind', kind)}${width_mm && html` · ${reader.measure(width_mm, 'mm')}`}${weight_kg && html` · ${reader.measure(weight_kg, 'kg')}`}</p>
${price_inr ? html`<p class="price"><strong>${reader.money(price_inr)}</strong> <small>${priceNote(reader, price_kind, price_as_of)}</small></p>` : null}</li>`
}
