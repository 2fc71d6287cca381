import { isObject } from '../lib/parsing.ts'
import type { Field, RecordPart } from '../schema/records/field.ts'
import { cellKind, type JsonObject, SOURCE_FIELDS } from './field-checks.ts'
import { readNumber } from './mapping/numbers.ts'
import { unitOfField } from './mapping/units.ts'
import { type RecordType, ROW_SHAPES } from './row-shapes.ts'

export interface RecordFormField {
  name: string
  required: boolean
  kind: 'text' | 'number' | 'date' | 'choice' | 'choices' | 'lines' | 'json' | 'table'
  choices: readonly string[]
  members: readonly RecordFormField[]
}

/** Not edited: they find the record, are private, or stand for a part of another field. */
const UNEDITED: readonly string[] = ['id', 'slug', 'key', 'contact', 'sender', 'price']

export function formOf(type: RecordType): readonly RecordFormField[] {
  const { fields, described } = ROW_SHAPES[type]
  const edited = fields.filter(({ name }) => !UNEDITED.includes(name))
  return edited.map(({ name, required }) => formField(name, described[name]!, required))
}

function formField(name: string, described: Field, required: boolean): RecordFormField {
  const { type, values, of } = described
  const field: RecordFormField = { name, required, kind: 'text', choices: [], members: [] }
  if (values) return { ...field, kind: 'choice', choices: values }
  if (type === 'flag') return { ...field, kind: 'choice', choices: ['true', 'false'] }
  if (type === 'list' && of) return { ...field, ...listField(of) }
  if (type === 'object') return { ...field, kind: 'json' }
  const kind = cellKind(described)
  return { ...field, kind: kind === 'number' || kind === 'date' ? kind : 'text' }
}

function listField(of: Field | RecordPart): Partial<RecordFormField> {
  if (!('fields' in of)) return of.values ? { kind: 'choices', choices: of.values } : { kind: 'lines' }
  const members = Object.entries(of.fields)
  return { kind: 'table', members: members.map(([name, field]) => formField(name, field, field.required === true)) }
}

export function readRecordForm(type: RecordType, form: URLSearchParams): JsonObject {
  const places = new Map<string, Set<number>>()
  for (const name of form.keys()) {
    for (const { 1: i, index } of name.matchAll(/\[(\d{1,4})\]/g)) {
      const list = name.slice(0, index)
      places.set(list, (places.get(list) ?? new Set()).add(Number(i)))
    }
  }

  function read({ name, kind, members }: RecordFormField, path: string): unknown {
    if (kind === 'table') {
      const items = [...(places.get(path) ?? [])].sort((a, b) => a - b).map((i) => item(members, `${path}[${i}]`))
      return orNull(items.filter((entry) => entry !== null))
    }
    if (kind === 'choices') return orNull(form.getAll(path))
    const text = (form.get(path) ?? '').replaceAll('\r\n', '\n').trim()
    if (text === '') return null
    if (kind === 'lines')
      return orNull(
        text
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
      )
    if (kind === 'json') return parsed(text)
    if (kind === 'choice' && /^(?:true|false)$/.test(text)) return text === 'true'
    if (kind !== 'number') return text
    const unit = /_inr$/.test(name) ? 'INR' : (ROW_SHAPES[type].described[name]?.unit ?? '')
    const number = /^-?\d+(?:\.\d+)?$/.test(text)
      ? { value: Number(text) }
      : readNumber(text, { own: unitOfField(unit) })
    return 'value' in number ? number.value : text
  }

  function item(members: readonly RecordFormField[], path: string): JsonObject | null {
    const values = members.map((member) => [member.name, read(member, `${path}.${member.name}`)] as const)
    const filled = values.filter(([, value]) => value !== null)
    if (filled.length === 0) return null
    const sources = SOURCE_FIELDS.map((name) => [name, form.get(`${path}.${name}`)] as const)
    const remaining = sources.flatMap(([name, text]) => (text ? [[name, parsed(text)] as const] : []))
    return Object.fromEntries([...filled, ...remaining])
  }

  return Object.fromEntries(formOf(type).map((field) => [field.name, read(field, field.name)]))
}

function orNull<T>(list: T[]): T[] | null {
  return list.length > 0 ? list : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function changedFields(mine: JsonObject, record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(mine).filter(([name, value]) => !isSame(value, record[name])))
}

export function isSame(item: unknown, other: unknown): boolean {
  return JSON.stringify(plain(item)) === JSON.stringify(plain(other))
}

/** A value without what makes no difference: sources, nulls, empty lists, the order of keys, line ends. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\r\n', '\n').trim() || null
  if (Array.isArray(value)) return value.length > 0 ? value.map(plain) : null
  if (!isObject(value)) return value ?? null
  const members = Object.entries(value).map(([name, member]) => [name, plain(member)] as const)
  const reported = members.filter(([name, member]) => member !== null && !SOURCE_FIELDS.includes(name))
  return Object.fromEntries(reported.sort(([a], [b]) => (a < b ? -1 : 1)))
}
