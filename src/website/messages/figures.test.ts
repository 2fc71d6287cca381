import assert from 'node:assert/strict'
import { it } from 'node:test'
import { day, figure, fullMoney, month, spokenMoney } from './figures.ts'
import { fill } from './messages.ts'

const MONEY: [number, string, string, string][] = [
  [682_000, '₹6.82 lakh', '₹6.82 लाख', '₹6.82 லட்சம்'],
  [700_000, '₹7 lakh', '₹7 लाख', '₹7 லட்சம்'],
  [687_450, '₹6.87 lakh', '₹6.87 लाख', '₹6.87 லட்சம்'],
  [12_500_000, '₹1.25 crore', '₹1.25 करोड़', '₹1.25 கோடி'],
  [9_999_900, '₹1 crore', '₹1 करोड़', '₹1 கோடி'],
  [99_999, '₹99,999', '₹99,999', '₹99,999'],
  [100_000, '₹1 lakh', '₹1 लाख', '₹1 லட்சம்'],
]

for (const [rupees, en, hi, ta] of MONEY) {
  it(`says ${rupees} rupees in three languages`, () => {
    assert.deepEqual([spokenMoney(rupees, 'en'), spokenMoney(rupees, 'hi'), spokenMoney(rupees, 'ta')], [en, hi, ta])
  })
}

it('groups figures as India does', () => {
  assert.equal(fullMoney(68_200_000), '₹6,82,00,000')
  assert.equal(figure(1_234_567.5), '12,34,567.5')
})

it('names the month of a figure in the language of the page, with Latin digits', () => {
  assert.equal(month('2026-02-02', 'en'), 'Feb 2026')
  assert.match(month('2026-02-02', 'hi'), /^\p{Script=Devanagari}[\p{Script=Devanagari}\p{M}॰.]* 2026$/u)
  assert.match(month('2026-02-02', 'ta'), /^\p{Script=Tamil}[\p{Script=Tamil}\p{M}.]* 2026$/u)
})

it('counts one as one', () => {
  assert.equal(fill('{n} {n:year|years}', { n: 1 }), '1 year')
  assert.equal(fill('{n} {n:year|years}', { n: '12' }), '12 years')
})

it('a date-time is shown as its day in India, a date as it stands', () => {
  assert.equal(day('2026-10-02T18:30:00Z', 'en'), '3 Oct 2026')
  assert.equal(day('2026-10-02T18:29:59Z', 'en'), '2 Oct 2026')
  assert.equal(day('2026-10-03', 'en'), '3 Oct 2026')
  assert.equal(month('2026-10-31T18:30:00Z', 'en'), 'Nov 2026')
})
