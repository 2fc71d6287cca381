import { createCache } from '../../lib/cache.ts'

const MAX_CACHED = 16_384
const LONGEST_CACHED = 60

export function memoize<T>(answer: (text: string) => T): (text: string) => T {
  const cache = createCache<string, T>(MAX_CACHED)
  return (text) => (text.length > LONGEST_CACHED ? answer(text) : cache.getOrCompute(text, answer))
}
