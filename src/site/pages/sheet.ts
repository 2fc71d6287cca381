import type { Machine } from '../../contract/machine.ts'
import { Type } from '../../contract/type.ts'
import { type Html, html } from '../html.ts'
import { pageRoute } from '../page.ts'
import { compareForm, implementCard, machineCards } from '../parts/card.ts'
import { powerAgainstPrice, withinClass } from '../parts/sheet-class.ts'
import { type AskedTerms, loanTerms, sheetLoan } from '../parts/sheet-loan.ts'
import { sheetPrices } from '../parts/sheet-prices.ts'
import { sheetSpec } from '../parts/sheet-spec.ts'
import { crumbs, picture, price, ribbon } from '../parts/small.ts'
import { usedCards } from '../parts/used-card.ts'
import type { Reader } from '../reader.ts'
import type { Rooms } from '../rooms.ts'
import { breadcrumbs, product } from '../structured.ts'

const number = () => Type.Unsafe<number | null>({ type: ['number', 'null'], default: null })
const LoanQuery = Type.Object({ down: number(), rate: number(), years: number() })
const IMPLEMENTS = 12
const USED = 4

export const sheetRoute = pageRoute<AskedTerms>({
  path: 'machines/:slug',
  query: LoanQuery,
  async make(rooms, reader, { params, query }) {
    const found = await rooms.sheet(params.slug!)
    if (!found) return undefined
    const { sheet } = found
    const { w } = reader
    const labels = rooms.classes().find(({ key }) => key === sheet.machine_class)
    const className = labels ? reader.className(labels) : sheet.machine_class
    const plural = labels ? reader.classPlural(labels) : sheet.machine_class
    const within = labels ? reader.classPluralWithin(labels) : plural
    const used = await rooms.used({ machine_slug: sheet.slug, limit: USED })
    const profile = rooms.profile(sheet.machine_class)
    const sections: [id: string, title: string, body: Html | null][] = [
      ['prices', w.prices, sheetPrices(reader, sheet)],
      ['within', reader.say('withinClass', { class: within }), withinClass(reader, sheet, profile, within)],
      ['power', w.powerAgainstPrice, powerAgainstPrice(reader, { profile, plural: within, marked: sheet })],
      ['instalments', w.instalments, sheetLoan(reader, sheet, loanTerms(query))],
      ['spec', w.specification, sheetSpec(reader, sheet)],
      ['implements', w.fittingImplements, fitting(rooms, reader, sheet)],
      ['used', w.usedOfModel, used.hits.length > 0 ? usedCards(reader, used.hits) : null],
      ['similar', w.similar, sheet.similar?.length ? machineCards(reader, sheet.similar) : null],
    ]
    const shown = sections.filter(([, , section]) => section !== null)
    const body = html`<div class="wide">
${crumbs(reader, [[plural, `classes/${sheet.machine_class}`], [reader.maker(sheet.manufacturer), `makers/${sheet.manufacturer.slug}`], [sheet.name]])}
${top(reader, sheet, className)}
<nav class="jump" aria-label="${w.onThisPage}"><ul>${shown.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
<div class="stack">${shown.map(([id, title, section]) => html`<section id="${id}" class="panel" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${section}</section>`)}</div>
${compareForm(reader)}
</div>`
    return {
      title: reader.say('sheetTitle', { name: sheet.name }),
      description: description(reader, sheet, className),
      body,
      menu: 'machines',
      canonical: `machines/${sheet.slug}`,
      ...(sheet.image ? { image: sheet.image } : {}),
      data: [
        product(reader, sheet, className),
        breadcrumbs(reader, [
          [plural, `classes/${sheet.machine_class}`],
          [sheet.name, `machines/${sheet.slug}`],
        ]),
      ],
      mayKeep: found.isCurrent,
    }
  },
})

function top(reader: Reader, machine: Machine, className: string): Html {
  const { w } = reader
  const { kind, power_source, wheel_drive, lifecycle, plate = [] } = machine
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
<ul class="tags">${tags.map((tag) => html`<li class="tag">${tag}</li>`)}</ul>
${price(reader, machine)}
${machine.is_sample && html`<p class="note">${w.sampleNote}</p>`}
<p class="actions"><label class="pick button ghost"><input type="checkbox" name="slugs" value="${machine.slug}" form="compare" data-name="${machine.name}"> <span>${w.addToCompare}</span></label><a class="button" href="${reader.to('compare', { slugs: compareSlugs(machine) })}">${w.compareSimilar}</a></p>
</div>
<ul class="plate">${plate.map((cell) => html`<li><span>${reader.plateLabel(cell)}</span><strong>${reader.figure(cell.value)} <small>${reader.value('unit', cell.unit)}</small></strong></li>`)}</ul>
</div>`
}

/** The machine and the two most similar ones. */
function compareSlugs({ slug, similar = [] }: Machine): string {
  return [slug, ...similar.slice(0, 2).map((other) => other.slug)].join()
}

function pictures(reader: Reader, machine: Machine): Html {
  const images = machine.media.filter(({ kind }) => kind === 'image')
  if (images.length < 2) {
    const alt = images[0]?.alt ?? reader.say('picture', { name: machine.name })
    return html`<div class="tile large">${picture(reader, machine.image, machine.machine_class, alt, true)}</div>`
  }
  return html`<ul class="slides" tabindex="0" aria-label="${reader.w.pictures}">${images.map(
    ({ url, alt }, at) =>
      html`<li class="tile large">${picture(reader, url, machine.machine_class, alt ?? machine.name, at === 0)}</li>`,
  )}</ul>`
}

function fitting(rooms: Rooms, reader: Reader, machine: Machine): Html | null {
  const held = rooms.fittingImplements(machine.slug)
  if (held.length === 0) return machine.machine_class === 'tractor' ? html`<p>${reader.w.noImplements}</p>` : null
  return html`<ul class="rows">${held.slice(0, IMPLEMENTS).map((implement) => implementCard(reader, implement))}</ul>${
    held.length > IMPLEMENTS &&
    html`<details><summary>${reader.w.more} (${held.length - IMPLEMENTS})</summary><ul class="rows">${held.slice(IMPLEMENTS).map((implement) => implementCard(reader, implement))}</ul></details>`
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
