import type { Static, TSchema } from 'typebox'
import type { Schema } from './type.ts'

type Serializer = (value: unknown, base: string) => unknown

type PartialOf<T> = { [K in keyof T]?: unknown }

const serializers = new WeakMap<Schema, Serializer>()
const same = (value: unknown) => value

const ADDRESSES = new Set(['image', 'url', 'thumb_url', 'video_url', 'photo', 'photos'])

/** Adds the base to the path of an own image. */
export function underBase(base: string, address: string): string {
  return address.startsWith('/') && !address.startsWith('//') ? base + address : address
}

const placed: Serializer = (value, base) =>
  Array.isArray(value) ? value.map((item) => underBase(base, item)) : underBase(base, value as string)

/** Adds the base to the own images of a value. */
export function placeUnder(base: string, schema: TSchema, value: unknown): void {
  const { properties = {}, items } = schema as Schema
  if (Array.isArray(value) && items) for (const item of value) placeUnder(base, items, item)
  for (const [name, schema] of Object.entries(properties)) {
    const source = (value as Record<string, unknown>)[name]
    if (ADDRESSES.has(name) && source) Object.assign(value as object, { [name]: placed(source, base) })
    else if (typeof source === 'object' && source) placeUnder(base, schema, source)
  }
}

/** Keeps the schema's members, in its order. A missing member gets its default, null if allowed, or is left out. */
export function serialize<T extends TSchema>(schema: T, source: PartialOf<Static<T>>, base = ''): Static<T> {
  return serializerOf(schema as Schema)(source, base) as Static<T>
}

function serializerOf(schema: Schema): Serializer {
  return serializers.getOrInsertComputed(schema, createSerializer)
}

function createSerializer({ properties, items }: Schema): Serializer {
  if (items) {
    const shapeItem = serializerOf(items)
    return shapeItem === same ? same : (value, base) => (value as unknown[]).map((item) => shapeItem(item, base))
  }
  if (!properties) return same
  const members = Object.entries(properties).map(([name, schema]) => {
    return { name, unknown: unknownOf(schema), write: ADDRESSES.has(name) ? placed : serializerOf(schema) }
  })
  return (value, base) => {
    const shaped: Record<string, unknown> = {}
    for (const { name, unknown, write } of members) {
      const source = (value as Record<string, unknown>)[name] ?? undefined
      const member = source === undefined ? unknown() : write(source, base)
      if (member !== undefined) shaped[name] = member
    }
    return shaped
  }
}

function unknownOf(schema: Schema): () => unknown {
  const { default: fallback } = schema
  if (fallback !== undefined) return typeof fallback === 'object' ? () => structuredClone(fallback) : () => fallback
  return isNullable(schema) ? () => null : () => undefined
}

function isNullable({ type, oneOf = [] }: Schema): boolean {
  return [type].flat().includes('null') || oneOf.some(isNullable)
}
