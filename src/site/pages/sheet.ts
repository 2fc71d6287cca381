import { type LoanTerms, toLoan, USUAL_TERMS } from '../../catalogue/instalments.ts'
import type { Machine } from '../../contract/machine.ts'
import { Type } from '../../contract/type.ts'
import { type Html, html } from '../html.ts'
import { pageRoute } from '../page.ts'
import type { PageData } from '../page-data.ts'
import { compareForm, implementRows, machineCards, usedCards } from '../parts/cards.ts'
import { powerAgainstPrice, withinClass } from '../parts/sheet-class.ts'
import { priceIn, sheetPrices } from '../parts/sheet-prices.ts'
import { sheetSpec } from '../parts/sheet-spec.ts'
import { count, drawingCaption, isDrawing, picture, price, ribbon, stateChooser, statePrice } from '../parts/small.ts'
import type { Reader } from '../reader.ts'
import { product } from '../structured.ts'

const number = () => Type.Unsafe<number | null>({ type: ['number', 'null'], default: null })
const SheetQuery = Type.Object({
  down: number(),
  rate: number(),
  years: number(),
  state: Type.String({ default: '', maxLength: 2 }),
})
const IMPLEMENTS = 12
const USED = 4

pageRoute({
  path: 'machines/:slug',
  query: SheetQuery,
  async make(data, reader, { params, query }) {
    const found = await data.sheet(params.slug!)
    if (!found) return undefined
    const { sheet } = found
    const { w } = reader
    const state = query.state.toUpperCase()
    const labels = data.classOf(sheet.machine_class)
    const className = labels ? reader.className(labels) : sheet.machine_class
    const plural = labels ? reader.classPlural(labels) : sheet.machine_class
    const words = labels ? reader.classWords(labels) : { class: plural, classOf: plural }
    const used = await data.used.search({ machine_slug: sheet.slug, limit: USED })
    const profile = await data.profile(sheet.machine_class)
    const sections: [id: string, title: string, body: Html | null][] = [
      ['prices', w.prices, sheetPrices(reader, sheet, state)],
      ['within', reader.say('withinClass', words), withinClass(reader, sheet, profile, words)],
      ['power', w.powerAgainstPrice, powerAgainstPrice(reader, profile, words, sheet)],
      ['instalments', w.instalments, sheetLoan(reader, sheet, loanTerms(query))],
      ['spec', w.specification, sheetSpec(reader, sheet)],
      ['implements', w.fittingImplements, fitting(data, reader, sheet)],
      ['used', w.usedOfModel, used.hits.length > 0 ? usedCards(reader, used) : null],
      ['similar', w.similar, sheet.similar?.length ? machineCards(reader, sheet.similar) : null],
    ]
    const shown = sections.filter(([, , section]) => section !== null)
    const body = html`${top(reader, sheet, className, state, { used: used.total, implements: data.fittingImplements(sheet.slug).length })}
<nav class="jump" aria-label="${w.onThisPage}"><ul>${shown.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
<div class="stack">${shown.map(([id, title, section]) => html`<section id="${id}" class="panel" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${section}</section>`)}</div>
${compareForm(reader)}`
    return {
      title: reader.say('sheetTitle', { name: sheet.name }),
      description: description(reader, sheet, className),
      body,
      menu: 'machines',
      canonical: `machines/${sheet.slug}`,
      image: isDrawing(sheet.image) ? `/pictures/shared/${sheet.slug}.png` : sheet.image!,
      structured: [product(reader, sheet, className)],
      trail: [
        [plural, `classes/${sheet.machine_class}`],
        [reader.maker(sheet.manufacturer), `makers/${sheet.manufacturer.slug}`],
        [sheet.name, `machines/${sheet.slug}`],
      ],
      mayKeep: found.isCurrent,
    }
  },
})

function top(
  reader: Reader,
  machine: Machine,
  className: string,
  state: string,
  counts: { used: number; implements: number },
): Html {
  const { w } = reader
  const { kind, power_source, wheel_drive, lifecycle, plate = [] } = machine
  const there = state ? priceIn(machine, state) : undefined
  const tags = [
    className,
    kind && reader.value('kind', kind),
    wheel_drive && reader.value('wheel_drive', wheel_drive),
    power_source && reader.value('power_source', power_source),
    lifecycle !== 'current' && reader.value('lifecycle', lifecycle),
  ].filter((tag): tag is string => Boolean(tag))
  return html`<div class="sheet-top">
<div class="gallery">${pictures(reader, machine)}${ribbon(reader, machine.is_sample)}</div>
<div class="sheet-head">
<p class="eyebrow"><a href="${reader.to(`makers/${machine.manufacturer.slug}`)}">${reader.maker(machine.manufacturer)}</a></p>
<h1>${machine.name}</h1>
<ul class="tags">${[...new Set(tags)].map((tag) => html`<li class="tag">${tag}</li>`)}</ul>
${there && statePrice(reader, there)}${price(reader, machine)}
${stateChooser(reader, `machines/${machine.slug}`, { state, states: machine.prices.map(({ state_code }) => state_code) })}
${machine.is_sample && html`<p class="note">${w.sampleNote}</p>`}
<p class="actions sheet-bar"><label class="pick button ghost"><input type="checkbox" name="slugs" value="${machine.slug}" form="compare" data-name="${machine.name}"> <span>${w.addToCompare}</span></label>${machine.similar?.length ? html`<a class="button" href="${reader.to('compare', { slugs: compareSlugs(machine) })}">${w.compareSimilar}</a>` : null}${counts.used > 0 && html`<a class="button ghost" href="#used">${count(reader, 'used', counts.used)}</a>`}${counts.implements > 0 && html`<a class="button ghost" href="#implements">${count(reader, 'implement', counts.implements)}</a>`}<button type="button" class="button ghost scripted-only" data-print>${w.print}</button><button type="button" class="button ghost" data-share hidden>${w.share}</button></p>
</div>
<ul class="plate">${plate.map((cell) => html`<li><span>${reader.plateLabel(cell)}</span><strong>${reader.figure(cell.value)} <small>${reader.unit(cell.unit, cell.value)}</small></strong></li>`)}</ul>
</div>`
}

