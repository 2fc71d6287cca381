import { LISTING_STATUSES, STATE_CODES } from '../contract/values.ts'
import { type Decided, MOST_REASON_CHARACTERS } from '../market/desk/decide-listing.ts'
import { readDeskListing, searchListings } from '../market/desk/listing-desk.ts'
import { approveListing, rejectListing } from '../operator/listings.ts'
import { type Argument, count, oneOf, required, text, value, withDefault, word } from './arguments.ts'
import { command, type Family, type Report } from './command.ts'
import { Refused, UsageError } from './io.ts'
import { listingSheet, listingTable, toPrinted } from './listing-table.ts'

const ID: { id: Argument<number> } = {
  id: { ...word('the id of a listing, a whole number; `yantra listings list` shows them'), read: readId },
}

export const listingsCommands: Family = {
  about: 'Used listings in any status, and what the contact guard took out of those that are not live yet.',
  notes: 'Exit code: 0 done, 1 there is no such listing or it is not in review, 2 the command could not run.',
  members: {
    list: command({
      does: 'list those in review oldest first, the others newest first',
      options: {
        state: oneOf(LISTING_STATUSES, `one of ${LISTING_STATUSES.join(', ')}`, 'S'),
        query: text('TEXT', 'an id, or words of the maker and the district'),
        region: oneOf(STATE_CODES, 'a state such as MH', 'CODE'),
        limit: withDefault(count('at most this many', 1_000), '50'),
        offset: withDefault(count('leave out this many first', Number.MAX_SAFE_INTEGER, 0), '0'),
      },
      database: 'read',
      async run({ db, values: { state: status, query: q, region: state, limit, offset } }) {
        const { total, listings } = await searchListings(db, { status, q, state, limit, offset })
        return { json: listings.map(toPrinted), text: listingTable(listings, total) }
      },
    }),

    show: command({
      does: 'show one, with its texts before and after the guard',
      words: ID,
      database: 'read',
      async run({ db, words: { id } }) {
        const found = await readDeskListing(db, id)
        if (!found) throw noListing(id)
        return { json: toPrinted(found), text: listingSheet(found) }
      },
    }),

    approve: command({
      does: 'end a review: buyers see the listing',
      words: ID,
      database: 'write',
      async run({ db, words: { id } }) {
        const decided = await approveListing(db, 'cli', id, Date.now())
        return report(id, decided, 'live', `Approved ${id}: it is live.\n`)
      },
    }),

    reject: command({
      does: 'end a review: nobody sees the listing',
      words: ID,
      options: { reason: required(value('TEXT', 'why', readReason)) },
      database: 'write',
      async run({ db, words: { id }, values: { reason } }) {
        const decided = await rejectListing(db, 'cli', id, reason, Date.now())
        return report(id, decided, 'rejected', `Rejected ${id}.\n`)
      },
    }),
  },
}

function report(id: number, decided: Decided, status: 'live' | 'rejected', text: string): Report {
  if (decided.outcome === 'unknown') throw noListing(id)
  if (decided.outcome === 'refused') {
    throw new Refused(`listing ${id} is ${decided.status}; only one in review is approved or rejected`)
  }
  return { json: { id, status }, text }
}

function noListing(id: number): Refused {
  return new Refused(`there is no listing ${id}`)
}

function readId(given: string): number {
  const id = Number(given)
  if (!/^\d+$/.test(given) || !Number.isSafeInteger(id)) throw new UsageError(`give ${ID.id.says}`)
  return id
}

function readReason(given: string, name: string): string {
  const reason = given.trim()
  if (reason === '') throw new UsageError(`${name} is missing`)
  if (reason.length > MOST_REASON_CHARACTERS)
    throw new UsageError(`${name} may have ${MOST_REASON_CHARACTERS} characters`)
  return reason
}
