import type { Static } from 'typebox'
import { ChangesParameters, ListingChanges, ListingChangesParameters, MachineChanges } from './changes.ts'
import { Key } from './key.ts'
import { MarketListing } from './listing.ts'
import { ImplementSummary, Machine, MachineClass } from './machine.ts'
import { ListingQuery, ListingSearchOut, MarketValues, ValueParameters } from './market.ts'
import { type Operation, operationsOf } from './operation.ts'
import { MachineSearchOut, SearchParameters } from './search.ts'
import { SuggestOut, SuggestParameters } from './suggest.ts'
import { closed, PAST_TIMESTAMP, Type } from './type.ts'
import { WEBHOOK_OPERATIONS } from './webhook.ts'

const operations: Operation[] = []
const catalogue = operationsOf({ tag: 'Catalogue', access: 'read', also: [304] }, operations)
const uncached = operationsOf({ tag: 'Catalogue', access: 'read' }, operations)
const keys = operationsOf({ tag: 'Keys', access: 'key' }, operations)
const market = operationsOf({ tag: 'Market', access: 'read', also: [304] }, operations)
const freshMarket = operationsOf({ tag: 'Market', access: 'read' }, operations)

const slug = closed({ slug: Type.String({ description: 'Slug of the machine.', examples: ['mahindra-575-di'] }) })

export const searchTractors = catalogue('searchTractors', 'GET /v1/tractors', {
  summary: 'Search the machines',
  description:
    'Every published machine of every class. Filters are joined by AND, values within one by OR. Unknown values match nothing; unknown parameters are errors. `X-Sort` names the sort that was asked for.',
  query: SearchParameters,
  response: MachineSearchOut,
})

export const suggestRecords = catalogue('suggestRecords', 'GET /v1/suggest', {
  summary: 'Suggest machines, manufacturers and classes',
  description:
    'Addition. What a search box offers while someone types: each `text`, sent as `q` of `GET /v1/tractors`, finds its record first.',
  query: SuggestParameters,
  response: SuggestOut,
})

/** `as_of` of a record; `exception` says how the response differs from what was served then. */
const asOfParameter = (exception: string) =>
  Type.String({
    default: '',
    maxLength: 40,
    pattern: PAST_TIMESTAMP,
    description: `Addition. The record as it was served at a time, which \`Memento-Datetime\` names: a date-time with an offset, or a date, meaning its end in Asia/Kolkata; neither in the future. ${exception} 404 with the code \`not-visible-then\`, or \`history-too-short\` if the history does not reach back.`,
    examples: [''],
  })

export const SheetParameters = closed({ as_of: asOfParameter('`similar` is then empty.') })
export type SheetParameters = Static<typeof SheetParameters>

export const getTractor = catalogue('getTractor', 'GET /v1/tractors/{slug}', {
  summary: 'The full sheet of a machine',
  description:
    'Engine, drivetrain, loads and dimensions, prices with their kind and date, media, spec groups and similar machines.',
  parameters: slug,
  query: SheetParameters,
  response: Machine,
  also: [410],
})

export const listImplements = catalogue('listImplements', 'GET /v1/tractors/{slug}/implements', {
  summary: 'The implements that fit a machine',
  description: 'Published implements that fit by HP band, linkage, class and carrier weight, by kind, then name.',
  parameters: slug,
  response: Type.Array(ImplementSummary),
})

export const searchListings = market('searchListings', 'GET /v1/market/listings', {
  summary: 'Search the used listings',
  description:
    'Addition. Live listings, or with `status=sold` those sold within the last 90 days. Parameters, facets, paging and headers follow the rules of `GET /v1/tractors`. Counts of `state` ignore the chosen state and district; `district` is counted once a state is given.',
  query: ListingQuery,
  response: ListingSearchOut,
})

export const ListingAsOfParameters = closed({
  as_of: asOfParameter('Of a listing that is hidden now, only the facts remain: no texts, photos or dealer.'),
})
export type ListingAsOfParameters = Static<typeof ListingAsOfParameters>

export const getListing = market('getListing', 'GET /v1/market/listings/{listing_id}', {
  summary: 'One used listing',
  description: "A live listing, or one sold within the last 90 days. The seller's contact is never part of it.",
  query: ListingAsOfParameters,
  parameters: closed({ listing_id: Type.Integer({ minimum: 1, description: 'Id of the listing.', examples: [3] }) }),
  response: MarketListing,
  also: [410],
})

export const getValues = market('getValues', 'GET /v1/market/values', {
  summary: 'What a used machine is asked and sold for',
  description:
    'Addition. Quartiles over comparable listings of 24 months: of the same machine, else of its manufacturer within 15% of its power, else of its class within 15%, then 30%; the first level with five asking prices applies. Of its listings, the fifty nearest in year and hours count, and `listings` names each. Prices are adjusted to the requested year, hours and state as far as `applied` says, and never exceed the price when new. Without figures, `reason` says why. `method` names the rule. Implements have values by kind and width.',
  query: ValueParameters,
  response: MarketValues,
  also: [404],
})

export const listClasses = catalogue('listClasses', 'GET /v1/machines/classes', {
  summary: 'The machine classes',
  description:
    'Every class with its labels in English, Hindi and Tamil, its plate fields and the number of its published machines.',
  response: Type.Array(MachineClass),
})

export const listChanges = uncached('listChanges', 'GET /v1/changes', {
  summary: 'What has changed since a cursor',
  description:
    'Addition. Every machine once, in the order of its newest change, with the label that is right for whoever read by these cursors: `published` where its copy has none, `updated` where it has one, `withdrawn` where it has one that is visible no longer. A change of its maker or class is one of its summary. Without `since` all that are visible now, so one loop makes a copy and keeps it: go on with `next`, at once while `more` is true. A part may have fewer changes than asked for, or none.',
  query: ChangesParameters,
  response: MachineChanges,
  also: [410],
})

export const listListingChanges = freshMarket('listListingChanges', 'GET /v1/market/changes', {
  summary: 'What has changed in the used market since a cursor',
  description:
    'Addition. Every used listing once, by the law of `GET /v1/changes`. A sale is an update, and the listing is withdrawn 90 days later. A change of the new price of the machine that it names is one of its own.',
  query: ListingChangesParameters,
  response: ListingChanges,
  also: [410],
})

export const getKey = keys('getKey', 'GET /v1/key', {
  summary: 'The key that asks',
  description: 'Addition. Its name, tier, limit and end, and by day what was asked with it in the last 30 days.',
  response: Key,
})

export const OPERATIONS: readonly Operation[] = [...operations, ...WEBHOOK_OPERATIONS]
