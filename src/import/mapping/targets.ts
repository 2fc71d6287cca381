import { lazy } from '../../lib/cache.ts'
import type { Field } from '../../schema/records/field.ts'
import { RECORD_TYPES, type RecordType, ROW_SHAPES } from '../row-shapes.ts'

export type TargetKind =
  | ('number' | 'money' | 'owners' | 'year' | 'date' | 'moment' | 'flag' | 'choice' | 'state' | 'place' | 'pin')
  | ('manufacturer' | 'class' | 'kind' | 'gears' | 'tyre' | 'tyres' | 'warranty' | 'linkage' | 'list' | 'json')
  | ('name' | 'equipment' | 'text')

export interface Target {
  field: string
  kind: TargetKind
  unit?: string
  also?: string
  values?: readonly string[]
  isWhole?: boolean
}

const targets = lazy(
  () => new Map(RECORD_TYPES.map((type) => [type, new Map(targetsIn(type).map((target) => [target.field, target]))])),
)

/** Parts of these alone have columns. */
const PARTED: readonly string[] = ['contact', 'condition', 'sender']
const PRICE_PARTS = ['kind', 'state_code', 'city', 'observed_at', 'source_kind']

function targetsIn(type: RecordType): Target[] {
  const { described, names } = ROW_SHAPES[type]
  const result = [...names].flatMap((name): Target[] => {
    if (PARTED.includes(name)) return []
    if (name !== 'price') return [targetOfField(name, described[name]!)]
    const { fields } = described.price!.of as { fields: Record<string, Field> }
    const parts = PRICE_PARTS.map((part) => targetOfField(`price.${part}`, fields[part]!))
    return [{ field: name, kind: 'money', unit: 'INR' }, ...parts]
  })
  const texts = (...fields: string[]) => fields.map((field): Target => ({ field, kind: 'text' }))
  if (type === 'machine')
    result.push(
      { field: 'gears', kind: 'gears' },
      { field: 'tyres', kind: 'tyres' },
      { field: 'warranty', kind: 'warranty', unit: 'years', also: 'hours' },
    )
  if (type === 'listing')
    result.push(
      ...texts('own_number', 'contact.name', 'contact.phone', 'contact.whatsapp', 'contact.email'),
      ...texts('condition.overall', 'condition.engine', 'condition.tyres', 'condition.hydraulics'),
    )
  return result
}

const KINDS: Readonly<Record<string, TargetKind>> = {
  ...{ machine_class: 'class', fits_classes: 'class', maker_name: 'manufacturer', owners: 'owners' },
  ...{ 'price.city': 'place', district: 'place', tyre_front: 'tyre', tyre_rear: 'tyre', linkage: 'linkage' },
  ...{ brakes: 'equipment', clutch: 'equipment', steering: 'equipment' },
}

function targetOfField(field: string, { type, unit, values }: Field): Target {
  if (field.endsWith('_inr')) return { field, kind: 'money', unit: 'INR', isWhole: true }
  const kind = KINDS[field] ?? (field === 'kind' && type === 'keyword' ? 'kind' : kindOf(type, unit))
  if (kind !== 'number') return { field, kind, ...(values && { values }) }
  const measured = unit ?? (field === 'km' || field === 'hours' ? field : '')
  return { field, kind, unit: measured, isWhole: type === 'integer' }
}

function kindOf(type: Field['type'], unit: string | undefined): TargetKind {
  if (type === 'year') return 'year'
  if (unit !== undefined || type === 'integer' || type === 'number' || type === 'id') return 'number'
  if (type === 'maker') return 'manufacturer'
  if (type === 'object' || type === 'part') return 'json'
  const same: readonly Field['type'][] = ['date', 'moment', 'flag', 'state', 'name', 'choice', 'list', 'pin']
  return same.includes(type) ? (type as TargetKind) : 'text'
}

export const targetsOf = (type: RecordType): string[] => [...targets().get(type)!.keys()]
export const targetOf = (type: RecordType, name: string): Target | undefined => targets().get(type)!.get(name)
