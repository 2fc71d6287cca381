import { type LoanTerms, toLoan, USUAL_TERMS } from '../../catalog/instalments.ts'
import { Type } from '../../schema/api/type.ts'
import { type Html, html } from '../html.ts'
import type { Locale } from '../locale.ts'

const number = () => Type.Unsafe<number | null>({ type: ['number', 'null'], default: null })
export const LoanQuery = Type.Object({ down: number(), rate: number(), years: number() })
export type LoanParameters = { [K in keyof LoanTerms]: number | null }

/** Other values are moved inside. */
const BOUNDS: Record<keyof LoanTerms, [min: number, max: number]> = { down: [0, 90], rate: [0, 36], years: [1, 10] }

function loanTerms(query: LoanParameters): LoanTerms {
  const term = (name: keyof LoanTerms) => {
    const [min, max] = BOUNDS[name]
    return Math.min(Math.max(query[name] ?? USUAL_TERMS[name], min), max)
  }
  return { down: term('down'), rate: term('rate'), years: Math.round(term('years')) }
}

/** Monthly and half-yearly instalments. The form works without scripts: it requests its page again. */
export function loanSection(
  locale: Locale,
  path: string,
  { price, kind, month, state = '' }: { price: number; kind: string; month: string; state?: string },
  query: LoanParameters,
): Html {
  const { w } = locale
  const terms = loanTerms(query)
  const { principal, monthly, halfYearly } = toLoan(price, terms)
  const field = (name: keyof LoanTerms, label: string, step: string) =>
    html`<label class="field">${label}<input type="number" name="${name}" value="${terms[name]}" min="${BOUNDS[name][0]}" max="${BOUNDS[name][1]}" step="${step}" inputmode="decimal"></label>`
  const way = (label: string, { amount, count, interest }: typeof monthly) =>
    html`<div class="box"><h3>${label}</h3><p class="big">${locale.fullMoney(amount)}</p><p class="quiet">${locale.say('instalmentCount', { n: count })} · ${w.totalInterest} ${locale.fullMoney(interest)}</p></div>`
  return html`<div class="loan">
<form action="${locale.to(path)}#instalments" class="form-row">${state && html`<input type="hidden" name="state" value="${state}">`}${field('down', w.downPayment, '1')}${field('rate', w.rate, '0.05')}${field('years', w.years, '1')}<button class="button ghost">${w.calculate}</button></form>
<div class="boxes">${way(w.monthly, monthly)}${way(w.halfYearly, halfYearly)}</div>
<p>${locale.sentences(locale.say('loanOf', { amount: locale.money(principal) }))} ${locale.say('assumptions', { price: locale.fullMoney(price), kind, month, ...terms })} ${w.instalmentsLead} ${w.halfYearlyNote}</p></div>`
}
