import { readFileSync } from 'node:fs'
import type { ClassRecord } from './records.ts'

/** A class from its stored JSON, with defaults for missing fields. */
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

/** The words that find a class. */
export function classWords(record: ClassRecord): string[] {
  const { label, label_hi, label_ta, plural, plural_hi, plural_ta, synonyms } = record
  return [label, label_hi, label_ta, plural, plural_hi, plural_ta, ...synonyms]
}

type BuiltinClass = ClassRecord & { type: 'class' }

const file = new URL('../../sample/classes.ndjson', import.meta.url)

let loaded: readonly BuiltinClass[] | undefined

/** The machine classes that come with the service, in the order of the file. */
export function builtinClasses(): readonly BuiltinClass[] {
  loaded ??= readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as BuiltinClass)
  return loaded
}
