import { contradictions } from '../catalog/machine-detail.ts'
import { summarisePrices } from '../catalog/price-summary.ts'
import type { MachineDetail, MachineFacts } from '../catalog/records.ts'
import type { MachineTable } from '../database/tables/catalogue.ts'
import type { MediaItem, PriceItem, SpecGroup } from '../schema/api/machine.ts'
import { namesWhere } from '../schema/records/field.ts'
import { MACHINE } from '../schema/records/machine.ts'
import type { JsonObject } from './field-checks.ts'
import { error, type Issue, shownValue } from './issue.ts'
import { ROW_SHAPES } from './row-shapes.ts'

/** The fields of a row that are not among `facts`. */
export const ELSEWHERE = namesWhere(MACHINE, ({ stored }) => stored === 'column' || stored === 'detail')

export type MachineValues = ReturnType<typeof toMachineValues>

const NO_FIELDS: Readonly<JsonObject> = Object.fromEntries(
  ROW_SHAPES.machine.fields.map(({ name }) => [name, undefined]),
)

export const noFields = (): JsonObject => ({ ...NO_FIELDS })

export function toMachineValues(fields: Readonly<JsonObject>) {
  const { machine_class, published_at, linkage = [], aliases = [], media = [], prices = [], spec = [] } = fields
  const facts: JsonObject = { ...fields, is_sample: fields.is_sample === true || undefined }
  for (const name of ELSEWHERE) facts[name] = undefined
  const { price_from_inr, price_to_inr, price_kind, price_as_of } = summarisePrices(prices as PriceItem[])
  return {
    class_key: machine_class as string,
    published_at: (published_at as string | undefined) ?? null,
    facts: JSON.stringify(facts),
    detail: JSON.stringify({ media, prices, spec }),
    price_from_inr,
    price_to_inr,
    price_kind,
    price_as_of,
    media_image: (media as MediaItem[]).find((item) => item.kind === 'image')?.url ?? null,
    linkage: JSON.stringify(linkage),
    aliases: JSON.stringify(aliases),
  }
}

export function toMachineFields(machine: Pick<MachineTable, keyof MachineValues>): JsonObject {
  return {
    ...(JSON.parse(machine.facts) as MachineFacts),
    machine_class: machine.class_key,
    published_at: machine.published_at,
    linkage: JSON.parse(machine.linkage),
    aliases: JSON.parse(machine.aliases),
    ...(JSON.parse(machine.detail) as MachineDetail),
  }
}

export function machineIssues(fields: Readonly<JsonObject>): Issue[] {
  const { power_source, engine_hp, pto_hp } = fields
  const issues: Issue[] = []
  if (power_source === 'electric')
    for (const name of ['cylinders', 'engine_cc'])
      if (fields[name] != null)
        issues.push(error(name, 'must be absent: the machine is electric', shownValue(fields[name])))
  if (typeof pto_hp === 'number' && typeof engine_hp === 'number' && pto_hp > engine_hp)
    issues.push(error('pto_hp', 'must not be above engine_hp', `${pto_hp} and ${engine_hp}`))
  return issues
}

/** A number given twice must be the same both times. */
export function specIssues(fields: Readonly<JsonObject>): Issue[] {
  if (!Array.isArray(fields.spec)) return []
  return contradictions(fields.spec as SpecGroup[], fields).map(({ group, field, key, text, value }) =>
    error(
      `spec[${group}].fields[${field}].value`,
      `must say what ${key} says`,
      `${shownValue(text)}, and ${shownValue(value)} in ${key}`,
    ),
  )
}
