import type { Machine } from '../../schema/api/machine.ts'
import { Type } from '../../schema/api/type.ts'
import {
  compareForm,
  comparePick,
  implementRows,
  machineCards,
  machinePicture,
  savePick,
  usedCards,
} from '../components/cards.ts'
import { printAndShare, stateChooser } from '../components/forms.ts'
import { type LoanParameters, LoanQuery, loanSection } from '../components/loan.ts'
import { powerAgainstPrice, withinClass } from '../components/machine-class.ts'
import { machineSpec } from '../components/machine-spec.ts'
import { drawingCaption, gallery, isDrawing, picture, ribbon, shareAddress } from '../components/picture.ts'
import { headlinePrice, machinePrice, machinePrices, priceMonth } from '../components/prices.ts'
import { section } from '../components/sections.ts'
import { type Html, html } from '../html.ts'
import type { Locale } from '../locale.ts'
import { pageRoute } from '../page.ts'
import type { PageData } from '../page-data.ts'
import { product } from '../structured.ts'

const MachineQuery = Type.Object({
  ...LoanQuery.properties,
  state: Type.String({ default: '', maxLength: 2 }),
})
const [MAX_IMPLEMENTS, MAX_USED] = [9, 4]

pageRoute({
  path: 'machines/:slug',
  query: MachineQuery,
  async make(data, locale, { params, query }) {
    const detail = await data.machine(params.slug!)
    if (!detail) return undefined
    const { sheet: machine } = detail
    const { slug, name, machine_class, manufacturer, image, similar = [] } = machine
    const { w } = locale
    const state = query.state.toUpperCase()
    const labels = data.classOf(machine_class)
    const className = labels ? locale.className(labels) : machine_class
    const plural = labels ? locale.classPlural(labels) : machine_class
    const inText = labels ? locale.classInText(labels) : machine_class
    const used = await data.used.search({ machine_slug: slug, limit: MAX_USED })
    const profile = await data.profile(machine_class)
    const sections: [id: string, title: string, body: Html | false | null][] = [
      ['prices', w.prices, machinePrices(locale, machine, state)],
      ['instalments', w.instalments, loanOf(locale, machine, state, query)],
      ['spec', w.specification, machineSpec(locale, machine)],
      ['within', locale.say('withinClass', { class: inText }), withinClass(locale, machine, profile, inText)],
      ['power', w.powerAgainstPrice, powerAgainstPrice(locale, profile, inText, machine)],
      ['used', w.usedOfModel, used.total > 0 && usedCards(locale, used)],
      ['implements', w.fittingImplements, fittingImplements(data, locale, slug)],
      ['similar', w.similar, similar.length > 0 && (await machineCards(data, locale, similar, { state }))],
    ]
    const filled = sections.filter(([, , body]) => body)
    const body = html`${top(locale, machine, className, state)}
<nav class="jump" aria-label="${w.onThisPage}"><ul>${filled.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
${filled.map(([id, title, body]) => section(id, title, body))}
${compareForm(locale)}`
    return {
      title: locale.say('machineTitle', { name }),
      description: description(locale, machine, className, state),
      body,
      menu: 'machines',
      canonical: `machines/${slug}`,
      image: isDrawing(image) ? shareAddress(machine_class) : image!,
      structured: [product(locale, machine, className)],
      trail: [
        [plural, `classes/${machine_class}`],
        [locale.manufacturer(manufacturer), `makers/${manufacturer.slug}`],
        [name, `machines/${slug}`],
      ],
      mayKeep: detail.isCurrent,
    }
  },
})

