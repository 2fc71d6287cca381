import { bandOf, type ClassProfile, shareBelow } from '../../read-model/class-profile.ts'
import type { Machine } from '../../schema/api/machine.ts'
import { type Html, html } from '../html.ts'
import type { ClassWords, Locale } from '../locale.ts'
import { BANDS, boundsText } from './amounts.ts'
import { middle, plot, strip, ticks, widen } from './charts.ts'

/** Fewer machines say nothing about a class. */
const MIN_MACHINES = 4

/** Where each plate figure lies among the machines on sale of its band of power, or if they are few of its class. */
export function withinClass(locale: Locale, machine: Machine, profile: ClassProfile, words: ClassWords): Html | null {
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
    ? locale.say('withinBand', { ...words, band: boundsText(locale, from, to, 'HP') })
    : locale.say('withinAll', words)
  return html`<p>${among}</p>
<table class="stacked within"><thead><tr><th scope="col">${w.figure}</th><th scope="col" class="number">${w.thisMachine}</th><th scope="col"><span class="unseen">${w.place}</span></th><th scope="col" class="number">${w.lowest}</th><th scope="col" class="number">${w.middle}</th><th scope="col" class="number">${w.highest}</th></tr></thead><tbody>${rows.map(
    ({ cell, values }) => {
      const measure = (value: number) => locale.measure(value, cell.unit)
      const label = locale.plateLabel(cell)
      const [low, high] = [values[0]!, values.at(-1)!]
      const alt = locale.say('placeAlt', { label, value: measure(cell.value), low: measure(low), high: measure(high) })
      return html`<tr><th scope="row">${label}</th><td class="number"><strong>${measure(cell.value)}</strong></td><td>${strip(values, cell.value, alt)}<small>${rank(values, cell.value)}</small></td><td class="number">${locale.figure(low)}</td><td class="number">${locale.figure(middle(values))}</td><td class="number">${locale.figure(high)}</td></tr>`
    },
  )}</tbody></table>`

  function rank(values: readonly number[], value: number): string {
    const n = locale.figure(values.length)
    if (value <= values[0]!) return locale.say('lowestOf', { n })
    if (value >= values.at(-1)!) return locale.say('highestOf', { n })
    const share = shareBelow(values, value)
    if (share <= 10) return locale.say('nearLowest', { n })
    if (share >= 90) return locale.say('nearHighest', { n })
    return locale.say('higherThan', { share, n, ...words })
  }
}

/** Dots in the chart, and rows in its table: the machines nearest in power. More would only be a cloud. */
const [MAX_DOTS, MAX_ROWS] = [80, 12]

/** Power against prices of one kind, one machine marked, and the machines nearest in power as a table. */
export function powerAgainstPrice(
  locale: Locale,
  profile: ClassProfile,
  words: ClassWords,
  machine?: Machine,
): Html | null {
  const { w } = locale
  const { slug, price_from_inr, engine_hp: hp } = machine ?? {}
  const kinds = Map.groupBy(profile.points, ({ price_kind }) => price_kind)
  const kind =
    (price_from_inr && hp && machine?.price_kind) || [...kinds].sort((a, b) => b[1].length - a[1].length)[0]?.[0]
  const points = (kinds.get(kind ?? '') ?? []).filter((point) => point.slug !== slug)
  if (!kind || points.length < MIN_MACHINES) return null
  const center = hp ?? middle(points.map(({ engine_hp }) => engine_hp).sort((a, b) => a - b))
  const nearest = points.toSorted((a, b) => Math.abs(a.engine_hp - center) - Math.abs(b.engine_hp - center))
  const marked =
    machine && price_from_inr && hp && kind === machine.price_kind
      ? [{ slug: machine.slug, name: machine.name, engine_hp: hp, price_from_inr }]
      : []
  const plotted = [...nearest.slice(0, MAX_DOTS), ...marked]
  const n = locale.figure(plotted.length)
  const [{ name } = { name: '' }] = marked
  const title = locale.say(name ? 'scatterAlt' : 'scatterPlain', { n, ...words, name })
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
  const marks = ticks(low, high)
  const labels = marks.map(
    (hp, i) => [hp, i < marks.length - 1 ? locale.figure(hp) : locale.measure(hp, 'HP')] as const,
  )
  const chart = plot({ alt, dots, across: { low, high, labels }, up: { low: 0, high: top, label: locale.money } })
  return html`<figure><figcaption>${alt}${points.length > MAX_DOTS && html` <small>${locale.say('nearestOf', { shown: MAX_DOTS, n: locale.figure(points.length) })}</small>`}</figcaption>${chart}</figure>
<details class="table-of"><summary>${w.asTable}</summary><table class="stacked"><thead><tr><th scope="col">${w.machines}</th><th scope="col" class="number">${w.power}</th><th scope="col" class="number">${w.price}</th></tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row"><a href="${locale.to(`machines/${row.slug}`)}">${row.name}</a></th><td class="number">${locale.measure(row.engine_hp, 'HP')}</td><td class="number">${locale.fullMoney(row.price_from_inr)}</td></tr>`,
  )}</tbody></table></details>`
}
