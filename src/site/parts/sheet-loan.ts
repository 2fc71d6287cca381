import { type LoanTerms, toLoan, USUAL_TERMS } from '../../catalogue/instalments.ts'
import type { Machine } from '../../contract/machine.ts'
import { type Html, html } from '../html.ts'
import type { Reader } from '../reader.ts'

/** What an address may ask for; other values are moved inside. */
const BOUNDS: Record<keyof LoanTerms, [least: number, most: number]> = { down: [0, 90], rate: [0, 36], years: [1, 10] }

export type AskedTerms = { [K in keyof LoanTerms]: number | null }

export function loanTerms(asked: AskedTerms): LoanTerms {
  const term = (name: keyof LoanTerms) => {
    const [least, most] = BOUNDS[name]
    return Math.min(Math.max(asked[name] ?? USUAL_TERMS[name], least), most)
  }
  return { down: term('down'), rate: term('rate'), years: Math.round(term('years')) }
}

/** Monthly and half-yearly instalments. The form works without scripts: it requests this page again. */
export function sheetLoan(reader: Reader, machine: Machine, terms: LoanTerms): Html | null {
  const { w } = reader
  const price = machine.price_from_inr
  if (!price) return null
  const { principal, monthly, halfYearly } = toLoan(price, terms)
  const field = (name: keyof LoanTerms, label: string, step: string) =>
    html`<label>${label}<input type="number" name="${name}" value="${terms[name]}" min="${BOUNDS[name][0]}" max="${BOUNDS[name][1]}" step="${step}" inputmode="decimal"></label>`
  const way = (label: string, { amount, count, interest }: typeof monthly) =>
    html`<div class="loan-way"><h3>${label}</h3><p class="big">${reader.fullMoney(amount)}</p><p class="quiet">${reader.say('instalmentCount', { n: count })} · ${w.interestInAll} ${reader.fullMoney(interest)}</p></div>`
  return html`<div class="loan">
<form action="${reader.to(`machines/${machine.slug}`)}#instalments" class="loan-form">${field('down', w.downPayment, '1')}${field('rate', w.rate, '0.05')}${field('years', w.years, '1')}<button class="button ghost">${w.calculate}</button></form>
<div class="loan-ways">${way(w.monthly, monthly)}${way(w.halfYearly, halfYearly)}</div>
<p>${reader.say('loanOf', { amount: reader.money(principal) })}. ${reader.say('assumptions', { price: reader.fullMoney(price), kind: reader.value('price_kind', machine.price_kind ?? 'estimate'), month: machine.price_as_of ? reader.month(machine.price_as_of) : '', ...terms })} ${w.instalmentsLead} ${w.halfYearlyNote}</p></div>`
}
