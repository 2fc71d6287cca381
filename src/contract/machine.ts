import type { Static } from 'typebox'
import type { PublicName, SummaryName } from '../records/field.ts'
import { MACHINE } from '../records/machine.ts'
import { CLASS, IMPLEMENT } from '../records/others.ts'
import { MEDIA_ITEM, PLATE_CELL, PLATE_FIELD, PRICE_ITEM, REF, SPEC_GROUP } from '../records/parts.ts'
import { component, members } from './described.ts'
import { resource, Type } from './type.ts'

export const Ref = component(REF)
export type Ref = Static<typeof Ref>

export const PlateCell = component(PLATE_CELL)
export type PlateCell = Static<typeof PlateCell>

export const MachineSummary = resource(
  'MachineSummary',
  'A machine as search lists it.',
  members<typeof MACHINE, SummaryName<typeof MACHINE>>(MACHINE, ({ summary }) => summary === true),
)
export type MachineSummary = Static<typeof MachineSummary>

export const MediaItem = component(MEDIA_ITEM)
export type MediaItem = Static<typeof MediaItem>

export const PriceItem = component(PRICE_ITEM)
export type PriceItem = Static<typeof PriceItem>

export const SpecGroup = component(SPEC_GROUP)
export type SpecGroup = Static<typeof SpecGroup>

export const Machine = resource('Machine', 'The full sheet of a machine.', {
  ...members<typeof MACHINE, PublicName<typeof MACHINE>>(MACHINE),
  similar: Type.Optional(Type.Array(MachineSummary, { default: [] })),
})
export type Machine = Static<typeof Machine>

export const PlateField = component(PLATE_FIELD)
export type PlateField = Static<typeof PlateField>

export const MachineClass = resource(
  'MachineClass',
  'A class of machines, with its names in three languages.',
  members<typeof CLASS, PublicName<typeof CLASS>>(CLASS),
)
export type MachineClass = Static<typeof MachineClass>

export const ImplementSummary = resource(
  'ImplementSummary',
  'An implement that fits a machine.',
  members<typeof IMPLEMENT, PublicName<typeof IMPLEMENT>>(IMPLEMENT),
)
export type ImplementSummary = Static<typeof ImplementSummary>
