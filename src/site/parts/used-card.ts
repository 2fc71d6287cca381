import type { UsedSummary } from '../../market/used.ts'
import { type Html, html } from '../html.ts'
import type { Reader } from '../reader.ts'
import { picture } from './small.ts'

/** A used machine in a list. */
function usedCard(reader: Reader, listing: UsedSummary): Html {
  const { id, maker_name, year, hours, price_inr, district, state_code, seller, inspection_mode } = listing
  const name = usedName(listing)
  return html`<li class="card">
<div class="tile photo">${picture(reader, listing.photo, classOf(listing), '')}</div>
<div class="card-body">
<p class="eyebrow">${reader.maker({ slug: listing.maker_slug, name: maker_name })} · ${year}</p>
<h3><a href="${reader.to(`used/${id}`)}">${name}</a></h3>
<dl class="facts">${hours !== undefined && html`<div><dt>${reader.w.hours}</dt><dd>${reader.figure(hours)}</dd></div>`}<div><dt>${reader.w.district}</dt><dd>${district}, ${reader.value('state', state_code)}</dd></div><div><dt>${reader.w.soldBy}</dt><dd>${reader.value('seller', seller ?? 'owner')}</dd></div></dl>
<p class="price"><strong>${reader.money(price_inr)}</strong> <small>${reader.value('inspection', inspection_mode ?? 'declared')} · ${reader.say('listedIn', { date: reader.month(listing.created_at) })}</small></p>
</div></li>`
}

export function usedCards(reader: Reader, listings: readonly UsedSummary[]): Html {
  return html`<ul class="cards">${listings.map((listing) => usedCard(reader, listing))}</ul>`
}

/** Maker and model, without repeating the maker. */
export function usedName({ maker_name, variant_name }: { maker_name: string; variant_name: string }): string {
  return variant_name.toLowerCase().startsWith(maker_name.toLowerCase())
    ? variant_name
    : `${maker_name} ${variant_name}`
}

export function classOf({ machine_class, vehicle_class }: { machine_class?: string; vehicle_class: string }): string {
  return machine_class || vehicle_class
}
