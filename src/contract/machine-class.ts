import type { Static } from 'typebox'
import { resource, strings, Type } from './type.ts'

export const PlateField = resource('PlateField', 'One figure of the plate of a class.', {
  ...strings('key', 'label', 'label_hi', 'label_ta', 'unit'),
})
export type PlateField = Static<typeof PlateField>

export const MachineClass = resource('MachineClass', 'A class of machines, with its names in three languages.', {
  ...strings('key', 'label', 'label_hi', 'label_ta', 'plural', 'plural_hi', 'plural_ta'),
  kinds: Type.Array(Type.String()),
  plate: Type.Array(PlateField),
  synonyms: Type.Array(Type.String()),
  count: Type.Optional(Type.Integer({ default: 0 })),
  hours_a_year: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'] })),
})
export type MachineClass = Static<typeof MachineClass>
