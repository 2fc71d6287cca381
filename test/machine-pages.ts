import type { MachineRow } from '../src/catalog/catalogue-rows.ts'
import type { ReadModel } from '../src/read-model/read-model.ts'

export type PagedMachine = Pick<MachineRow, 'id' | 'slug' | 'facts'> & Partial<MachineRow>

const UNKNOWN: Omit<MachineRow, 'id' | 'slug' | 'facts'> = {
  manufacturer_id: 1,
  class_key: 'tractor',
  published_at: null,
  price_from_inr: null,
  price_to_inr: null,
  price_kind: null,
  price_as_of: null,
  linkage: '[]',
  aliases: '[]',
  media_image: null,
}

/** Puts machines into a model, ready to be asked for. */
export function takeIn(model: ReadModel, machines: readonly PagedMachine[]): void {
  model.put(machines.map((machine) => ({ ...UNKNOWN, ...machine })))
  model.settle()
}
