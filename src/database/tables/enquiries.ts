/** What buyers asked sellers. Private: no page and no response shows it. */
export interface EnquiryTable {
  /** Shown to the buyer; commands find the enquiry by it. */
  reference: string
  listing_id: number
  created_at: number
  /** The language of the page it was sent from. */
  language: string
  name: string
  phone: string
  email: string
  message: string
  /** A digest of the sender's address, only for the limit. */
  sender: string
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

export interface EnquiryTables {
  enquiries: EnquiryTable
}