/** The machine and the two most similar ones. */
function compareSlugs({ slug, similar = [] }: Machine): string {
  return [slug, ...similar.slice(0, 2).map((other) => other.slug)].join()
}

function pictures(reader: Reader, machine: Machine): Html {
  const images = machine.media.filter(({ kind }) => kind === 'image')
  if (images.length < 2) {
    const isDrawn = isDrawing(machine.image)
    const alt = (!isDrawn && images[0]?.alt) || reader.say('picture', { name: machine.name })
    return html`<div class="tile large">${picture(reader, machine.image, machine.machine_class, alt, true, machine.slug)}${isDrawn && drawingCaption(reader, machine)}</div>`
  }
  return html`<ul class="slides" tabindex="0" aria-label="${reader.w.pictures}">${images.map(({ url, alt }, at) =>
    url === `/pictures/${machine.machine_class}.svg`
      ? html`<li class="tile large">${picture(reader, url, machine.machine_class, reader.say('picture', { name: machine.name }), at === 0, machine.slug)}${drawingCaption(reader, machine)}</li>`
      : html`<li class="tile large">${picture(reader, url, machine.machine_class, alt ?? machine.name, at === 0)}</li>`,
  )}</ul>`
}

function fitting(data: PageData, reader: Reader, machine: Machine): Html | null {
  const held = data.fittingImplements(machine.slug)
  if (held.length === 0) return machine.machine_class === 'tractor' ? html`<p>${reader.w.noImplements}</p>` : null
  return html`${implementRows(data, reader, held.slice(0, IMPLEMENTS))}${
    held.length > IMPLEMENTS &&
    html`<details><summary>${reader.w.more} (${held.length - IMPLEMENTS})</summary>${implementRows(data, reader, held.slice(IMPLEMENTS))}</details>`
  }`
}

function description(reader: Reader, machine: Machine, className: string): string {
  const { price_from_inr, price_kind, price_as_of } = machine
  const figures = (machine.plate ?? [])
    .slice(0, 4)
    .map((cell) => `${reader.plateLabel(cell)} ${reader.measure(cell.value, cell.unit)}`)
  const said = price_from_inr
    ? `${reader.money(price_from_inr)} (${reader.value('price_kind', price_kind ?? 'estimate')}${price_as_of ? `, ${reader.month(price_as_of)}` : ''})`
    : reader.w.priceUnknown
  return reader.say('sheetDescription', {
    name: machine.name,
    class: className,
    figures: figures.join(', '),
    price: said,
  })
}

/** What an address may ask for; other values are moved inside. */
const BOUNDS: Record<keyof LoanTerms, [least: number, most: number]> = { down: [0, 90], rate: [0, 36], years: [1, 10] }

type AskedTerms = { [K in keyof LoanTerms]: number | null }

function loanTerms(asked: AskedTerms): LoanTerms {
  const term = (name: keyof LoanTerms) => {
    const [least, most] = BOUNDS[name]
    return Math.min(Math.max(asked[name] ?? USUAL_TERMS[name], least), most)
  }
  return { down: term('down'), rate: term('rate'), years: Math.round(term('years')) }
}

/** Monthly and half-yearly instalments. The form works without scripts: it requests this page again. */
function sheetLoan(reader: Reader, machine: Machine, terms: LoanTerms): Html | null {
  const { w } = reader
  const price = machine.price_from_inr
  if (!price) return null
  const { principal, monthly, halfYearly } = toLoan(price, terms)
  const field = (name: keyof LoanTerms, label: string, step: string) =>
    html`<label>${label}<input type="number" name="${name}" value="${terms[name]}" min="${BOUNDS[name][0]}" max="${BOUNDS[name][1]}" step="${step}" inputmode="decimal"></label>`
  const way = (label: string, { amount, count, interest }: typeof monthly) =>
    html`<div class="loan-way"><h3>${label}</h3><p class="big">${reader.fullMoney(amount)}</p><p class="quiet">${reader.say('instalmentCount', { n: count })} · ${w.interestInAll} ${reader.fullMoney(interest)}</p></div>`
  return html`<div class="loan">
<form action="${reader.to(`machines/${machine.slug}`)}#instalments" class="loan-form">${field('down', w.downPayment, '1')}${field('rate', w.rate, '0.05')}${field('years', w.years, '1')}<button class="button ghost">${w.calculate}</button></form>
<div class="loan-ways">${way(w.monthly, monthly)}${way(w.halfYearly, halfYearly)}</div>
<p>${reader.sentences(reader.say('loanOf', { amount: reader.money(principal) }))} ${reader.say('assumptions', { price: reader.fullMoney(price), kind: reader.value('price_kind', machine.price_kind ?? 'estimate'), month: machine.price_as_of ? reader.month(machine.price_as_of) : '', ...terms })} ${w.instalmentsLead} ${w.halfYearlyNote}</p></div>`
}
