import { type Machine, MachineSummary } from './machine.ts'
import { NOTES } from './notes.ts'
import { shape } from './shape.ts'

/** Members of a resource with the examples of their notes. */
function noted(resource: string, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, (NOTES[`${resource}.${name}`] ?? NOTES[name])![1]]))
}

const machine = shape(MachineSummary, {
  ...noted('MachineSummary', 'id', 'slug', 'name', 'manufacturer', 'machine_class', 'lifecycle'),
  ...noted('MachineSummary', 'section', 'is_sample'),
  ...noted('MachineSummary', 'plate', 'kind', 'family', 'image', 'power_source', 'wheel_drive'),
  ...noted('MachineSummary', 'engine_hp', 'pto_hp', 'cylinders', 'gears_fwd', 'gears_rev'),
  ...noted('MachineSummary', 'lift_capacity_kg', 'operating_weight_kg'),
  ...noted('MachineSummary', 'price_from_inr', 'price_to_inr', 'price_kind', 'published_at', 'verified_at'),
  price_as_of: '2026-02-02',
})

const neighbour: MachineSummary = {
  ...machine,
  ...{ id: 115, slug: 'new-holland-3230-tx', name: 'New Holland 3230 TX', family: 'TX' },
  manufacturer: { slug: 'new-holland', name: 'New Holland' },
  ...{ pto_hp: 41.5, cylinders: 3, lift_capacity_kg: 1100, operating_weight_kg: null },
  ...{ price_from_inr: 680000, price_to_inr: 765000, price_as_of: '2025-09-28' },
  ...{ published_at: '2025-12-11', verified_at: null },
}

const prices = [
  noted('PriceItem', 'kind', 'observed_at', 'price_inr', 'source_kind', 'state_code', 'basis', 'city', 'high_inr'),
]

const sheet: { [K in keyof Machine]?: unknown } = {
  ...machine,
  ...noted('Machine', 'completeness'),
  similar: [neighbour],
  ...noted('Machine', 'brakes', 'clutch', 'engine_cc', 'hp_band', 'hours_a_year'),
  prices,
  media: [{ kind: 'image', url: machine.image ?? '', licence: 'Apache-2.0' }],
  spec: [
    {
      ...noted('SpecGroup', 'key', 'label'),
      fields: [noted('SpecField', 'key', 'label', 'value', 'unit', 'confidence')],
    },
  ],
}

const search = {
  query: 'mahindra 575',
  hits: [machine],
  total: 5,
  offset: 0,
  limit: 1,
  facets: {
    machine_class: { tractor: 5 },
    manufacturer: { mahindra: 5 },
    kind: { utility: 5 },
    power_source: { diesel: 5 },
    wheel_drive: { '2wd': 4, '4wd': 1 },
    lifecycle: { current: 5 },
    section: { farm: 5 },
    hp_band: { '41-50 HP': 5 },
  },
  engine: 'database',
  sort: null,
}

const rotavator = {
  id: 16,
  ...noted('ImplementSummary', 'slug', 'name', 'kind', 'manufacturer', 'lifecycle', 'family', 'fits_classes'),
  ...noted('ImplementSummary', 'width_mm'),
  ...{ weight_kg: null, price_inr: 50000, price_high_inr: null },
  ...noted('ImplementSummary', 'price_kind', 'price_as_of'),
}

const listing = {
  ...noted('MarketListing', 'id', 'status', 'created_at', 'maker_name', 'maker_slug', 'variant_name', 'variant_slug'),
  ...noted('MarketListing', 'vehicle_class', 'year', 'km', 'owners', 'price_inr', 'district', 'state_code', 'pin'),
  ...noted('MarketListing', 'comparable_new_inr'),
  condition: { engine: 'good', hydraulics: 'good', tyres: '70%' },
  description:
    'Dealer-serviced every 250 hours, service book available. Power steering, oil immersed brakes. Price 6.4 lakh, finance can be arranged.',
  ...noted('MarketListing', 'hours', 'machine_class', 'machine_slug', 'seller'),
}
const { description: _, condition: _c, pin: _p, ...listed } = listing as Record<string, unknown>

const tractors = {
  ...noted('MachineClass', 'key', 'label', 'label_hi', 'label_ta', 'plural', 'plural_hi', 'plural_ta'),
  kinds: ['utility', 'row_crop', 'orchard', 'compact', 'mini', 'paddy', 'haulage', 'special'],
  plate: [noted('PlateField', 'key', 'label', 'label_hi', 'label_ta', 'unit')],
  ...noted('MachineClass', 'synonyms', 'count', 'hours_a_year'),
}

