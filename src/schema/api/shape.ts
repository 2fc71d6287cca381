import type { Static, TSchema } from 'typebox'
import type { Schema } from './type.ts'

type Shaper = (value: unknown, base: string) => unknown

type Known<T> = { [K in keyof T]?: unknown }

const shapers = new WeakMap<Schema, Shaper>()
const same = (value: unknown) => value

/** Members that hold addresses of pictures and files. */
const ADDRESSES = new Set(['image', 'url', 'thumb_url', 'video_url', 'photo', 'photos'])

/** The address of a picture that is stored by its path alone (`/pictures/tractor.svg`), under the service's own. */
export function underBase(base: string, address: string): string {
  return address.startsWith('/') && !address.startsWith('//') ? base + address : address
}

const placed: Shaper = (value, base) =>
  Array.isArray(value) ? value.map((one) => underBase(base, one)) : underBase(base, value as string)

/** Puts the own pictures of a value under the base, and changes nothing else of it. */
export function placeUnder(base: string, schema: TSchema, value: unknown): void {
  const { properties = {}, items } = schema as Schema
  if (Array.isArray(value) && items) for (const item of value) placeUnder(base, items, item)
  for (const [name, schema] of Object.entries(properties)) {
    const known = (value as Record<string, unknown>)[name]
    if (ADDRESSES.has(name) && known) Object.assign(value as object, { [name]: placed(known, base) })
    else if (typeof known === 'object' && known) placeUnder(base, schema, known)
  }
}

/**
 * Shapes known values by the contract: only its members, in its order. An unknown member gets its default, null where
 * the schema allows it, or is left out. Free-form objects stay unchanged. Own pictures get the base before their paths.
 */
export function shape<T extends TSchema>(schema: T, known: Known<Static<T>>, base = ''): Static<T> {
  return shaperOf(schema as Schema)(known, base) as Static<T>
}

function shaperOf(schema: Schema): Shaper {
  return shapers.getOrInsertComputed(schema, createShaper)
}

function createShaper({ properties, items }: Schema): Shaper {
  if (items) {
    const shapeItem = shaperOf(items)
    return shapeItem === same ? same : (value, base) => (value as unknown[]).map((item) => shapeItem(item, base))
  }
  if (!properties) return same
  const members = Object.entries(properties).map(([name, schema]) => {
    return { name, unknown: unknownOf(schema), shape: ADDRESSES.has(name) ? placed : shaperOf(schema) }
  })
  return (value, base) => {
    const shaped: Record<string, unknown> = {}
    for (const { name, unknown, shape } of members) {
      const known = (value as Record<string, unknown>)[name] ?? undefined
      const member = known === undefined ? unknown() : shape(known, base)
      if (member !== undefined) shaped[name] = member
    }
    return shaped
  }
}

/** The value when nothing is known; `undefined` leaves the member out. */
function unknownOf(schema: Schema): () => unknown {
  const { default: given } = schema
  if (given !== undefined) return typeof given === 'object' ? () => structuredClone(given) : () => given
  return isNullable(schema) ? () => null : () => undefined
}

function isNullable({ type, oneOf = [] }: Schema): boolean {
  return [type].flat().includes('null') || oneOf.some(isNullable)
}
