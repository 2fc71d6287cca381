import type { Db } from '../../database/schema.ts'
import { addEnquiry, isLive } from './enquiry-store.ts'
import { type EnquiryFault, type EnquiryForm, isTrapped, readEnquiry } from './input.ts'
import { newReference } from './reference.ts'

/** What came of a form that a buyer sent. */
export type TakenEnquiry =
  | { reference: string }
  /** Wrong fields, in the order of the form. */
  | { faults: EnquiryFault[] }
  /** Five came from that address within the hour. */
  | { limited: true }
  /** A program filled in the trap; it is shown this reference, and nothing is kept. */
  | { trapped: string }

export interface EnquirySource {
  listingId: number
  /** The language of the page. */
  language: string
  /** The address it came from, as limits count it. */
  address: string
  /** Whether mail is set up; otherwise the enquiry waits for the operator. */
  mailed: boolean
  now: number
}

/** Takes an enquiry about a live listing; undefined when there is no such listing. */
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
