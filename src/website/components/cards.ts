import { type Fitting, statesFit } from '../../catalog/implements.ts'
import type { ImplementSummary, MachineClass, MachineSummary, PriceItem, Ref } from '../../schema/api/machine.ts'
import type { ListingSummary } from '../../schema/api/market.ts'
import { LINKAGES } from '../../schema/api/values.ts'
import { type Html, html } from '../html.ts'
import { pictureKeys } from '../illustrations/illustrations.ts'
import type { Locale } from '../locale.ts'
import type { PageData } from '../page-data.ts'
import { boundsText, count } from './amounts.ts'
import { machinePrice } from './machine-prices.ts'
import { drawingOf, picture, ribbon } from './picture.ts'
import { priceNote } from './price.ts'

/** What cards show besides their machines. */
interface CardExtras {
  /** The state whose prices come first. */
  state?: string
  notes?: Notes
  /** The first machine's drawing, within the page itself. */
  drawing?: Html | null
}

/** A line below the price, by slug or id: the condition that a machine does not meet. */
export type Notes = Map<string | number, Html>

export async function machineCards(
  data: PageData,
  locale: Locale,
  machines: readonly MachineSummary[],
  extras: CardExtras = {},
): Promise<Html> {
  const prices = await data.prices(machines.map(({ slug }) => slug))
  const others = { ...extras, drawing: null }
  return html`<ul class="cards">${machines.map((machine, i) =>
    machineCard(locale, machine, prices.get(machine.slug) ?? [], i === 0 ? extras : others),
  )}</ul>`
}

function machineCard(
  locale: Locale,
  machine: MachineSummary,
  prices: readonly PriceItem[],
  { state, notes, drawing }: CardExtras,
): Html {
  const { slug, name, manufacturer, lifecycle, wheel_drive, plate = [] } = machine
  const tags = [
    wheel_drive && wheel_drive !== '2wd' && locale.value('wheel_drive', wheel_drive),
    lifecycle !== 'current' && locale.value('lifecycle', lifecycle),
  ]
  return card(locale, {
    picture: drawing || picture(locale, machine.image, machine.machine_class, { slug }),
    isSample: machine.is_sample,
    eyebrow: html`${manufacturerAbove(locale, manufacturer, name)}${tags.map((tag) => tag && html` <span class="tag">${tag}</span>`)}`,
    address: locale.to(`machines/${slug}`),
    name,
    facts: plate.slice(0, 3).map((cell) => [locale.plateLabel(cell), locale.measure(cell.value, cell.unit)]),
    price: html`${machinePrice(locale, machine, prices, state)}${notes?.get(slug)}`,
    tools: html`${comparePick(locale, slug, name)}${savePick(locale, 'slugs', slug, name)}`,
  })
}

interface Card {
  picture: Html
  isSample: boolean | undefined
  eyebrow: Html
  address: string
  name: string
  facts: [label: string, value: string][]
  price: Html
  tools: Html
}

