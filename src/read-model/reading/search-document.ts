import type { MachineRow } from '../../catalogue/catalogue-rows.ts'
import type { SearchDocument } from '../../search/types.ts'
import { fieldNumber } from '../summary-fields.ts'
import type { SummaryRecord } from './read-record.ts'

const NAME = fieldNumber('name')
const KIND = fieldNumber('kind')
const FAMILY = fieldNumber('family')
const POWER_SOURCE = fieldNumber('power_source')
const WHEEL_DRIVE = fieldNumber('wheel_drive')
const LIFECYCLE = fieldNumber('lifecycle')
const SECTION = fieldNumber('section')
const HP = fieldNumber('engine_hp')
const WEIGHT = fieldNumber('operating_weight_kg')
const LIFT = fieldNumber('lift_capacity_kg')
const CRANE = fieldNumber('lift_capacity_t')
const PAYLOAD = fieldNumber('payload_kg')
const RATED = fieldNumber('rated_load_kg')
const TIPPING = fieldNumber('tipping_load_kg')
const CYLINDERS = fieldNumber('cylinders')
const LAUNCHED = fieldNumber('launched_at')

/** What search needs of a machine. */
export function toSearchDocument(row: MachineRow, maker: string, record: SummaryRecord): SearchDocument {
  return {
    id: row.id,
    name: record.text(NAME) ?? '',
    manufacturer: maker,
    machine_class: row.class_key,
    aliases: listOf(row.aliases),
    kind: record.term(KIND),
    family: record.term(FAMILY),
    power_source: record.term(POWER_SOURCE),
    wheel_drive: record.term(WHEEL_DRIVE),
    lifecycle: record.term(LIFECYCLE) ?? 'current',
    section: record.term(SECTION) ?? 'construction',
    engine_hp: record.figure(HP),
    operating_weight_kg: record.figure(WEIGHT),
    lift_capacity_kg: record.figure(LIFT),
    lift_capacity_t: record.figure(CRANE),
    payload_kg: record.figure(PAYLOAD),
    rated_load_kg: record.figure(RATED),
    tipping_load_kg: record.figure(TIPPING),
    cylinders: record.figure(CYLINDERS),
    price_from_inr: row.price_from_inr,
    launched_at: record.text(LAUNCHED),
    published_at: row.published_at,
  }
}

/** Most lists are empty; they need no parser. */
export function listOf(json: string): string[] {
  return json === '[]' ? [] : (JSON.parse(json) as string[])
}
