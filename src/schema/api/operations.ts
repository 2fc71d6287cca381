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
  summary: 'Search machines',
  description:
    'Searches the published machines of all classes. Filters are combined with AND, values of one filter with OR; unknown values match nothing, unknown parameters return 400.',
  query: SearchParameters,
  response: MachineSearchOut,
})

export const suggestRecords = catalogue('suggestRecords', 'GET /v1/suggest', {
  summary: 'Suggest machines, manufacturers and classes',
  description:
    'Addition. Completes a query for a search box; each `text`, sent as `q` of `GET /v1/tractors`, finds its record first.',
  query: SuggestParameters,
  response: SuggestOut,
})

/** `as_of` of a record; `exception` says how the response differs from what was served then. */
const asOfParameter = (exception: string) =>
  Type.String({
    default: '',
    maxLength: 40,
    pattern: PAST_TIMESTAMP,
    description: `Addition. Returns the record as served at a past date-time with an offset, or at the end of a date in Asia/Kolkata. ${exception} Returns 404 with code \`not-visible-then\` or \`history-too-short\`.`,
    examples: [''],
  })

export const SheetParameters = closed({ as_of: asOfParameter('`similar` is then empty.') })
export type SheetParameters = Static<typeof SheetParameters>

export const getTractor = catalogue('getTractor', 'GET /v1/tractors/{slug}', {
  summary: 'Get a machine',
  description: 'Returns all details of a machine, with prices, media, specifications and similar machines.',
  parameters: slug,
  query: SheetParameters,
  response: Machine,
  also: [410],
})

export const listImplements = catalogue('listImplements', 'GET /v1/tractors/{slug}/implements', {
  summary: 'List the implements for a machine',
  description:
    'Returns published implements compatible by power, linkage, class and carrier weight, sorted by kind and name.',
  parameters: slug,
  response: Type.Array(ImplementSummary),
})

export const searchListings = market('searchListings', 'GET /v1/market/listings', {
  summary: 'Search used listings',
  description:
    'Addition. Searches live listings, or with `status=sold` those sold within the last 90 days, with the rules of `GET /v1/tractors`. Counts of `state` ignore the chosen state and district; `district` is counted only with a `state` filter.',
  query: ListingQuery,
  response: ListingSearchOut,
})

export const ListingAsOfParameters = closed({
  as_of: asOfParameter('Of a listing that is hidden now, only the facts remain: no texts, photos or dealer.'),
})
export type ListingAsOfParameters = Static<typeof ListingAsOfParameters>

export const getListing = market('getListing', 'GET /v1/market/listings/{listing_id}', {
  summary: 'Get a used listing',
  description: 'Returns a live listing, or one sold within the last 90 days, without contact details of the seller.',
  query: ListingAsOfParameters,
  parameters: closed({ listing_id: Type.Integer({ minimum: 1, description: 'Id of the listing.', examples: [3] }) }),
  response: MarketListing,
  also: [410],
})

export const getValues = market('getValues', 'GET /v1/market/values', {
  summary: 'Value a used machine',
  description:
    'Addition. Quartiles over comparable listings of 24 months: of the same machine, else of its manufacturer within 15% of its power, else of its class within 15%, then 30%; the first level with five asking prices applies. Of its listings, the fifty nearest in year and hours count, and `listings` names each. Prices are adjusted to the requested year, hours and state as far as `applied` says, and never exceed the price when new. Without figures, `reason` says why. `method` names the rule. Implements have values by kind and width.',
  query: ValueParameters,
  response: MarketValues,
  also: [404],
})

export const listClasses = catalogue('listClasses', 'GET /v1/machines/classes', {
  summary: 'List machine classes',
  description:
    'Returns every class with labels in English, Hindi and Tamil, key specs and the number of published machines.',
  response: Type.Array(MachineClass),
})

export const listChanges = uncached('listChanges', 'GET /v1/changes', {
  summary: 'List changes of machines',
  description:
    'Addition. Returns each machine once, in the order of its newest change, labelled for a reader of these cursors: `published` if its copy lacks the machine, `updated` if it has it, `withdrawn` if it must delete it. Changes of the manufacturer or class count. Without `since` it returns all visible machines; continue with `next`, immediately while `more` is true. A page may be empty.',
  query: ChangesParameters,
  response: MachineChanges,
  also: [410],
})

export const listListingChanges = freshMarket('listListingChanges', 'GET /v1/market/changes', {
  summary: 'List changes of used listings',
  description:
    'Addition. Returns each used listing once, with the rules of `GET /v1/changes`. A sale is an update, followed by a withdrawal after 90 days; a new price of the listed machine is an update.',
  query: ListingChangesParameters,
  response: ListingChanges,
  also: [410],
})

export const getKey = keys('getKey', 'GET /v1/key', {
  summary: 'Get the API key',
  description:
    'Addition. Returns the name, tier, limit and expiry of the key, and its requests by day of the last 30 days.',
  response: Key,
})

export const OPERATIONS: readonly Operation[] = [...operations, ...WEBHOOK_OPERATIONS]
