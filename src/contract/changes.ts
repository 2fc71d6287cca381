import type { Static } from 'typebox'
import { Machine, MachineSummary } from './machine.ts'
import { closed, DateTime, oneOf, resource, Type } from './type.ts'

const Change = resource('Change', 'The newest change of one machine.', {
  cursor: Type.String(),
  change: oneOf(['published', 'updated', 'withdrawn']),
  slug: Type.String(),
  id: Type.Integer(),
  version: Type.Integer({ minimum: 1 }),
  changed_at: DateTime(),
  machine: Type.Unsafe<MachineSummary | Machine | null>({ oneOf: [MachineSummary, Machine, { type: 'null' }] }),
})
export type Change = Static<typeof Change>

export const Changes = resource('Changes', 'A part of the feed of changes.', {
  changes: Type.Array(Change),
  next: Type.String(),
  more: Type.Boolean(),
  head: Type.String(),
})
export type Changes = Static<typeof Changes>

/** The most changes of one answer. */
const MAX_CHANGES = 1_000

export const ChangesParameters = closed({
  since: Type.String({
    default: '',
    maxLength: 12_000,
    pattern: '^[A-Za-z0-9_.~-]*$',
    description: 'A cursor: `next` of an answer, or that of a change. Without one the whole catalogue is read.',
    examples: [''],
  }),
  limit: Type.Integer({
    default: 100,
    minimum: 1,
    'x-clamp': MAX_CHANGES,
    description: `The most changes of an answer; above ${MAX_CHANGES} it is ${MAX_CHANGES}.`,
    examples: [100],
  }),
  include: oneOf(['', 'sheet'] as const, {
    default: '',
    description: '`sheet`: each machine as its sheet, with no `similar`, instead of its summary.',
    examples: [''],
  }),
})
export type ChangesParameters = Static<typeof ChangesParameters>
