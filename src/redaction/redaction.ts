// A seller's contact never leaves the service, not even where the seller wrote it into a description.

export { REMOVED } from '../lib/text/visible.ts'
export { contactInSlug, guardUrl, guardVideo } from './addresses/url-field.ts'
/** `guardText`: the text with every contact in it replaced by `[contact removed]`; all else byte for byte. */
export { contactSpans, explainRedaction as why, type Reason, removeContacts as guardText } from './find.ts'
export { redactListing as guardListing, reviewReason as doubtOfListing, splitContacts } from './listing.ts'
export { reviewReasonOf as doubtOf } from './review-score.ts'
export { guardFreeForm, guardValue, isContactKey, isSourceKey, type JsonValue } from './values.ts'
