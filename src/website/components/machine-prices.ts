import type { Machine, MachineSummary, PriceItem } from '../../schema/api/machine.ts'
import { PRICE_KINDS } from '../../schema/api/values.ts'
import { type Html, html } from '../html.ts'
import type { Locale } from '../locale.ts'
import type { PageData } from '../page-data.ts'
import type { Notes } from './cards.ts'
import { type Dot, plot, scale, widen } from './charts.ts'
import { priceMonth, range, type Section } from './small.ts'

/** Prices by state and over time as charts, and all of them as a table; those of the chosen state first. */
export function sheetPrices(locale: Locale, machine: Machine, state: string): Section | null {
  const { w } = locale
  const { price_kind } = machine
  const prices = machine.prices.toSorted((a, b) => Number(b.state_code === state) - Number(a.state_code === state))
  if (prices.length === 0) return null
  const kind = price_kind ?? prices[0]!.kind
  const byState = pricesByState(locale, prices, kind, state)
  const overTime = pricesOverTime(locale, prices)
  const body = html`<div class="charts">
${byState && html`<figure><figcaption>${w.pricesByState} · ${locale.value('price_kind', kind)}</figcaption>${byState}</figure>`}
${overTime && html`<figure><figcaption>${w.pricesOverTime}</figcaption>${overTime}</figure>`}
</div>
<details class="table-of"><summary>${w.allPrices} (${locale.figure(prices.length)})</summary>
<table class="narrow-rows" id="all-prices"><thead><tr><th scope="col">${w.place}</th><th scope="col">${w.kindOf}</th><th scope="col">${w.date}</th><th scope="col" class="number">${w.price}</th><th scope="col">${w.source}</th></tr></thead><tbody>${prices.map(
    ({ state_code, city, kind, observed_at, price_inr, high_inr, source_kind }) =>
      html`<tr><td>${locale.value('state', state_code)}${city && html`, ${locale.district(city)}`}</td><td>${locale.value('price_kind', kind)}</td><td>${priceMonth(locale, observed_at)}</td><td class="number">${range(price_inr, high_inr, locale.fullMoney)}</td><td>${locale.value('source_kind', source_kind)}</td></tr>`,
  )}</tbody></table></details>`
  return { figure: range(machine.price_from_inr ?? prices[0]!.price_inr, machine.price_to_inr, locale.money), body }
}

type Prices = { prices: readonly PriceItem[]; price_kind?: string | null | undefined }

/** Of two prices of one kind and place, the newest lower than the one before; of several such pairs the newest. */
export function fallText(locale: Locale, { prices, price_kind }: Prices): Html | undefined {
  const kept = prices.filter(({ kind }) => kind === price_kind)
  const [now, before] =
    [...Map.groupBy(kept, ({ state_code, city }) => `${state_code} ${city}`).values()]
      .map((line) => line.toSorted((a, b) => (a.observed_at < b.observed_at ? 1 : -1)))
      .sort(([a], [b]) => (a!.observed_at < b!.observed_at ? 1 : -1))
      .find(([now, before]) => before && before.price_inr > now!.price_inr) ?? []
  if (!now || !before) return undefined
  const amount = locale.money(before.price_inr - now.price_inr)
  return html`<p class="fall">${locale.say('priceFall', { amount, month: locale.month(before.observed_at) })}</p>`
}

/** What cards say of their machines' prices: those of a state, if one is asked for, and what each fell by. */
export async function pricesBeside(data: PageData, locale: Locale, machines: readonly MachineSummary[], state = '') {
  const notes: Notes = new Map()
  const there = new Map<string, PriceItem>()
  const known = await data.prices(machines.map(({ slug }) => slug))
  for (const { slug, price_kind } of machines) {
    const prices = { prices: known.get(slug) ?? [], price_kind }
    const [fall, local] = [fallText(locale, prices), state && priceIn(prices, state)]
    if (fall) notes.set(slug, fall)
    if (local) there.set(slug, local)
  }
  return { notes, there: state ? there : undefined }
}

/** The price to show first to somebody from a state: the newest there, of the sheet's own kind if there is one. */
export function priceIn({ prices, price_kind }: Prices, state: string): PriceItem | undefined {
  return prices
    .filter(({ state_code }) => state_code === state)
    .sort(
      (a, b) =>
        Number(b.kind === price_kind) - Number(a.kind === price_kind) || (a.observed_at < b.observed_at ? 1 : -1),
    )[0]
}

const MAX_BARS = 14

/** The newest price of one kind in each state, as bars that begin at nothing. */
function pricesByState(locale: Locale, prices: readonly PriceItem[], kind: string, state: string): Html | null {
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
  const highOf = ({ high_inr, price_inr }: PriceItem) => Math.max(high_inr ?? 0, price_inr)
  const share = scale(0, Math.max(...rows.map(highOf)), 0, 100)
  return html`<ul class="bars">${rows.map(
    (price) =>
      html`<li><span>${locale.value('state', price.state_code)} <small>${priceMonth(locale, price.observed_at)}</small></span><strong>${range(price.price_inr, price.high_inr, locale.money)}</strong><svg aria-hidden="true"><line class="bar more" x2="${share(highOf(price))}%"/><line class="bar" x2="${share(price.price_inr)}%"/></svg></li>`,
  )}</ul>`
}

/** Every price by its date, if any kind in any place has two. Prices of one kind and place are joined by a line. */
function pricesOverTime(locale: Locale, prices: readonly PriceItem[]): Html | null {
  const time = ({ observed_at }: PriceItem) => Date.parse(observed_at)
  const kinds = PRICE_KINDS.filter((kind) => prices.some((price) => price.kind === kind))
  const isDrawn = kinds.some((kind) => new Set(prices.filter((one) => one.kind === kind).map(time)).size > 1)
  if (!isDrawn) return null
  const values = prices.map(({ price_inr }) => price_inr)
  const [low, high] = widen(values, 0.2)
  const [first, last] = [Math.min(...prices.map(time)), Math.max(...prices.map(time))]
  const labels = [first, last].map((at) => [at, locale.month(new Date(at).toISOString())] as const)
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
    address: '#all-prices',
    name: `${locale.money(price.price_inr)}, ${priceMonth(locale, price.observed_at)}`,
    figures: `${locale.value('price_kind', price.kind)}, ${locale.value('state', price.state_code)}`,
    look: `series-${kinds.indexOf(price.kind)}`,
  })
  const lines = [...Map.groupBy(prices, ({ kind, state_code }) => `${kind} ${state_code}`).values()].map((line) =>
    line.toSorted((a, b) => time(a) - time(b)).map(dot),
  )
  const up = { low, high, label: locale.money }
  return html`${plot({ alt, dots: prices.map(dot), lines, across: { low: first, high: last, labels }, up })}
<ul class="legend">${kinds.map((kind, at) => html`<li><svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><circle class="series-${at}" cx="6" cy="6" r="5"/></svg> ${locale.value('price_kind', kind)}</li>`)}</ul>${low > 0 && html`<p class="quiet">${locale.say('axisBreak', { low: locale.money(low) })}</p>`}`
}
