import type { Static } from 'typebox'
import type { PublicName, SummaryName } from '../records/field.ts'
import { MACHINE } from '../records/machine.ts'
import { CLASS, IMPLEMENT } from '../records/others.ts'
import {
  type MEDIA_ITEM,
  type PLATE_CELL,
  type PLATE_FIELD,
  PRICE_ITEM,
  type REF,
  type SPEC_GROUP,
} from '../records/parts.ts'
import { component, members, type PartOf } from './described.ts'
import { resource, Type } from './type.ts'

export type Ref = PartOf<typeof REF>
export type PlateCell = PartOf<typeof PLATE_CELL>
export type PlateField = PartOf<typeof PLATE_FIELD>
export type MediaItem = PartOf<typeof MEDIA_ITEM>
export type SpecGroup = PartOf<typeof SPEC_GROUP>

export const PriceItem = component(PRICE_ITEM)
export type PriceItem = Static<typeof PriceItem>

export const MachineSummary = resource(
  'MachineSummary',
  'A machine in search results.',
  members<typeof MACHINE, SummaryName<typeof MACHINE>>(MACHINE, ({ summary }) => summary === true),
)
export type MachineSummary = Static<typeof MachineSummary>

export const Machine = resource('Machine', 'A machine with all its details.', {
  ...members<typeof MACHINE, PublicName<typeof MACHINE>>(MACHINE),
  similar: Type.Optional(Type.Array(MachineSummary, { default: [] })),
})
export type Machine = Static<typeof Machine>

export const MachineClass = resource(
  'MachineClass',
  'A machine class, with names in three languages.',
  members<typeof CLASS, PublicName<typeof CLASS>>(CLASS),
)
export type MachineClass = Static<typeof MachineClass>

export const ImplementSummary = resource(
  'ImplementSummary',
  'An implement compatible with a machine.',
  members<typeof IMPLEMENT, PublicName<typeof IMPLEMENT>>(IMPLEMENT),
)
export type ImplementSummary = Static<typeof ImplementSummary>
