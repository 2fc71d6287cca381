import type { Machine } from '../../schema/api/machine.ts'
import { Type } from '../../schema/api/type.ts'
import { compareForm, comparePick, implementRows, machineCards, savePick, usedCards } from '../components/cards.ts'
import { type AskedTerms, LoanQuery, loanSection } from '../components/loan.ts'
import { powerAgainstPrice, withinClass } from '../components/machine-class.ts'
import { fallText, priceIn, sheetPrices } from '../components/machine-prices.ts'
import { sheetSpec } from '../components/machine-spec.ts'
import {
  count,
  drawingCaption,
  gallery,
  isDrawing,
  picture,
  price,
  priceMonth,
  printAndShare,
  ribbon,
  type Section,
  shareAddress,
  stateChooser,
  statePrice,
} from '../components/small.ts'
import { type Html, html, raw } from '../html.ts'
import type { Locale } from '../locale.ts'
import { pageRoute } from '../page.ts'
import type { PageData } from '../page-data.ts'
import { product } from '../structured.ts'

const SheetQuery = Type.Object({
  ...LoanQuery.properties,
  state: Type.String({ default: '', maxLength: 2 }),
})
const IMPLEMENTS = 9
const USED = 4

pageRoute({
  path: 'machines/:slug',
  query: SheetQuery,
  async make(data, locale, { params, query }) {
    const found = await data.sheet(params.slug!)
    if (!found) return undefined
    const { sheet } = found
    const { w } = locale
    const { similar = [] } = sheet
    const state = query.state.toUpperCase()
    const labels = data.classOf(sheet.machine_class)
    const className = labels ? locale.className(labels) : sheet.machine_class
    const plural = labels ? locale.classPlural(labels) : sheet.machine_class
    const words = labels ? locale.classWords(labels) : { class: plural, classOf: plural }
    const used = await data.used.search({ machine_slug: sheet.slug, limit: USED })
    const profile = await data.profile(sheet.machine_class)
    const sections: [id: string, title: string, section: Section | null][] = [
      ['prices', w.prices, sheetPrices(locale, sheet, state)],
      ['instalments', w.instalments, loanOf(locale, sheet, state, query)],
      ['spec', w.specification, sheetSpec(locale, sheet)],
      ['within', locale.say('withinClass', words), withinClass(locale, sheet, profile, words)],
      ['power', w.powerAgainstPrice, powerAgainstPrice(locale, profile, words, sheet)],
      ['used', w.usedOfModel, counted('used', used.total, () => usedCards(data, locale, used))],
      ['implements', w.fittingImplements, fitting(data, locale, sheet)],
      ['similar', w.similar, counted('machine', similar.length, () => machineCards(locale, similar))],
    ]
    const shown = sections.flatMap(([id, title, section]) => (section ? { id, title, ...section } : []))
    const isOpen = (id: string) => id === 'prices' || (id === 'instalments' && query.down !== null)
    const body = html`${top(locale, sheet, className, state)}
<nav class="jump" aria-label="${w.onThisPage}"><ul>${shown.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
${shown.map(({ id, title, figure, body }) => html`<details class="panel"${raw(isOpen(id) ? ' open' : '')}><summary><h2>${title}</h2><small>${figure}</small></summary><div id="${id}">${body}</div></details>`)}
${compareForm(locale)}`
    return {
      title: locale.say('machineTitle', { name: sheet.name }),
      description: description(locale, sheet, className),
      body,
      menu: 'machines',
      canonical: `machines/${sheet.slug}`,
      image: isDrawing(sheet.image) ? shareAddress(sheet.machine_class) : sheet.image!,
      structured: [product(locale, sheet, className)],
      trail: [
        [plural, `classes/${sheet.machine_class}`],
        [locale.manufacturer(sheet.manufacturer), `makers/${sheet.manufacturer.slug}`],
        [sheet.name, `machines/${sheet.slug}`],
      ],
      mayKeep: found.isCurrent,
    }

    function counted(noun: 'machine' | 'used', n: number, body: () => Html): Section | null {
      return n > 0 ? { figure: count(locale, noun, n), body: body() } : null
    }
  },
})

