/** Reads at most once in so many milliseconds; whoever asks in between gets the same. Undefined when reading failed. */
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
