import { readListingId } from '../database/records.ts'
import type { Db } from '../database/schema.ts'
import { CommandError } from '../errors.ts'
import { type Decided, decideListing, MAX_REASON_CHARACTERS } from '../history/listing-decision.ts'
import { iso } from '../lib/calendar.ts'
import { type DeskListing, readDeskListing } from '../listings/moderation/moderation.ts'
import type { ListingStatus } from '../listings/states.ts'
import {
  type ActionField,
  type ActionResult,
  type AdminContext,
  actionOf,
  byId,
  describeCounts,
  type Resource,
  type Severity,
  withAudit,
} from './actions.ts'
import { count, required, text } from './inputs.ts'
import { changeRecord } from './records.ts'

const SEVERITIES: Record<ListingStatus, Severity> = {
  ...({ draft: 'calm', review: 'warn', live: 'good', sold: 'calm' } as const),
  ...({ expired: 'calm', withdrawn: 'calm', rejected: 'bad' } as const),
}
const action = actionOf<DeskListing>()
const hasStatus = (status: ListingStatus) => (item: DeskListing) => item.status === status

export const LISTING_STATE: ActionField<DeskListing> = {
  name: 'State',
  value: ({ status }) => ({ text: status, severity: SEVERITIES[status] }),
}

/** Used listings in any status, and what the contact guard took out of those that are not live yet. */
export const listings: Resource<DeskListing> = {
  name: 'listings',
  singular: 'listing',
  id: byId('listings', 'a listing'),
  idOf: ({ id }) => ({ id: String(id) }),
  json({ id, status, listing, removed, sent, doubt: reviewReason, decision }) {
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
      doubt: reviewReason ?? null,
      decision: decision ? { ...decision, at: iso(decision.at) } : null,
    }
  },
  columns: [
    { name: 'Id', value: ({ id }) => ({ text: String(id), path: `listings/${id}` }) },
    LISTING_STATE,
    { name: 'Machine', kind: 'wide', value: titleOf },
    { name: 'Price', kind: 'number', value: ({ listing }) => `₹${(listing.price_inr ?? 0).toLocaleString('en-IN')}` },
    { name: 'Place', value: ({ listing }) => `${listing.district}, ${listing.state_code}` },
    {
      name: 'Contacts removed',
      kind: 'number',
      value: ({ removed }) => Object.values(removed).reduce((sum, count) => sum + count, 0) || null,
    },
    { name: 'Created', surface: 'page', value: ({ listing }) => ({ timestamp: Date.parse(listing.created_at!) }) },
  ],
  details: [
    { name: 'id', value: ({ id }) => String(id) },
    { name: 'state', value: ({ status, decision }) => (decision?.reason ? `${status}: ${decision.reason}` : status) },
    { name: 'removed', value: ({ removed }) => describeCounts(removed) || undefined },
    { name: 'in doubt', value: ({ doubt: reviewReason }) => reviewReason },
  ],
  text: ({ listing, sent }) =>
    [
      ...Object.entries(listing).map(([name, value]) => `${name.padEnd(18)} ${onOneLine(value)}`),
      ...sent.flatMap(({ field, parts }) => [
        '',
        `${field}, as sent:`,
        `  ${parts.map(({ text, removed }) => (removed ? `[-${onOneLine(text)}-]` : onOneLine(text))).join('')}`,
      ]),
    ].join('\n'),
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
      run: (context, { id }) =>
        decide(context, id, 'listings.approve', { status: 'live', reason: '' }, `Approved listing ${id}.`),
    }),

    reject: action({
      description: 'reject a listing in review; buyers do not see it',
      button: 'Reject',
      isBulk: true,
      args: {
        reason: required(
          text('TEXT', 'why; only operators see it', {
            maxLength: MAX_REASON_CHARACTERS,
            form: { label: 'Reason', rows: 2 },
          }),
        ),
      },
      isPossible: hasStatus('review'),
      run: (context, { id }, { reason }) =>
        decide(context, id, 'listings.reject', { status: 'rejected', reason }, `Rejected listing ${id}.`),
    }),

    back: action({
      description: 'return an approved or rejected listing to review',
      button: 'Back to review',
      isBulk: true,
      isPossible: ({ decision }) => decision !== undefined,
      run: (context, { id }) =>
        decide(context, id, 'listings.back', { status: 'review', reason: '' }, `Returned listing ${id} to review.`),
    }),

    withdraw: action({
      description: 'withdraw a live listing',
      button: 'Withdraw',
      isBulk: true,
      isPossible: hasStatus('live'),
      run: (context, { id }) =>
        setStatus(context, id, 'listings.withdraw', { status: 'withdrawn' }, `Withdrew listing ${id}.`),
    }),

    sold: action({
      description: 'mark a live listing as sold today',
      button: 'Mark sold',
      args: {
        price: count('price it was sold for, in rupees', 5_000_000_000, {
          form: { label: 'Sold for', note: '₹, if known' },
        }),
      },
      isPossible: hasStatus('live'),
      run: (context, { id }, { price }) => {
        const sold = { status: 'sold', sold_at: iso(context.now), ...(price && { sold_price_inr: price }) }
        return setStatus(context, id, 'listings.sold', sold, `Marked listing ${id} as sold.`)
      },
    }),
  },
}

/** Finds listings by their sender's own number. */
export async function listingsNumbered(db: Db, number: string): Promise<number[]> {
  if (number === '') return []
  const rows = await db.selectFrom('listing_senders').select('listing_id').where('number', '=', number).execute()
  return rows.map(({ listing_id }) => listing_id)
}

export function titleOf({ listing }: DeskListing): string {
  return `${listing.maker_name} ${listing.variant_name}, ${listing.year}`
}

async function decide(
  context: AdminContext,
  input: string,
  action: string,
  decision: { status: 'live' | 'rejected' | 'review'; reason: string },
  text: string,
): Promise<ActionResult | undefined> {
  const id = readListingId(input)
  if (id === undefined) return undefined
  const { actor, now } = context
  const change = async (trx: Db) => {
    const decided: Decided = await decideListing(trx, id, { ...decision, ...actor }, now)
    if (decided.outcome === 'unknown') return undefined
    if (decided.outcome === 'done') return decided
    const only =
      decision.status === 'review'
        ? 'it was not approved or rejected'
        : 'only a listing in review can be approved or rejected'
    throw new CommandError(`listing ${id} is ${decided.status}; ${only}`)
  }
  const done = await withAudit(context, action, input, change, (result) =>
    result!.reason ? { reason: result!.reason } : {},
  )
  return done && { json: { id, status: decision.status }, text }
}

/** A change of status that an import could make too. */
async function setStatus(
  context: AdminContext,
  id: string,
  action: string,
  fields: Record<string, unknown>,
  text: string,
) {
  return changeRecord(context, { type: 'listing', key: id }, fields, action, text)
}

function onOneLine(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\n', ' ⏎ ') : JSON.stringify(value)
}
