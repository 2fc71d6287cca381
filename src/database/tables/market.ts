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
}

/** The seller's contact. No read path touches this table. */
export interface ListingContactTable {
  listing_id: number
  /** JSON of `contact` as imported. */
  doc: string
}

export interface MarketTables {
  listings: ListingTable
  listing_contacts: ListingContactTable
}
