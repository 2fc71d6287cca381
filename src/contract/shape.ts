import type { Static, TSchema } from 'typebox'

/** What a schema says of one member of an object. */
interface Member {
  name: string
  /** The value when nothing is known; `undefined` leaves the member out. */
  unknown: () => unknown
  shape: (value: unknown) => unknown
}

/** The parts of a schema that decide the shape of a value. */
interface Parts {
  properties?: Record<string, Parts>
  items?: Parts
  type?: string | readonly string[]
  oneOf?: readonly Parts[]
  default?: unknown
}

type Known<T> = { [K in keyof T]?: unknown }

const shapers = new WeakMap<Parts, (value: unknown) => unknown>()
const same = (value: unknown) => value

/**
 * Shapes known values by the contract: only its members, in its order. An unknown member gets its default, null where
 * the schema allows it, or is left out. Free-form objects stay unchanged.
 */
export function shape<T extends TSchema>(schema: T, known: Known<Static<T>>): Static<T> {
  return shaperOf(schema as Parts)(known) as Static<T>
}

function shaperOf(schema: Parts): (value: unknown) => unknown {
  let shaper = shapers.get(schema)
  if (!shaper) {
    shaper = createShaper(schema)
    shapers.set(schema, shaper)
  }
  return shaper
}

function createShaper({ properties, items }: Parts): (value: unknown) => unknown {
  if (items) {
    const shapeItem = shaperOf(items)
    return shapeItem === same ? same : (value) => (value as unknown[]).map(shapeItem)
  }
  if (!properties) return same
  const members = Object.entries(properties).map(([name, schema]): Member => {
    return { name, unknown: unknownOf(schema), shape: shaperOf(schema) }
  })
  return (value) => {
    const shaped: Record<string, unknown> = {}
    for (const { name, unknown, shape } of members) {
      const known = (value as Record<string, unknown>)[name] ?? undefined
      const member = known === undefined ? unknown() : shape(known)
      if (member !== undefined) shaped[name] = member
    }
    return shaped
  }
}

function unknownOf(schema: Parts): () => unknown {
  if (schema.default !== undefined) return () => structuredClone(schema.default)
  return isNullable(schema) ? () => null : () => undefined
}

function isNullable({ type, oneOf = [] }: Parts): boolean {
  return [type].flat().includes('null') || oneOf.some(isNullable)
}
