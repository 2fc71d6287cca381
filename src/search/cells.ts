import { grow } from './growable.ts'

/** How many visible machines each pair of maker and profile has: what facets alone need, without looking at rows. */
export interface Cells {
  change(maker: number, profile: number, by: 1 | -1): void
  readonly size: number
  makers(): Uint32Array
  profiles(): Uint32Array
  counts(): Uint32Array
  bytes(): number
}

const MAKER_UNIT = 2 ** 24

export function createCells(): Cells {
  const positions = new Map<number, number>()
  let size = 0
  let makers = new Uint32Array(64)
  let profiles = new Uint32Array(64)
  let counts = new Uint32Array(64)

  function remove(position: number, key: number): void {
    positions.delete(key)
    size--
    if (position === size) return
    makers[position] = makers[size]!
    profiles[position] = profiles[size]!
    counts[position] = counts[size]!
    positions.set(makers[position]! * MAKER_UNIT + profiles[position]!, position)
  }

  return {
    change(maker, profile, by) {
      const key = maker * MAKER_UNIT + profile
      let position = positions.get(key)
      if (position === undefined) {
        position = size++
        makers = grow(makers, size)
        profiles = grow(profiles, size)
        counts = grow(counts, size)
        makers[position] = maker
        profiles[position] = profile
        counts[position] = 0
        positions.set(key, position)
      }
      counts[position]! += by
      if (counts[position] === 0) remove(position, key)
    },
    get size() {
      return size
    },
    makers: () => makers,
    profiles: () => profiles,
    counts: () => counts,
    bytes: () => makers.byteLength + profiles.byteLength + counts.byteLength,
  }
}
