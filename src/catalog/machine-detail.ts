import type { JsonValue } from '../redaction/redaction.ts'
import { Machine, MachineSummary, type PlateCell, type PriceItem, type SpecGroup } from '../schema/api/machine.ts'
import { serialize } from '../schema/api/serialize.ts'
import { HP_BANDS } from '../schema/api/values.ts'
import { type PriceSummary, sortPrices } from './price-summary.ts'
import type { ClassRecord, MachineDetail, MachineFacts, MachineRecord } from './records.ts'

export async function toMachineDetail(
  record: MachineRecord,
  detail: MachineDetail,
  similar: MachineSummary[],
  base?: string,
) {
  const { machineClass, facts } = record
  const publicFields = {
    ...summaryFields(record),
    similar,
    hp_band: hpBand(facts.engine_hp ?? null),
    hours_a_year: facts.hours_a_year ?? machineClass.hours_a_year,
    prices: await guardPrices(sortPrices(detail.prices)),
    media: detail.media,
    spec: detail.spec,
    completeness: 0,
  }
  const sheet = serialize(Machine, publicFields, base)
  sheet.spec = sheet.spec.map((group) => specFromDetail(group, sheet))
  sheet.completeness = completeness(machineClass.expects, sheet)
  return sheet
}

/** Loaded on first use, for a faster start. */
async function guardPrices(prices: PriceItem[]): Promise<PriceItem[]> {
  if (!prices.some(({ basis }) => basis)) return prices
  const { guardFreeForm } = await import('../redaction/redaction.ts')
  return prices.map((price) =>
    price.basis ? { ...price, basis: guardFreeForm(price.basis as JsonValue) as typeof price.basis } : price,
  )
}

function hpBand(engineHp: number | null) {
  if (engineHp === null) return null
  return HP_BANDS.find((band) => engineHp <= band.upTo)!.name
}

/** Rounded down. An empty text or list is missing. */
function completeness(expects: readonly string[], sheet: Readonly<Record<string, unknown>>): number {
  if (expects.length === 0) return 100
  const present = expects.filter((field) => hasValue(Object.hasOwn(sheet, field) ? sheet[field] : undefined))
  return Math.floor((present.length * 100) / expects.length)
}

function hasValue(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  return !Array.isArray(value) || value.length > 0
}

export function toSummary(record: MachineRecord, base?: string): MachineSummary {
  return serialize(MachineSummary, summaryFields(record), base)
}

/** All known values of summary fields, and more. */
function summaryFields({ manufacturer, machineClass, facts, ...record }: MachineRecord) {
  return {
    ...facts,
    ...record,
    manufacturer,
    machine_class: machineClass.key,
    plate: fillPlate(machineClass, facts, record),
    image: facts.image ?? record.media_image,
  }
}

/** In class order, without unknown values. */
function fillPlate(machineClass: ClassRecord, facts: MachineFacts, prices: PriceSummary): PlateCell[] {
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

type Scalar = string | number | boolean

/** So that spec fields never contradict the machine's values. */
export function specFromDetail(group: SpecGroup, sheet: Partial<Machine>): SpecGroup {
  const fields = group.fields.map((field) => {
    const value = Object.hasOwn(sheet, field.key) ? sheet[field.key as keyof Machine] : undefined
    return isScalar(value) ? { ...field, value: String(value) } : field
  })
  return { ...group, fields }
}

/** Figures are compared as numbers. */
export function agrees(text: string, value: Scalar): boolean {
  if (typeof value === 'number') return Number(text.trim().replace(/(?<=\d),(?=\d)/g, '') || Number.NaN) === value
  return fold(text) === fold(String(value))
}

/** Spec fields that contradict the machine. */
export function contradictions(spec: readonly SpecGroup[], sheet: Readonly<Record<string, unknown>>) {
  return spec.flatMap((group, groupAt) =>
    group.fields.flatMap(({ key, value: text }, fieldAt) => {
      const value = Object.hasOwn(sheet, key) ? sheet[key] : undefined
      if (text === undefined || !isScalar(value) || agrees(text, value)) return []
      return [{ group: groupAt, field: fieldAt, key, text, value }]
    }),
  )
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '')
}

function fold(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}
