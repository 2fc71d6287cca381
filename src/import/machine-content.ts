import { contradictions } from '../catalog/machine-detail.ts'
import { summarisePrices } from '../catalog/price-summary.ts'
import type { MachineDetail, MachineFacts } from '../catalog/records.ts'
import type { MachineTable } from '../database/tables/catalogue.ts'
import type { MediaItem, PriceItem, SpecGroup } from '../schema/api/machine.ts'
import { namesWhere } from '../schema/records/field.ts'
import { MACHINE } from '../schema/records/machine.ts'
import type { JsonObject } from './check-object.ts'
import { type Fault, visible } from './report.ts'
import { ROW_SHAPES } from './row-shapes.ts'

/** The fields of a row that are not among `facts`. */
export const ELSEWHERE = namesWhere(MACHINE, ({ stored }) => stored === 'column' || stored === 'detail')

/** The columns that a row decides, except the detail. */
export type MachineContent = Pick<MachineTable, 'class_key' | 'published_at' | 'facts' | 'linkage' | 'aliases'>

const NO_FIELDS: Readonly<JsonObject> = Object.fromEntries(
  ROW_SHAPES.machine.fields.map(({ name }) => [name, undefined]),
)

/** All fields of a machine, absent, in stored order: filling them is faster than adding one after the other. */
export function noFields(): JsonObject {
  return { ...NO_FIELDS }
}

/** What is stored of a machine with all its fields. A default that is spelled out is dropped. */
export function toContent(fields: JsonObject, section: string): MachineContent {
  const { machine_class, published_at, linkage, aliases } = fields
  const facts: JsonObject = { ...fields, section, is_sample: fields.is_sample === true || undefined }
  for (const name of ELSEWHERE) facts[name] = undefined
  return {
    class_key: machine_class as string,
    published_at: (published_at as string | undefined) ?? null,
    facts: JSON.stringify(facts),
    linkage: JSON.stringify(linkage ?? []),
    aliases: JSON.stringify(aliases ?? []),
  }
}

/** The reverse: the fields of a row with this content. */
export function toFields(content: MachineContent & { detail: string }): JsonObject {
  const facts = JSON.parse(content.facts) as MachineFacts
  const detail = JSON.parse(content.detail) as MachineDetail
  return {
    ...facts,
    machine_class: content.class_key,
    published_at: content.published_at,
    linkage: JSON.parse(content.linkage),
    aliases: JSON.parse(content.aliases),
    ...detail,
  }
}

/** Faults between the fields of one machine. */
export function machineFaults(fields: JsonObject): Fault[] {
  const { power_source, engine_hp, pto_hp } = fields
  const faults: Fault[] = []
  if (power_source === 'electric') {
    for (const name of ['cylinders', 'engine_cc']) {
      if (fields[name] != null) {
        faults.push({ path: name, reason: 'must be absent: the machine is electric', found: visible(fields[name]) })
      }
    }
  }
  if (typeof pto_hp === 'number' && typeof engine_hp === 'number' && pto_hp > engine_hp) {
    faults.push({ path: 'pto_hp', reason: 'must not be above engine_hp', found: `${pto_hp} and ${engine_hp}` })
  }
  return faults
}

/** A figure given twice must be the same both times. */
export function specFaults(fields: JsonObject): Fault[] {
  if (!Array.isArray(fields.spec)) return []
  return contradictions(fields.spec as SpecGroup[], fields).map(({ group, field, key, text, value }) => ({
    path: `spec[${group}].fields[${field}].value`,
    reason: `must say what ${key} says`,
    found: `${visible(text)}, and ${visible(value)} in ${key}`,
  }))
}

/** What is stored of a machine's `media`, `prices` and `spec`. */
export type CheckedDetail = ReturnType<typeof toDetail>

export function toDetail(fields: Record<string, unknown>) {
  const { media = [], prices = [], spec = [] } = fields
  return {
    text: JSON.stringify({ media, prices, spec }),
    prices: summarisePrices(prices as PriceItem[]),
    image: (media as MediaItem[]).find((item) => item.kind === 'image')?.url ?? null,
  }
}
