export type Cache<K, V> = ReturnType<typeof createCache<K, V>>

/**
 * A bounded cache. It keeps values up to this sum of their sizes; each counts as one unless `toSize` says more. It has
 * two halves. A value that is used moves to the young one. When the young half is full it becomes the old one, and the
 * old one is dropped: what was not used lately goes first, and a hit costs no more than a look into a map.
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
    /** The kept value, or the one that is made now. */
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
    /** The sum of the sizes. */
    get size() {
      return young.size + old.size
    },
  }
}

function emptyHalf<K, V>() {
  return { values: new Map<K, V>(), size: 0 }
}

/** Makes something with the first call and keeps it. */
export function lazy<T extends object>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}

/** Likewise, of what takes a while. What failed is made again by the next. */
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
