import { type ListingContext, listingPage, listingsPage } from '../../console/pages/listings.ts'
import { LISTING_STATUSES, STATE_CODES } from '../../contract/values.ts'
import type { Db } from '../../database/schema.ts'
import { countStatuses, readDeskListing, searchListings } from '../../market/desk/listing-desk.ts'
import { readListingId } from '../../operator/listings.ts'
import { type ConsoleRequest, type ConsoleRoutes, ROWS, readPage } from './console-routes.ts'

/** Listings in review are shown in full, the others as a line. */
const REVIEWED = 10

export function addListingPages(routes: ConsoleRoutes, { reads, prefix }: { reads: Db; prefix: string }): void {
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
