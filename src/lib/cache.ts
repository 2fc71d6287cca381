export type Cache<K, V> = ReturnType<typeof createCache<K, V>>

/**
 * Creates an LRU cache in two generations, bounded by the sum of sizes (1 each unless `toSize` says more).
 * A full young generation replaces the old one, so a hit costs one map lookup.
 */
export function createCache<K, V>(max: number, toSize: (value: V, key: K) => number = () => 1) {
  const sizeOf = (value: V, key: K) => Math.max(1, toSize(value, key))
  let young = emptyHalf<K, V>()
  let old = emptyHalf<K, V>()

  function set(key: K, value: V): void {
    remove(key)
    const size = sizeOf(value, key)
    if (young.size + size > max / 2 && young.size > 0) {
      old = young
      young = emptyHalf()
    }
    young.values.set(key, value)
    young.size += size
  }

  function get(key: K): V | undefined {
    const cached = young.values.get(key)
    if (cached !== undefined) return cached
    const older = old.values.get(key)
    if (older !== undefined) set(key, older)
    return older
  }

  function remove(key: K): void {
    for (const half of [young, old]) {
      if (!half.values.has(key)) continue
      half.size -= sizeOf(half.values.get(key) as V, key)
      half.values.delete(key)
    }
  }

  return {
    get,
    set,
    getOrCompute(key: K, make: (key: K) => V): V {
      const cached = get(key)
      if (cached !== undefined || young.values.has(key)) return cached as V
      const value = make(key)
      set(key, value)
      return value
    },
    delete: remove,
    clear() {
      young = emptyHalf()
      old = emptyHalf()
    },
    get size() {
      return young.size + old.size
    },
  }
}

function emptyHalf<K, V>() {
  return { values: new Map<K, V>(), size: 0 }
}

export function lazy<T extends object>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}

/** Memoizes a promise; a rejected one is computed again by the next call. */
export function memoizeAsync<T>(make: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  return () => {
    value ??= make().catch((error: unknown) => {
      value = undefined
      throw error
    })
    return value
  }
}
