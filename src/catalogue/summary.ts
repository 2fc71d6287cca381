import { MachineSummary, type PlateCell } from '../contract/machine.ts'
import { shape } from '../contract/shape.ts'
import type { PriceSummary } from './price-summary.ts'
import type { ClassRecord, MachineFacts, MachineRecord } from './records.ts'

export function toSummary(record: MachineRecord): MachineSummary {
  return shape(MachineSummary, summaryFields(record))
}

/** All known values of summary fields, and more. */
export function summaryFields({ maker, machineClass, facts, ...record }: MachineRecord) {
  return {
    ...facts,
    ...record,
    manufacturer: maker,
    machine_class: machineClass.key,
    plate: fillPlate(machineClass, facts, record),
    image: facts.image ?? record.media_image,
  }
}

/** The class's plate with the machine's values, in class order, without unknown ones. */
export function fillPlate(machineClass: ClassRecord, facts: MachineFacts, prices: PriceSummary): PlateCell[] {
  const cells: PlateCell[] = []
  for (const { key, label, label_hi, label_ta, unit } of machineClass.plate) {
    const value = figure(key, machineClass, facts, prices)
    if (typeof value === 'number') cells.push({ key, label, label_hi, label_ta, unit, value })
  }
  return cells
}

function figure(key: string, machineClass: ClassRecord, facts: MachineFacts, prices: PriceSummary): unknown {
  if (key === 'price_from_inr' || key === 'price_to_inr') return prices[key]
  if (key === 'hours_a_year') return facts.hours_a_year ?? machineClass.hours_a_year
  return facts[key as keyof MachineFacts]
}
