import type { Static } from 'typebox'
import { Ref } from './machine.ts'
import { dates, nullable, numbers, oneOf, resource, Type, texts, unknownable } from './type.ts'
import { LIFECYCLES, PRICE_KINDS } from './values.ts'

export const ImplementSummary = resource('ImplementSummary', 'An implement that fits a machine.', {
  id: Type.Integer(),
  slug: Type.String(),
  name: Type.String(),
  kind: Type.String(),
  manufacturer: Ref,
  lifecycle: oneOf(LIFECYCLES),
  ...numbers('capacity_m3', 'carrier_max_kg', 'carrier_min_kg', 'flow_lpm', 'impact_energy_j', 'pressure_bar'),
  ...numbers('price_inr', 'price_high_inr', 'weight_kg', 'width_mm'),
  ...texts('family', 'image'),
  price_kind: unknownable(oneOf(PRICE_KINDS)),
  fits_classes: Type.Optional(nullable(Type.Array(Type.String()))),
  ...dates('price_as_of', 'published_at', 'verified_at'),
})
export type ImplementSummary = Static<typeof ImplementSummary>
