import { readFileSync } from 'node:fs'
import type { MachineTable } from '../database/tables/catalogue.ts'
import type { Machine, MachineClass, MediaItem, PriceItem, SpecGroup } from '../schema/api/machine.ts'
import type { PriceSummary } from './price-summary.ts'

type InColumns = 'id' | 'slug' | 'manufacturer' | 'machine_class' | 'published_at' | 'media' | 'prices' | 'spec'
type Computed = keyof PriceSummary | 'hp_band' | 'plate' | 'similar' | 'completeness'

type NonNullProps<T> = { [K in keyof T]?: NonNullable<T[K]> }

/** As imported, without unknown fields. */
export type MachineFacts = NonNullProps<Omit<Machine, InColumns | Computed>> &
  Pick<Machine, 'name' | 'lifecycle'> & { section: NonNullable<Machine['section']> }

export interface MachineDetail {
  media: MediaItem[]
  prices: PriceItem[]
  spec: SpecGroup[]
}

export interface Manufacturer {
  id: number
  slug: string
  name: string
  aliases: string[]
  /** `#rrggbb`, for drawings. */
  colour?: string | null
}

export const UNKNOWN_MANUFACTURER: Manufacturer = { id: 0, slug: '', name: '', aliases: [] }

/** With private fields. */
export interface ClassRecord extends Omit<MachineClass, 'count' | 'hours_a_year'> {
  hours_a_year: number | null
  section: NonNullable<Machine['section']>
  /** Fields of a complete machine. */
  expects: string[]
}

/** Joined with manufacturer and class. */
export interface MachineRecord
  extends PriceSummary,
    Pick<MachineTable, 'id' | 'slug' | 'published_at' | 'media_image'> {
  manufacturer: Manufacturer
  machineClass: ClassRecord
  facts: MachineFacts
}

export function toClassRecord(key: string, doc: string): ClassRecord {
  const classDoc = JSON.parse(doc) as Partial<ClassRecord>
  const label = classDoc.label ?? key
  const plural = classDoc.plural ?? label
  const plate = classDoc.plate ?? []
  return {
    key,
    label,
    label_hi: classDoc.label_hi ?? label,
    label_ta: classDoc.label_ta ?? label,
    plural,
    plural_hi: classDoc.plural_hi ?? classDoc.label_hi ?? plural,
    plural_ta: classDoc.plural_ta ?? classDoc.label_ta ?? plural,
    kinds: classDoc.kinds ?? [],
    plate,
    synonyms: classDoc.synonyms ?? [],
    hours_a_year: classDoc.hours_a_year ?? null,
    section: classDoc.section ?? 'construction',
    expects: classDoc.expects ?? plate.map((field) => field.key),
  }
}

export function classWords(record: ClassRecord): string[] {
  const { label, label_hi, label_ta, plural, plural_hi, plural_ta, synonyms } = record
  return [label, label_hi, label_ta, plural, plural_hi, plural_ta, ...synonyms]
}

type BuiltinClass = ClassRecord & { type: 'class' }

const file = new URL('../../sample/classes.ndjson', import.meta.url)

let loaded: readonly BuiltinClass[] | undefined

/** In the order of the file. */
export function builtinClasses(): readonly BuiltinClass[] {
  loaded ??= readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as BuiltinClass)
  return loaded
}
