const SHORTEST_NUMBER = 8
const MAY_BE_NUMBER = new RegExp(
  `^(?:(?:[^0-9]*[0-9]){${SHORTEST_NUMBER}}|(?:[^-_]*[-_]){${SHORTEST_NUMBER - 1}}|.*[a-z0-9]{20})`,
)
const MAY_BE_MAIL = /mail|yahoo|rediff|outlook|icloud|proton|zoho|[-_]at[-_]/

/** Returns whether a slug must be read with the lexicon, which takes long to load. */
export function mayHoldContact(slug: string): boolean {
  return MAY_BE_NUMBER.test(slug) || MAY_BE_MAIL.test(slug)
}

export function digitsIn(text: string): number {
  return text.replace(/[^0-9]/g, '').length
}
