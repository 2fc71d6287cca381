import { createMemoryLimiter, type LimitState } from '../auth/rate-limiter.ts'

/** A page needs several files, and most of them are cached: they may be requested this many times as often. */
const FILES_PER_SEARCH = 10

/**
 * Counts requests outside the API against their address. A page with a query costs as much as a read of the API and is
 * counted apart from files. `perMinute`: searched pages of one address; 0 means no limit.
 */
export function createPageLimit(perMinute: number): (address: string, isSearch: boolean) => LimitState | undefined {
  if (perMinute === 0) return () => undefined
  const searches = createMemoryLimiter()
  const others = createMemoryLimiter()
  return (address, isSearch) =>
    isSearch ? searches.take(address, perMinute) : others.take(address, perMinute * FILES_PER_SEARCH)
}
