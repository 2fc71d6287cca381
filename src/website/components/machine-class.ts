import { bandOf, type ClassProfile, shareBelow } from '../../read-model/class-profile.ts'
import type { Machine } from '../../schema/api/machine.ts'
import { html } from '../html.ts'
import type { ClassWords, Locale } from '../locale.ts'
import { middle, plot, strip, ticks, widen } from './charts.ts'
import { BANDS, boundsText, count, type Section } from './small.ts'

/** Fewer machines tell nothing about a class. */
const ENOUGH = 4

/** Where each plate figure lies among the machines on sale of its band of power, or for want of them of its class. */
export function withinClass(locale: Locale, machine: Machine, profile: ClassProfile, words: ClassWords) {
  const { w } = locale
  const band = bandOf(machine.engine_hp)
  const held = profile.figures.get(band)
  const isBanded = band !== '' && (held?.get('engine_hp')?.length ?? 0) >= ENOUGH
  const figures = isBanded ? held : profile.figures.get('')
  const rows = (machine.plate ?? []).flatMap((cell) => {
    const values = figures?.get(cell.key) ?? []
    return values.length < ENOUGH || values[0] === values.at(-1) ? [] : [{ cell, values }]
  })
  if (rows.length === 0) return null
  const { from = null, to = null } = BANDS.find(({ name }) => isBanded && name === band) ?? {}
  const among = isBanded
    ? locale.say('withinBand', { ...words, band: boundsText(locale, from, to, 'HP') })
    : locale.say('withinAll', words)
  const body = html`<p>${among}</p>
<table class="within"><thead><tr><th scope="col">${w.figure}</th><th scope="col" class="number">${w.thisMachine}</th><th scope="col"><span class="unseen">${w.place}</span></th><th scope="col" class="number">${w.lowest}</th><th scope="col" class="number">${w.middle}</th><th scope="col" class="number">${w.highest}</th></tr></thead><tbody>${rows.map(
    ({ cell, values }) => {
      const measure = (value: number) => locale.measure(value, cell.unit)
      const label = locale.plateLabel(cell)
      const [low, high] = [values[0]!, values.at(-1)!]
      const alt = locale.say('placeAlt', { label, value: measure(cell.value), low: measure(low), high: measure(high) })
      return html`<tr><th scope="row">${label}</th><td class="number"><strong>${measure(cell.value)}</strong></td><td>${strip(values, cell.value, alt)}<small>${higher(values, cell.value)}</small></td><td class="number">${locale.figure(low)}</td><td class="number">${locale.figure(middle(values))}</td><td class="number">${locale.figure(high)}</td></tr>`
    },
  )}</tbody></table>`
  const { cell, values } = rows[0]!
  return { figure: `${locale.plateLabel(cell)}: ${higher(values, cell.value)}`, body }

  function higher(values: readonly number[], value: number): string {
    const n = locale.figure(values.length)
    if (value <= values[0]!) return locale.say('lowestOf', { n })
    if (value >= values.at(-1)!) return locale.say('highestOf', { n })
    const share = shareBelow(values, value)
    if (share <= 10) return locale.say('nearLowest', { n })
    if (share >= 90) return locale.say('nearHighest', { n })
    return locale.say('higherThan', { share, n, ...words })
  }
}

/** Dots in the chart, and rows in the table beside it: those nearest in power. More would only be a cloud. */
const [MAX_DOTS, LISTED] = [80, 12]

/** Power against prices of one kind, one machine marked, and the machines nearest in power as a table. */
export function powerAgainstPrice(
  locale: Locale,
  profile: ClassProfile,
  words: ClassWords,
  marked?: Machine,
): Section | null {
  const { w } = locale
  const { slug: own, price_from_inr, engine_hp: hp } = marked ?? {}
  const isOwn = (point: { slug: string }) => point.slug === own
  const kinds = Map.groupBy(profile.points, ({ price_kind }) => price_kind)
  const kind =
    (price_from_inr && hp && marked?.price_kind) || [...kinds].sort((a, b) => b[1].length - a[1].length)[0]?.[0]
  const points = (kinds.get(kind ?? '') ?? []).filter((point) => !isOwn(point))
  if (!kind || points.length < ENOUGH) return null
  const away = hp ?? middle(points.map(({ engine_hp }) => engine_hp).sort((a, b) => a - b))
  const nearest = points.toSorted((a, b) => Math.abs(a.engine_hp - away) - Math.abs(b.engine_hp - away))
  const isPlaced = marked && price_from_inr && hp && kind === marked.price_kind
  const itself = isPlaced ? [{ slug: own!, name: marked.name, engine_hp: hp, price_from_inr }] : []
  const shown = [...nearest.slice(0, MAX_DOTS), ...itself]
  const n = locale.figure(shown.length)
  const said = isPlaced
    ? locale.say('scatterAlt', { n, ...words, name: marked.name })
    : locale.say('scatterPlain', { n, ...words })
  const alt = `${said} (${locale.value('price_kind', kind)})`
  const listed = [...nearest.slice(0, LISTED), ...itself].sort((a, b) => a.engine_hp - b.engine_hp)
  const [low, high] = widen(shown.map(({ engine_hp }) => engine_hp))
  const [, top] = widen(shown.map(({ price_from_inr }) => price_from_inr))
  const dots = shown.map(({ slug, name, engine_hp, price_from_inr }) => ({
    x: engine_hp,
    y: price_from_inr,
    name,
    address: locale.to(`machines/${slug}`),
    figures: `${locale.measure(engine_hp, 'HP')} · ${locale.money(price_from_inr)}`,
    look: slug === own ? 'mark' : 'other',
  }))
  const labels = ticks(low, high).map((hp) => [hp, locale.measure(hp, 'HP')] as const)
  const chart = plot({ alt, dots, across: { low, high, labels }, up: { low: 0, high: top, label: locale.money } })
  const body = html`<figure><figcaption>${alt}${points.length > MAX_DOTS && html` <small>${locale.say('nearestOf', { shown: MAX_DOTS, n: locale.figure(points.length) })}</small>`}</figcaption>${chart}</figure>
<details class="table-of"><summary>${w.asTable}</summary><table class="narrow-rows"><thead><tr><th scope="col">${w.machines}</th><th scope="col" class="number">${w.power}</th><th scope="col" class="number">${w.price}</th></tr></thead><tbody>${listed.map(
    ({ slug, name, engine_hp, price_from_inr }) =>
      html`<tr><td><a href="${locale.to(`machines/${slug}`)}">${name}</a></td><td class="number">${locale.measure(engine_hp, 'HP')}</td><td class="number">${locale.fullMoney(price_from_inr)}</td></tr>`,
  )}</tbody></table></details>`
  return { figure: count(locale, 'machine', shown.length), body }
}
