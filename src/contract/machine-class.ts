import type { Static } from 'typebox'
import { named } from './shapes.ts'
import { Type } from './type.ts'

export const PlateField = named(
  'PlateField',
  Type.Object(
    {
      key: Type.String(),
      label: Type.String(),
      label_hi: Type.String(),
      label_ta: Type.String(),
      unit: Type.String(),
    },
    { additionalProperties: false, description: 'One figure of the plate of a class.' },
  ),
)
export type PlateField = Static<typeof PlateField>

export const MachineClass = named(
  'MachineClass',
  Type.Object(
    {
      key: Type.String(),
      label: Type.String(),
      label_hi: Type.String(),
      label_ta: Type.String(),
      plural: Type.String(),
      plural_hi: Type.String(),
      plural_ta: Type.String(),
      kinds: Type.Array(Type.String()),
      plate: Type.Array(PlateField),
      synonyms: Type.Array(Type.String()),
      count: Type.Optional(Type.Integer({ default: 0 })),
      hours_a_year: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'] })),
    },
    { additionalProperties: false, description: 'A class of machines, with its names in three languages.' },
  ),
)
export type MachineClass = Static<typeof MachineClass>
