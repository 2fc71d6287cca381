import { NOTES } from './notes.ts'
import * as values from './values.ts'
import { EVENTS } from './webhook.ts'

export type Json = Record<string, unknown>

/** Closed lists that are components, so that generated clients have one type for each. */
const LISTS = new Map(
  Object.entries({
    Section: values.SECTIONS,
    Lifecycle: values.LIFECYCLES,
    PowerSource: values.POWER_SOURCES,
    WheelDrive: values.WHEEL_DRIVES,
    PriceKind: values.PRICE_KINDS,
    SourceKind: values.SOURCE_KINDS,
    MediaKind: values.MEDIA_KINDS,
    ListingStatus: values.SHOWN_STATUSES,
    OfferedStatus: values.OFFERED_STATUSES,
    ListingKind: values.LISTING_KINDS,
    Seller: values.SELLERS,
    InspectionMode: values.INSPECTION_MODES,
    StateCode: values.STATE_CODES,
    PriceStateCode: values.PRICE_STATE_CODES,
    Engine: values.ENGINES,
    EventName: EVENTS,
    SortInForce: values.RESPONSE_SORTS,
    ListingSort: values.LISTING_SORTS,
    Comparable: values.COMPARABLE,
  }).map(([name, list]) => [list.join(), { name, list }]),
)

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Moves named schemas and closed lists to the components, and adds the descriptions of fields. */
export function toReference(schema: unknown, components: Map<string, Json>, owner = ''): unknown {
  if (Array.isArray(schema)) return schema.map((item) => toReference(item, components, owner))
  if (typeof schema !== 'object' || schema === null) return schema
  const { 'x-name': name, ...rest } = schema as { 'x-name'?: string }
  const within = name ?? owner
  const list = toList(rest, components)
  if (list) return list
  const plain = () =>
    Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [
        key,
        key === 'properties'
          ? toProperties(value as object, components, within)
          : toReference(value, components, within),
      ]),
    )
  if (name === undefined) return plain()
  if (!components.has(name)) {
    components.set(name, {})
    components.set(name, plain())
  }
  return refTo(name)
}

function toProperties(properties: object, components: Map<string, Json>, owner: string): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([key, property]) => {
      const [description, example] = NOTES[`${owner}.${key}`] ?? NOTES[key] ?? []
      const note = {
        ...(description ? { description } : {}),
        ...(example === undefined ? {} : { examples: [example] }),
      }
      const reference = toReference(property, components, owner) as Json
      return [key, 'description' in reference ? reference : { ...reference, ...note }]
    }),
  )
}

/** In Go, the constants of all lists share one scope. */
function constantsOf({ name, list }: { name: string; list: readonly string[] }): string[] {
  const scope = name.replace(/(?<=[a-z])(?=[A-Z])/g, '_')
  return list.map((value) => `${scope}_${value.replace(/\W/g, '_')}`.toUpperCase())
}

/** A nullable list is a choice between a reference and null. */
function toList(
  { enum: allowed, ...rest }: { enum?: readonly unknown[]; type?: unknown },
  components: Map<string, Json>,
) {
  const list = allowed && LISTS.get(allowed.filter((value) => value !== null).join())
  if (!list) return undefined
  components.set(list.name, { type: 'string', enum: list.list, 'x-enum-varnames': constantsOf(list) })
  const { type: _, ...more } = rest
  const ref = refTo(list.name)
  return allowed.includes(null) ? { oneOf: [ref, { type: 'null' }], ...more } : { ...ref, ...more }
}
