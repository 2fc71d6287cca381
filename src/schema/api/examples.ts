import { PROBLEMS, type ProblemCode } from '../../errors.ts'
import { type Machine, MachineSummary } from './machine.ts'
import { NOTES } from './notes.ts'
import { OPERATIONS } from './operations.ts'
import { serialize } from './serialize.ts'
import type { Schema } from './type.ts'
import { WEBHOOK_EVENTS } from './webhook.ts'

const noteOf = (resource: string, name: string) => NOTES[`${resource}.${name}`] ?? NOTES[name]

/** Members of a resource, named with spaces between, with the examples of their notes. */
function fromNotes(resource: string, names: string): Record<string, unknown> {
  return Object.fromEntries(names.split(' ').map((name) => [name, noteOf(resource, name)![1]]))
}

const machine = serialize(MachineSummary, {
  ...fromNotes(
    'MachineSummary',
    'id slug name manufacturer machine_class lifecycle section is_sample plate kind family',
  ),
  ...fromNotes('MachineSummary', 'image power_source wheel_drive engine_hp pto_hp cylinders gears_fwd gears_rev'),
  ...fromNotes('MachineSummary', 'lift_capacity_kg operating_weight_kg price_from_inr price_to_inr price_kind'),
  ...fromNotes('MachineSummary', 'published_at verified_at'),
  price_as_of: '2026-02-02',
})

const sheet: { [K in keyof Machine]?: unknown } = {
  ...machine,
  ...fromNotes('Machine', 'completeness similar brakes clutch engine_cc hp_band hours_a_year'),
  prices: [fromNotes('PriceItem', 'kind observed_at price_inr source_kind state_code basis city high_inr')],
  media: [{ kind: 'image', url: machine.image ?? '', licence: 'Apache-2.0' }],
  spec: [
    { ...fromNotes('SpecGroup', 'key label'), fields: [fromNotes('SpecField', 'key label value unit confidence')] },
  ],
}

const listing = {
  ...fromNotes('MarketListing', 'id status created_at maker_name maker_slug variant_name variant_slug vehicle_class'),
  ...fromNotes('MarketListing', 'year km owners price_inr district state_code pin comparable_new_inr'),
  condition: { engine: 'good', hydraulics: 'good', tyres: '70%' },
  description:
    'Dealer-serviced every 250 hours, service book available. Power steering, oil immersed brakes. Price 6.4 lakh, finance can be arranged.',
  ...fromNotes('MarketListing', 'hours machine_class machine_slug seller'),
}
const { description: _, condition: _c, pin: _p, ...listed } = listing as Record<string, unknown>

/** Resources whose examples must agree with each other. */
const RESOURCES: Record<string, unknown> = {
  MachineSummary: machine,
  Machine: sheet,
  ImplementSummary: {
    id: 16,
    ...fromNotes('ImplementSummary', 'slug name kind manufacturer lifecycle family fits_classes width_mm'),
    weight_kg: null,
    price_inr: 50000,
    price_high_inr: null,
    ...fromNotes('ImplementSummary', 'price_kind price_as_of'),
  },
  MarketListing: listing,
  ListingSummary: listed,
  ListingSearchOut: {
    query: 'john deere',
    hits: [listed],
    total: 1,
    offset: 0,
    limit: 20,
    facets: { maker: { 'john-deere': 1 }, machine_class: { tractor: 1 }, state: { MP: 1 }, seller: { dealer: 1 } },
    sort: null,
  },
}

/** From RESOURCES, else from the notes of its members. */
function exampleOf(schema: object, owner = ''): unknown {
  const { 'x-name': name, items, oneOf, properties }: Schema = schema
  if (name && Object.hasOwn(RESOURCES, name)) return RESOURCES[name]
  if (oneOf) return exampleOf(oneOf[0]!, owner)
  if (items?.properties) return [exampleOf(items, owner)]
  if (!properties) return undefined
  const within = name ?? owner
  const members = Object.entries(properties).map(([key, member]) => {
    const value = member.const ?? member.examples?.[0] ?? noteOf(within, key)?.[1]
    const nested = value === undefined || Array.isArray(value) ? exampleOf(member, within) : undefined
    return [key, nested ?? value]
  })
  return Object.fromEntries(members)
}

function problem(code: ProblemCode, detail: string, more: object = {}) {
  const { status, title } = PROBLEMS[code]
  return { type: `/problems/${code}`, title, status, detail, code, request_id: 'k3Jx0a9Q-1f', ...more }
}

function changed(type: keyof typeof WEBHOOK_EVENTS, data: object) {
  const event = exampleOf(WEBHOOK_EVENTS[type]) as { data: object }
  return { ...event, data: { ...event.data, ...data } }
}

/** By operation, `<operation>.body`, event, and `problem.<status>`. */
export const EXAMPLES: Record<string, unknown> = {
  suggestRecords: {
    query: 'mahi',
    suggestions: [{ text: 'Mahindra', type: 'manufacturer', slug: 'mahindra' }],
  },
  ...Object.fromEntries(OPERATIONS.map(({ id, response }) => [id, exampleOf(response)])),
  ...Object.fromEntries(OPERATIONS.flatMap(({ id, body }) => (body ? [[`${id}.body`, exampleOf(body)]] : []))),
  ...Object.fromEntries(Object.entries(WEBHOOK_EVENTS).map(([type, schema]) => [type, exampleOf(schema)])),
  'variant.published': changed('variant.published', { changed: [], version: 6 }),
  'price.updated': changed('price.updated', {
    previous: { price_from_inr: 675000, price_to_inr: 710000, price_kind: 'ex_showroom', price_as_of: '2026-02-02' },
  }),
  'problem.400': problem('bad-input', 'Bad input: hp_mn.', {
    errors: [{ parameter: 'hp_mn', message: 'unknown parameter; did you mean hp_min?', suggestion: 'hp_min' }],
  }),
  'problem.401': problem(
    'unauthorized',
    'This operation needs an API key. Send the header Authorization: Bearer <key>.',
  ),
  'problem.404': problem('not-found', 'There is no such machine here.'),
  'problem.429': problem('rate-limited', 'Come back in 12 seconds.'),
}
