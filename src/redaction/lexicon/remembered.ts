import { kept } from '../../lib/cache.ts'

const MAX_KEPT = 16_384
const LONGEST_KEPT = 60

/** The same answers, kept for short texts asked about lately: words, fields, makers and places come again and again. */
export function remembered<T>(answer: (text: string) => T): (text: string) => T {
  const known = kept<string, T>(MAX_KEPT)
  return (text) => (text.length > LONGEST_KEPT ? answer(text) : known.getOrMake(text, answer))
}
