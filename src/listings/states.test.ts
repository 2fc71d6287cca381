import assert from 'node:assert/strict'
import { it } from 'node:test'
import { LISTING_STATUSES } from '../schema/api/values.ts'
import { type ListingStatus, mayBecome, nextStatuses } from './states.ts'

const ALLOWED = new Set([
  'draft → review',
  'review → live',
  'review → rejected',
  'rejected → review',
  'live → sold',
  'live → withdrawn',
  'live → expired',
  'expired → live',
  'withdrawn → live',
])

it('a listing takes these steps, may stay where it is, and takes no other step', () => {
  for (const from of LISTING_STATUSES) {
    for (const to of LISTING_STATUSES) {
      const expected = from === to || ALLOWED.has(`${from} → ${to}`)
      assert.equal(mayBecome(from, to), expected, `${from} → ${to}`)
    }
  }
})

it('sold is final', () => {
  assert.deepEqual(nextStatuses('sold' satisfies ListingStatus), [])
})
