import { kolkataDate } from '../../calendar.ts'
import { enquiriesPage, enquiryPage } from '../../console/pages/enquiries.ts'
import { anonymousPage, keyPage, keysPage, USE_DAYS } from '../../console/pages/keys.ts'
import { type ListingContext, listingPage, listingsPage } from '../../console/pages/listings.ts'
import { deliveryPage, FILTERS, subscriptionPage, webhooksPage } from '../../console/pages/webhooks.ts'
import { LISTING_STATUSES, STATE_CODES } from '../../contract/values.ts'
import { listKeys } from '../../keys/key-store.ts'
import { countStatuses, readDeskListing, searchListings } from '../../market/desk/listing-desk.ts'
import { countOpenEnquiries, listEnquiries, readEnquiryByReference } from '../../market/enquiries/enquiry-store.ts'
import { readAskedListing, sellerContact } from '../../market/enquiries/mail.ts'
import { readListingId } from '../../operator/listings.ts'
import { readUse } from '../../operator/traffic-store.ts'
import { listDeliveries, readDelivery, viewSubscriptions } from '../../webhooks/subscription-view.ts'
import {
  type ConsoleParts,
  type ConsoleRequest,
  type ConsoleRoutes,
  ROWS,
  readPage,
  readRows,
} from './console-routes.ts'

const DAY_MS = 86_400_000

export function addKeyPages(routes: ConsoleRoutes, { reads }: ConsoleParts): void {
  const since = (now: number) => kolkataDate(now - (USE_DAYS - 1) * DAY_MS)

  routes.page('/keys', async (request) => {
    const uses = new Map<string, number>()
    for (const { keyId, requests } of await readUse(reads, since(request.now))) {
      uses.set(keyId, (uses.get(keyId) ?? 0) + requests)
    }
    const keys = (await listKeys(reads)).toReversed()
    return keysPage(request, { keys, uses })
  })

  routes.page('/keys/anonymous', async (request) =>
    anonymousPage(request, await readUse(reads, since(request.now), '')),
  )

  routes.page('/keys/:id', async (request) => {
    const [key] = await listKeys(reads, request.params.id!)
    return key && keyPage(request, { key, use: await readUse(reads, since(request.now), key.id) })
  })
}

export function addWebhookPages(routes: ConsoleRoutes, { reads }: ConsoleParts): void {
  routes.page('/webhooks', async (request) =>
    webhooksPage(request, await readRows(request.query, (rows) => viewSubscriptions(reads, request.now, rows))),
  )

  routes.page('/webhooks/:id', async (request) => {
    const id = request.params.id!
    const [subscription] = await viewSubscriptions(reads, request.now, { id })
    if (!subscription) return undefined
    const filter = FILTERS.find((name) => name === request.query.get('show')) ?? 'all'
    const deliveries = await readRows(request.query, (rows) => listDeliveries(reads, id, filter, rows))
    return subscriptionPage(request, { subscription, filter, ...deliveries })
  })

  routes.page('/webhooks/:id/:event', async (request) => {
    const { id, event } = request.params as { id: string; event: string }
    const [subscription] = await viewSubscriptions(reads, request.now, { id })
    const delivery = await readDelivery(reads, id, event)
    return subscription && delivery && deliveryPage(request, { subscription, delivery })
  })
}

export function addEnquiryPages(routes: ConsoleRoutes, { reads, config }: ConsoleParts): void {
  const isMailed = config.enquiries.mail !== undefined
  routes.page('/enquiries', async (request) => {
    const status = request.query.get('show') === 'all' ? 'all' : 'open'
    const found = await readRows(request.query, (rows) =>
      listEnquiries(reads, status === 'open' ? { ...rows, status } : rows),
    )
    return enquiriesPage(request, { ...found, status, open: await countOpenEnquiries(reads) })
  })

  routes.page('/enquiries/:reference', async (request) => {
    const enquiry = await readEnquiryByReference(reads, request.params.reference!)
    if (!enquiry) return undefined
    const name = await readAskedListing(reads, enquiry.listing_id)
    const listing = name && [name.maker_name, name.variant_name, name.year].filter(Boolean).join(' ')
    const contact = await sellerContact(reads, enquiry.listing_id)
    return enquiryPage(request, { enquiry, listing, contact, isMailed })
  })
}

/** Listings in review are shown in full, the others as a line. */
const REVIEWED = 10

export function addListingPages(routes: ConsoleRoutes, { reads, config: { prefix } }: ConsoleParts): void {
  const contextOf = (request: ConsoleRequest): ListingContext => ({
    ...request,
    picture: (url) => (url.startsWith('/') ? prefix + url : url),
  })

  routes.page('/listings', async (request) => {
    const asked = readAsked(request.query)
    const rows = asked.status === 'review' ? REVIEWED : ROWS
    const query = { ...asked, limit: rows, offset: (asked.page - 1) * rows }
    const [found, counts] = await Promise.all([searchListings(reads, query), countStatuses(reads)])
    return listingsPage(contextOf(request), { ...found, asked, counts, rows })
  })

  routes.page('/listings/:id', async (request) => {
    const id = readListingId(request.params.id!)
    const found = id === undefined ? undefined : await readDeskListing(reads, id)
    return found && listingPage(contextOf(request), found)
  })
}

function readAsked(query: URLSearchParams) {
  const status = query.get('status') ?? 'review'
  const state = query.get('state')?.toUpperCase() ?? ''
  return {
    status: LISTING_STATUSES.find((one) => one === status),
    q: (query.get('q') ?? '').trim().slice(0, 100),
    state: STATE_CODES.find((one) => one === state) ?? '',
    removed: query.get('removed') === '1',
    page: readPage(query),
  }
}