/** In the order of importance: picture, name, price, one main act, then what else one can do. */
function top(locale: Locale, machine: Machine, className: string, state: string): Html {
  const { w } = locale
  const { slug, name, kind, power_source, wheel_drive, lifecycle, plate = [], similar = [] } = machine
  const there = state ? priceIn(machine, state) : undefined
  const tags = [
    lifecycle !== 'current' && locale.value('lifecycle', lifecycle),
    className,
    kind && locale.value('kind', kind),
    wheel_drive && locale.value('wheel_drive', wheel_drive),
    power_source && locale.value('power_source', power_source),
  ].filter((tag): tag is string => Boolean(tag))
  /** The machine and the two most similar ones. */
  const slugs = [slug, ...similar.slice(0, 2).map((other) => other.slug)].join()
  return html`<div class="sheet-top">
<div class="gallery">${pictures(locale, machine)}${ribbon(locale, machine.is_sample)}</div>
<div class="sheet-head">
<p class="eyebrow"><a href="${locale.to(`makers/${machine.manufacturer.slug}`)}">${locale.manufacturer(machine.manufacturer)}</a></p>
<h1>${name}</h1>
<ul class="tags">${[...new Set(tags)].map((tag) => html`<li class="tag">${tag}</li>`)}</ul>
${there && statePrice(locale, there)}${price(locale, machine)}${fallText(locale, machine)}
${stateChooser(locale, `machines/${slug}`, { state, states: machine.prices.map(({ state_code }) => state_code) })}
${similar.length > 0 && html`<p class="actions"><a class="button" href="${locale.to('compare', { slugs })}">${w.compareSimilar}</a></p>`}
<p class="tools">${comparePick(locale, slug, name)}${savePick(locale, 'slugs', slug, name)}${printAndShare(locale)}</p>
${machine.is_sample && html`<p class="quiet">${w.sampleNote}</p>`}
</div>
<ul class="plate">${plate.map((cell) => html`<li><span>${locale.plateLabel(cell)}</span><strong>${locale.figure(cell.value)} <small>${locale.unit(cell.unit, cell.value)}</small></strong></li>`)}</ul>
</div>`
}

function pictures(locale: Locale, machine: Machine): Html {
  const { machine_class, name, slug, media } = machine
  const images = media.filter(({ kind }) => kind === 'image')
  const own = images.length > 1 ? images : [{ url: machine.image, alt: images[0]?.alt }]
  const slides = own.map(({ url, alt }, at) => {
    const isDrawn = isDrawing(url) && (!url || url === `/pictures/${machine_class}.svg`)
    const said = (!isDrawn && alt) || locale.say('picture', { name })
    return html`${picture(locale, url, machine_class, said, at === 0, isDrawn ? slug : undefined)}${isDrawn && drawingCaption(locale)}`
  })
  return gallery(slides, locale.w.pictures)
}

function fitting(data: PageData, locale: Locale, machine: Machine): Section | null {
  const held = data.fittingImplements(machine.slug)
  const unstated = data.unstatedImplements(machine.slug)
  if (held.length + unstated.length === 0) return null
  const rest = held.slice(IMPLEMENTS)
  const body = html`${implementRows(data, locale, held.slice(0, IMPLEMENTS))}${
    rest.length > 0 &&
    html`<details class="rest"><summary>${locale.w.more} (${rest.length})</summary>${implementRows(data, locale, rest)}</details>`
  }${
    unstated.length > 0 &&
    html`<details class="rest"><summary>${locale.w.fitNotStated} (${unstated.length})</summary>${implementRows(data, locale, unstated)}</details>`
  }`
  return { figure: count(locale, 'implement', held.length), body }
}

function description(locale: Locale, machine: Machine, className: string): string {
  const { price_from_inr, price_kind, price_as_of } = machine
  const figures = (machine.plate ?? [])
    .slice(0, 4)
    .map((cell) => `${locale.plateLabel(cell)} ${locale.measure(cell.value, cell.unit)}`)
  const said = price_from_inr
    ? `${locale.money(price_from_inr)} (${locale.value('price_kind', price_kind ?? 'estimate')}${price_as_of ? `, ${priceMonth(locale, price_as_of)}` : ''})`
    : locale.w.priceUnknown
  return locale.say('machineDescription', {
    name: machine.name,
    class: className,
    figures: figures.join(', '),
    price: said,
  })
}

/** Instalments of the price in the chosen state, else of the lowest price. */
function loanOf(locale: Locale, machine: Machine, state: string, query: AskedTerms) {
  const { slug, price_from_inr, price_kind, price_as_of } = machine
  const there = state ? priceIn(machine, state) : undefined
  const price = there?.price_inr ?? price_from_inr
  if (!price) return null
  const date = there?.observed_at ?? price_as_of
  const kind = locale.value('price_kind', there?.kind ?? price_kind ?? 'estimate')
  const about = { price, kind: there ? `${kind}, ${locale.value('state', state)}` : kind, state }
  return loanSection(locale, `machines/${slug}`, { ...about, month: date ? priceMonth(locale, date) : '' }, query)
}
