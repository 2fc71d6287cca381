export type Kept<K, V> = ReturnType<typeof kept<K, V>>

/**
 * A bounded cache. It keeps values up to this sum of their sizes; each counts as one unless `toSize` says more. It has
 * two halves. A value that is used moves to the young one. When the young half is full it becomes the old one, and the
 * old one is dropped: what was not used lately goes first, and a hit costs no more than a look into a map.
 */
export function kept<K, V>(max: number, toSize: (value: V, key: K) => number = () => 1) {
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
    const known = young.values.get(key)
    if (known !== undefined) return known
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
    getOrMake(key: K, make: (key: K) => V): V {
      const known = get(key)
      if (known !== undefined || young.values.has(key)) return known as V
      const made = make(key)
      set(key, made)
      return made
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
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Likewise, of what takes a while. What failed is made again by the next. */
export function madeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