const subscription = {
  // A server in development accepts this address.
  ...noted('Webhook', 'id', 'url', 'events'),
  created_at: '2026-11-15T06:30:00.000Z',
}

const event = { id: NOTES.event_id![1], created_at: '2026-11-15T06:31:04.120Z' }

const delivery = {
  ...noted('WebhookDelivery', 'event_id'),
  type: 'price.updated',
  ...noted('WebhookDelivery', 'state'),
  created_at: event.created_at,
  ...noted('WebhookDelivery', 'next_attempt_at', 'finished_at'),
  attempts: [noted('WebhookAttempt', 'number', 'started_at', 'finished_at', 'outcome', 'status', 'error')],
}

function problem(status: number, code: string, title: string, detail: string, more: object = {}) {
  return { type: `/problems/${code}`, title, status, detail, code, request_id: 'k3Jx0a9Q-1f', ...more }
}

/** By operation, by `<operation>.body`, and by `problem.<status>`. */
export const EXAMPLES: Record<string, unknown> = {
  searchTractors: search,
  getTractor: sheet,
  listImplements: [rotavator],
  searchListings: {
    query: 'john deere',
    hits: [listed],
    total: 1,
    offset: 0,
    limit: 20,
    facets: {
      maker: { 'john-deere': 1 },
      machine_class: { tractor: 1 },
      state: { MP: 1 },
      seller: { dealer: 1 },
      inspection_mode: { physical: 1 },
      year: { 2021: 1 },
    },
    sort: null,
  },
  getListing: listing,
  getValues: {
    ...noted('MarketValues', 'machine_slug', 'year', 'hours'),
    asking: noted('PriceQuartiles', 'p25_inr', 'median_inr', 'p75_inr', 'count', 'from', 'to'),
    sold: null,
    comparable: 'class',
    reason: 'Fewer than five comparable sold ones are known.',
    ...noted('MarketValues', 'method'),
  },
  listClasses: [tractors],
  'createWebhook.body': { ...noted('WebhookCreate', 'url', 'events') },
  createWebhook: { ...subscription, ...noted('WebhookCreated', 'secret') },
  listWebhooks: [subscription],
  deleteWebhook: noted('WebhookDeleted', 'id', 'deleted'),
  getWebhook: {
    ...subscription,
    ...noted('WebhookStatus', 'status', 'disabled_reason', 'pending'),
    ...noted('WebhookStatus', 'last_success_at', 'last_failure_at', 'last_error'),
  },
  listChanges: {
    changes: [{ ...noted('Change', 'cursor', 'change', 'slug', 'id', 'version', 'changed_at'), machine }],
    ...noted('Changes', 'next', 'more', 'head'),
  },
  listWebhookDeliveries: { deliveries: [delivery], offset: 0, limit: 20, has_more: false },
  pingWebhook: noted('WebhookPing', 'event_id', 'delivered', 'status', 'error', 'duration_ms'),
  rotateWebhookSecret: noted('WebhookSecret', 'id', 'secret', 'overlap_until'),
  'redeliverWebhook.body': noted('WebhookRedeliver', 'since'),
  redeliverWebhook: noted('WebhookRedelivered', 'id', 'redelivered'),
  'variant.published': { ...event, type: 'variant.published', data: { machine, changed: [], version: 6 } },
  'variant.updated': {
    ...event,
    type: 'variant.updated',
    data: { machine, changed: ['lift_capacity_kg'], version: 7 },
  },
  'webhook.ping': { ...event, type: 'webhook.ping', data: noted('WebhookPing', 'webhook_id') },
  'price.updated': {
    ...event,
    type: 'price.updated',
    data: {
      machine,
      prices,
      previous: { price_from_inr: 675000, price_to_inr: 710000, price_kind: 'ex_showroom', price_as_of: '2026-02-02' },
      version: 8,
    },
  },
  'variant.withdrawn': {
    ...event,
    type: 'variant.withdrawn',
    data: { machine: { id: machine.id, slug: machine.slug }, version: 9 },
  },
  'problem.400': problem(400, 'bad-input', 'The request has bad input', 'Bad input: hp_mn.', {
    errors: [{ parameter: 'hp_mn', message: 'is not a parameter here', suggestion: 'hp_min' }],
  }),
  'problem.401': problem(401, 'unauthorized', 'A valid API key is needed', 'This operation needs a key.'),
  'problem.404': problem(404, 'not-found', 'There is nothing here', 'There is no such machine here.'),
  'problem.429': problem(429, 'rate-limited', 'Too many requests', 'Come back in 12 seconds.'),
}