function card(locale: Locale, { picture, isSample, eyebrow, address, name, facts, price, tools }: Card): Html {
  return html`<li class="card">
<div class="tile">${picture}${ribbon(locale, isSample)}</div>
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

/** Ticking it keeps a machine or a listing on this device; only scripts can. */
export function savePick({ w }: Locale, list: 'slugs' | 'used', key: string | number, name: string): Html {
  return html`<label class="pick save scripted-only"><input type="checkbox" data-save="${list}" value="${key}"> <span>${w.save}<span class="unseen">: ${name}</span></span></label>`
}

/** The form of the cards' ticks. Scripts keep it from page to page. */
export function compareForm(locale: Locale, selected: readonly string[] = []): Html {
  const { w } = locale
  const hidden = selected.map((slug) => html`<input type="hidden" name="slugs" value="${slug}">`)
  return html`<form id="compare" class="tray" action="${locale.to('compare')}" data-full="${w.compareFull}" data-selected="${w.selectedCount}" data-clear="${w.clear}">${hidden}<button class="button">${w.compareSelected}</button></form>`
}

/** What decides the fit: "Fits: 36–60 HP, linkage category 2", or that it is not stated; null if weight alone decides. */
export function fitText(locale: Locale, fit: Fitting | undefined): string | null {
  if (!fit) return null
  const { hp_min, hp_max, linkage } = fit
  const categories = LINKAGES.flatMap((category, i) => (linkage & (1 << i) ? [category.replace('cat-', '')] : []))
  if (!statesFit(fit)) return locale.w.fitNotStated
  const band = [
    hp_min !== null || hp_max !== null ? boundsText(locale, hp_min, hp_max, 'HP') : '',
    categories.length > 0 ? locale.say('linkageOf', { n: categories.join(', ') }) : '',
  ]
    .filter(Boolean)
    .join(', ')
  return band === '' ? null : locale.say('fitsBand', { band })
}

/** Implements as rows, with what decides their fit. */
export function implementRows(data: PageData, locale: Locale, list: readonly ImplementSummary[]): Html {
  return html`<ul class="rows">${list.map((implement) => implementCard(locale, implement, data.fitOf(implement.slug)))}</ul>`
}

function implementCard(locale: Locale, implement: ImplementSummary, fit: Fitting | undefined): Html {
  const { slug, name, kind, price_inr, price_kind, price_as_of, width_mm, weight_kg } = implement
  const needs = fitText(locale, fit)
  return html`<li class="row"><img class="thumb" src="${drawingOf(locale, kind, `implements/${slug}`)}" alt="" width="72" height="48" loading="lazy"><h3><a href="${locale.to(`implements/${slug}`)}">${name}</a></h3>
<p class="quiet">${locale.value('kind', kind)}${width_mm && html` · ${locale.measure(width_mm, 'mm')}`}${weight_kg && html` · ${locale.measure(weight_kg, 'kg')}`}${needs && html`<br>${needs}`}</p>
${price_inr ? html`<p class="price"><strong>${locale.money(price_inr)}</strong> <small>${priceNote(locale, price_kind, price_as_of)}</small></p>` : null}</li>`
}

/** A used machine in a list. */
function usedCard(data: PageData, locale: Locale, listing: ListingSummary, isSample: boolean, note?: Html): Html {
  const { id, maker_slug, maker_name, year, hours, price_inr, seller, distance_km } = listing
  const { w } = locale
  const name = usedName(listing)
  const away =
    distance_km === undefined ? '' : ` · ${locale.say('kmAway', { n: locale.figure(Math.round(distance_km)) })}`
  const inspection = locale.value('inspection', listing.inspection_mode ?? 'declared')
  return card(locale, {
    picture: picture(locale, listing.photo, classOf(listing), { slug: drawnMachine(data, listing, listing.photo) }),
    isSample,
    eyebrow: html`${manufacturerAbove(locale, { slug: maker_slug, name: maker_name }, name)} ${year}`,
    address: locale.to(`used/${id}`),
    name,
    facts: [
      ...(hours === undefined ? [] : [[w.hours, locale.figure(hours)] as [string, string]]),
      [w.district, placeOf(locale, listing) + away],
      [w.soldBy, locale.value('seller', seller ?? 'owner')],
    ],
    price: html`<p class="price"><strong>${locale.money(price_inr)}</strong> <small>${inspection} · ${locale.say('listedIn', { date: locale.month(listing.created_at) })}</small></p>${note}`,
    tools: savePick(locale, 'used', id, name),
  })
}

export function placeOf(locale: Locale, { district, state_code }: Record<'district' | 'state_code', string>): string {
  return `${locale.district(district)}, ${locale.value('state', state_code)}`
}

type ListedMachine = Pick<ListingSummary, 'machine_class' | 'vehicle_class' | 'machine_slug'>

/** The machine whose drawing stands for a listing without a photo. */
export function drawnMachine(
  data: PageData,
  listing: ListedMachine,
  photo: string | null | undefined,
): string | undefined {
  const isOfClass = !photo || photo === `/pictures/${classOf(listing)}.svg`
  return isOfClass && data.summary(listing.machine_slug ?? '') ? listing.machine_slug : undefined
}

export function usedCards(
  data: PageData,
  locale: Locale,
  { hits, samples }: { hits: readonly ListingSummary[]; samples: ReadonlySet<number> },
  { notes }: { notes?: Notes } = {},
): Html {
  return html`<ul class="cards">${hits.map((hit) => usedCard(data, locale, hit, samples.has(hit.id), notes?.get(hit.id)))}</ul>`
}

/** The manufacturer above a name, unless the name begins with it. */
function manufacturerAbove(locale: Locale, manufacturer: Ref, name: string): string {
  const label = locale.manufacturer(manufacturer)
  return name.toLowerCase().startsWith(label.toLowerCase()) ? '' : label
}

/** Manufacturer and model, without repeating the manufacturer. */
export function usedName({ maker_name, variant_name }: { maker_name: string; variant_name: string }): string {
  return variant_name.toLowerCase().startsWith(maker_name.toLowerCase())
    ? variant_name
    : `${maker_name} ${variant_name}`
}

export function classOf({ machine_class, vehicle_class }: { machine_class?: string; vehicle_class: string }): string {
  return machine_class || vehicle_class
}

/** Classes with their drawings. */
export function classTiles(locale: Locale, classes: readonly MachineClass[]): Html {
  return html`<ul class="class-tiles">${classes.map(
    (machineClass) =>
      html`<li><a href="${locale.to(`classes/${machineClass.key}`)}">${pictureKeys.includes(machineClass.key) && html`<img src="${drawingOf(locale, machineClass.key)}" alt="" width="120" height="80" loading="lazy">`}<span>${locale.classPlural(machineClass)}</span><small>${count(locale, 'machine', machineClass.count ?? 0)}</small></a></li>`,
  )}</ul>`
}
