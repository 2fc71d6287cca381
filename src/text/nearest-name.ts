/** The known name nearest to the typed one; undefined when none is near. */
export function nearestName(typed: string, known: Iterable<string>): string | undefined {
  if (typed.length > 64) return undefined
  const folded = typed.toLowerCase()
  let best: string | undefined
  // In one or two letters only the case may differ.
  let bestDistance = folded.length < 3 ? 1 : Math.max(1, Math.floor(folded.length / 3)) + 1
  for (const name of known) {
    if (Math.abs(name.length - folded.length) >= bestDistance) continue
    const distance = editDistance(folded, name)
    if (distance < bestDistance) {
      best = name
      bestDistance = distance
    }
  }
  return best
}

/** How many insertions, deletions, replacements and swaps of neighbours turn one word into the other. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(replaced, last[j]! + 1, row[j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, beforeLast[j - 2]! + 1)
      row.push(least)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}
