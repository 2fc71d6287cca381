import { type Fitting, statesFit } from '../../catalog/implements.ts'
import type { ImplementSummary, MachineClass, MachineSummary, PriceItem, Ref } from '../../schema/api/machine.ts'
import type { ListingSummary } from '../../schema/api/market.ts'
import { LINKAGES } from '../../schema/api/values.ts'
import { type Html, html } from '../html.ts'
import { implementPicture } from '../illustrations/illustrations.ts'
import type { Locale } from '../locale.ts'
import type { PageData } from '../page-data.ts'
import { boundsText, count } from './amounts.ts'
import { type Picture, picture, ribbon } from './picture.ts'
import { machinePrice, priceNote } from './prices.ts'

export type Notes = Map<string | number, Html>

interface CardExtras {
  /** The state whose prices come first. */
  state?: string
  notes?: Notes
}

export async function machineCards(
  data: PageData,
  locale: Locale,
  machines: readonly MachineSummary[],
  extras: CardExtras = {},
): Promise<Html> {
  const prices = await data.prices(machines.map(({ slug }) => slug))
  return html`<ul class="cards">${machines.map((machine) =>
    machineCard(locale, machine, prices.get(machine.slug) ?? [], extras),
  )}</ul>`
}

function machineCard(
  locale: Locale,
  machine: MachineSummary,
  prices: readonly PriceItem[],
  { state, notes }: CardExtras,
): Html {
  const { slug, name, manufacturer, lifecycle, wheel_drive, plate = [] } = machine
  const tags = [
    wheel_drive && wheel_drive !== '2wd' && locale.value('wheel_drive', wheel_drive),
    lifecycle !== 'current' && locale.value('lifecycle', lifecycle),
  ]
  return card(locale, {
    picture: machinePicture(machine),
    isSample: machine.is_sample,
    eyebrow: html`${manufacturerAbove(locale, manufacturer, name)}${tags.map((tag) => tag && html` <span class="tag">${tag}</span>`)}`,
    address: locale.to(`machines/${slug}`),
    name,
    facts: plate.slice(0, 3).map((cell) => [locale.plateLabel(cell), locale.measure(cell.value, cell.unit)]),
    price: html`${machinePrice(locale, machine, prices, state)}${notes?.get(slug)}`,
    tools: html`${comparePick(locale, slug, name)}${savePick(locale, 'slugs', slug, name)}`,
  })
}

export function machinePicture(machine: Pick<MachineSummary, 'image' | 'machine_class' | 'manufacturer'>): Picture {
  return { image: machine.image, key: machine.machine_class, manufacturer: machine.manufacturer.slug }
}

interface Card {
  picture: Picture
  isSample: boolean | undefined
  eyebrow: Html
  address: string
  name: string
  facts: [label: string, value: string][]
  price: Html
  tools: Html
}

function card(locale: Locale, { picture: image, isSample, eyebrow, address, name, facts, price, tools }: Card): Html {
  return html`<li class="card">
<div class="tile">${picture(locale, image)}${ribbon(locale, isSample)}</div>
<div class="card-body">
<p class="eyebrow">${eyebrow}</p>
<h3><a href="${address}">${name}</a></h3>
${price}
<dl class="facts">${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
<p class="tools">${tools}</p>
</div></li>`
}

/** Ticking it adds the machine to the comparison, with or without scripts. */
export function comparePick({ w }: Locale, slug: string, name: string): Html {
  return html`<label class="pick"><input type="checkbox" name="slugs" value="${slug}" form="compare" data-name="${name}"> <span>${w.addToCompare}<span class="unseen">: ${name}</span></span></label>`
}

export function savePick({ w }: Locale, list: 'slugs' | 'used', key: string | number, name: string): Html {
  return html`<label class="pick save scripted-only"><input type="checkbox" data-save="${list}" value="${key}"> <span>${w.save}<span class="unseen">: ${name}</span></span></label>`
}

export function compareForm(locale: Locale, selected: readonly string[] = []): Html {
  const { w } = locale
  const hidden = selected.map((slug) => html`<input type="hidden" name="slugs" value="${slug}">`)
  return html`<form id="compare" class="tray" action="${locale.to('compare')}" data-full="${w.compareFull}" data-selected="${w.selectedCount}" data-clear="${w.clear}">${hidden}<button class="button">${w.compareSelected}</button></form>`
}

/** Says what decides the fit, such as "36–60 HP, category 2 linkage"; null if weight alone decides. */
export function fitText(locale: Locale, fit: Fitting | undefined): string | null {
  if (!fit) return null
  if (!statesFit(fit)) return locale.w.fitNotStated
  const { hp_min, hp_max, linkage } = fit
  const categories = LINKAGES.flatMap((category, i) => (linkage & (1 << i) ? [category.replace('cat-', '')] : []))
  const band = [
    hp_min !== null || hp_max !== null ? boundsText(locale, hp_min, hp_max, 'HP') : '',
    categories.length > 0 ? locale.say('linkageOf', { n: categories.join(', ') }) : '',
  ].filter(Boolean)
  return band.length === 0 ? null : locale.say('fitsBand', { band: band.join(', ') })
}

