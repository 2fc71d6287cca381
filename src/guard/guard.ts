// A seller's contact never leaves the service, not even where the seller wrote it into a description.
//
// The words of this room:
// fold       to read each character as the plain one it looks like; a folded text knows where each came from
// token      a word or a run of digits, with the signs between it and the token before, its gap
// meaning    what a word stands for, a tag in `words/`: call, label, unit …
// numeral    digits as written, spoken or drawn with letters
// window     a row of numerals whose digits have the shape of a telephone number; with a score it is a candidate
// figure     one plain number that describes a window; the trees ask for figures
// label      a word that says what the number after it is and holds it
// mark       what stands in a text in place of a contact

export { REMOVED } from '../text/visible.ts'
export { contactInSlug, guardUrl, guardVideo } from './addresses/url-field.ts'
export { doubtOf } from './doubt.ts'
/** `guardText`: the text with every contact in it replaced by `[contact removed]`; all else byte for byte. */
export { contactSpans, type Reason, removeContacts as guardText, why } from './find.ts'
export { doubtOfListing, guardListing, splitContacts } from './listing.ts'
export { guardFreeForm, guardValue, isContactKey, isSourceKey, type JsonValue } from './values.ts'
