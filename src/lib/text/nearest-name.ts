/** The known name nearest to the typed one; undefined when none is near. */
export function nearestName(typed: string, names: Iterable<string>): string | undefined {
  if (typed.length > 64) return undefined
  const folded = typed.toLowerCase()
  let best: string | undefined
  // In one or two letters only the case may differ.
  let bestDistance = folded.length < 3 ? 1 : Math.max(1, Math.floor(folded.length / 3)) + 1
  for (const name of names) {
    if (Math.abs(name.length - folded.length) >= bestDistance) continue
    const distance = editDistance(folded, name, bestDistance - 1)
    if (distance < bestDistance) {
      best = name
      bestDistance = distance
    }
  }
  return best
}

let rows = new Uint8Array(3 * 64)

/**
 * Returns the Damerau–Levenshtein distance from the typed word to the other one, or with `asPrefix` to its nearest
 * prefix. Distances above `maxDistance` are returned as `maxDistance + 1`.
 */
export function editDistance(typed: string, word: string, maxDistance: number, asPrefix = false): number {
  const far = maxDistance + 1
  const width = typed.length + 1
  if (typed.length > word.length + maxDistance || (!asPrefix && word.length > typed.length + maxDistance)) return far
  if (rows.length < 3 * width) rows = new Uint8Array(6 * width)
  for (let column = 0; column < width && column <= far; column++) rows[column] = column
  const end = Math.min(word.length, typed.length + maxDistance)
  let best = typed.length <= maxDistance ? typed.length : far
  for (let depth = 1; depth <= end; depth++) {
    const base = (depth % 3) * width
    const above = ((depth + 2) % 3) * width
    const twoAbove = ((depth + 1) % 3) * width
    const letter = word.charCodeAt(depth - 1)
    const before = depth > 1 ? word.charCodeAt(depth - 2) : -1
    // Only columns near the diagonal can be within the limit.
    const first = Math.max(0, depth - maxDistance)
    const last = Math.min(width - 1, depth + maxDistance)
    if (first > 0) rows[base + first - 1] = far
    let smallest = far
    for (let column = first; column <= last; column++) {
      let distance = column === 0 ? depth : far
      if (column > 0) {
        const typedLetter = typed.charCodeAt(column - 1)
        distance = rows[above + column - 1]! + (typedLetter === letter ? 0 : 1)
        if (rows[base + column - 1]! + 1 < distance) distance = rows[base + column - 1]! + 1
        if (column > 1 && typedLetter === before && typed.charCodeAt(column - 2) === letter)
          distance = Math.min(distance, rows[twoAbove + column - 2]! + 1)
        if (rows[above + column]! + 1 < distance) distance = rows[above + column]! + 1
      }
      rows[base + column] = distance
      if (distance < smallest) smallest = distance
    }
    if (last < width - 1) rows[base + last + 1] = far
    else if (rows[base + last]! < best) best = rows[base + last]!
    // The smallest distance grows by at most one from row to row, so a swap cannot bring a word back either.
    if (smallest > maxDistance) return asPrefix ? best : far
  }
  return asPrefix ? best : Math.min(far, rows[(word.length % 3) * width + typed.length]!)
}
