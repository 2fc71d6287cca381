import type { TSchema, Type as TypeBox } from 'typebox'

/** TypeBox's own builders would load 370 modules at every start; a schema of the contract is a plain object. */
type Builders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'Required'
  | 'String'
  | 'Unknown'
  | 'Unsafe'
>

const optional = new WeakSet<object>()

/** Makes JSON Schemas that have TypeBox's types. */
export const Type = {
  Array: (items: TSchema, options?: object) => ({ type: 'array', items, ...options }),
  Boolean: (options?: object) => ({ type: 'boolean', ...options }),
  Integer: (options?: object) => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options?: object) => ({ type: typeof value, const: value, ...options }),
  Number: (options?: object) => ({ type: 'number', ...options }),
  Object(properties: Record<string, TSchema>, options?: object) {
    const required = Object.keys(properties).filter((name) => !optional.has(properties[name]!))
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
  },
  Optional(schema: TSchema) {
    const own = { ...schema }
    optional.add(own)
    return own
  },
  Record: (_keys: TSchema, values: TSchema, options?: object) => ({
    type: 'object',
    patternProperties: { '^.*$': values },
    ...options,
  }),
  Required: ({ properties }: { properties: Record<string, TSchema> }, options?: object) => ({
    type: 'object',
    required: Object.keys(properties),
    properties,
    ...options,
  }),
  String: (options?: object) => ({ type: 'string', ...options }),
  Unknown: (options?: object) => ({ ...options }),
  Unsafe: (schema: object) => ({ ...schema }),
} as unknown as Builders
