import type { Machine } from '../../contract/machine.ts'
import { pricesByState, pricesOverTime } from '../charts/price-charts.ts'
import { type Html, html } from '../html.ts'
import type { Reader } from '../reader.ts'

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
