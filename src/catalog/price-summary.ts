import type { Machine, PriceItem } from '../schema/api/machine.ts'
import { PRICE_KINDS } from '../schema/api/values.ts'

export type PriceSummary = Required<Pick<Machine, 'price_from_inr' | 'price_to_inr' | 'price_kind' | 'price_as_of'>>

export const NO_PRICE: PriceSummary = { price_from_inr: null, price_to_inr: null, price_kind: null, price_as_of: null }

/** Of the best kind, with the newest price per place. */
export function summarisePrices(prices: readonly PriceItem[]): PriceSummary {
  const kind = PRICE_KINDS.find((candidate) => prices.some((price) => price.kind === candidate))
  if (!kind) return NO_PRICE
  const newest = new Map<string, PriceItem>()
  for (const price of prices) {
    if (price.kind !== kind) continue
    const place = JSON.stringify([price.state_code, price.city ?? ''])
    const newestHere = newest.get(place)
    // On one day the later item counts.
    if (!newestHere || price.observed_at >= newestHere.observed_at) newest.set(place, price)
  }
  const held = [...newest.values()]
  const from = Math.min(...held.map((price) => price.price_inr))
  const to = Math.max(...held.map(topOf))
  const fromDay = newestDay(held.filter((price) => price.price_inr === from))
  const toDay = newestDay(held.filter((price) => topOf(price) === to))
  // The older date.
  return { price_from_inr: from, price_to_inr: to, price_kind: kind, price_as_of: fromDay < toDay ? fromDay : toDay }
}

function topOf(price: PriceItem): number {
  return price.high_inr ?? price.price_inr
}

function newestDay(prices: readonly PriceItem[]): string {
  return prices.reduce((day, { observed_at }) => (observed_at > day ? observed_at : day), '')
}

export function sortPrices(prices: readonly PriceItem[]): PriceItem[] {
  return [...prices].sort(
    (a, b) =>
      compareTexts(b.observed_at, a.observed_at) ||
      PRICE_KINDS.indexOf(a.kind) - PRICE_KINDS.indexOf(b.kind) ||
      compareTexts(a.state_code, b.state_code) ||
      compareTexts(a.city ?? '', b.city ?? ''),
  )
}

/** By code units, the same on every computer. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
