import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toLoan } from './instalments.ts'

it('gives the equal instalments of a loan, by the month and by the half-year', () => {
  const loan = toLoan(1_250_000, { down: 20, rate: 12, years: 5 })
  assert.equal(loan.principal, 1_000_000)
  // The annuity: 1,000,000 × 0.01 / (1 − 1.01⁻⁶⁰) and 1,000,000 × 0.06 / (1 − 1.06⁻¹⁰).
  assert.deepEqual(loan.monthly, { amount: 22_244, count: 60, interest: 334_640 })
  assert.deepEqual(loan.halfYearly, { amount: 135_868, count: 10, interest: 358_680 })
})

it('divides a loan without interest evenly', () => {
  assert.deepEqual(toLoan(600_000, { down: 0, rate: 0, years: 5 }).monthly, { amount: 10_000, count: 60, interest: 0 })
})
