import { listingPage, listingsPage } from '../../console/pages/listings.ts'
import type { ListingWays } from '../../console/parts/listing.ts'
import { LISTING_STATUSES, STATE_CODES } from '../../contract/values.ts'
import type { Db } from '../../database/schema.ts'
import { type Decided, MOST_REASON_CHARACTERS } from '../../market/desk/decide-listing.ts'
import { countStatuses, readDeskListing, searchListings } from '../../market/desk/listing-desk.ts'
import { approveListing, rejectListing } from '../../operator/listings.ts'
import {
  type ActionOutcome,
  type ActionRequest,
  type ConsoleDoor,
  type ConsoleRequest,
  ROWS,
  readPage,
} from './door.ts'

/** Listings in review are shown in full, the others as a line. */
const REVIEWED = 10

export function addListingPages(door: ConsoleDoor, { db, reads, prefix }: { db: Db; reads: Db; prefix: string }): void {
  const ways = (request: ConsoleRequest): ListingWays => ({
    ...request,
    picture: (url) => (url.startsWith('/') ? prefix + url : url),
  })

  door.page('/listings', async (request) => {
    const asked = readAsked(request.query)
    const rows = asked.status === 'review' ? REVIEWED : ROWS
    const query = { ...asked, limit: rows, offset: (asked.page - 1) * rows }
    const [found, counts] = await Promise.all([searchListings(reads, query), countStatuses(reads)])
    return listingsPage(ways(request), { ...found, asked, counts, rows })
  })

  door.page('/listings/:id', async (request) => {
    const id = readId(request.params.id)
    const found = id === undefined ? undefined : await readDeskListing(reads, id)
    return found && listingPage(ways(request), found)
  })

  door.action('/listings/:id/approve', (request) =>
    decide(request, 'Approved', (id) => approveListing(db, 'console', id, request.now)),
  )

  door.action('/listings/:id/reject', async (request) => {
    const reason = request.form.get('reason')?.trim() ?? ''
    const to = backOf(request)
    if (reason === '') return { to, text: 'Say why it is rejected: nothing was changed.', isBad: true }
    if (reason.length > MOST_REASON_CHARACTERS) {
      const text = `A reason may have ${MOST_REASON_CHARACTERS} characters: nothing was changed.`
      return { to, text, isBad: true }
    }
    return decide(request, 'Rejected', (id) => rejectListing(db, 'console', id, reason, request.now))
  })
}

async function decide(
  request: ActionRequest,
  done: string,
  act: (id: number) => Promise<Decided>,
): Promise<ActionOutcome> {
  const id = readId(request.params.id)
  const decided = id === undefined ? ({ outcome: 'unknown' } as const) : await act(id)
  const to = backOf(request)
  if (decided.outcome === 'done') return { to, text: `${done} listing ${id}.` }
  if (decided.outcome === 'unknown') return { to, text: 'There is no such listing.', isBad: true }
  const text = `Listing ${id} is ${decided.status}; only one in review is approved or rejected. Nothing was changed.`
  return { to, text, isBad: true }
}

/** The page that the decision came from, perhaps a search; never outside the console. */
function backOf({ form, to }: ActionRequest): string {
  const back = form.get('back') ?? ''
  return back === to('listings') || back.startsWith(`${to('listings')}?`) || back.startsWith(to('listings/'))
    ? back
    : to('listings')
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

function readId(text: string | undefined): number | undefined {
  const id = Number(text)
  return /^\d{1,15}$/.test(text ?? '') && id > 0 ? id : undefined
}
