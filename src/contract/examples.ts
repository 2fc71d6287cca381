import type { ImplementSummary } from './implement.ts'
import type { MarketListing } from './listing.ts'
import { type Machine, MachineSummary, type PlateCell, type PriceItem } from './machine.ts'
import type { MachineClass } from './machine-class.ts'
import type { ListingSearchOut, MarketValues } from './market.ts'
import type { MachineSearchOut } from './search.ts'
import { shape } from './shape.ts'

const plate: PlateCell[] = [
  { key: 'engine_hp', label: 'Engine power', label_hi: 'इंजन शक्ति', label_ta: 'இன்ஜின் சக்தி', unit: 'HP', value: 45 },
]

const machine = shape(MachineSummary, {
  id: 1,
  slug: 'mahindra-575-di',
  name: 'Mahindra 575 DI',
  manufacturer: { slug: 'mahindra', name: 'Mahindra' },
  machine_class: 'tractor',
  lifecycle: 'current',
  section: 'farm',
  is_sample: true,
  plate,
  kind: 'utility',
  family: 'Bhoomiputra',
  image: '/pictures/tractor.svg',
  power_source: 'diesel',
  wheel_drive: '2wd',
  engine_hp: 45,
  pto_hp: 39.8,
  cylinders: 4,
  gears_fwd: 8,
  gears_rev: 2,
  lift_capacity_kg: 1600,
  operating_weight_kg: 1860,
  price_from_inr: 682000,
  price_to_inr: 717000,
  price_kind: 'ex_showroom',
  price_as_of: '2026-02-02',
  published_at: '2024-09-18',
  verified_at: '2026-09-06',
})

const neighbour: MachineSummary = {
  ...machine,
  ...{ id: 115, slug: 'new-holland-3230-tx', name: 'New Holland 3230 TX', family: 'TX' },
  manufacturer: { slug: 'new-holland', name: 'New Holland' },
  ...{ pto_hp: 41.5, cylinders: 3, lift_capacity_kg: 1100, operating_weight_kg: null },
  ...{ price_from_inr: 680000, price_to_inr: 765000, price_as_of: '2025-09-28' },
  ...{ published_at: '2025-12-11', verified_at: null },
}

const prices: PriceItem[] = [
  {
    kind: 'ex_showroom',
    observed_at: '2026-08-21',
    price_inr: 687000,
    source_kind: 'dealer',
    state_code: 'UK',
    basis: { variant: 'base' },
    city: 'Rudrapur',
    high_inr: 717000,
  },
]

const sheet: Partial<Machine> = {
  ...machine,
  completeness: 95,
  similar: [neighbour],
  brakes: 'Oil immersed disc',
  clutch: 'Dual',
  engine_cc: 2730,
  hp_band: '41-50 HP',
  hours_a_year: 800,
  prices,
  media: [{ kind: 'image', url: machine.image ?? '', licence: 'Apache-2.0' }],
  spec: [
    {
      key: 'engine',
      label: 'Engine',
      fields: [{ key: 'rated_rpm', label: 'Rated speed', value: '1900', unit: 'rpm', confidence: 0.85 }],
    },
  ],
}

