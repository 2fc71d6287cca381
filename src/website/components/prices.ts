import type { Machine, MachineSummary, PriceItem } from '../../schema/api/machine.ts'
import { PRICE_KINDS } from '../../schema/api/values.ts'
import { type Html, html } from '../html.ts'
import type { Locale } from '../locale.ts'
import { type Dot, plot, scale, widen } from './charts.ts'

const OLD_MONTHS = 18

function isOld(observedAt: string): boolean {
  const since = new Date()
  since.setUTCMonth(since.getUTCMonth() - OLD_MONTHS)
  return observedAt < since.toISOString().slice(0, 10)
}

export function priceMonth(locale: Locale, observedAt: string): string {
  return locale.month(observedAt) + (isOld(observedAt) ? ` · ${locale.w.oldPrice}` : '')
}

export function range(low: number, high: number | null | undefined, write: (rupees: number) => string): string {
  const [from, to] = [write(low), write(Math.max(high ?? 0, low))]
  return from === to ? from : `${from} – ${to}`
}

export function priceNote(locale: Locale, kind: string | null | undefined, asOf: string | null | undefined): Html {
  const note = [kind && locale.value('price_kind', kind), asOf && priceMonth(locale, asOf)].filter(Boolean).join(', ')
  return asOf && isOld(asOf) ? html`<span class="old">${note}</span>` : html`${note}`
}

type Priced = Pick<MachineSummary, 'price_kind' | 'price_from_inr' | 'price_to_inr'>

const newestFirst = (a: PriceItem, b: PriceItem) => (a.observed_at < b.observed_at ? 1 : -1)

/** Returns the newest price in a state, else anywhere; of several kinds the machine's usual kind comes first. */
export function headlinePrice(prices: readonly PriceItem[], kind: string | null | undefined, state = '') {
  const newest = prices.toSorted((a, b) => Number(b.kind === kind) - Number(a.kind === kind) || newestFirst(a, b))
  return newest.find(({ state_code }) => state_code === state) ?? newest[0]
}

/** The headline price with its kind, month and place, and below it the range across all places. */
export function machinePrice(locale: Locale, machine: Priced, prices: readonly PriceItem[], state = ''): Html {
  const { price_kind, price_from_inr, price_to_inr } = machine
  const headline = headlinePrice(prices, price_kind, state)
  if (!headline) return html`<p class="price none">${locale.w.priceUnknown}</p>`
  const { price_inr, high_inr, kind, observed_at, state_code } = headline
  const money = range(price_inr, high_inr, locale.money)
  const [low, ...high] = money.split(/(?= – )/)
  const all = price_from_inr ? range(price_from_inr, price_to_inr, locale.money) : money
  return html`<p class="price"><strong>${low}</strong>${high.map((end) => html`<span>${end}</span>`)} <small>${priceNote(locale, kind, observed_at)} · ${locale.value('state', state_code)}</small></p>${all !== money && html`<p class="quiet">${locale.say('priceRange', { range: all })}</p>`}${priceFall(locale, prices, price_kind)}`
}

function priceFall(locale: Locale, prices: readonly PriceItem[], price_kind: string | null | undefined): Html | null {
  const sameKind = prices.filter(({ kind }) => kind === price_kind).sort(newestFirst)
  const places = Map.groupBy(sameKind, ({ state_code, city }) => `${state_code} ${city}`)
  const [last, before] =
    [...places.values()].find(([last, before]) => before && before.price_inr > last!.price_inr) ?? []
  if (!last || !before) return null
  const amount = locale.money(before.price_inr - last.price_inr)
  return html`<p class="fall">${locale.say('priceFall', { amount, month: locale.month(before.observed_at) })}</p>`
}

