import { Machine, type MachineSummary, type PriceItem } from '../contract/machine.ts'
import { shape } from '../contract/shape.ts'
import type { JsonValue } from '../guard/guard.ts'
import { completeness } from './completeness.ts'
import { hpBand } from './hp-band.ts'
import { sortPrices } from './price-summary.ts'
import type { MachineDetail, MachineRecord } from './records.ts'
import { showFromSheet } from './spec-values.ts'
import { summaryFields } from './summary.ts'

export async function toSheet(
  record: MachineRecord,
  detail: MachineDetail,
  similar: MachineSummary[],
): Promise<Machine> {
  const { machineClass, facts } = record
  const sheet = shape(Machine, {
    ...summaryFields(record),
    similar,
    hp_band: hpBand(facts.engine_hp ?? null),
    hours_a_year: facts.hours_a_year ?? machineClass.hours_a_year,
    prices: await guardPrices(sortPrices(detail.prices)),
    media: detail.media,
    spec: detail.spec,
    completeness: 0,
  })
  sheet.spec = sheet.spec.map((group) => showFromSheet(group, sheet))
  sheet.completeness = completeness(machineClass.expects, sheet)
  return sheet
}

/** The guard is loaded with the first sheet that needs it, so that a start is faster. */
async function guardPrices(prices: PriceItem[]): Promise<PriceItem[]> {
  if (!prices.some(({ basis }) => basis)) return prices
  const { guardFreeForm } = await import('../guard/guard.ts')
  return prices.map((price) =>
    price.basis ? { ...price, basis: guardFreeForm(price.basis as JsonValue) as typeof price.basis } : price,
  )
}
