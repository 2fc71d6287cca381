import type { MachineDetail, MachineFacts } from '../catalogue/records.ts'
import type { MachineTable } from '../database/tables/catalogue.ts'
import { ROW_SHAPES } from './row-shapes.ts'

const ELSEWHERE: readonly string[] = [
  'id',
  'slug',
  'manufacturer',
  'machine_class',
  'published_at',
  'media',
  'prices',
  'spec',
  'linkage',
  'aliases',
]

/** The fields of `facts`, in stored order. */
export const FACT_FIELDS: readonly string[] = ROW_SHAPES.machine.fields
  .map(({ name }) => name)
  .filter((name) => !ELSEWHERE.includes(name))

/** The columns that a row decides, except the detail. */
export type MachineContent = Pick<MachineTable, 'class_key' | 'published_at' | 'facts' | 'linkage' | 'aliases'>

/** The fields that are still needed once the content is made. */
export const SETTLING_FIELDS: readonly string[] = ['id', 'slug', 'manufacturer', 'machine_class', 'section', 'kind']

/** What is stored of a machine. A default that is spelled out is dropped. */
export function toContent(fields: Record<string, unknown>, section: string): MachineContent {
  const facts: Record<string, unknown> = {}
  for (const name of FACT_FIELDS) {
    const value = name === 'section' ? section : fields[name]
    if (value !== undefined && !(name === 'is_sample' && value === false)) facts[name] = value
  }
  return {
    class_key: fields.machine_class as string,
    published_at: (fields.published_at as string | undefined) ?? null,
    facts: JSON.stringify(facts),
    linkage: JSON.stringify(fields.linkage ?? []),
    aliases: JSON.stringify(fields.aliases ?? []),
  }
}

/** The reverse: the fields of a row with this content. */
export function toFields(content: MachineContent & { detail: string }): Record<string, unknown> {
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
