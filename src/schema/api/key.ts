import type { Static } from 'typebox'
import { DateOnly, DateTime, nullable, oneOf, resource, strings, Type, wholeNumbers } from './type.ts'
import { TIERS } from './values.ts'

const KeyUse = resource('KeyUse', 'Requests with a key on one day in India.', {
  day: DateOnly(),
  ...wholeNumbers('requests', 'refused'),
})

export const Key = resource('Key', 'The key of this request, without its secret.', {
  ...strings('id', 'name'),
  tier: oneOf(TIERS),
  created_at: DateTime(),
  expires_at: nullable(DateTime()),
  limit_per_minute: nullable(Type.Integer()),
  usage: Type.Array(KeyUse),
})
export type Key = Static<typeof Key>
