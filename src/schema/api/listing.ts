import type { Static } from 'typebox'
import type { PublicName } from '../records/field.ts'
import { LISTING } from '../records/others.ts'
import { members } from './described.ts'
import { oneOf, resource } from './type.ts'
import { SHOWN_STATUSES } from './values.ts'

export const MarketListing = resource(
  'MarketListing',
  'A used machine for sale, without contact details of the seller.',
  { ...members<typeof LISTING, PublicName<typeof LISTING>>(LISTING), status: oneOf(SHOWN_STATUSES) },
)
export type MarketListing = Static<typeof MarketListing>