const search: MachineSearchOut = {
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

const rotavator: ImplementSummary = {
  id: 16,
  slug: 'agristar-powervator-615vx',
  name: 'AgriStar Powervator 615VX',
  kind: 'rotavator',
  manufacturer: { slug: 'agristar', name: 'AgriStar' },
  lifecycle: 'current',
  family: 'Powervator',
  fits_classes: ['tractor'],
  width_mm: 1524,
  weight_kg: null,
  price_inr: 50000,
  price_high_inr: null,
  price_kind: 'estimate',
  price_as_of: '2024-07-25',
}

const listing: MarketListing = {
  id: 3,
  status: 'live',
  created_at: '2026-10-28T06:21:00Z',
  maker_name: 'John Deere',
  maker_slug: 'john-deere',
  variant_name: '5050 D',
  variant_slug: 'john-deere-5050-d',
  vehicle_class: 'tractor',
  year: 2021,
  km: 4110,
  owners: 1,
  price_inr: 640000,
  district: 'Indore',
  state_code: 'MP',
  pin: '452001',
  comparable_new_inr: 796000,
  condition: { engine: 'good', hydraulics: 'good', tyres: '70%' },
  description:
    'Dealer-serviced every 250 hours, service book available. Power steering, oil immersed brakes. Price 6.4 lakh, finance can be arranged.',
  hours: 1650,
  machine_class: 'tractor',
  machine_slug: 'john-deere-5050-d',
  seller: 'dealer',
}
const { description: _, condition: _c, pin: _p, ...listed } = listing

const tractors: MachineClass = {
  key: 'tractor',
  label: 'Tractor',
  label_hi: 'ट्रैक्टर',
  label_ta: 'டிராக்டர்',
  plural: 'Tractors',
  plural_hi: 'ट्रैक्टर',
  plural_ta: 'டிராக்டர்கள்',
  kinds: ['utility', 'row_crop', 'orchard', 'compact', 'mini', 'paddy', 'haulage', 'special'],
  plate: [{ key: 'engine_hp', label: 'Engine power', label_hi: 'इंजन शक्ति', label_ta: 'இன்ஜின் சக்தி', unit: 'HP' }],
  synonyms: ['tracter', 'traktor'],
  count: 137,
  hours_a_year: 800,
}

const subscription = {
  id: 'wh_019a8a0e-6f2b-7c31-9d5e-2f7f4f0f7b11',
  // A server in development accepts this address.
  url: 'http://127.0.0.1:3000/hooks/yantra',
  events: ['variant.updated', 'price.updated'],
  created_at: '2026-11-15T06:30:00.000Z',
}

const event = { id: 'evt_019a8a0e-7d10-7b52-8f0e-5f1d3c2b1a09', created_at: '2026-11-15T06:31:04.120Z' }

const ended = { finished_at: '2026-11-15T06:31:04.312Z' }
const delivery = {
  ...{ event_id: event.id, type: 'price.updated', state: 'delivered', created_at: event.created_at },
  ...{ next_attempt_at: null, ...ended },
  attempts: [
    { number: 1, started_at: '2026-11-15T06:31:04.140Z', ...ended, outcome: 'delivered', status: 200, error: null },
  ],
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
  } satisfies ListingSearchOut,
  getListing: listing,
  getValues: {
    machine_slug: 'mahindra-575-di',
    year: 2019,
    hours: 2450,
    asking: { p25_inr: 450_000, median_inr: 465_000, p75_inr: 495_000, count: 7, from: '2026-10-27', to: '2026-11-15' },
    sold: null,
    comparable: 'class',
    reason: 'Fewer than five comparable sold ones are known.',
    method: '/docs/values',
  } satisfies MarketValues,
  listClasses: [tractors],
  'createWebhook.body': { url: subscription.url, events: subscription.events },
  createWebhook: { ...subscription, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
  listWebhooks: [subscription],
  deleteWebhook: { id: subscription.id, deleted: true },
  getWebhook: {
    ...subscription,
    status: 'failing',
    disabled_reason: null,
    pending: 2,
    last_success_at: '2026-11-15T06:31:04.312Z',
    last_failure_at: '2026-11-15T06:36:09.004Z',
    last_error: 'the receiver answered 500',
  },
  listChanges: {
    changes: [
      {
        ...{
          cursor: 'NDIuMTEuNDIuRDhOZFNSTFNaNDFP',
          change: 'updated',
          slug: machine.slug,
          id: machine.id,
          version: 7,
        },
        ...{ changed_at: '2026-11-15T06:30:00.000Z', machine },
      },
    ],
    next: 'NDIuOTAwNzE5OTI1NDc0MDk5MS40Mi5EOE5kU1JMU1o0MU8',
    more: false,
    head: 'D8NdSRLSZ41OqOVyZsb8oITRkSgOSNHYZvNQFbQtIQA',
  },
  listWebhookDeliveries: { deliveries: [delivery], offset: 0, limit: 20, has_more: false },
  pingWebhook: { event_id: event.id, delivered: true, status: 200, error: null, duration_ms: 172 },
  rotateWebhookSecret: {
    id: subscription.id,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    overlap_until: '2026-11-16T06:30:00.000Z',
  },
  'redeliverWebhook.body': { since: '24h' },
  redeliverWebhook: { id: subscription.id, redelivered: 12 },
  'variant.published': { ...event, type: 'variant.published', data: { machine, changed: [], version: 6 } },
  'variant.updated': {
    ...event,
    type: 'variant.updated',
    data: { machine, changed: ['lift_capacity_kg'], version: 7 },
  },
  'webhook.ping': { ...event, type: 'webhook.ping', data: { webhook_id: subscription.id } },
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