export function machinePrices(locale: Locale, machine: Machine, state: string): Html | null {
  const { w } = locale
  const prices = machine.prices.toSorted((a, b) => Number(b.state_code === state) - Number(a.state_code === state))
  if (prices.length === 0) return null
  const kind = machine.price_kind ?? prices[0]!.kind
  const byState = pricesByState(locale, prices, kind, state)
  const overTime = pricesOverTime(locale, prices)
  return html`<div class="charts">
${byState && html`<figure><figcaption>${w.pricesByState} · ${locale.value('price_kind', kind)}</figcaption>${byState}</figure>`}
${overTime && html`<figure><figcaption>${w.pricesOverTime}</figcaption>${overTime}</figure>`}
</div>
<details class="table-of"><summary>${w.allPrices} (${locale.figure(prices.length)})</summary>
<table class="stacked" id="all-prices"><thead><tr><th scope="col">${w.place}</th><th scope="col">${w.priceKind}</th><th scope="col">${w.date}</th><th scope="col" class="number">${w.price}</th><th scope="col">${w.source}</th></tr></thead><tbody>${prices.map(
    ({ state_code, city, kind, observed_at, price_inr, high_inr, source_kind }) =>
      html`<tr><th scope="row">${locale.value('state', state_code)}${city && html`, ${locale.district(city)}`}</th><td>${locale.value('price_kind', kind)}</td><td>${priceMonth(locale, observed_at)}</td><td class="number">${range(price_inr, high_inr, locale.fullMoney)}</td><td>${locale.value('source_kind', source_kind)}</td></tr>`,
  )}</tbody></table></details>`
}

const MAX_BARS = 14

function pricesByState(locale: Locale, prices: readonly PriceItem[], kind: string, state: string): Html | null {
  const sameKind = prices.filter((price) => price.kind === kind).sort(newestFirst)
  const rows = Array.from(Map.groupBy(sameKind, ({ state_code }) => state_code).values(), ([newest]) => newest!)
    .sort((a, b) => Number(b.state_code === state) - Number(a.state_code === state) || a.price_inr - b.price_inr)
    .slice(0, MAX_BARS)
  if (rows.length === 0) return null
  const highOf = ({ high_inr, price_inr }: PriceItem) => Math.max(high_inr ?? 0, price_inr)
  const share = scale(0, Math.max(...rows.map(highOf)), 0, 100)
  return html`<ul class="bars">${rows.map(
    (price) =>
      html`<li><span>${locale.value('state', price.state_code)} <small>${priceMonth(locale, price.observed_at)}</small></span><strong>${range(price.price_inr, price.high_inr, locale.money)}</strong><svg aria-hidden="true"><line class="bar more" x2="${share(highOf(price))}%"/><line class="bar" x2="${share(price.price_inr)}%"/></svg></li>`,
  )}</ul>`
}

/** Every price by its date, if any kind has two dates. Prices of one kind and place are joined by a line. */
function pricesOverTime(locale: Locale, prices: readonly PriceItem[]): Html | null {
  const time = ({ observed_at }: PriceItem) => Date.parse(observed_at)
  const kinds = PRICE_KINDS.filter((kind) => prices.some((price) => price.kind === kind))
  const dates = new Set(prices.map((price) => `${price.kind} ${price.observed_at}`))
  if (dates.size === kinds.length) return null
  const values = prices.map(({ price_inr }) => price_inr)
  const [low, high] = widen(values, 0.2)
  const [first, last] = [Math.min(...prices.map(time)), Math.max(...prices.map(time))]
  const labels = [first, last].map((date) => [date, locale.month(new Date(date).toISOString())] as const)
  const alt = locale.say('pricesOverTimeAlt', {
    n: prices.length,
    from: labels[0]![1],
    to: labels[1]![1],
    low: locale.money(Math.min(...values)),
    high: locale.money(Math.max(...values)),
  })
  const dot = (price: PriceItem): Dot => ({
    x: time(price),
    y: price.price_inr,
    title: `${locale.money(price.price_inr)}, ${priceMonth(locale, price.observed_at)}, ${locale.value('price_kind', price.kind)}, ${locale.value('state', price.state_code)}`,
    look: `series-${kinds.indexOf(price.kind)}`,
  })
  const lines = [...Map.groupBy(prices, ({ kind, state_code }) => `${kind} ${state_code}`).values()].map((line) =>
    line.toSorted((a, b) => time(a) - time(b)).map(dot),
  )
  const up = { low, high, label: locale.money }
  return html`${plot({ alt, dots: prices.map(dot), lines, across: { low: first, high: last, labels }, up })}
<ul class="legend">${kinds.map((kind, i) => html`<li><svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><circle class="series-${i}" cx="6" cy="6" r="5"/></svg> ${locale.value('price_kind', kind)}</li>`)}</ul>${low > 0 && html`<p class="quiet">${locale.say('axisBreak', { low: locale.money(low) })}</p>`}`
}
