import { type LoanTerms, toLoan, USUAL_TERMS } from '../../catalog/instalments.ts'
import { Type } from '../../schema/api/type.ts'
import { html } from '../html.ts'
import type { Locale } from '../locale.ts'
import type { Section } from './small.ts'

const number = () => Type.Unsafe<number | null>({ type: ['number', 'null'], default: null })
/** What the address of a page with instalments may ask for. */
export const LoanQuery = Type.Object({ down: number(), rate: number(), years: number() })
export type AskedTerms = { [K in keyof LoanTerms]: number | null }

/** Other values are moved inside. */
const BOUNDS: Record<keyof LoanTerms, [least: number, most: number]> = { down: [0, 90], rate: [0, 36], years: [1, 10] }

function loanTerms(asked: AskedTerms): LoanTerms {
  const term = (name: keyof LoanTerms) => {
    const [least, most] = BOUNDS[name]
    return Math.min(Math.max(asked[name] ?? USUAL_TERMS[name], least), most)
  }
  return { down: term('down'), rate: term('rate'), years: Math.round(term('years')) }
}

/** Monthly and half-yearly instalments. The form works without scripts: it requests its page again. */
export function loanSection(
  locale: Locale,
  path: string,
  { price, kind, month, state = '' }: { price: number; kind: string; month: string; state?: string },
  asked: AskedTerms,
): Section {
  const { w } = locale
  const terms = loanTerms(asked)
  const { principal, monthly, halfYearly } = toLoan(price, terms)
  const field = (name: keyof LoanTerms, label: string, step: string) =>
    html`<label>${label}<input type="number" name="${name}" value="${terms[name]}" min="${BOUNDS[name][0]}" max="${BOUNDS[name][1]}" step="${step}" inputmode="decimal"></label>`
  const way = (label: string, { amount, count, interest }: typeof monthly) =>
    html`<div class="loan-way"><h3>${label}</h3><p class="big">${locale.fullMoney(amount)}</p><p class="quiet">${locale.say('instalmentCount', { n: count })} · ${w.totalInterest} ${locale.fullMoney(interest)}</p></div>`
  const body = html`<div class="loan">
<form action="${locale.to(path)}#instalments" class="loan-form">${state && html`<input type="hidden" name="state" value="${state}">`}${field('down', w.downPayment, '1')}${field('rate', w.rate, '0.05')}${field('years', w.years, '1')}<button class="button ghost">${w.calculate}</button></form>
<div class="loan-ways">${way(w.monthly, monthly)}${way(w.halfYearly, halfYearly)}</div>
<p>${locale.sentences(locale.say('loanOf', { amount: locale.money(principal) }))} ${locale.say('assumptions', { price: locale.fullMoney(price), kind, month, ...terms })} ${w.instalmentsLead} ${w.halfYearlyNote}</p></div>`
  return { figure: `${w.monthly}: ${locale.fullMoney(monthly.amount)}`, body }
}
