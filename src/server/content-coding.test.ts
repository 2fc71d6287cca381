import assert from 'node:assert/strict'
import { it } from 'node:test'
import { chooseCoding } from './cached-response.ts'

const cases: [accepted: string | undefined, length: number, coding: string][] = [
  [undefined, 5_000, 'identity'],
  ['', 5_000, 'identity'],
  ['br', 5_000, 'br'],
  ['gzip', 5_000, 'gzip'],
  ['gzip, deflate, br', 5_000, 'br'],
  ['GZIP;Q=1.0, deflate;q=0.5', 5_000, 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 5_000, 'br'],
  ['x-gzip', 5_000, 'gzip'],
  ['br;q=0, gzip;q=0', 5_000, 'identity'],
  ['br; q = 0.000 ,gzip', 5_000, 'gzip'],
  ['brotli, xgzip', 5_000, 'identity'],
  ['*;q=0', 5_000, 'identity'],
  ['*;q=0, gzip;q=0.1', 5_000, 'gzip'],
  ['identity', 5_000, 'identity'],
  ['identity;q=0.5, br', 5_000, 'br'],
  ['br, gzip', 10, 'identity'],
  ['deflate', 5_000, 'identity'],
  [';;,,;q=', 5_000, 'identity'],
]

for (const [accepted, length, coding] of cases) {
  it(`gives ${coding} for ${length} bytes and Accept-Encoding: ${accepted}`, () => {
    assert.equal(chooseCoding(accepted, length), coding)
  })
}
