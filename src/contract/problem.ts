import { type Static, Type } from 'typebox'
import { named } from './shapes.ts'

const InputErrorItem = Type.Object(
  {
    parameter: Type.Optional(Type.String({ description: 'The bad parameter.' })),
    pointer: Type.Optional(Type.String({ description: 'JSON Pointer to the bad place in the body.' })),
    message: Type.String(),
    allowed: Type.Optional(Type.Array(Type.String(), { description: 'What would be accepted.' })),
    suggestion: Type.Optional(Type.String({ description: 'The nearest known name.' })),
  },
  { additionalProperties: false },
)

export const ProblemDocument = named(
  'Problem',
  Type.Object(
    {
      type: Type.String({ description: 'Address of the page that explains the code.' }),
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
