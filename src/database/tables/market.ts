import type { StoredOf } from '../../schema/records/records.ts'

export type ListingTable = StoredOf<'listing'>

/** The private part of a listing. No read path uses this table. */
export interface ListingContactTable {
  listing_id: number
  /** JSON of `contact` as imported; empty for none. */
  doc: string
  /** JSON of the fields that the guard changed, as sent; kept until the listing goes live, empty for none. */
  texts: string
}

/** Who sent a listing, and what identifies it in their next sheet. Private: no page and no response shows it. */
export interface ListingSenderTable {
  listing_id: number
  sender: string
  /** The identity cells of its row, folded. */
  identity: string
  /** The sender's own number, such as a stock number; empty for none. */
  number: string
}

/** An operator's decision about a listing. It counts while the listing has that status. */
export interface ListingDecisionTable {
  listing_id: number
  status: 'live' | 'rejected'
  reason: string
  at: number
  by: 'console' | 'cli'
}

/** What buyers asked sellers. Private: no page and no response shows it. */
export interface EnquiryTable {
  /** Shown to the buyer; commands find the enquiry by it. */
  reference: string
  listing_id: number
  created_at: number
  /** The language of the page it was sent from. */
  language: string
  name: string
  /** Ten digits, or an empty string. */
  phone: string
  email: string
  message: string
  /** Digests of the sender's address and its network, only for the limits. */
  sender: string
  network: string
  status: 'open' | 'closed'
  closed_at: number | null
  /** `waiting` for the operator, or `pending` for the mail server; then `sent`, or `failed` after the last attempt. */
  mail: 'waiting' | 'pending' | 'sent' | 'failed'
  attempts: number
  /** When it is next sent, while `pending`. */
  due_at: number | null
  sent_at: number | null
  /** Why the last attempt failed; empty if it did not. */
  error: string
}

/** When an import or an edit last had a listing, changed or not. */
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
