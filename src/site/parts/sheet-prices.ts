import type { Machine, PriceItem } from '../../contract/machine.ts'
import { PRICE_KINDS } from '../../contract/values.ts'
import { type Html, html } from '../html.ts'
import type { Reader } from '../reader.ts'
import { dots, scale, ticks, widen } from './charts.ts'
import { range } from './small.ts'

/** Prices by state and over time as charts, and all of them as a table; those of the chosen state first. */
export function sheetPrices(reader: Reader, machine: Machine, state: string): Html {
  const { w } = reader
  const { price_kind } = machine
  const prices = machine.prices.toSorted((a, b) => Number(b.state_code === state) - Number(a.state_code === state))
  if (prices.length === 0) return html`<p>${w.noPrices}</p>`
  const kind = price_kind ?? prices[0]!.kind
  const byState = pricesByState(reader, prices, kind, state)
  const overTime = pricesOverTime(reader, prices)
  return html`<div class="charts">
${byState && html`<figure><figcaption>${w.pricesByState} · ${reader.value('price_kind', kind)}</figcaption>${byState}</figure>`}
${overTime && html`<figure><figcaption>${w.pricesOverTime}</figcaption>${overTime}</figure>`}
</div>
<details class="table-of"><summary>${w.allPrices} (${reader.figure(prices.length)})</summary>
<div class="scroll" tabindex="0" role="group" aria-label="${w.allPrices}"><table><thead><tr><th scope="col">${w.place}</th><th scope="col">${w.kindOf}</th><th scope="col">${w.date}</th><th scope="col" class="number">${w.price}</th><th scope="col">${w.source}</th></tr></thead><tbody>${prices.map(
    ({ state_code, city, kind, observed_at, price_inr, high_inr, source_kind }) =>
      html`<tr><td>${reader.value('state', state_code)}${city && html`, ${reader.district(city)}`}</td><td>${reader.value('price_kind', kind)}</td><td>${reader.month(observed_at)}</td><td class="number">${range(price_inr, high_inr, reader.fullMoney)}</td><td>${reader.value('source_kind', source_kind)}</td></tr>`,
  )}</tbody></table></div></details>`
}

/** The price to show first to somebody from a state: the newest there, of the sheet's own kind if there is one. */
export function priceIn(machine: Machine, state: string): PriceItem | undefined {
  return machine.prices
    .filter(({ state_code }) => state_code === state)
    .sort(
      (a, b) =>
        Number(b.kind === machine.price_kind) - Number(a.kind === machine.price_kind) ||
        (a.observed_at < b.observed_at ? 1 : -1),
    )[0]
}

/** About the width of a phone, so text in a drawing is as large as the text around it. */
const WIDTH = 400
const ROW = 42
const MAX_BARS = 14

/** The newest price of one kind in each state, as bars on a line that begins at zero. */
function pricesByState(reader: Reader, prices: readonly PriceItem[], kind: string, state: string): Html | null {
  const newest = new Map<string, PriceItem>()
  for (const price of prices) {
    if (price.kind !== kind) continue
    const known = newest.get(price.state_code)
    if (!known || price.observed_at > known.observed_at) newest.set(price.state_code, price)
  }
  const rows = [...newest.values()]
    .sort((a, b) => Number(b.state_code === state) - Number(a.state_code === state) || a.price_inr - b.price_inr)
    .slice(0, MAX_BARS)
  if (rows.length === 0) return null
  const highOf = (price: PriceItem) => Math.max(price.high_inr ?? 0, price.price_inr)
  const high = Math.max(...rows.map(highOf))
  const x = scale(0, high, 6, WIDTH - 6)
  const height = rows.length * ROW + 18
  const alt = reader.say('pricesByStateAlt', {
    kind: reader.value('price_kind', kind),
    n: rows.length,
    low: reader.money(Math.min(...rows.map((price) => price.price_inr))),
    high: reader.money(high),
  })
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${alt}">${rows.map(
    (price, at) => {
      const y = at * ROW + 14
      const [from, to] = [x(price.price_inr), x(highOf(price))]
      return html`<text x="0" y="${y}">${reader.value('state', price.state_code)}</text><text x="${WIDTH}" y="${y}" class="strong" text-anchor="end">${range(price.price_inr, price.high_inr, reader.money)}</text><path class="track" d="M6 ${y + 13}H${WIDTH - 6}"/><path class="bar" d="M${from} ${y + 13}H${Math.max(from + 0.1, to)}"/>`
    },
  )}<text x="0" y="${height - 2}">₹0</text><text x="${WIDTH}" y="${height - 2}" text-anchor="end">${reader.money(high)}</text></svg>`
}

/** Every price by its date. Prices of one kind and place are joined by a line, others stand alone. */
function pricesOverTime(reader: Reader, prices: readonly PriceItem[]): Html | null {
  const months = new Set(prices.map(({ observed_at }) => observed_at))
  if (months.size < 2) return null
  const time = (price: PriceItem) => Date.parse(price.observed_at)
  const values = prices.map((price) => price.price_inr)
  const [low, high] = widen(values, 0.2)
  const [first, last] = [Math.min(...prices.map(time)), Math.max(...prices.map(time))]
  const [left, bottom, height] = [92, 200, 236]
  const x = scale(first, last, left + 12, WIDTH - 24)
  const y = scale(low, high, bottom, 12)
  const [from, to] = [first, last].map((moment) => reader.month(new Date(moment).toISOString())) as [string, string]
  const alt = reader.say('pricesOverTimeAlt', {
    n: prices.length,
    from,
    to,
    low: reader.money(Math.min(...values)),
    high: reader.money(Math.max(...values)),
  })
  const kinds = PRICE_KINDS.filter((kind) => prices.some((price) => price.kind === kind))
  const place = (price: PriceItem): [number, number] => [x(time(price)), y(price.price_inr)]
  const lines = [...Map.groupBy(prices, ({ kind, state_code }) => `${kind} ${state_code}`).values()]
    .filter((line) => new Set(line.map(time)).size > 1)
    .map((line) => line.sort((a, b) => time(a) - time(b)))
  const series = (kind: string) => kinds.indexOf(kind as (typeof kinds)[number])
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${alt}">
${ticks(low, high).map((price) => html`<path class="grid" d="M${left} ${y(price)}H${WIDTH - 12}"/><text x="${left - 8}" y="${y(price) + 4}" text-anchor="end">${reader.money(price)}</text>`)}
${low > 0 && html`<path class="grid break" d="M${left} ${bottom - 14}l-5 4l10 4l-10 4l5 4"/>`}
<text x="${left + 12}" y="${bottom + 26}">${from}</text><text x="${WIDTH - 12}" y="${bottom + 26}" text-anchor="end">${to}</text>
${lines.map((line) => html`<path class="line series-${series(line[0]!.kind)}" d="M${line.map((price) => place(price).join(' ')).join('L')}"/>`)}
${kinds.map((kind, at) => html`<path class="dots series-${at}" d="${dots(prices.filter((price) => price.kind === kind).map(place))}"/>`)}</svg>
<ul class="legend">${kinds.map((kind, at) => html`<li><svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><circle class="series-${at}" cx="6" cy="6" r="5"/></svg> ${reader.value('price_kind', kind)}</li>`)}${lines.map(
    ([price]) =>
      html`<li>— ${reader.value('price_kind', price!.kind)}, ${reader.value('state', price!.state_code)}</li>`,
  )}</ul>${low > 0 && html`<p class="quiet">${reader.say('axisBreak', { low: reader.money(low) })}</p>`}`
}
