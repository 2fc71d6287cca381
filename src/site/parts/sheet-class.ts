import type { Machine } from '../../contract/machine.ts'
import { type ClassProfile, shareBelow } from '../../read-model/class-profile.ts'
import { type Html, html } from '../html.ts'
import type { ClassWords, Reader } from '../reader.ts'
import { middle, scatter, strip } from './charts.ts'

/** Fewer machines tell nothing about a class. */
const ENOUGH = 4

/** Where each plate figure lies within its class: a drawing in each row of a table. */
export function withinClass(reader: Reader, machine: Machine, profile: ClassProfile, words: ClassWords): Html | null {
  const { w } = reader
  const rows = (machine.plate ?? []).flatMap((cell) => {
    const values = profile.figures.get(cell.key) ?? []
    return values.length < ENOUGH || values[0] === values.at(-1) ? [] : [{ cell, values }]
  })
  if (rows.length === 0) return null
  return html`<p>${reader.say('withinClassLead', words)}</p>
<div class="scroll" tabindex="0" role="group" aria-label="${reader.say('withinClass', words)}"><table class="within"><thead><tr><th scope="col">${w.figure}</th><th scope="col" class="number">${w.this}</th><th scope="col"><span class="unseen">${w.place}</span></th><th scope="col" class="number">${w.lowest}</th><th scope="col" class="number">${w.middle}</th><th scope="col" class="number">${w.highest}</th></tr></thead><tbody>${rows.map(
    ({ cell, values }) => {
      const measure = (value: number) => reader.measure(value, cell.unit)
      const label = reader.plateLabel(cell)
      const alt = reader.say('placeAlt', {
        label,
        value: measure(cell.value),
        low: measure(values[0]!),
        high: measure(values.at(-1)!),
      })
      return html`<tr><th scope="row">${label}</th><td class="number"><strong>${measure(cell.value)}</strong></td><td>${strip(values, cell.value, alt)}<small>${reader.say('higherThan', { share: shareBelow(values, cell.value), n: reader.figure(values.length), ...words })}</small></td><td class="number">${reader.figure(values[0]!)}</td><td class="number">${reader.figure(middle(values))}</td><td class="number">${reader.figure(values.at(-1)!)}</td></tr>`
    },
  )}</tbody></table></div>`
}

/** Dots in the chart, and rows in the table beside it: those nearest in power. More would only be a cloud. */
const [MAX_DOTS, LISTED] = [80, 12]

/** Power against prices of one kind, one machine marked, and the machines nearest in power as a table. */
export function powerAgainstPrice(reader: Reader, profile: ClassProfile, words: ClassWords, marked?: Machine) {
  const { w } = reader
  const own = profile.points.find(({ slug }) => slug === marked?.slug)
  const kinds = Map.groupBy(profile.points, ({ price_kind }) => price_kind)
  const kind = own?.price_kind ?? [...kinds].sort((a, b) => b[1].length - a[1].length)[0]?.[0]
  const points = (kinds.get(kind ?? '') ?? []).filter(({ slug }) => slug !== own?.slug)
  if (kind === undefined || points.length < ENOUGH) return null
  const away = own?.engine_hp ?? middle(points.map(({ engine_hp }) => engine_hp).sort((a, b) => a - b))
  const nearest = points.toSorted((a, b) => Math.abs(a.engine_hp - away) - Math.abs(b.engine_hp - away))
  const shown = nearest.slice(0, MAX_DOTS)
  const n = reader.figure(shown.length + (own ? 1 : 0))
  const said = own
    ? reader.say('scatterAlt', { n, ...words, name: own.name })
    : reader.say('scatterPlain', { n, ...words })
  const alt = `${said} (${reader.value('price_kind', kind)})`
  const listed = [...nearest.slice(0, LISTED), ...(own ? [own] : [])].sort((a, b) => a.engine_hp - b.engine_hp)
  return html`<figure><figcaption>${alt}${points.length > shown.length && html` <small>${reader.say('nearestOf', { shown: shown.length, n: reader.figure(points.length) })}</small>`}</figcaption>${scatter(reader, shown, own, alt)}</figure>
<details class="table-of"><summary>${w.asTable}</summary><div class="scroll" tabindex="0" role="group" aria-label="${w.powerAgainstPrice}"><table><thead><tr><th scope="col">${w.machines}</th><th scope="col" class="number">${w.power}</th><th scope="col" class="number">${w.price}</th></tr></thead><tbody>${listed.map(
    ({ slug, name, engine_hp, price_from_inr }) =>
      html`<tr><td><a href="${reader.to(`machines/${slug}`)}">${name}</a></td><td class="number">${reader.measure(engine_hp, 'HP')}</td><td class="number">${reader.fullMoney(price_from_inr)}</td></tr>`,
  )}</tbody></table></div></details>`
}