export function implementRows(data: PageData, locale: Locale, list: readonly ImplementSummary[]): Html {
  return html`<ul class="rows">${list.map((implement) => {
    const { slug, name, kind, manufacturer, price_inr, price_kind, price_as_of, width_mm, weight_kg } = implement
    const fit = fitText(locale, data.fitOf(slug))
    return html`<li class="row"><img class="thumb" src="${locale.drawing(implementPicture(kind), manufacturer.slug)}" alt="" width="72" height="48" loading="lazy"><h3><a href="${locale.to(`implements/${slug}`)}">${name}</a></h3>
<p class="quiet">${locale.value('kind', kind)}${width_mm && html` · ${locale.measure(width_mm, 'mm')}`}${weight_kg && html` · ${locale.measure(weight_kg, 'kg')}`}${fit && html`<br>${fit}`}</p>
${price_inr ? html`<p class="price"><strong>${locale.money(price_inr)}</strong> <small>${priceNote(locale, price_kind, price_as_of)}</small></p>` : null}</li>`
  })}</ul>`
}

interface UsedHits {
  hits: readonly ListingSummary[]
  samples: ReadonlySet<number>
}

export function usedCards(locale: Locale, { hits, samples }: UsedHits, notes?: Notes): Html {
  return html`<ul class="cards">${hits.map((hit) => usedCard(locale, hit, samples.has(hit.id), notes?.get(hit.id)))}</ul>`
}

function usedCard(locale: Locale, listing: ListingSummary, isSample: boolean, note?: Html): Html {
  const { id, maker_slug, maker_name, year, hours, price_inr, distance_km, inspection_mode = 'declared' } = listing
  const { w } = locale
  const name = usedName(listing)
  const km = distance_km === undefined ? '' : locale.say('kmAway', { n: locale.figure(Math.round(distance_km)) })
  const place = [placeOf(locale, listing), km].filter(Boolean).join(' · ')
  const listed = locale.say('listedIn', { date: locale.month(listing.created_at) })
  return card(locale, {
    picture: usedPicture(listing, listing.photo),
    isSample,
    eyebrow: html`${manufacturerAbove(locale, { slug: maker_slug, name: maker_name }, name)} ${year}`,
    address: locale.to(`used/${id}`),
    name,
    facts: [
      ...(hours === undefined ? [] : [[w.hours, locale.figure(hours)] as [string, string]]),
      [w.district, place],
      [w.soldBy, sellerText(locale, listing)],
    ],
    price: html`<p class="price"><strong>${locale.money(price_inr)}</strong> <small>${locale.value('inspection', inspection_mode)} · ${listed}</small></p>${note}`,
    tools: savePick(locale, 'used', id, name),
  })
}

function sellerText(locale: Locale, { seller = 'owner', dealer_name }: ListingSummary): string {
  return locale.value('seller', seller) + (dealer_name ? `: ${dealer_name}` : '')
}

export function placeOf(locale: Locale, { district, state_code }: Record<'district' | 'state_code', string>): string {
  return `${locale.district(district)}, ${locale.value('state', state_code)}`
}

type ListedMachine = Pick<ListingSummary, 'machine_class' | 'vehicle_class' | 'maker_slug'>

export function usedPicture(listing: ListedMachine, image: string | null | undefined): Picture {
  return { image, key: classOf(listing), manufacturer: listing.maker_slug }
}

function manufacturerAbove(locale: Locale, manufacturer: Ref, name: string): string {
  const label = locale.manufacturer(manufacturer)
  return name.toLowerCase().startsWith(label.toLowerCase()) ? '' : label
}

export function usedName({ maker_name, variant_name }: { maker_name: string; variant_name: string }): string {
  return variant_name.toLowerCase().startsWith(maker_name.toLowerCase())
    ? variant_name
    : `${maker_name} ${variant_name}`
}

export function classOf({ machine_class, vehicle_class }: { machine_class?: string; vehicle_class: string }): string {
  return machine_class || vehicle_class
}

export function tiles(
  locale: Locale,
  items: readonly { address: string; drawing: string; label: string; count: number }[],
): Html {
  return html`<ul class="class-tiles">${items.map(
    ({ address, drawing, label, count: n }) =>
      html`<li><a href="${address}"><img src="${drawing}" alt="" width="120" height="80" loading="lazy"><span>${label}</span><small>${count(locale, 'machine', n)}</small></a></li>`,
  )}</ul>`
}

export function classTiles(locale: Locale, classes: readonly MachineClass[]): Html {
  return tiles(
    locale,
    classes.map((its) => ({
      address: locale.to(`classes/${its.key}`),
      drawing: locale.drawing(its.key),
      label: locale.classPlural(its),
      count: its.count ?? 0,
    })),
  )
}
