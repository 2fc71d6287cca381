import type { Machine, PriceItem } from '../../contract/machine.ts'
import { PRICE_KINDS } from '../../contract/values.ts'
import { type Html, html } from '../html.ts'
import type { Reader } from '../reader.ts'
import { dots, scale, ticks, widen } from './charts.ts'

/** Prices by state and over time as charts, and all of them as a table. */
export function sheetPrices(reader: Reader, machine: Machine): Html {
  const { w } = reader
  const { prices, price_kind } = machine
  if (prices.length === 0) return html`<p>${w.noPrices}</p>`
  const byState = pricesByState(reader, prices, price_kind ?? prices[0]!.kind)
  const overTime = pricesOverTime(reader, prices)
  return html`<div class="charts">
${byState && html`<figure><figcaption>${w.pricesByState} · ${reader.value('price_kind', price_kind ?? prices[0]!.kind)}</figcaption>${byState}</figure>`}
${overTime && html`<figure><figcaption>${w.pricesOverTime}</figcaption>${overTime}</figure>`}
</div>
<details class="table-of"><summary>${w.allPrices} (${reader.figure(prices.length)})</summary>
<div class="scroll" tabindex="0" role="group" aria-label="${w.allPrices}"><table><thead><tr><th scope="col">${w.place}</th><th scope="col">${w.kindOf}</th><th scope="col">${w.date}</th><th scope="col" class="number">${w.price}</th><th scope="col">${w.source}</th></tr></thead><tbody>${prices.map(
    ({ state_code, city, kind, observed_at, price_inr, high_inr, source_kind }) =>
      html`<tr><td>${reader.value('state', state_code)}${city && html`, ${city}`}</td><td>${reader.value('price_kind', kind)}</td><td>${reader.month(observed_at)}</td><td class="number">${reader.fullMoney(price_inr)}${high_inr && html` – ${reader.fullMoney(high_inr)}`}</td><td>${reader.value('source_kind', source_kind)}</td></tr>`,
  )}</tbody></table></div></details>`
}

/** About the width of a phone, so text in a drawing is as large as the text around it. */
const WIDTH = 400
const ROW = 42
const MAX_BARS = 14

/** The newest price of one kind in each state, as bars from low to high. */
export function pricesByState(reader: Reader, prices: readonly PriceItem[], kind: PriceItem['kind']): Html | null {
  const newest = new Map<string, PriceItem>()
  for (const price of prices) {
    if (price.kind !== kind) continue
    const known = newest.get(price.state_code)
    if (!known || price.observed_at > known.observed_at) newest.set(price.state_code, price)
  }
  const rows = [...newest.values()].sort((a, b) => a.price_inr - b.price_inr).slice(0, MAX_BARS)
  if (rows.length === 0) return null
  const highOf = (price: PriceItem) => Math.max(price.high_inr ?? 0, price.price_inr)
  const [low, high] = widen(
    rows.flatMap((price) => [price.price_inr, highOf(price)]),
    0.15,
  )
  const x = scale(low, high, 6, WIDTH - 6)
  const height = rows.length * ROW
  const alt = reader.say('pricesByStateAlt', {
    kind: reader.value('price_kind', kind),
    n: rows.length,
    low: reader.money(rows[0]!.price_inr),
    high: reader.money(Math.max(...rows.map(highOf))),
  })
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${alt}">${rows.map(
    (price, at) => {
      const y = at * ROW + 14
      const [from, to] = [x(price.price_inr), x(highOf(price))]
      return html`<text x="0" y="${y}">${reader.value('state', price.state_code)}</text><text x="${WIDTH}" y="${y}" class="strong" text-anchor="end">${reader.money(price.price_inr)}</text><path class="track" d="M6 ${y + 13}H${WIDTH - 6}"/><path class="bar" d="M${from} ${y + 13}H${Math.max(from + 0.1, to)}"/>`
    },
  )}</svg>`
}

/** Every price by its date; each kind has its own colour and shape. */
export function pricesOverTime(reader: Reader, prices: readonly PriceItem[]): Html | null {
  const months = new Set(prices.map(({ observed_at }) => observed_at))
  if (months.size < 2) return null
  const time = (price: PriceItem) => Date.parse(price.observed_at)
  const [low, high] = widen(
    prices.map((price) => price.price_inr),
    0.2,
  )
  const [first, last] = [Math.min(...prices.map(time)), Math.max(...prices.map(time))]
  const [left, bottom, height] = [92, 200, 236]
  const x = scale(first, last, left + 12, WIDTH - 24)
  const y = scale(low, high, bottom, 12)
  const alt = reader.say('pricesOverTimeAlt', {
    n: prices.length,
    from: reader.month(new Date(first).toISOString()),
    to: reader.month(new Date(last).toISOString()),
    low: reader.money(Math.min(...prices.map((price) => price.price_inr))),
    high: reader.money(Math.max(...prices.map((price) => price.price_inr))),
  })
  const kinds = PRICE_KINDS.filter((kind) => prices.some((price) => price.kind === kind))
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${alt}">
${ticks(low, high).map((price) => html`<path class="grid" d="M${left} ${y(price)}H${WIDTH - 12}"/><text x="${left - 8}" y="${y(price) + 4}" text-anchor="end">${reader.money(price)}</text>`)}
<text x="${left + 12}" y="${bottom + 26}">${reader.month(new Date(first).toISOString())}</text><text x="${WIDTH - 12}" y="${bottom + 26}" text-anchor="end">${reader.month(new Date(last).toISOString())}</text>
${kinds.map((kind, at) => {
  const line = prices.filter((price) => price.kind === kind).sort((a, b) => time(a) - time(b))
  const points = line.map((price) => [x(time(price)), y(price.price_inr)] as const)
  return html`<path class="line series-${at}" d="M${points.map(([px, py]) => `${px} ${py}`).join('L')}"/><path class="dots series-${at}" d="${dots(points)}"/>`
})}</svg>
<ul class="legend">${kinds.map((kind, at) => html`<li><svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><circle class="series-${at}" cx="6" cy="6" r="5"/></svg> ${reader.value('price_kind', kind)}</li>`)}</ul>`
}
