import { lazy } from '../../lib/cache.ts'
import { RECORD_TYPES, type RecordType, ROW_SHAPES } from '../row-shapes.ts'

/** How the cells of a target are read. */
type MappedCellKind =
  | 'number'
  | 'money'
  | 'date'
  | 'moment'
  | 'flag'
  | 'choice'
  | 'state'
  | 'place'
  | 'maker'
  | 'class'
  | 'gears'
  | 'tyre'
  | 'tyres'
  | 'warranty'
  | 'list'
  | 'json'
  | 'kind'
  | 'pin'
  | 'name'
  | 'text'

/** What a column may become: a field, a part of one behind a point, or several fields in one cell. */
export interface Target {
  kind: MappedCellKind
  /** Of figures; empty for counts. */
  unit?: string
  /** Another measure that a figure of it may be in. */
  also?: string
  values?: readonly string[]
  /** Kept as a whole number. */
  isWhole?: boolean
}

/** Cells of two fields. */
const PAIRS: Readonly<Record<string, Target>> = {
  gears: { kind: 'gears' },
  tyres: { kind: 'tyres' },
  warranty: { kind: 'warranty', unit: 'years', also: 'hours' },
}

const targets = lazy(() => new Map(RECORD_TYPES.map((type) => [type, new Map(targetsIn(type))])))

function* targetsIn(type: RecordType): Iterable<[string, Target]> {
  const { described, names } = ROW_SHAPES[type]
  for (const name of names) {
    const { type: kind, unit, values, of } = described[name]!
    // Only their parts have columns.
    if (name === 'contact' || name === 'condition' || name === 'sender') continue
    if (name === 'price') {
      yield [name, { kind: 'money', unit: 'INR' }]
      const parts = 'fields' in of! ? of.fields : {}
      for (const part of ['kind', 'state_code', 'city', 'observed_at', 'source_kind'])
        yield [`price.${part}`, targetOfField(`price.${part}`, parts[part]!.type, undefined, parts[part]!.values)]
    } else yield [name, targetOfField(name, kind, unit, values)]
  }
  if (type === 'machine') yield* Object.entries(PAIRS)
  if (type !== 'listing') return
  yield ['own_number', { kind: 'text' }]
  for (const part of ['name', 'phone', 'whatsapp', 'email']) yield [`contact.${part}`, { kind: 'text' }]
  for (const part of ['overall', 'engine', 'tyres', 'hydraulics']) yield [`condition.${part}`, { kind: 'text' }]
}

function targetOfField(name: string, kind: string, unit?: string, values?: readonly string[]): Target {
  if (/_inr$/.test(name)) return { kind: 'money', unit: 'INR', isWhole: true }
  if (/^(?:machine_class|fits_classes)$/.test(name)) return { kind: 'class' }
  if (name === 'maker_name' || kind === 'maker') return { kind: 'maker' }
  if (name === 'price.city' || name === 'district') return { kind: 'place' }
  if (/^tyre_/.test(name)) return { kind: 'tyre' }
  if (name === 'kind' && kind === 'keyword') return { kind: 'kind' }
  if (kind === 'pin') return { kind: 'pin' }
  if (unit !== undefined || ['integer', 'number', 'id', 'year'].includes(kind)) {
    const named = name === 'km' || name === 'hours' ? name : ''
    return { kind: 'number', unit: unit ?? named, isWhole: kind === 'integer' }
  }
  if (kind === 'choice') return { kind: 'choice', values: values! }
  if (kind === 'list') return { kind: 'list' }
  if (kind === 'object' || kind === 'part') return { kind: 'json' }
  const self = ['date', 'moment', 'flag', 'state', 'name'].find((item) => item === kind)
  return { kind: (self ?? 'text') as MappedCellKind, ...(values && { values }) }
}

/** What a column of this type may become. */
export const targetsOf = (type: RecordType): string[] => [...targets().get(type)!.keys()]
export const targetOf = (type: RecordType, name: string): Target | undefined => targets().get(type)!.get(name)
