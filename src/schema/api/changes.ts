import type { Static } from 'typebox'
import { Machine, MachineSummary } from './machine.ts'
import { ListingSummary } from './market.ts'
import { closed, DateTime, oneOf, resource, Type } from './type.ts'

const LABELS = ['published', 'updated', 'withdrawn'] as const

const MachineChange = resource('Change', 'Newest change of one machine.', {
  cursor: Type.String(),
  change: oneOf(LABELS),
  slug: Type.String(),
  id: Type.Integer(),
  version: Type.Integer({ minimum: 1 }),
  changed_at: DateTime(),
  machine: Type.Unsafe<MachineSummary | Machine | null>({ oneOf: [MachineSummary, Machine, { type: 'null' }] }),
})
export type MachineChange = Static<typeof MachineChange>

const ListingChange = resource('ListingChange', 'Newest change of one used listing.', {
  cursor: Type.String(),
  change: oneOf(LABELS),
  id: Type.Integer(),
  version: Type.Integer({ minimum: 1 }),
  changed_at: DateTime(),
  listing: Type.Unsafe<ListingSummary | null>({ oneOf: [ListingSummary, { type: 'null' }] }),
})

const part = { next: Type.String(), more: Type.Boolean(), head: Type.String() }

export const MachineChanges = resource('Changes', 'One page of the machine feed.', {
  changes: Type.Array(MachineChange),
  ...part,
})
export type MachineChanges = Static<typeof MachineChanges>

export const ListingChanges = resource('ListingChanges', 'One page of the listing feed.', {
  changes: Type.Array(ListingChange),
  ...part,
})
export type ListingChanges = Static<typeof ListingChanges>

const MAX_CHANGES = 1_000

const DIGITS = '[0-9a-z]{1,10}'

/** Cursors of release 1.7 name no feed. */
const parametersOf = (feed: 'machine' | 'listing') => ({
  since: Type.String({
    default: '',
    maxLength: 12_000,
    pattern: `^(?:(?:${feed}\\.)?[A-Za-z0-9_-]{12}(?:~${DIGITS}\\.${DIGITS}(?:\\.${DIGITS})?)+)?$`,
    description:
      'Cursor to continue after: `next` of a response, or the cursor of a change; without it the feed starts at the beginning.',
    examples: [''],
  }),
  limit: Type.Integer({
    default: 100,
    minimum: 1,
    'x-clamp': MAX_CHANGES,
    description: `Maximum number of changes in a response, lowered to ${MAX_CHANGES}.`,
    examples: [100],
  }),
})

export const ListingChangesParameters = closed(parametersOf('listing'))
export type ListingChangesParameters = Static<typeof ListingChangesParameters>

export const ChangesParameters = closed({
  ...parametersOf('machine'),
  include: oneOf(['', 'sheet'] as const, {
    default: '',
    description: '`sheet` returns machine details, with empty `similar`, instead of summaries.',
    examples: [''],
  }),
})
export type ChangesParameters = Static<typeof ChangesParameters>
