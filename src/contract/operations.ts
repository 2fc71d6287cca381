import type { Static } from 'typebox'
import { Changes, ChangesParameters } from './changes.ts'
import { ImplementSummary } from './implement.ts'
import { MarketListing } from './listing.ts'
import { Machine } from './machine.ts'
import { MachineClass } from './machine-class.ts'
import { ListingParameters, ListingSearchOut, MarketValues, ValueParameters } from './market.ts'
import { none, type Operation } from './operation.ts'
import { MachineSearchOut, SearchParameters } from './search.ts'
import { Type } from './type.ts'
import { WEBHOOK_OPERATIONS } from './webhook-operations.ts'

const slug = Type.Object(
  { slug: Type.String({ description: 'Slug of the machine.', examples: ['mahindra-575-di'] }) },
  { additionalProperties: false },
)

export const searchTractors = {
  id: 'searchTractors',
  method: 'GET',
  path: '/v1/tractors',
  tag: 'Catalogue',
  summary: 'Search the machines',
  description:
    'Every published machine of every class. Filters are joined by AND, values within one by OR. Unknown values match nothing; unknown parameters are errors. `X-Sort` names the sort that was asked for.',
  access: 'read',
  parameters: none,
  query: SearchParameters,
  response: MachineSearchOut,
  statuses: [304],
} satisfies Operation

export const SheetParameters = Type.Object(
  {
    as_of: Type.String({
      default: '',
      maxLength: 40,
      description:
        'Addition. The sheet as it was served at a moment, which `Memento-Datetime` names: a date-time with an offset, or a date, meaning its end in Asia/Kolkata; neither in the future. `similar` is then empty. 404 where the machine was not visible then, or the history does not reach back.',
      examples: [''],
    }),
  },
  { additionalProperties: false },
)
export type SheetParameters = Static<typeof SheetParameters>

export const getTractor = {
  id: 'getTractor',
  method: 'GET',
  path: '/v1/tractors/{slug}',
  tag: 'Catalogue',
  summary: 'The full sheet of a machine',
  description:
    'Engine, drivetrain, loads and dimensions, prices with their kind and date, media, spec groups and similar machines.',
  access: 'read',
  parameters: slug,
  query: SheetParameters,
  response: Machine,
  statuses: [304, 404],
} satisfies Operation

export const listImplements = {
  id: 'listImplements',
  method: 'GET',
  path: '/v1/tractors/{slug}/implements',
  tag: 'Catalogue',
  summary: 'The implements that fit a machine',
  description: 'Published implements that fit by HP band, linkage, class and carrier weight, by kind, then name.',
  access: 'read',
  parameters: slug,
  query: none,
  response: Type.Array(ImplementSummary),
  statuses: [304, 404],
} satisfies Operation

export const searchListings = {
  id: 'searchListings',
  method: 'GET',
  path: '/v1/market/listings',
  tag: 'Market',
  summary: 'Search the used listings',
  description:
    'Addition. Live listings, or with `status=sold` those sold within the last 90 days. Parameters, facets, paging and headers follow the rules of `GET /v1/tractors`. Counts of `state` ignore the chosen state and district; `district` is counted once a state is given.',
  access: 'read',
  parameters: none,
  query: ListingParameters,
  response: ListingSearchOut,
  statuses: [304],
} satisfies Operation

export const getListing = {
  id: 'getListing',
  method: 'GET',
  path: '/v1/market/listings/{listing_id}',
  tag: 'Market',
  summary: 'One used listing',
  description: "A live listing, or one sold within the last 90 days. The seller's contact is never part of it.",
  access: 'read',
  parameters: Type.Object(
    { listing_id: Type.Integer({ minimum: 1, description: 'Id of the listing.', examples: [3] }) },
    { additionalProperties: false },
  ),
  query: none,
  response: MarketListing,
  statuses: [304, 404],
} satisfies Operation

export const getValues = {
  id: 'getValues',
  method: 'GET',
  path: '/v1/market/values',
  tag: 'Market',
  summary: 'What a used machine is asked and sold for',
  description:
    'Addition. Quartiles over comparable listings of the last 24 months: of the same machine, else of its family, else of its class and HP band, whichever is nearest and has at least five; null with the reason when none has. `method` tells how they are found.',
  access: 'read',
  parameters: none,
  query: ValueParameters,
  response: MarketValues,
  statuses: [304, 404],
} satisfies Operation

export const listClasses = {
  id: 'listClasses',
  method: 'GET',
  path: '/v1/machines/classes',
  tag: 'Catalogue',
  summary: 'The machine classes',
  description:
    'Every class with its labels in English, Hindi and Tamil, its plate fields and the number of its published machines.',
  access: 'read',
  parameters: none,
  query: none,
  response: Type.Array(MachineClass),
  statuses: [304],
} satisfies Operation

export const listChanges = {
  id: 'listChanges',
  method: 'GET',
  path: '/v1/changes',
  tag: 'Catalogue',
  summary: 'What has changed since a cursor',
  description:
    'Addition. Every machine once, in the order of its newest change: `published` if it was not visible at the cursor, `updated` if it was, `withdrawn` if it is visible no longer. A change of its maker or class is one of its summary. Without `since` all that are visible now, so one loop makes a copy and keeps it: go on with `next`, at once while `more` is true. A part may have fewer changes than asked for, or none.',
  access: 'read',
  parameters: none,
  query: ChangesParameters,
  response: Changes,
  statuses: [410],
} satisfies Operation

export const OPERATIONS: readonly Operation[] = [
  searchTractors,
  getTractor,
  listImplements,
  searchListings,
  getListing,
  getValues,
  listClasses,
  listChanges,
  ...WEBHOOK_OPERATIONS,
]
