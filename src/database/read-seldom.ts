/** Reads at most once in this many milliseconds; callers in between get the same value. Undefined when reading failed. */
export function readSeldom<T>(read: () => Promise<T>, everyMs: number): () => Promise<T | undefined> {
  let last: Promise<T | undefined> | undefined
  let at = 0
  return () => {
    if (!last || performance.now() - at > everyMs) {
      at = performance.now()
      last = read().catch(() => undefined)
    }
    return last
  }
}
