// A seller's contact never leaves the service, not even where the seller wrote it into a description.

export { REMOVED } from '../lib/text/visible.ts'
export { contactInSlug, guardUrl, guardVideo } from './addresses/url-field.ts'
/** `guardText`: the text with every contact in it replaced by `[contact removed]`; all else byte for byte. */
export { contactSpans, type Reason, removeContacts as guardText, why } from './find.ts'
export { doubtOfListing, guardListing, splitContacts } from './listing.ts'
export { doubtOf } from './review-score.ts'
export { guardFreeForm, guardValue, isContactKey, isSourceKey, type JsonValue } from './values.ts'
