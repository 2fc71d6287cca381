/** Fewer digits, or fewer words, are no telephone number. */
const SHORTEST_NUMBER = 8
const MAY_BE_NUMBER = new RegExp(`^(?:(?:[^0-9]*[0-9]){${SHORTEST_NUMBER}}|(?:[^-_]*[-_]){${SHORTEST_NUMBER - 1}})`)
/** Nobody reads a number out of a code such as `02t9fe3r6x57` or `m12786`. */
const CODE = /^[a-z][0-9]{1,7}$|[0-9][a-z]+[0-9]/

/** The words a slug is made of, or undefined when they are too few for a number. Needs none of the guard's own words. */
export function slugWords(slug: string): string | undefined {
  if (!MAY_BE_NUMBER.test(slug)) return undefined
  const parts = slug.split(/[-_]/)
  const isLong = parts.length >= SHORTEST_NUMBER
  const words = parts.map((part) => (CODE.test(part) ? ';' : part)).join(' ')
  return isLong || digitsIn(words) >= SHORTEST_NUMBER ? words : undefined
}

export function digitsIn(text: string): number {
  return text.replace(/[^0-9]/g, '').length
}
