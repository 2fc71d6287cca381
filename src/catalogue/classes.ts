import type { MachineClass } from '../contract/machine-class.ts'
import type { ClassRecord } from './records.ts'

/** A class from its stored JSON, whatever is missing filled in. */
export function toClassRecord(key: string, doc: string): ClassRecord {
  const given = JSON.parse(doc) as Partial<ClassRecord>
  const label = given.label ?? key
  const plural = given.plural ?? label
  const plate = given.plate ?? []
  return {
    key,
    label,
    label_hi: given.label_hi ?? label,
    label_ta: given.label_ta ?? label,
    plural,
    plural_hi: given.plural_hi ?? given.label_hi ?? plural,
    plural_ta: given.plural_ta ?? given.label_ta ?? plural,
    kinds: given.kinds ?? [],
    plate,
    synonyms: given.synonyms ?? [],
    hours_a_year: given.hours_a_year ?? null,
    section: given.section ?? 'construction',
    expects: given.expects ?? plate.map((field) => field.key),
  }
}

/** The words a class is found by. */
export function classWords(record: ClassRecord): string[] {
  const { label, label_hi, label_ta, plural, plural_hi, plural_ta, synonyms } = record
  return [label, label_hi, label_ta, plural, plural_hi, plural_ta, ...synonyms]
}

/** What the API says of a class: only fields that the contract names. */
export function toMachineClass(record: ClassRecord, count: number): MachineClass {
  return {
    key: record.key,
    label: record.label,
    label_hi: record.label_hi,
    label_ta: record.label_ta,
    plural: record.plural,
    plural_hi: record.plural_hi,
    plural_ta: record.plural_ta,
    kinds: [...record.kinds],
    plate: record.plate.map(({ key, label, label_hi, label_ta, unit }) => ({ key, label, label_hi, label_ta, unit })),
    synonyms: [...record.synonyms],
    count,
    hours_a_year: record.hours_a_year,
  }
}
