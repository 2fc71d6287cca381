import { bandOf, type ClassProfile, shareBelow } from '../../read-model/class-profile.ts'
import type { Machine } from '../../schema/api/machine.ts'
import { type Html, html } from '../html.ts'
import type { Locale } from '../locale.ts'
import { BANDS, boundsText } from './amounts.ts'
import { median, plot, strip, ticks, widen } from './charts.ts'

/** Fewer machines say nothing about a class. */
const MIN_MACHINES = 4

/** Where each plate value lies among the machines on sale of its power band, or if they are few of its class. */
export function withinClass(locale: Locale, machine: Machine, profile: ClassProfile, plural: string): Html | null {
  const { w } = locale
  const band = bandOf(machine.engine_hp)
  const inBand = profile.figures.get(band)
  const isBanded = band !== '' && (inBand?.get('engine_hp')?.length ?? 0) >= MIN_MACHINES
  const figures = isBanded ? inBand : profile.figures.get('')
  const rows = (machine.plate ?? []).flatMap((cell) => {
    const values = figures?.get(cell.key) ?? []
    return values.length < MIN_MACHINES || values[0] === values.at(-1) ? [] : [{ cell, values }]
  })
  if (rows.length === 0) return null
  const { from = null, to = null } = BANDS.find(({ name }) => isBanded && name === band) ?? {}
  const among = isBanded
    ? locale.say('withinBand', { class: plural, band: boundsText(locale, from, to, 'HP') })
    : locale.say('withinAll', { class: plural })
  return html`<p>${among}</p>
<table class="stacked within"><thead><tr><th scope="col">${w.figure}</th><th scope="col" class="number">${w.thisMachine}</th><th scope="col"><span class="unseen">${w.place}</span></th><th scope="col" class="number">${w.lowest}</th><th scope="col" class="number">${w.middle}</th><th scope="col" class="number">${w.highest}</th></tr></thead><tbody>${rows.map(
    ({ cell, values }) => {
      const measure = (value: number) => locale.measure(value, cell.unit)
      const label = locale.plateLabel(cell)
      const [low, high] = [values[0]!, values.at(-1)!]
      const alt = locale.say('placeAlt', { label, value: measure(cell.value), low: measure(low), high: measure(high) })
      return html`<tr><th scope="row">${label}</th><td class="number"><strong>${measure(cell.value)}</strong></td><td>${strip(values, cell.value, alt)}<small>${rank(locale, values, cell.value)}</small></td><td class="number">${locale.figure(low)}</td><td class="number">${locale.figure(median(values))}</td><td class="number">${locale.figure(high)}</td></tr>`
    },
  )}</tbody></table>`
}

function rank(locale: Locale, values: readonly number[], value: number): string {
  const n = locale.figure(values.length)
  const share = shareBelow(values, value)
  if (value <= values[0]!) return locale.say('lowestOf', { n })
  if (value >= values.at(-1)!) return locale.say('highestOf', { n })
  if (share <= 10) return locale.say('nearLowest', { n })
  return share >= 90 ? locale.say('nearHighest', { n }) : locale.say('higherThan', { share, n })
}

const [MAX_DOTS, MAX_ROWS] = [80, 12]

export function powerAgainstPrice(
  locale: Locale,
  profile: ClassProfile,
  plural: string,
  machine?: Machine,
): Html | null {
  const { w } = locale
  const { slug = '', price_from_inr, price_kind, engine_hp: hp } = machine ?? {}
  const kinds = Map.groupBy(profile.points, (point) => point.price_kind)
  const [usual] = [...kinds].sort((a, b) => b[1].length - a[1].length)[0] ?? []
  const isMarked = Boolean(price_from_inr && hp && price_kind)
  const kind = isMarked ? price_kind! : usual
  const points = (kinds.get(kind ?? '') ?? []).filter((point) => point.slug !== slug)
  if (!kind || points.length < MIN_MACHINES) return null
  const center = hp ?? median(points.map(({ engine_hp }) => engine_hp).sort((a, b) => a - b))
  const nearest = points.toSorted((a, b) => Math.abs(a.engine_hp - center) - Math.abs(b.engine_hp - center))
  const name = isMarked ? machine!.name : ''
  const marked = isMarked ? [{ slug, name, engine_hp: hp!, price_from_inr: price_from_inr! }] : []
  const plotted = [...nearest.slice(0, MAX_DOTS), ...marked]
  const n = locale.figure(plotted.length)
  const title = locale.say(isMarked ? 'scatterAlt' : 'scatterPlain', { n, class: plural, name })
  const alt = `${title} (${locale.value('price_kind', kind)})`
  const rows = [...nearest.slice(0, MAX_ROWS), ...marked].sort((a, b) => a.engine_hp - b.engine_hp)
  const [low, high] = widen(plotted.map(({ engine_hp }) => engine_hp))
  const [, top] = widen(plotted.map((point) => point.price_from_inr))
  const dots = plotted.map((point) => ({
    x: point.engine_hp,
    y: point.price_from_inr,
    title: `${point.name}: ${locale.measure(point.engine_hp, 'HP')}, ${locale.money(point.price_from_inr)}`,
    look: point.slug === slug ? 'mark' : 'other',
  }))
  // Only the last label has the unit: with it on each, labels overlap on a phone.
  const labels = ticks(low, high).map(
    (hp, i, all) => [hp, i < all.length - 1 ? locale.figure(hp) : locale.measure(hp, 'HP')] as const,
  )
  const chart = plot({ alt, dots, across: { low, high, labels }, up: { low: 0, high: top, label: locale.money } })
  return html`<figure><figcaption>${alt}${points.length > MAX_DOTS && html` <small>${locale.say('nearestOf', { shown: MAX_DOTS, n: locale.figure(points.length) })}</small>`}</figcaption>${chart}</figure>
<details class="table-of"><summary>${w.asTable}</summary><table class="stacked"><thead><tr><th scope="col">${w.machines}</th><th scope="col" class="number">${w.power}</th><th scope="col" class="number">${w.price}</th></tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row"><a href="${locale.to(`machines/${row.slug}`)}">${row.name}</a></th><td class="number">${locale.measure(row.engine_hp, 'HP')}</td><td class="number">${locale.fullMoney(row.price_from_inr)}</td></tr>`,
  )}</tbody></table></details>`
}
