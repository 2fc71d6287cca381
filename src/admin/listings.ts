import { readListingId } from '../database/records.ts'
import type { Db } from '../database/schema.ts'
import { Refused } from '../errors.ts'
import { type Decided, decideListing, MAX_REASON_CHARACTERS } from '../history/listing-decision.ts'
import { iso } from '../lib/calendar.ts'
import type { DeskListing } from '../listings/moderation/moderation.ts'
import type { ListingStatus } from '../listings/states.ts'
import { actOf, type Column, type Desk, type Done, fromFields, type Noun, noted, type Tone } from './actions.ts'
import { count, InvalidInput, inForm, readTrimmed, required, value, word } from './inputs.ts'
import { changeRecord } from './records.ts'

const TONES: Record<ListingStatus, Tone> = {
  ...({ draft: 'calm', review: 'warn', live: 'good', sold: 'calm' } as const),
  ...({ expired: 'calm', withdrawn: 'calm', rejected: 'bad' } as const),
}
const act = actOf<DeskListing>()
const ID = word('the id of a listing, a whole number; `yantra listings list` shows them')
const isIn = (wanted: ListingStatus) => (one: DeskListing) => one.status === wanted

export const LISTING_STATE: Column<DeskListing> = {
  name: 'State',
  of: ({ status }) => ({ text: status, tone: TONES[status] }),
}

/** Used listings in any status, and what the contact guard took out of those that are not live yet. */
export const listings: Noun<DeskListing> = {
  name: 'listings',
  one: 'listing',
  names: { id: { ...ID, read: readId } },
  nameOf: ({ id }) => ({ id: String(id) }),
  json({ id, status, listing, removed, sent, doubt, decision }) {
    const asSent = sent.map(({ field, parts }) => ({
      field,
      text: parts.map(({ text }) => text).join(''),
      removed: parts.filter((part) => part.removed).map(({ text }) => text),
    }))
    return {
      id,
      status,
      ...listing,
      removed,
      sent: asSent,
      doubt: doubt ?? null,
      decision: decision ? { ...decision, at: iso(decision.at) } : null,
    }
  },
  columns: [
    { name: 'Id', of: ({ id }) => ({ text: String(id), to: `listings/${id}` }) },
    LISTING_STATE,
    { name: 'Machine', is: 'wide', of: nameOf },
    { name: 'Price', is: 'number', of: ({ listing }) => `₹${(listing.price_inr ?? 0).toLocaleString('en-IN')}` },
    { name: 'Place', of: ({ listing }) => `${listing.district}, ${listing.state_code}` },
    {
      name: 'Contacts removed',
      is: 'number',
      of: ({ removed }) => Object.values(removed).reduce((sum, count) => sum + count, 0) || null,
    },
    { name: 'Created', on: 'page', of: ({ listing }) => ({ at: Date.parse(listing.created_at!) }) },
  ],
  sheet: [
    { name: 'id', of: ({ id }) => String(id) },
    { name: 'state', of: ({ status, decision }) => (decision?.reason ? `${status}: ${decision.reason}` : status) },
    { name: 'removed', of: ({ removed }) => fromFields(removed) || undefined },
    { name: 'in doubt', of: ({ doubt }) => doubt },
  ],
  words: ({ listing, sent }) =>
    [
      ...Object.entries(listing).map(([name, value]) => `${name.padEnd(18)} ${onOneLine(value)}`),
      ...sent.flatMap(({ field, parts }) => [
        '',
        `${field}, as sent:`,
        `  ${parts.map(({ text, removed }) => (removed ? `[-${onOneLine(text)}-]` : onOneLine(text))).join('')}`,
      ]),
    ].join('\n'),
  acts: {
    approve: act({
      does: 'end a review: buyers see the listing',
      button: 'Approve',
      isForMany: true,
      fits: isIn('review'),
      run: (desk, { id }) =>
        decide(desk, id, 'listings.approve', { status: 'live', reason: '' }, `Approved listing ${id}.`),
    }),

    reject: act({
      does: 'end a review: nobody sees the listing',
      button: 'Reject',
      isForMany: true,
      inputs: {
        reason: inForm(required(value('TEXT', 'why', readTrimmed(MAX_REASON_CHARACTERS))), {
          label: 'Reason',
          rows: 2,
          maxlength: MAX_REASON_CHARACTERS,
        }),
      },
      fits: isIn('review'),
      run: (desk, { id }, { reason }) =>
        decide(desk, id, 'listings.reject', { status: 'rejected', reason }, `Rejected listing ${id}.`),
    }),

    back: act({
      does: 'take an approval or a rejection back: it waits in review again',
      button: 'Back to review',
      isForMany: true,
      fits: ({ decision }) => decision !== undefined,
      run: (desk, { id }) =>
        decide(desk, id, 'listings.back', { status: 'review', reason: '' }, `Listing ${id} is in review again.`),
    }),

    withdraw: act({
      does: 'take a live listing off the market',
      button: 'Withdraw',
      isForMany: true,
      fits: isIn('live'),
      run: (desk, { id }) =>
        move(desk, id, 'listings.withdraw', { status: 'withdrawn' }, `Listing ${id} is withdrawn.`),
    }),

    sold: act({
      does: 'mark a live listing as sold, now',
      button: 'Mark sold',
      inputs: {
        price: inForm(count('what it was sold for, in rupees', 5_000_000_000), {
          label: 'Sold for',
          note: '₹, if known',
        }),
      },
      fits: isIn('live'),
      run: (desk, { id }, { price }) => {
        const sold = { status: 'sold', sold_at: iso(desk.now), ...(price && { sold_price_inr: price }) }
        return move(desk, id, 'listings.sold', sold, `Listing ${id} is sold.`)
      },
    }),
  },
}

function readId(given: string): string {
  if (readListingId(given) === undefined) throw new InvalidInput(`give ${ID.says}`)
  return given
}

/** Finds listings by their sender's own number. */
export async function listingsNumbered(db: Db, number: string): Promise<number[]> {
  if (number === '') return []
  const rows = await db.selectFrom('listing_senders').select('listing_id').where('number', '=', number).execute()
  return rows.map(({ listing_id }) => listing_id)
}

export function nameOf({ listing }: DeskListing): string {
  return `${listing.maker_name} ${listing.variant_name}, ${listing.year}`
}

async function decide(
  desk: Desk,
  given: string,
  action: string,
  decision: { status: 'live' | 'rejected' | 'review'; reason: string },
  text: string,
): Promise<Done | undefined> {
  const id = readListingId(given)
  if (id === undefined) return undefined
  const { actor, now } = desk
  const change = async (trx: Db) => {
    const decided: Decided = await decideListing(trx, id, { ...decision, ...actor }, now)
    if (decided.outcome === 'unknown') return undefined
    if (decided.outcome === 'done') return decided
    const only =
      decision.status === 'review' ? 'nobody approved or rejected it' : 'only one in review is approved or rejected'
    throw new Refused(`listing ${id} is ${decided.status}; ${only}`)
  }
  const done = await noted(desk, action, given, change, (result) => (result!.reason ? { reason: result!.reason } : {}))
  return done && { json: { id, status: decision.status }, text }
}

/** A change of status, which an import could make too. */
async function move(desk: Desk, id: string, action: string, fields: Record<string, unknown>, text: string) {
  return changeRecord(desk, { type: 'listing', key: id }, fields, action, text)
}

function onOneLine(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\n', ' ⏎ ') : JSON.stringify(value)
}
