import type { MachineClass } from '../contract/machine-class.ts'
import { type ClassBytes, encodeClass } from '../read-model/summary-record.ts'
import { builtinClasses } from './builtin-classes.ts'
import type { ClassRecord } from './records.ts'

/** The classes, numbered in the order they came to be known. */
export interface Classes {
  put(record: ClassRecord): void
  /** The number of a class; one that was never described gets a bare record. */
  numberOf(key: string): number
  recordOf(number: number): ClassRecord
  bytesOf(number: number): ClassBytes
  /** Those that come with the program in its order, then the others by key. */
  inOrder(): ClassRecord[]
}

export function createClasses(): Classes {
  const numbers = new Map<string, number>()
  const records: ClassRecord[] = []
  const bytes: ClassBytes[] = []
  const builtinOrder = new Map(builtinClasses().map(({ key }, place) => [key, place]))

  function put(record: ClassRecord): void {
    const number = numbers.get(record.key) ?? records.length
    numbers.set(record.key, number)
    records[number] = record
    bytes[number] = encodeClass(record)
  }

  for (const { type: _, ...record } of builtinClasses()) put(record)

  const placeOf = (key: string) => builtinOrder.get(key) ?? Number.MAX_SAFE_INTEGER
  return {
    put,
    numberOf(key) {
      if (!numbers.has(key)) put(toClassRecord(key, '{}'))
      return numbers.get(key)!
    },
    recordOf: (number) => records[number]!,
    bytesOf: (number) => bytes[number]!,
    inOrder: () => [...records].sort((a, b) => placeOf(a.key) - placeOf(b.key) || (a.key < b.key ? -1 : 1)),
  }
}

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
