export interface LoanTerms {
  down: number
  /** Per year, in percent. */
  rate: number
  years: number
}

export const USUAL_TERMS: LoanTerms = { down: 20, rate: 12, years: 5 }

/** Rounded to whole rupees. */
export function toLoan(price: number, { down, rate, years }: LoanTerms) {
  const principal = Math.round(price * (1 - down / 100))
  return {
    principal,
    monthly: instalments(principal, rate, years, 12),
    /** Farm loans are often paid after each harvest. */
    halfYearly: instalments(principal, rate, years, 2),
  }
}

function instalments(principal: number, rate: number, years: number, aYear: number) {
  const count = years * aYear
  const share = rate / 100 / aYear
  const amount = Math.round(share === 0 ? principal / count : (principal * share) / (1 - (1 + share) ** -count))
  return { amount, count, interest: Math.max(0, amount * count - principal) }
}
