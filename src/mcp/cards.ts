import type { ImplementSummary } from '../contract/implement.ts'
import type { MachineSummary } from '../contract/machine.ts'
import { knownFields } from './answer.ts'

/**
 * A machine in a list: the known fields of its summary, without the plate, which repeats its figures, and without what
 * only a page needs. `is_sample` appears where it is true.
 */
export function machineCard(machine: MachineSummary): Record<string, unknown> {
  const { id: _, plate: __, image: ___, section: ____, published_at: _____, is_sample, ...rest } = machine
  return knownFields({ ...rest, manufacturer: machine.manufacturer.slug, is_sample: is_sample || undefined })
}

export function implementCard(its: ImplementSummary): Record<string, unknown> {
  const { id: _, image: __, published_at: ___, fits_classes: ____, ...rest } = its
  return knownFields({ ...rest, manufacturer: its.manufacturer.slug })
}
