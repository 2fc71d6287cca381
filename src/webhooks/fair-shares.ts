export interface Limits {
  /** The most attempts at once in this process. */
  total: number
  perSubscription: number
  /** The most for a subscription whose last attempt timed out, until it answers again. */
  perHanging: number
}

interface Contender {
  id: string
  hanging: boolean
}

/**
 * How many deliveries of each subscription may be claimed now. Places are given one at a time, in turn, so a long
 * backlog never goes before a short one. Hanging subscriptions together get at most half of all places.
 */
export function fairShares(
  contenders: readonly Contender[],
  underWay: ReadonlyMap<string, number>,
  hangingUnderWay: number,
  limits: Limits,
): Map<string, number> {
  let free = limits.total
  for (const count of underWay.values()) free -= count
  let freeForHanging = Math.floor(limits.total / 2) - hangingUnderWay
  const shares = new Map<string, number>()
  let waiting = contenders.map((contender) => ({
    ...contender,
    room: (contender.hanging ? limits.perHanging : limits.perSubscription) - (underWay.get(contender.id) ?? 0),
  }))
  while (free > 0 && waiting.length > 0) {
    const next: typeof waiting = []
    for (const contender of waiting) {
      if (free <= 0) break
      if (contender.room <= 0 || (contender.hanging && freeForHanging <= 0)) continue
      shares.set(contender.id, (shares.get(contender.id) ?? 0) + 1)
      free--
      if (contender.hanging) freeForHanging--
      next.push({ ...contender, room: contender.room - 1 })
    }
    waiting = next
  }
  return shares
}
