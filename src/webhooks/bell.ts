/** Wakes a sleeper. A ring while nobody sleeps wakes the next one at once. */
interface Bell {
  ring(): void
  /** Resolves at a ring, or after this time. */
  heard(withinMs: number): Promise<void>
}

export function createBell(): Bell {
  let rung = false
  const sleepers = new Set<() => void>()
  return {
    ring() {
      if (sleepers.size === 0) rung = true
      for (const wake of sleepers) wake()
    },
    heard(withinMs) {
      if (rung) {
        rung = false
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        const timer = setTimeout(wake, withinMs)
        function wake() {
          clearTimeout(timer)
          sleepers.delete(wake)
          resolve()
        }
        sleepers.add(wake)
      })
    },
  }
}
