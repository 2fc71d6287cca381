import { type Html, html } from '../html.ts'
import type { Locale } from '../locale.ts'

const OLD_MONTHS = 18

function isOld(observedAt: string): boolean {
  const since = new Date()
  since.setUTCMonth(since.getUTCMonth() - OLD_MONTHS)
  return observedAt < since.toISOString().slice(0, 10)
}

/** The month of a price, and that it is old when it is. */
export function priceMonth(locale: Locale, observedAt: string): string {
  return locale.month(observedAt) + (isOld(observedAt) ? ` · ${locale.w.oldPrice}` : '')
}

/** Both ends of a price, unless they are written alike. */
export function range(low: number, high: number | null | undefined, write: (rupees: number) => string): string {
  const [from, to] = [write(low), write(Math.max(high ?? 0, low))]
  return from === to ? from : `${from} – ${to}`
}

export function priceNote(locale: Locale, kind: string | null | undefined, asOf: string | null | undefined): Html {
  const note = [kind && locale.value('price_kind', kind), asOf && priceMonth(locale, asOf)].filter(Boolean).join(', ')
  return asOf && isOld(asOf) ? html`<span class="old">${note}</span>` : html`${note}`
}
