import type { Static } from 'typebox'
import { named } from './shapes.ts'
import { Type } from './type.ts'

const InputErrorItem = named(
  'InputError',
  Type.Object(
    {
      parameter: Type.Optional(Type.String()),
      pointer: Type.Optional(Type.String()),
      message: Type.String(),
      allowed: Type.Optional(Type.Array(Type.String())),
      suggestion: Type.Optional(Type.String()),
    },
    { additionalProperties: false, description: 'One bad parameter, or one bad place in the body.' },
  ),
)

export const ProblemDocument = named(
  'Problem',
  Type.Object(
    {
      type: Type.String(),
      title: Type.String(),
      status: Type.Integer(),
      detail: Type.String(),
      code: Type.String(),
      request_id: Type.String(),
      errors: Type.Optional(Type.Array(InputErrorItem)),
    },
    { additionalProperties: false, description: 'What went wrong (RFC 9457).' },
  ),
)
export type ProblemDocument = Static<typeof ProblemDocument>
