import { type PriceSummary, summarisePrices } from '../catalogue/price-summary.ts'
import type { MediaItem, PriceItem } from '../contract/machine.ts'

/** What is stored of a machine's `media`, `prices` and `spec`. */
export interface CheckedDetail {
  text: string
  prices: PriceSummary
  image: string | null
}

export function toDetail(fields: Record<string, unknown>): CheckedDetail {
  const { media = [], prices = [], spec = [] } = fields
  return {
    text: JSON.stringify({ media, prices, spec }),
    prices: summarisePrices(prices as PriceItem[]),
    image: (media as MediaItem[]).find((item) => item.kind === 'image')?.url ?? null,
  }
}
