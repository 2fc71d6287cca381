import type { Static } from 'typebox'
import { MachineSummary } from './machine.ts'
import { DateTime, named, oneOf } from './shapes.ts'
import { Type } from './type.ts'

const closed = { additionalProperties: false }

const Change = named(
  'Change',
  Type.Object(
    {
      cursor: Type.String(),
      change: oneOf(['published', 'updated', 'withdrawn']),
      slug: Type.String(),
      id: Type.Integer(),
      version: Type.Integer({ minimum: 1 }),
      changed_at: DateTime(),
      machine: Type.Unsafe<MachineSummary | null>({ oneOf: [MachineSummary, { type: 'null' }] }),
    },
    { ...closed, description: 'The newest change of one machine.' },
  ),
)
export type Change = Static<typeof Change>

export const Changes = named(
  'Changes',
  Type.Object(
    { changes: Type.Array(Change), next: Type.String(), more: Type.Boolean(), head: Type.String() },
    { ...closed, description: 'A part of the feed of changes.' },
  ),
)
export type Changes = Static<typeof Changes>

/** The most changes of one answer. */
const MAX_CHANGES = 1_000

export const ChangesParameters = Type.Object(
  {
    since: Type.String({
      default: '',
      maxLength: 200,
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
  },
  closed,
)
export type ChangesParameters = Static<typeof ChangesParameters>
