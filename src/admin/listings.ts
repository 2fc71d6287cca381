import { readListingId } from '../database/records.ts'
import type { Db } from '../database/schema.ts'
import { CommandError } from '../errors.ts'
import { decideListing, MAX_REASON_CHARACTERS } from '../history/listing-decision.ts'
import { iso } from '../lib/calendar.ts'
import { type DeskListing, findListings, readDeskListing } from '../listings/moderation/moderation.ts'
import type { ListingStatus } from '../listings/states.ts'
import { LISTING_STATUSES, STATE_CODES } from '../schema/api/values.ts'
import { type AdminContext, actionOf, byId, type Id, listOf, type Resource } from './actions.ts'
import { count, flag, oneOf, required, text } from './inputs.ts'
import { changeRecord, reportEdit } from './records.ts'

const action = actionOf<DeskListing>()
const hasStatus = (status: ListingStatus) => (item: DeskListing) => item.status === status

export const listings: Resource<DeskListing> = {
  name: 'listings',
  singular: 'listing',
  about: 'Used listings in any status, and what the contact guard removed from them.',
  id: byId('listings', 'a listing', { format: 'digits' }),
  path: ({ id }) => `listings/${id}`,
  json: ({ id, status, listing, removed, sent, doubt: reviewReason, decision }) => ({
    ...{ id, status, ...listing, removed },
    sent: sent.map(({ field, parts }) => ({
      field,
      text: parts.map(({ text }) => text).join(''),
      removed: parts.filter((part) => part.removed).map(({ text }) => text),
    })),
    doubt: reviewReason ?? null,
    decision: decision ? { ...decision, at: iso(decision.at) } : null,
  }),
  columns: ['id', 'status', 'machine', 'price_inr', 'place', 'contacts_removed', 'created_at'],
  texts: {
    machine: titleOf,
    place: ({ listing }) => `${listing.district}, ${listing.state_code}`,
    contacts_removed: ({ removed }) => String(Object.values(removed).reduce((sum, count) => sum + count, 0) || ''),
  },
  list: listOf<DeskListing>()({
    description: 'list listings: those in review oldest first, others newest first',
    filters: {
      state: oneOf(LISTING_STATUSES, `status: ${LISTING_STATUSES.join(', ')}`, { metavar: 'STATUS' }),
      query: text('TEXT', "an id, the sender's number, or words of manufacturer, model and district"),
      region: oneOf(STATE_CODES, 'a state such as MH', { metavar: 'CODE' }),
      removed: flag('only those from which a contact was removed'),
    },
    limit: 50,
    run: async (db, { state: status, query: q = '', region: state, removed }, rows) =>
      findListings(db, { status, q, state, removed, ids: await listingsNumbered(db, q), ...rows }),
  }),
  find: async (db, input) => {
    const id = readListingId(input)
    return id === undefined ? undefined : readDeskListing(db, id)
  },
  actions: {
    approve: action({
      description: 'approve a listing in review; buyers see it',
      button: 'Approve',
      isBulk: true,
      isPossible: hasStatus('review'),
      effect: (trx, id, _, context) => decide(trx, id, 'live', '', context),
      report: (_, { id }) => ({ json: { id: Number(id), status: 'live' }, text: `Approved listing ${id}.` }),
    }),

    reject: action({
      description: 'reject a listing in review; buyers do not see it',
      button: 'Reject',
      isBulk: true,
      args: {
        reason: required(text('TEXT', 'why; only operators see it', { maxLength: MAX_REASON_CHARACTERS })),
      },
      isPossible: hasStatus('review'),
      effect: (trx, id, { reason }, context) => decide(trx, id, 'rejected', reason, context),
      audit: ({ reason }) => ({ detail: { reason } }),
      report: (_, { id }) => ({ json: { id: Number(id), status: 'rejected' }, text: `Rejected listing ${id}.` }),
    }),

    back: action({
      description: 'return an approved or rejected listing to review',
      button: 'Back to review',
      isBulk: true,
      isPossible: ({ decision }) => decision !== undefined,
      effect: (trx, id, _, context) => decide(trx, id, 'review', '', context),
      report: (_, { id }) => ({
        json: { id: Number(id), status: 'review' },
        text: `Returned listing ${id} to review.`,
      }),
    }),

    withdraw: action({
      description: 'withdraw a live listing',
      button: 'Withdraw',
      isBulk: true,
      isPossible: hasStatus('live'),
      effect: (trx, { id }, _, context) => changeRecord(trx, context, 'listing', id, { status: 'withdrawn' }),
      report: (edited, { id }) => reportEdit(`Withdrew listing ${id}.`, { type: 'listing', key: id }, edited),
    }),

    sold: action({
      description: 'mark a live listing as sold today',
      button: 'Mark sold',
      args: { price: count('price it was sold for, in rupees', 5_000_000_000) },
      isPossible: hasStatus('live'),
      effect: (trx, { id }, { price }, context) => {
        const fields = { status: 'sold', sold_at: iso(context.now), ...(price && { sold_price_inr: price }) }
        return changeRecord(trx, context, 'listing', id, fields)
      },
      report: (edited, { id }) => reportEdit(`Marked listing ${id} as sold.`, { type: 'listing', key: id }, edited),
    }),
  },
}

async function listingsNumbered(db: Db, number: string): Promise<number[]> {
  if (number === '') return []
  const rows = await db.selectFrom('listing_senders').select('listing_id').where('number', '=', number).execute()
  return rows.map(({ listing_id }) => listing_id)
}

export function titleOf({ listing }: DeskListing): string {
  return `${listing.maker_name} ${listing.variant_name}, ${listing.year}`
}

async function decide(
  trx: Db,
  { id: input }: Id<'id'>,
  status: 'live' | 'rejected' | 'review',
  reason: string,
  { actor, now }: AdminContext,
) {
  const id = readListingId(input)
  const decided = id === undefined ? undefined : await decideListing(trx, id, { status, reason, ...actor }, now)
  if (!decided || decided.outcome === 'unknown') return undefined
  if (decided.outcome === 'done') return decided
  const only =
    status === 'review' ? 'it was not approved or rejected' : 'only a listing in review can be approved or rejected'
  throw new CommandError(`listing ${id} is ${decided.status}; ${only}`)
}
