export interface ListingTable {
  id: number
  status: string
  /** Milliseconds; set for `sold`. */
  sold_at: number | null
  /** The catalogue machine it names, or an empty string. */
  machine_slug: string
  /** Public fields as imported and guarded, without id and status. */
  doc: string
  revision: number
  /** Slug and name of the maker, in small letters, for the operator's search. */
  maker: string
  /** In small letters. */
  district: string
  state_code: string
  /** JSON: how many contacts and links the guard took out, by field; empty when there were none. */
  removed: string
}

/** What is private of a listing. No read path touches this table. */
export interface ListingContactTable {
  listing_id: number
  /** JSON of `contact` as imported; empty when there is none. */
  doc: string
  /** JSON of the fields that the guard changed, as they were sent; kept until the listing goes live, empty when none. */
  texts: string
}

/** What an operator decided about a listing. It counts while the listing still has that status. */
export interface ListingDecisionTable {
  listing_id: number
  status: 'live' | 'rejected'
  reason: string
  at: number
  by: 'console' | 'cli'
}

export interface MarketTables {
  listings: ListingTable
  listing_contacts: ListingContactTable
  listing_decisions: ListingDecisionTable
}
