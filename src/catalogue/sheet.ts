import { Machine, type MachineSummary, type PriceItem } from '../contract/machine.ts'
import { shape } from '../contract/shape.ts'
import { guardFreeForm, type JsonValue } from '../guard/guard.ts'
import { completeness } from './completeness.ts'
import { hpBand } from './hp-band.ts'
import { sortPrices } from './price-summary.ts'
import type { MachineDetail, MachineRecord } from './records.ts'
import { showFromSheet } from './spec-values.ts'
import { summaryFields } from './summary.ts'

export function toSheet(record: MachineRecord, detail: MachineDetail, similar: MachineSummary[]): Machine {
  const { machineClass, facts } = record
  const sheet = shape(Machine, {
    ...summaryFields(record),
    similar,
    hp_band: hpBand(facts.engine_hp ?? null),
    hours_a_year: facts.hours_a_year ?? machineClass.hours_a_year,
    prices: sortPrices(detail.prices).map(guardPrice),
    media: detail.media,
    spec: detail.spec,
    completeness: 0,
  })
  sheet.spec = sheet.spec.map((group) => showFromSheet(group, sheet))
  sheet.completeness = completeness(machineClass.expects, sheet)
  return sheet
}

function guardPrice(price: PriceItem): PriceItem {
  return price.basis ? { ...price, basis: guardFreeForm(price.basis as JsonValue) as typeof price.basis } : price
}
