import type { Db } from '../../database/schema.ts'
import { addEnquiry, isLive } from './enquiry-store.ts'
import { type EnquiryFault, type EnquiryForm, isTrapped, readEnquiry } from './input.ts'
import { newReference } from './reference.ts'

/** What happened to a buyer's form. */
export type TakenEnquiry =
  | { reference: string }
  /** Wrong fields, in the order of the form. */
  | { faults: EnquiryFault[] }
  /** Five came from that address within the hour. */
  | { limited: true }
  /** A program filled in the trap; it gets this reference, and nothing is stored. */
  | { trapped: string }

export interface EnquirySource {
  listingId: number
  /** The language of the page. */
  language: string
  /** The sender's address, as limits count it. */
  address: string
  /** Whether mail is configured; otherwise the enquiry waits for the operator. */
  mailed: boolean
  now: number
}

/** Takes an enquiry about a live listing; undefined when there is none. */
export async function takeEnquiry(
  db: Db,
  form: EnquiryForm,
  { listingId, language, address, mailed, now }: EnquirySource,
): Promise<TakenEnquiry | undefined> {
  if (!(await isLive(db, listingId))) return undefined
  if (isTrapped(form)) return { trapped: newReference() }
  const { input, faults } = readEnquiry(form)
  if (faults.length > 0) return { faults }
  const reference = await addEnquiry(db, { ...input, listingId, language, address, mailed }, now)
  return reference === undefined ? { limited: true } : { reference }
}
