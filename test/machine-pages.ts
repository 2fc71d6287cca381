import type { Selectable } from 'kysely'
import type { MachineTable } from '../src/database/tables/catalogue.ts'
import type { ReadModel } from '../src/read-model/read-model.ts'
import { createBatchReader, SMALL } from '../src/read-model/reading/machine-batch.ts'

export type PagedMachine = Pick<Selectable<MachineTable>, 'id' | 'slug' | 'facts'> & Partial<Selectable<MachineTable>>

/** What the database gives out for these machines. */
export function pageOf(machines: readonly PagedMachine[]): Buffer {
  const lengthOf = (value: string | null | undefined) => (value == null ? '' : Buffer.byteLength(value))
  const texts = machines.map((one) => {
    const { id, slug, manufacturer_id = 1, class_key = 'tractor', published_at, linkage = '[]', aliases = '[]' } = one
    const prices = [one.price_from_inr, one.price_to_inr, one.price_kind, one.price_as_of]
    const lists = [linkage, aliases, lengthOf(one.facts), lengthOf(one.media_image)]
    const fields = [id, slug, manufacturer_id, class_key, published_at, ...prices, ...lists]
    return `${fields.map((field) => `${field ?? ''}\u0001`).join('')}${one.facts}${one.media_image ?? ''}`
  })
  return Buffer.from(texts.join(''))
}

/** Takes machines in as a catch-up does. */
export function takeIn(model: ReadModel, machines: readonly PagedMachine[]): void {
  const reader = createBatchReader(model.taker(), SMALL)
  reader.read(pageOf(machines))
  reader.finish()
  model.settle()
}
