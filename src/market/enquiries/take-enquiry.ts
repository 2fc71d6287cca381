import type { Db } from '../../database/schema.ts'
import { addEnquiry, isLive, type NewEnquiry } from './enquiry-store.ts'
import { type EnquiryFault, type EnquiryForm, type EnquiryInput, isTrapped, readEnquiry } from './input.ts'
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

export type EnquirySource = Omit<NewEnquiry, keyof EnquiryInput> & { now: number }

/** Takes an enquiry about a live listing; undefined when there is none. */
export async function takeEnquiry(
  db: Db,
  form: EnquiryForm,
  { now, ...source }: EnquirySource,
): Promise<TakenEnquiry | undefined> {
  if (!(await isLive(db, source.listingId))) return undefined
  if (isTrapped(form)) return { trapped: newReference() }
  const { input, faults } = readEnquiry(form)
  if (faults.length > 0) return { faults }
  const reference = await addEnquiry(db, { ...input, ...source }, now)
  return reference === undefined ? { limited: true } : { reference }
}
