import type { SearchDocument } from '../search/types.ts'
import type { MachineRow } from './catalogue-rows.ts'
import { fieldNumber, type RawFields } from './summary-record.ts'

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
const LAUNCHED = fieldNumber('launched_at')

/** What search needs of a machine. */
export function toSearchDocument(row: MachineRow, maker: string, fields: RawFields): SearchDocument {
  return {
    id: row.id,
    name: text(fields[NAME]) ?? '',
    manufacturer: maker,
    machine_class: row.class_key,
    aliases: listOf(row.aliases),
    kind: text(fields[KIND]),
    family: text(fields[FAMILY]),
    power_source: text(fields[POWER_SOURCE]),
    wheel_drive: text(fields[WHEEL_DRIVE]),
    lifecycle: text(fields[LIFECYCLE]) ?? 'current',
    section: text(fields[SECTION]) ?? 'construction',
    engine_hp: figure(fields[HP]),
    operating_weight_kg: figure(fields[WEIGHT]),
    lift_capacity_kg: figure(fields[LIFT]),
    price_from_inr: row.price_from_inr,
    launched_at: text(fields[LAUNCHED]),
    published_at: row.published_at,
  }
}

/** Most lists are empty; they need no parser. */
export function listOf(json: string): string[] {
  return json === '[]' ? [] : (JSON.parse(json) as string[])
}

function text(json: string | undefined): string | null {
  if (json === undefined) return null
  return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1)
}

function figure(json: string | undefined): number | null {
  return json === undefined ? null : Number(json)
}
