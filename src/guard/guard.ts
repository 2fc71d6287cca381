import { isContactUrl } from './addresses/url-field.ts'
import { removeContacts } from './remove.ts'

// A seller's contact never leaves the service, not even where the seller wrote it into a description.

export { isContactKey, isSourceKey } from './keys.ts'
export { guardListing } from './listing.ts'
export { contactSpans } from './remove.ts'
export { REMOVED } from './text/fold.ts'
export { guardFreeForm, guardValue, type JsonValue } from './values.ts'
export { type Reason, why } from './why.ts'

/** The text with every contact in it replaced by `[contact removed]`; all else byte for byte. */
export function guardText(text: string): string {
  return removeContacts(text)
}

/** The URL, or the empty string when it is itself a contact or carries one, the row's own `contact` included. */
export function guardUrl(url: string, contact?: unknown): string {
  return isContactUrl(url, contact) ? '' : url
}
