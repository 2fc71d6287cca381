/** Words of the catalogue repeat. Reusing a string saves making it, and saves hashing it again in every Map. */
const PLACES = 4096
/** A longer slice would keep its whole text in memory. */
const LONGEST = 12

const words: string[] = new Array(PLACES).fill('')

/** The lower-case ASCII word between two places. `hash` depends on its lower-case letters alone. */
export function wordAt(text: string, start: number, end: number, hash: number): string {
  if (end - start > LONGEST) return text.slice(start, end).toLowerCase()
  const place = (hash ^ (hash >>> 12)) & (PLACES - 1)
  const known = words[place]!
  if (known.length === end - start && isSame(known, text, start)) return known
  const word = text.slice(start, end).toLowerCase()
  words[place] = word
  return word
}

/** Ignores case: the bit for lower case is set in every digit too. */
function isSame(word: string, text: string, start: number): boolean {
  for (let at = 0; at < word.length; at++) {
    if (word.charCodeAt(at) !== (text.charCodeAt(start + at) | 0x20)) return false
  }
  return true
}

const MOST_PAIRS = 4096
let pairs = new Map<string, Map<string, string>>()
let count = 0

/** Two words as one, remembered for neighbours that repeat. */
export function joinWords(first: string, second: string): string {
  let followers = pairs.get(first)
  const known = followers?.get(second)
  if (known !== undefined) return known
  const joined = first + second
  if (joined.length > 2 * LONGEST) return joined
  if (count++ >= MOST_PAIRS) {
    pairs = new Map()
    count = 1
    followers = undefined
  }
  if (followers === undefined) {
    followers = new Map()
    pairs.set(first, followers)
  }
  followers.set(second, joined)
  return joined
}
