import type { StoredOf } from '../../schema/records/records.ts'

export type ListingTable = StoredOf<'listing'>

/** Private. */
export interface ListingContactTable {
  listing_id: number
  /** JSON as imported; empty for none. */
  doc: string
  /** JSON of redacted fields as sent, until the listing is live; empty for none. */
  texts: string
}

/** Private. Identifies a listing in the sender's next sheet. */
export interface ListingSenderTable {
  listing_id: number
  sender: string
  identity: string
  /** Such as a stock number; empty for none. */
  number: string
}

/** Valid while the listing has this status. */
export interface ListingDecisionTable {
  listing_id: number
  status: 'live' | 'rejected'
  reason: string
  at: number
  by: 'console' | 'cli'
}

/** Private. */
export interface EnquiryTable {
  /** Shown to the buyer. */
  reference: string
  listing_id: number
  created_at: number
  language: string
  name: string
  phone: string
  email: string
  message: string
  /** Digests, only for limits. */
  sender: string
  network: string
  status: 'open' | 'closed'
  closed_at: number | null
  /** `waiting` for the operator, `pending` for the mail server. */
  mail: 'waiting' | 'pending' | 'sent' | 'failed'
  attempts: number
  /** While `pending`. */
  due_at: number | null
  sent_at: number | null
  error: string
}

/** Last import or edit with a listing, changed or not. */
interface ListingSeenTable {
  listing_id: number
  seen_at: number
}

export interface MarketTables {
  listings: ListingTable
  listing_seen: ListingSeenTable
  listing_contacts: ListingContactTable
  listing_senders: ListingSenderTable
  listing_decisions: ListingDecisionTable
  enquiries: EnquiryTable
}