function top(locale: Locale, machine: Machine, className: string, state: string): Html {
  const { w } = locale
  const { slug, name, manufacturer, kind, power_source, wheel_drive, lifecycle } = machine
  const { plate = [], similar = [], prices } = machine
  const tags = [
    lifecycle !== 'current' && locale.value('lifecycle', lifecycle),
    className,
    kind && locale.value('kind', kind),
    wheel_drive && locale.value('wheel_drive', wheel_drive),
    power_source && locale.value('power_source', power_source),
  ].filter((tag): tag is string => Boolean(tag))
  const slugs = [slug, ...similar.slice(0, 2).map((other) => other.slug)].join()
  return html`<div class="detail-top">
<div class="gallery">${pictures(locale, machine)}${ribbon(locale, machine.is_sample)}</div>
<div class="detail-head">
<p class="eyebrow"><a href="${locale.to(`makers/${manufacturer.slug}`)}">${locale.manufacturer(manufacturer)}</a></p>
<h1>${name}</h1>
<ul class="tags">${[...new Set(tags)].map((tag) => html`<li class="tag">${tag}</li>`)}</ul>
${machinePrice(locale, machine, prices, state)}
${stateChooser(locale, `machines/${slug}`, { state, states: prices.map(({ state_code }) => state_code) })}
<p class="actions">${similar.length > 0 && html`<a class="button" href="${locale.to('compare', { slugs })}">${w.compareSimilar}</a>`}${printAndShare(locale, name, `machines/${slug}`)}</p>
<p class="tools">${comparePick(locale, slug, name)}${savePick(locale, 'slugs', slug, name)}</p>
${machine.is_sample && html`<p class="quiet">${w.sampleNote}</p>`}
</div>
<ul class="plate">${plate.map((cell) => html`<li><span>${locale.plateLabel(cell)}</span><strong>${locale.figure(cell.value)} <small>${locale.unit(cell.unit, cell.value)}</small></strong></li>`)}</ul>
</div>`
}

function pictures(locale: Locale, machine: Machine): Html {
  const { machine_class, name, media } = machine
  const images = media.filter(({ kind }) => kind === 'image')
  const photos = images.length > 1 ? images : [{ url: machine.image, alt: images[0]?.alt }]
  const slides = photos.map(({ url, alt }, i) => {
    const isOfClass = !url || url === `/pictures/${machine_class}.svg`
    const text = (!isOfClass && alt) || locale.say('picture', { name })
    const shown = { ...machinePicture(machine), image: url }
    return html`${picture(locale, shown, { alt: text, isFirst: i === 0 })}${isOfClass && drawingCaption(locale)}`
  })
  return gallery(slides, locale.w.pictures)
}

function fittingImplements(data: PageData, locale: Locale, slug: string): Html | null {
  const fitting = data.fittingImplements(slug)
  const unstated = data.unstatedImplements(slug)
  if (fitting.length + unstated.length === 0) return null
  const rest = (label: string, list: typeof fitting) =>
    list.length > 0 &&
    html`<details class="rest"><summary>${label} (${list.length})</summary>${implementRows(data, locale, list)}</details>`
  return html`${implementRows(data, locale, fitting.slice(0, MAX_IMPLEMENTS))}${rest(locale.w.more, fitting.slice(MAX_IMPLEMENTS))}${rest(locale.w.fitNotStated, unstated)}`
}

function description(locale: Locale, machine: Machine, className: string, state: string): string {
  const figures = (machine.plate ?? [])
    .slice(0, 4)
    .map((cell) => `${locale.plateLabel(cell)} ${locale.measure(cell.value, cell.unit)}`)
  const headline = headlinePrice(machine.prices, machine.price_kind, state)
  const price = headline
    ? `${locale.money(headline.price_inr)} (${locale.value('price_kind', headline.kind)}, ${priceMonth(locale, headline.observed_at)}, ${locale.value('state', headline.state_code)})`
    : locale.w.priceUnknown
  return locale.say('machineDescription', { name: machine.name, class: className, figures: figures.join(', '), price })
}

function loanOf(locale: Locale, machine: Machine, state: string, query: LoanParameters): Html | null {
  const headline = headlinePrice(machine.prices, machine.price_kind, state)
  if (!headline) return null
  const { price_inr, kind, observed_at, state_code } = headline
  const about = {
    price: price_inr,
    kind: `${locale.value('price_kind', kind)}, ${locale.value('state', state_code)}`,
    month: priceMonth(locale, observed_at),
    state,
  }
  return loanSection(locale, `machines/${machine.slug}`, about, query)
}
